#include "dialect/feature/groups.h"

#include <algorithm>
#include <set>

#include "dialect/feature/names.h"
#include "dialect/feature/shapes.h"

namespace clew::feature {

std::vector<Group> group(const Documents& documents) {
  std::vector<Group> groups;
  for (const auto& document : documents) {
    const std::string& name = document.shape->name;
    if (name == kIndex || name == kReadme) continue;
    const std::string folder = folder_of(document.path);
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& g) { return g.folder == folder; });
    if (found == groups.end()) {
      groups.push_back({folder});
      found = groups.end() - 1;
    }
    if (name == kState) found->state = &document;
    if (name == kPlan) found->plan = &document;
    if (name == kHistory) found->history = &document;
  }
  const Document* only = nullptr;
  size_t count = 0;
  for (const auto& document : documents) {
    if (document.shape->name != kIndex) continue;
    only = &document;
    ++count;
    for (auto& each : groups) {
      if (!each.folder.empty() && folder_of(each.folder) == folder_of(document.path)) {
        each.index = &document;
      }
    }
  }
  for (auto& each : groups) {
    if (each.index == nullptr && count == 1) each.index = only;
  }
  return groups;
}

void check_index(const Document& index, const std::vector<Group>& groups, FindingSink& sink,
                 std::vector<Reading>& readings) {
  std::set<std::string> seen;
  std::set<std::string> reported;
  bool is_alone = false;  // of one session the folder has no name
  for (const auto& each : groups) {
    is_alone = is_alone || each.folder.empty();
    reported.insert(last_part(each.folder));
  }
  const Value* features = index.tree.find("active_features");
  if (features == nullptr) return;
  const auto& list = features->as_list();
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string id = text_in(list[i], "feature_id");
    if (id.empty()) continue;
    const TreePath path{"active_features", i, "feature_id"};
    if (!seen.insert(id).second) {
      sink.rule("duplicate-feature", index, path, id + " is listed twice");
      continue;
    }
    if (const std::string day = impossible_day(id); !day.empty()) {
      sink.rule("id-day", index, path, day + " in the id is not a valid date");
    }
    const bool is_reported = is_alone || reported.contains(id);
    if (is_reported || readings.empty() || text_in(list[i], "status") == "completed") continue;
    const std::string folder = join_path(folder_of(index.path), id);
    readings.front().disk.push_back(
        {join_path(folder, kStateFile),
         sink.make("folder-missing", index, path, folder + " has no state.yaml")});
  }
}

}  // namespace clew::feature
