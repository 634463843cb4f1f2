#include "engine/file_change.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "engine/keep_artifact.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kMostCompared = uint64_t{4} << 20;  // larger ones are not compared by line

// The path as seen from the project. A deleted file may have taken its folder with it: then the
// nearest folder that is left says where it was.
Result<std::string> place_of(Workspace& workspace, const std::string& path) {
  auto whole = project_path(workspace, path);
  if (whole || whole.error().code != ErrorCode::kNotFound) return whole;
  const std::string parent = parent_of(path);
  const std::string name = last_part_of(path);
  if (parent.empty() || parent == path || name == "." || name == "..") return whole;
  const auto folder = place_of(workspace, parent);
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

std::optional<LineChanges> changes_since(Workspace& workspace, const FileChanged& change,
                                         const std::optional<FileFacts>& now) {
  if (now && now->size > kMostCompared) return std::nullopt;
  const auto before = change.hash_before.empty() ? Result<Bytes>(Error())
                                                 : workspace.store().blob(change.hash_before);
  if (!before || before->size() > kMostCompared) return std::nullopt;
  if (!now) return LineChanges{0, count_lines(*before)};
  const auto root = workspace.files().open_folder(files_root(workspace));
  if (!root) return std::nullopt;
  const auto after = read_whole_file(**root, change.path, kMostCompared);
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

Status check_action(const FileNow& seen, const ToldOfChange& told, const FileChange* before,
                    FileChanged& change) {
  if (!told.action) change.action = seen_action(seen, before);
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

}  // namespace

Result<FileNow> see_file(Workspace& workspace, const std::string& path) {
  FileNow seen;
  seen.given = path;
  CLEW_ASSIGN(seen.path, place_of(workspace, path));
  CLEW_ASSIGN(const auto root, workspace.files().open_folder(files_root(workspace)));
  auto facts = read_file_facts(*root, seen.path);
  if (!facts && facts.error().code != ErrorCode::kNotFound) return facts.error();
  if (facts) seen.now = *facts;
  return seen;
}

bool leaves_before_open(const ToldOfChange& told, FileAction action) {
  return !told.hash_before && !(told.action && action == FileAction::kCreated);
}

bool is_unrecorded(const Session& session, const FileNow& seen) {
  return known_change(session, seen.path) == nullptr && last_recorded(session, seen.path).empty();
}

Status complete_change(Workspace& workspace, const Session& session, const FileNow& seen,
                       const ToldOfChange& told, FileChanged& change) {
  const FileChange* before = known_change(session, seen.path);
  change.path = seen.path;
  CLEW_TRY(check_action(seen, told, before, change));
  if (seen.now) change.hash_after = seen.now->hash;
  const bool is_new = change.action == FileAction::kCreated &&
                      (before == nullptr || before->action == FileAction::kDeleted);
  if (!told.hash_before && !is_new) change.hash_before = last_recorded(session, seen.path);
  std::optional<LineChanges> counted = changes_since(workspace, change, seen.now);
  if (leaves_before_open(told, change.action) && is_unrecorded(session, seen)) {
    change.hash_before = seen.committed.hash;
    counted = seen.committed.lines;
  }
  if (seen.now && is_new) counted = LineChanges{static_cast<int64_t>(seen.now->lines), 0};
  const LineChanges lines = counted.value_or(LineChanges());
  if (!told.added) change.lines_added = lines.added;
  if (!told.removed) change.lines_removed = lines.removed;
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

}  // namespace clew
