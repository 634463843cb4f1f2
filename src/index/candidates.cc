#include "index/candidates.h"

#include <algorithm>

namespace clew {
namespace {

void sort_candidates(std::vector<Candidate>& list) {
  std::sort(list.begin(), list.end(), [](const Candidate& a, const Candidate& b) {
    return a.path != b.path ? a.path < b.path : a.definition < b.definition;
  });
}

}  // namespace

const std::vector<Candidate>& LookedUpCandidates::named(const std::string& name) {
  const auto [location, is_new] = known_.try_emplace(name);
  if (!is_new) return location->second;
  const auto look_up = [&, &list = location->second]() -> Status {
    CLEW_ASSIGN(const auto numbers, database_.files_with(name_key(name, NameUse::kDefined)));
    for (const int64_t file : numbers) {
      CLEW_ASSIGN(const FileOutline outline, database_.outline(file, OutlineParts::kDefinitions));
      for (size_t i = 0; i < outline.definitions.size(); ++i) {
        const Definition& each = outline.definitions[i];
        if (each.name != name) continue;
        list.push_back(candidate_of(file, path_of_(file), outline, i));
      }
    }
    sort_candidates(list);
    return success();
  };
  const Status looked = look_up();
  if (!looked && status_) status_ = looked;
  return location->second;
}

void AllCandidates::add(int64_t file, const std::string& path, const FileOutline& outline) {
  for (size_t i = 0; i < outline.definitions.size(); ++i) {
    known_[outline.definitions[i].name].push_back(candidate_of(file, path, outline, i));
  }
}

void AllCandidates::sort() {
  for (auto& [name, list] : known_) sort_candidates(list);
}

const std::vector<Candidate>& AllCandidates::named(const std::string& name) {
  static const std::vector<Candidate> kNone;
  const auto found = known_.find(name);
  return found == known_.end() ? kNone : found->second;
}

}  // namespace clew
