#include "command/admin/switch_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "engine/append.h"
#include "engine/idempotency.h"
#include "engine/recording.h"
#include "engine/workspace.h"

namespace clew {
namespace {

constexpr std::string_view kNotRecording[] = {"on",     "off",    "use",    "init",   "repair",
                                              "redact", "forget", "import", "restore"};

Result<Answer> switch_to(Workspace& workspace, const SwitchRequest& request,
                         const std::string& value) {
  const std::string key =
      off_key(workspace, request.here ? OffScope::kHere : OffScope::kEverywhere);
  const KeyedAnswer keyed(workspace, {key});
  CLEW_ASSIGN(const auto seen, keyed.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const std::string before, workspace.store().setting(key));
  std::unique_ptr<Transaction> turn;  // only for a change
  if (before != value) {
    CLEW_ASSIGN(turn, workspace.store().begin_write(kWriteDeadline));
    CLEW_TRY(turn->put_setting(key, value));
  }
  const OffWhere where = off_where(workspace);
  Answer answer;
  answer.data.set("off", where != OffWhere::kNowhere);
  answer.data.set("here", request.here);
  answer.data.set("changed", before != value);
  const std::string place = request.here ? " in " + workspace.project().root : "";
  if (!value.empty()) {
    answer.text = fmt::format("clew is off{}: nothing is recorded\nnext  {}", place,
                              request.here ? "clew on --here" : "clew on");
  } else if (where == OffWhere::kNowhere) {
    answer.text = fmt::format("clew is on{}", place);
  } else {
    answer.text =
        fmt::format("turned on{}, but still off {}: {}", place, place_of(where), way_back(where));
  }
  if (turn == nullptr) {
    CLEW_TRY(keyed.keep_alone(answer));
    return answer;
  }
  CLEW_TRY(keyed.keep(*turn, answer));
  CLEW_TRY(turn->commit());
  return answer;
}

}  // namespace

Result<Answer> switch_on(Workspace& workspace, const SwitchRequest& request) {
  return switch_to(workspace, request, "");
}

Result<Answer> switch_off(Workspace& workspace, const SwitchRequest& request) {
  return switch_to(workspace, request, "1");
}

bool is_recording(const Verb& verb) {
  const bool other = std::find(std::begin(kNotRecording), std::end(kNotRecording),
                               std::string_view(verb.name)) != std::end(kNotRecording);
  return verb.effect == Effect::kChanges && !other;
}

}  // namespace clew
