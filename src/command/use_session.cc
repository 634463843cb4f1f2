#include "command/use_session.h"

#include <fmt/format.h>

#include "command/append_in_turn.h"

namespace clew {
namespace {

Status bind(Workspace& workspace, const std::string& id) {
  const std::string own = "actor:" + workspace.caller().actor.text;
  CLEW_ASSIGN(const std::string bound, workspace.store().setting(own));
  CLEW_ASSIGN(const auto turn, workspace.store().begin_write(kWriteDeadline));
  CLEW_TRY(turn->put_setting("use:" + workspace.project().root, id));
  // What this actor was bound to by its work would go before the checkout's.
  if (!bound.empty() && bound != id) CLEW_TRY(turn->put_setting(own, ""));
  return turn->commit();
}

Result<Answer> show_used(Workspace& workspace) {
  CLEW_ASSIGN(const std::string used, workspace.store().setting("use:" + workspace.project().root));
  Answer answer;
  answer.data.set("session", used.empty() ? Value() : Value(used));
  answer.data.set("changed", false);
  answer.text = used.empty() ? "no session in particular is used here\nnext  clew use ID"
                             : fmt::format("{} is used here", used);
  return answer;
}

}  // namespace

Result<Answer> use_session(Workspace& workspace, const UseRequest& request) {
  const std::string& named = workspace.caller().session;
  if (request.none && !named.empty()) {
    return make_error(ErrorCode::kUsage, "name a session or give --none, not both", named,
                      "clew use --none");
  }
  if (!request.none && named.empty()) return show_used(workspace);
  Answer answer;
  if (request.none) {
    CLEW_TRY(bind(workspace, ""));
    answer.data.set("session", Value());
    answer.text = "no session in particular is used here any more";
  } else {
    CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
    CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
    CLEW_TRY(bind(workspace, ref.id.text));
    answer.data.set("session", ref.id.text);
    answer.data.set("seq", loaded.head.seq.number);
    answer.data.set("hash", loaded.head.hash.hex());
    answer.text = fmt::format("{} is used in {}", ref.id.text, workspace.project().root);
  }
  answer.data.set("changed", true);
  const std::string& forced = workspace.surroundings().session;
  if (!forced.empty()) answer.text += fmt::format("\nnote: CLEW_SESSION={} goes before it", forced);
  return answer;
}

}  // namespace clew
