#include "index/symbol_role.h"

#include <algorithm>

#include "base/text.h"
#include "files/relative_path.h"

namespace clew {
namespace {

using Neighbours = std::set<std::pair<std::string, std::string>>;

// The first of these that a symbol is tagged with is its role.
constexpr const char* kRoleTags[] = {"orchestrator", "bridge", "legacy", "deprecated", "temporary"};
constexpr size_t kOrchestratorFanOut = 8;
constexpr size_t kOrchestratorFiles = 3;
constexpr size_t kOrchestratorFanIn = 2;
constexpr size_t kHubFanIn = 10;
constexpr size_t kHubFiles = 3;

size_t count_files(const Neighbours& neighbours) {
  std::set<std::string> files;
  for (const auto& [path, name] : neighbours) files.insert(path);
  return files.size();
}

std::set<std::string> folders_of(const Neighbours& neighbours) {
  std::set<std::string> folders;
  for (const auto& [path, name] : neighbours) folders.insert(parent_of(path));
  return folders;
}

bool is_test(const Definition& definition, const std::string& path) {
  const std::string name = lower_case(definition.name);
  if (name.starts_with("test_") || name == "test") return true;
  const std::string file = lower_case(last_part_of(path));
  const std::string stem = file.substr(0, file.find('.'));
  if (stem.starts_with("test_") || stem.ends_with("_test") || stem.ends_with("_spec")) return true;
  if (file.find(".test.") != std::string::npos || file.find(".spec.") != std::string::npos) {
    return true;
  }
  const std::string whole = "/" + lower_case(path);
  return whole.find("/tests/") != std::string::npos || whole.find("/test/") != std::string::npos ||
         whole.find("/__tests__/") != std::string::npos;
}

// Callers in one other folder, what it calls in a third.
bool is_bridge(const SymbolSurroundings& around) {
  const auto from = folders_of(around.callers);
  const auto to = folders_of(around.callees);
  return from.size() == 1 && to.size() == 1 && *from.begin() != around.folder &&
         *to.begin() != around.folder && from != to;
}

}  // namespace

std::string role_of(const Definition& definition, const std::string& path,
                    const SymbolSurroundings& around) {
  const auto& tags = definition.tags;
  for (const char* tag : kRoleTags) {
    if (std::find(tags.begin(), tags.end(), tag) != tags.end()) return tag;
  }
  const size_t fan_in = around.callers.size();
  const size_t fan_out = around.callees.size();
  if (is_test(definition, path)) return "test";
  if (definition.name == "main" && fan_in == 0) return "entry";
  if (fan_out >= kOrchestratorFanOut && fan_in <= kOrchestratorFanIn &&
      count_files(around.callees) >= kOrchestratorFiles) {
    return "orchestrator";
  }
  if (is_bridge(around)) return "bridge";
  if (fan_in >= kHubFanIn && count_files(around.callers) >= kHubFiles) return "hub";
  if (fan_out == 0 && fan_in >= 1) return "leaf";
  return "unspecified";
}

}  // namespace clew
