#include "command/sync/automatic_remote.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "command/sync/remote_sync.h"
#include "engine/confirm.h"
#include "engine/remote/remote_state.h"

namespace clew {
namespace {

Error usage(const std::string& what, const std::string& subject) {
  return make_error(ErrorCode::kUsage, what, subject, "clew remote auto on home");
}

Status switch_on(Workspace& workspace, const RemoteRecord& record) {
  CLEW_ASSIGN(const auto remote, OpenRemote::open(workspace, record));
  SyncScope scope;
  scope.again = "clew remote auto on " + shell_word(record.name);
  CLEW_TRY(RemoteSync(workspace, *remote, std::move(scope)).agree_to_automatic());
  return change_remote_state(workspace, record.name, [&](RemoteState& state) {
    state.automatic = true;
    state.is_folder = record.address().kind == RemoteAddress::Kind::kFolder;
    state.next_try.clear();
    state.failures = 0;
  });
}

Status switch_off(Workspace& workspace, const RemoteRecord& record) {
  return change_remote_state(workspace, record.name, [](RemoteState& state) {
    state.automatic = false;
    state.waiting_since.clear();
    state.why.clear();
    state.next.clear();
    state.next_try.clear();
    state.failures = 0;
  });
}

}  // namespace

Result<Answer> set_automatic(Workspace& workspace, const AutomaticRemoteRequest& request) {
  const std::string& way = request.words[0];
  if (way != "on" && way != "off") return usage("on or off is meant", way);
  if (request.words.size() > 2) return usage("one remote at a time", request.words[2]);
  CLEW_ASSIGN(const RemoteRecord record,
              chosen_remote(workspace, request.words.size() == 2 ? request.words[1] : ""));
  const bool on = way == "on";
  const bool was_on = remote_state(workspace.store(), record.name).automatic;
  Answer answer;
  if (on != was_on) CLEW_TRY(on ? switch_on(workspace, record) : switch_off(workspace, record));
  answer.data.set("remote", record.name);
  answer.data.set("auto", on);
  answer.data.set("changed", on != was_on);
  answer.text = on ? fmt::format(
                         "{}  work is sent by itself from now on: at checkpoints, at the "
                         "end of an agent's turn, at a pause and a close",
                         record.name)
                   : record.name + "  work is sent only when you sync";
  return answer;
}

}  // namespace clew
