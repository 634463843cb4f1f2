#include "engine/work_files/file_change.h"

#include <fmt/format.h>

#include <map>

#include "base/shell_word.h"
#include "engine/work_files/keep_artifact.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/git_ignore.h"

namespace clew {
namespace {

constexpr uint64_t kMaxCompared = uint64_t{4} << 20;  // larger ones are not compared by line

// The path as seen from the project. A deleted file may have taken its folder with it: then the
// nearest folder that is left says where it was.
Result<std::string> location_of(Workspace& workspace, const std::string& path) {
  auto whole = project_path(workspace, path);
  if (whole || whole.error().code != ErrorCode::kNotFound) return whole;
  const std::string parent = parent_of(path);
  const std::string name = last_part_of(path);
  if (parent.empty() || parent == path || name == "." || name == "..") return whole;
  const auto folder = location_of(workspace, parent);
  if (folder) return join_path(*folder, name);
  const bool is_outside = folder.error().code == ErrorCode::kInvalid;
  return is_outside ? outside_project(path, files_root(workspace)) : folder.error();
}

const FileChange* known_change(const Session& session, const std::string& path) {
  for (const auto& file : session.files.items) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

// What was last recorded of the file's content: by a change, or as an artifact.
// The later of the two records wins, by the number of its event.
Hash last_recorded(const Session& session, const std::string& path) {
  const FileChange* change = known_change(session, path);
  Hash content = change == nullptr ? Hash() : change->hash_after;
  Seq at = change == nullptr ? Seq{0} : change->origin.id;
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.path != path || artifact.origin.id < at) continue;
    content = artifact.content;
    at = artifact.origin.id;
  }
  return content;
}

// Lines between the content before and the one on the disk, or nothing when they cannot be counted:
// the content before is unknown or redacted, one of the two is too large, or the file changed since
// it was looked at.
std::optional<LineChanges> changes_since(Workspace& workspace, const FileChanged& change,
                                         const std::optional<FileFacts>& now) {
  if (now && now->size > kMaxCompared) return std::nullopt;
  const auto before = change.hash_before.empty() ? Result<Bytes>(Error())
                                                 : workspace.store().blob(change.hash_before);
  if (!before || before->size() > kMaxCompared) return std::nullopt;
  if (!now) return LineChanges{0, count_lines(*before)};
  const auto root = workspace.files().open_folder(files_root(workspace));
  if (!root) return std::nullopt;
  const auto after = read_whole_file(**root, change.path, kMaxCompared);
  if (!after || sha256(*after) != now->hash) return std::nullopt;
  return count_line_changes(*before, *after);
}

// What happened to a file, where nobody says it: a file that is gone and was there is deleted, and
// one that is there and was not is created.
FileAction seen_action(const FileNow& seen, const FileChange* before) {
  const bool known = before != nullptr || seen.committed.has == HeadHas::kFile;
  if (!seen.now && known) return FileAction::kDeleted;
  const bool was_not = before == nullptr ? seen.committed.has == HeadHas::kNothing
                                         : before->action == FileAction::kDeleted;
  return seen.now && was_not ? FileAction::kCreated : FileAction::kModified;
}

// Without a reported action it is seen from the disk; with one, the disk may contradict it.
Status check_action(const FileNow& seen, const ReportedChange& reported, const FileChange* before,
                    FileChanged& change) {
  if (!reported.action) change.action = seen_action(seen, before);
  const bool deleted = change.action == FileAction::kDeleted;
  if (!seen.now && !deleted) {
    return make_error(ErrorCode::kNotFound, fmt::format("there is no file {}", seen.path),
                      seen.path,
                      fmt::format("clew changed {} --action deleted", shell_word(seen.given)));
  }
  if (seen.now && deleted) {
    return make_error(ErrorCode::kInvalid, fmt::format("{} is still there", seen.path), seen.path,
                      fmt::format("clew changed {}", shell_word(seen.given)));
  }
  return success();
}

// Files of one repository, asked about together: git is started once per repository.
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

// Groups files by the repository they lie in. What lies below .git is nobody's work.
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
  if (!file.now || file.now->size > kMaxHeadContent) return std::nullopt;
  const auto root = workspace.files().open_folder(files_root(workspace));
  if (!root) return std::nullopt;
  auto content = read_whole_file(**root, file.path, kMaxHeadContent);
  if (!content || sha256(*content) != file.now->hash) return std::nullopt;
  return std::move(*content);
}

