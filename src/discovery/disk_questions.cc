#include "discovery/disk_questions.h"

#include <algorithm>

#include "files/relative_path.h"
#include "project/git_repository.h"

namespace clew {
namespace {

bool is_in_one(const std::vector<std::unique_ptr<Folder>>& folders, const std::string& path) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const auto& folder) { return folder->info(path).ok(); });
}

}  // namespace

// Relative paths are looked for beside the primary file and in the folder of the session.
DiskAnswers::DiskAnswers(Context& context, const std::string& folder, const std::string& primary)
    : context_(context), folder_(folder) {
  const std::string below = parent_of(primary);
  for (const auto& path : {below == "." ? folder : join_path(folder, below), folder}) {
    if (auto opened = context_.files().open_folder(path)) own_.push_back(std::move(*opened));
  }
}

void DiskAnswers::open_workspace() {
  workspaces_.emplace();
  std::vector<std::string> roots = {context_.project().root};
  const auto repository = find_repository(context_.files(), folder_);
  if (repository && *repository) roots.push_back((*repository)->root);
  for (const auto& root : roots) {
    if (auto opened = context_.files().open_folder(root)) {
      workspaces_->push_back(std::move(*opened));
    }
  }
}

// An absolute path counts too when its end exists here: a session that was moved names files where
// it was before.
bool DiskAnswers::answer(const DiskQuestion& question) {
  std::string path = question.path;
  while (path.starts_with("./")) path.erase(0, 2);
  if (path.find('\0') != std::string::npos) return false;
  if (!path.starts_with('/')) {
    if (is_in_one(own_, path)) return true;
    if (question.from != PathsFrom::kWorkspace) return false;
    if (!workspaces_) open_workspace();
    return is_in_one(*workspaces_, path);
  }
  if (context_.files().info(path)) return true;
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    if (is_in_one(own_, path.substr(at + 1))) return true;
  }
  return false;
}

void tell_disk(Context& context, const FoundSession& found, Readings& readings) {
  std::unique_ptr<DiskAnswers> disk;
  for (const auto& reading : readings.sessions) {
    for (const auto& question : reading.disk) {
      if (!disk) disk = std::make_unique<DiskAnswers>(context, found);
      if (!disk->answer(question)) readings.findings.push_back(question.finding);
    }
  }
}

}  // namespace clew
