#include "engine/project/renamed_folders.h"

#include <algorithm>

#include "files/folder_identity.h"
#include "store/settings.h"

namespace clew {
namespace {

constexpr std::string_view kByPath = "path:";
constexpr size_t kMaxNames = 8;

// Empty for a project that goes by something else than its path.
std::string memory_key(const std::string& device, const std::string& project) {
  if (!project.starts_with(kByPath)) return {};
  const std::string mark = folder_mark(project.substr(kByPath.size()));
  return mark.empty() ? std::string() : folder_setting(device, mark);
}

// One project a line, the latest last.
std::vector<std::string> read_names(StoreReader& store, const std::string& key) {
  const std::string text = store.setting(key).value_or("");
  std::vector<std::string> names;
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    names.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return names;
}

}  // namespace

Status remember_folder(Transaction& transaction, const std::string& device,
                       const std::string& project) {
  const std::string key = memory_key(device, project);
  if (key.empty() || project.find('\n') != std::string::npos) return success();
  std::vector<std::string> names = read_names(transaction, key);
  if (std::find(names.begin(), names.end(), project) != names.end()) return success();
  names.push_back(project);
  if (names.size() > kMaxNames) names.erase(names.begin());
  std::string text;
  for (const auto& name : names) text += name + "\n";
  return transaction.put_setting(key, text);
}

std::vector<std::string> former_projects(StoreReader& store, const std::string& device,
                                         const std::string& project) {
  const std::string key = memory_key(device, project);
  if (key.empty()) return {};
  std::vector<std::string> names = read_names(store, key);
  std::erase(names, project);
  std::reverse(names.begin(), names.end());
  return names;
}

}  // namespace clew
