#include "engine/file_in_commit.h"

#include <map>

#include "engine/file_change.h"
#include "engine/keep_artifact.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/git_ignore.h"

namespace clew {
namespace {

struct AskedFiles {
  GitRepository repository;
  std::vector<FileNow*> files;
  std::vector<std::string> paths;  // of the files, from the root of the repository
};

// The repository that an absolute path belongs to: that of the nearest folder that is left, which
// may be a submodule's.
std::optional<GitRepository> repository_of(FileSystem& files, const std::string& path) {
  std::string folder = parent_of(path);
  while (!files.info(folder).ok() && folder != "/" && !folder.empty()) folder = parent_of(folder);
  auto found = find_repository(files, folder);
  return found ? std::move(*found) : std::nullopt;
}

std::vector<AskedFiles> by_repository(Workspace& workspace, const std::vector<FileNow*>& files) {
  std::map<std::string, AskedFiles> groups;
  const auto root = workspace.files().real_path(files_root(workspace));
  for (FileNow* file : files) {
    const std::string path = root ? join_path(*root, file->path) : std::string();
    auto repository = root ? repository_of(workspace.files(), path) : std::nullopt;
    if (!repository || !path.starts_with(repository->root + "/")) continue;
    const std::string below = path.substr(repository->root.size() + 1);
    if (below.starts_with(".git/")) continue;
    AskedFiles& group = groups[repository->root];
    group.repository = std::move(*repository);
    group.files.push_back(file);
    group.paths.push_back(below);
  }
  std::vector<AskedFiles> out;
  for (auto& [at, group] : groups) out.push_back(std::move(group));
  return out;
}

// The content that was looked at; nothing when it is another one by now, or too large.
std::optional<Bytes> content_now(Workspace& workspace, const FileNow& file) {
  if (!file.now || file.now->size > kMostHeadContent) return std::nullopt;
  const auto root = workspace.files().open_folder(files_root(workspace));
  if (!root) return std::nullopt;
  auto content = read_whole_file(**root, file.path, kMostHeadContent);
  if (!content || sha256(*content) != file.now->hash) return std::nullopt;
  return std::move(*content);
}

void take_content(Workspace& workspace, const CheckedOut& before, FileNow& file) {
  const Hash hash = sha256(before.content);
  if (!file.now) {
    file.committed.hash = hash;
    file.committed.lines = LineChanges{0, count_lines(before.content)};
    return;
  }
  if (hash == file.now->hash) return;
  const auto now = content_now(workspace, file);
  if (now ? !may_precede(before, *now) : before.line_ends == LineEnds::kConverted) return;
  file.committed.hash = hash;
  if (now) file.committed.lines = count_line_changes(before.content, *now);
}

}  // namespace

void ask_git_for(Workspace& workspace, const std::vector<FileNow*>& files) {
  for (const AskedFiles& asked : by_repository(workspace, files)) {
    read_head_files(workspace.files(), asked.repository, asked.paths,
                    [&](size_t place, const HeadFile& head) {
                      FileNow& file = *asked.files[place];
                      const bool ignored =
                          head.has == HeadHas::kNothing &&
                          is_git_ignored(workspace.files(), asked.repository, asked.paths[place]);
                      if (ignored) return;
                      file.committed.has = head.has;
                      if (head.content) take_content(workspace, *head.content, file);
                    });
  }
}

}  // namespace clew
