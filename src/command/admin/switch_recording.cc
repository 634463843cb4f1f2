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

enum class Change { kNone, kMade };

Answer answer_for(Workspace& workspace, StoreReader& store, const SwitchRequest& request,
                  const std::string& value, Change change) {
  const OffWhere where = off_where(workspace, store);
  Answer answer;
  answer.data.set("off", where != OffWhere::kNowhere);
  answer.data.set("here", request.here);
  answer.data.set("changed", change == Change::kMade);
  const std::string location = request.here ? " in " + workspace.project().root : "";
  if (!value.empty()) {
    answer.text = fmt::format("clew is off{}: nothing is recorded\nnext  {}", location,
                              request.here ? "clew on --here" : "clew on");
  } else if (where == OffWhere::kNowhere) {
    answer.text = fmt::format("clew is on{}", location);
  } else {
    answer.text = fmt::format("turned on{}, but still off {}: {}", location, location_of(where),
                              way_back(where));
  }
  return answer;
}

Result<Answer> switch_to(Workspace& workspace, const SwitchRequest& request,
                         const std::string& value) {
  const std::string key =
      off_key(workspace, request.here ? OffScope::kHere : OffScope::kEverywhere);
  const KeyedAnswer keyed(workspace, {key});
  CLEW_ASSIGN(const auto seen, keyed.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const std::string before, workspace.store().setting(key));
  if (before == value) {
    const Answer answer = answer_for(workspace, workspace.store(), request, value, Change::kNone);
    CLEW_TRY(keyed.keep_alone(answer));
    return answer;
  }
  return transact(
      workspace, workspace.write_deadline(), [&](Transaction& transaction) -> Result<Answer> {
        CLEW_TRY(transaction.put_setting(key, value));
        Answer answer = answer_for(workspace, transaction, request, value, Change::kMade);
        CLEW_TRY(keyed.keep(transaction, answer));
        return answer;
      });
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
