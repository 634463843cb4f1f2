#include "engine/project/known_projects.h"

#include <algorithm>

#include "store/settings.h"

namespace clew {
namespace {

constexpr size_t kMaxKnown = 32;

// One id a line, the latest last.
std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

}  // namespace

// "remote:host:22/team/name:sub/folder" is of "remote:host:22/team/name".
std::string repository_of(const std::string& project) {
  if (project.starts_with("path:")) return project;
  const size_t kind = project.find(':');
  if (kind == std::string::npos) return project;
  // An address may have a port before its path.
  const bool is_address = project.starts_with("remote:");
  const size_t from = is_address ? std::min(project.find('/', kind), project.size()) : kind + 1;
  return project.substr(0, project.find(':', from));
}

Status remember_known_project(Transaction& transaction, const std::string& device,
                              const std::string& here, const std::string& project) {
  const std::string there = repository_of(project);
  if (there.empty() || there == here || there.find('\n') != std::string::npos) return success();
  const std::string key = project_setting(device, here);
  CLEW_ASSIGN(const std::string text, transaction.setting(key));
  std::vector<std::string> known = lines_in(text);
  if (std::find(known.begin(), known.end(), there) != known.end()) return success();
  known.push_back(there);
  if (known.size() > kMaxKnown) known.erase(known.begin());
  std::string lines;
  for (const auto& each : known) lines += each + "\n";
  return transaction.put_setting(key, lines);
}

std::vector<std::string> known_projects(StoreReader& store, const std::string& device,
                                        const std::string& here, const std::string& folder) {
  std::vector<std::string> ids =
      lines_in(store.setting(project_setting(device, here)).value_or(""));
  std::reverse(ids.begin(), ids.end());
  for (auto& id : ids) {
    if (folder.empty()) continue;
    id += (id.starts_with("path:") ? "/" : ":") + folder;
  }
  return ids;
}

}  // namespace clew