// Takes the committed content as the one before, if it can be that. What git checks out may differ
// from what it stores, by line ends and filters, and then a difference says nothing about a change.
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

Result<FileNow> see_file(Workspace& workspace, const std::string& path) {
  FileNow seen;
  seen.given = path;
  CLEW_ASSIGN(seen.path, location_of(workspace, path));
  CLEW_ASSIGN(const auto root, workspace.files().open_folder(files_root(workspace)));
  auto facts = read_file_facts(*root, seen.path);
  if (!facts && facts.error().code != ErrorCode::kNotFound) return facts.error();
  if (facts) seen.now = *facts;
  return seen;
}

bool leaves_before_open(const ReportedChange& reported, FileAction action) {
  return !reported.hash_before && !(reported.action && action == FileAction::kCreated);
}

bool is_unrecorded(const Session& session, const FileNow& seen) {
  return known_change(session, seen.path) == nullptr && last_recorded(session, seen.path).empty();
}

// Fills what the report leaves open. What was reported stays as it was. Before: what was recorded
// last, else git's last commit, but nothing for a file that is new. Lines: counted between the two
// contents, or all of a new file.
Status complete_change(Workspace& workspace, const Session& session, const FileNow& seen,
                       const ReportedChange& reported, FileChanged& change) {
  const FileChange* before = known_change(session, seen.path);
  change.path = seen.path;
  CLEW_TRY(check_action(seen, reported, before, change));
  if (seen.now) change.hash_after = seen.now->hash;
  const bool is_new = change.action == FileAction::kCreated &&
                      (before == nullptr || before->action == FileAction::kDeleted);
  if (!reported.hash_before && !is_new) change.hash_before = last_recorded(session, seen.path);
  std::optional<LineChanges> counted = changes_since(workspace, change, seen.now);
  if (leaves_before_open(reported, change.action) && is_unrecorded(session, seen)) {
    change.hash_before = seen.committed.hash;
    counted = seen.committed.lines;
  }
  if (seen.now && is_new) counted = LineChanges{static_cast<int64_t>(seen.now->lines), 0};
  const LineChanges lines = counted.value_or(LineChanges());
  if (!reported.added) change.lines_added = lines.added;
  if (!reported.removed) change.lines_removed = lines.removed;
  return success();
}

std::string change_words(const FileChanged& change) {
  const std::string what = fmt::format("{} {}", name_of(change.action), change.path);
  const bool counted = change.lines_added > 0 || change.lines_removed > 0;
  if (counted || change.hash_before == change.hash_after) {
    return fmt::format("{} +{} −{}", what, change.lines_added, change.lines_removed);
  }
  return change.action == FileAction::kModified ? what + ", lines not counted" : what;
}

// Ignored files are not asked about in the commit: that git has none says nothing there.
void ask_git_for(Workspace& workspace, const std::vector<FileNow*>& files) {
  for (const AskedFiles& asked : by_repository(workspace, files)) {
    read_head_files(workspace.files(), asked.repository, asked.paths,
                    [&](size_t location, const HeadFile& head) {
                      FileNow& file = *asked.files[location];
                      const bool ignored = head.has == HeadHas::kNothing &&
                                           is_git_ignored(workspace.files(), asked.repository,
                                                          asked.paths[location]);
                      if (ignored) return;
                      file.committed.has = head.has;
                      if (head.content) take_content(workspace, *head.content, file);
                    });
  }
}

}  // namespace clew
