#include "engine/recording.h"
#include "store/settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace clew {

std::string off_key(Workspace& workspace, OffScope scope) {
  return scope == OffScope::kHere ? off_setting(workspace.project().root) : off_setting();
}

OffWhere off_where(Workspace& workspace) { return off_where(workspace, workspace.store()); }

OffWhere off_where(Workspace& workspace, StoreReader& store) {
  if (workspace.surroundings().off) return OffWhere::kEnvironment;
  // Nearly always there are none, and nobody has to know which project this is.
  const auto found = store.settings(off_setting()).value_or({});
  const auto set = [&](const std::string& key) {
    return std::any_of(found.begin(), found.end(),
                       [&](const StoreSetting& setting) { return setting.key == key; });
  };
  if (found.empty()) return OffWhere::kNowhere;
  if (set(off_setting())) return OffWhere::kEverywhere;
  return set(off_key(workspace, OffScope::kHere)) ? OffWhere::kHere : OffWhere::kNowhere;
}

const char* way_back(OffWhere where) {
  switch (where) {
    case OffWhere::kEnvironment:
      return "unset CLEW_OFF";
    case OffWhere::kEverywhere:
      return "clew on";
    case OffWhere::kHere:
      return "clew on --here";
    case OffWhere::kNowhere:
      break;
  }
  return "";
}

const char* location_of(OffWhere where) {
  if (where == OffWhere::kEnvironment) return "in this environment";
  return where == OffWhere::kHere ? "here" : "everywhere";
}

bool is_off(Workspace& workspace) { return off_where(workspace) != OffWhere::kNowhere; }

std::string way_to_record(Workspace& workspace) { return way_back(off_where(workspace)); }

Result<Answer> with_off_words(Workspace& workspace, Result<Answer> answer) {
  const std::string way = way_to_record(workspace);
  if (way.empty()) return answer;
  Answer said;
  if (answer) {
    said = std::move(*answer);
  } else {
    said.refusal = answer.error();
  }
  said.data.set("off", true);
  said.text =
      fmt::format("recording is off: {}{}{}", way, said.text.empty() ? "" : "\n", said.text);
  return said;
}

Answer answer_off(Workspace& workspace) {
  Answer answer;
  answer.data.set("off", true);
  answer.data.set("changed", false);
  answer.text = fmt::format("note: clew is off; nothing was recorded\nnext  {}",
                            way_back(off_where(workspace)));
  return answer;
}

}  // namespace clew
