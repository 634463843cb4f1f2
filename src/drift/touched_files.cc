#include "drift/touched_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote_name.h"
#include "drift/worktrees.h"
#include "engine/project/project_root.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/file_facts.h"
#include "project/git_index.h"
#include "project/git_state.h"

namespace clew {
namespace {

constexpr size_t kMaxAgain = 64;             // the latest files of a session
constexpr uint64_t kHashedAlways = 1 << 20;  // larger ones only when their time says so
constexpr uint64_t kMaxTouched = uint64_t{4} << 20;
constexpr const char* kGitFolder = ".git";

// From the root, by the real path of its folder; a deleted file may have taken its folder with it,
// and then the nearest one that is left says where it was.
std::optional<std::string> beneath(FileSystem& files, const std::string& root,
                                   const std::string& absolute) {
  const std::string parent = parent_of(absolute);
  const std::string name = last_part_of(absolute);
  if (parent.empty() || parent == absolute || name.empty() || name == "." || name == "..") {
    return std::nullopt;
  }
  const auto real = files.real_path(parent);
  if (!real) {
    const auto folder = beneath(files, root, parent);
    return folder ? std::optional(join_path(*folder, name)) : std::nullopt;
  }
  if (*real == root) return name;
  if (!real->starts_with(root + "/")) return std::nullopt;
  return join_path(std::string_view(*real).substr(root.size() + 1), name);
}

// The project below `root` in the checkout that the file is in, when that is another one of the
// same repository, which may stand inside of this one; else `root` itself.
std::string root_around(Workspace& workspace, const std::string& root,
                        const std::string& absolute) {
  const auto here = checkout_of(workspace, root);
  if (!here) return root;
  FileSystem& files = workspace.files();
  std::string folder = parent_of(absolute);
  while (folder.size() > 1 && !files.info(folder)) folder = parent_of(folder);
  const auto there = find_repository(files, folder, &*here);
  if (!there || !there->has_value()) return root;
  const bool is_other = (*there)->root != here->root && (*there)->common_dir == here->common_dir;
  if (!is_other) return root;
  if (root == here->root) return (*there)->root;
  if (!root.starts_with(here->root + "/")) return root;
  return join_path((*there)->root, root.substr(here->root.size() + 1));
}

GitState git_state(Workspace& workspace, const std::string& root) {
  const auto checkout = checkout_of(workspace, root);
  return checkout ? read_git_state(workspace.files(), *checkout).value_or(GitState()) : GitState();
}

// How a recorded file differs by now, as a change; nothing when it does not, or cannot be looked at
// within `bytes_left`. A large file whose time is older than the record is not hashed again.
std::optional<FileChanged> changed_now(Folder& root, const FileChange& file, uint64_t& bytes_left) {
  const bool gone = file.action == FileAction::kDeleted;
  if (file.hash_after.empty() && !gone) return std::nullopt;  // recorded without content
  FileChanged change;
  change.path = file.path;
  change.hash_before = file.hash_after;
  const auto info = root.info(file.path);
  if (!info && info.error().code != ErrorCode::kNotFound) return std::nullopt;
  if (!info) {
    if (gone) return std::nullopt;
    change.action = FileAction::kDeleted;
    return change;
  }
  if (info->size > kHashedInHook) return std::nullopt;
  const bool untouched = info->modified_ns / 1'000'000 < file.origin.at.ms;
  if (!gone && info->size > kHashedAlways && untouched) return std::nullopt;
  if (info->size > bytes_left) return std::nullopt;
  bytes_left -= info->size;
  const auto facts = read_file_facts(root, file.path);
  if (!facts || (!gone && facts->hash == file.hash_after)) return std::nullopt;
  change.action = gone ? FileAction::kCreated : FileAction::kModified;
  change.hash_after = facts->hash;
  return change;
}

// What other open sessions of the project say of files; loaded when it is first asked for.
class OtherSessions {
 public:
  OtherSessions(Workspace& workspace, const SessionId& own) : workspace_(workspace), own_(own) {}

  // After `known`, which is what the own session says of the file.
  bool have_made(const FileChanged& change, const FileChange& known) {
    if (!files_) load();
    return std::any_of(files_->begin(), files_->end(), [&](const FileChange& file) {
      const bool gone = file.action == FileAction::kDeleted;
      return file.path == change.path && file.hash_after == change.hash_after &&
             file.origin.at >= known.origin.at && gone == (change.action == FileAction::kDeleted);
    });
  }

 private:
  void load() {
    // The five that were touched last are enough: what they say only spares a wrong attribution.
    constexpr size_t kMaxSessions = 5;
    files_.emplace();
    size_t looked = 0;
    for (const auto& summary : workspace_.open_sessions()) {
      if (summary.id == own_) continue;
      if (++looked > kMaxSessions) break;
      auto loaded = workspace_.store().load(summary.id, std::nullopt);
      if (!loaded) continue;
      auto& files = loaded->session.files.items;
      files_->insert(files_->end(), files.begin(), files.end());
    }
  }

  Workspace& workspace_;
  SessionId own_;
  std::optional<std::vector<FileChange>> files_;
};

// How many files could be compared, and how many of them are the same.
struct Known {
  size_t all = 0;
  size_t same = 0;
};

// Of the latest files that tell one folder from another, how many stand below `root` as recorded.
Known count_known(Folder& root, const std::vector<FileChange>& files,
                  const std::vector<std::string>& edited) {
  static const Hash kEmptyFile = sha256("");
  Known known;
  ReadAllowance allowance{kHashedInHook};
  for (size_t i = files.size() - std::min(files.size(), kMaxAgain); i < files.size(); ++i) {
    const FileChange& file = files[i];
    const bool is_edited = std::find(edited.begin(), edited.end(), file.path) != edited.end();
    if (file.hash_after.empty() || file.hash_after == kEmptyFile || is_edited) continue;
    const auto facts = read_file_facts(root, file.path, allowance);
    ++known.all;
    known.same += facts && *facts && (*facts)->hash == file.hash_after ? 1 : 0;
  }
  return known;
}

}  // namespace

// Where a path that an agent named lies, and what is there. Nothing: it is outside of the project,
// or in git's own folder. A file that is too large has no hash; one that is gone has none and is
// not there.
std::optional<TouchedFile> look_at_touched(Workspace& workspace, const std::string& root,
                                           const std::string& path) {
  if (path.empty() || path.size() > 4096 || path.find('\0') != std::string::npos || root.empty()) {
    return std::nullopt;
  }
  const std::string given = path[0] == '/' ? path : workspace.surroundings().cwd + "/" + path;
  const std::string absolute = workspace.files().real_path(given).value_or(given);
  const std::string around = root_around(workspace, root, absolute);
  const auto location = beneath(workspace.files(), around, absolute);
  if (!location || location->size() > kPathLimit ||
      location->starts_with(std::string(kGitFolder) + "/")) {
    return std::nullopt;
  }
  const auto folder = workspace.files().open_folder(around);
  if (!folder) return std::nullopt;
  const auto info = (*folder)->info(*location);
  if (info && info->kind == FileKind::kFile && info->size > kHashedInHook) {
    return TouchedFile{around, *location, Hash(), 0};
  }
  const auto facts = read_file_facts(**folder, *location);
  if (facts) {
    return TouchedFile{around, *location,         facts->hash, static_cast<int64_t>(facts->lines),
                       true,   facts->returns > 0};
  }
  if (facts.error().code != ErrorCode::kNotFound) return std::nullopt;
  return TouchedFile{around, *location, Hash(), 0, false};
}

std::optional<uint64_t> size_known_to_git(Workspace& workspace, const TouchedFile& file) {
  const auto checkout = checkout_of(workspace, file.root);
  const std::string whole = join_path(file.root, file.path);
  if (!checkout || !whole.starts_with(checkout->root + "/")) return std::nullopt;
  return size_in_index(workspace.files(), *checkout, whole.substr(checkout->root.size() + 1));
}

// Only the content that was looked at: by now the file may be another.
std::optional<Bytes> read_touched(Workspace& workspace, const TouchedFile& file) {
  const auto folder = workspace.files().open_folder(file.root);
  if (!folder || file.hash.empty()) return std::nullopt;
  auto content = read_whole_file(**folder, file.path, kMaxTouched);
  if (!content || sha256(*content) != file.hash) return std::nullopt;
  return std::move(*content);
}

// Formatters and the agent's own commits change files after they were recorded. What another
// session or another checkout accounts for is left out.
std::vector<FileChanged> changed_again(Workspace& workspace, const Session& session,
                                       uint64_t most_bytes) {
  std::vector<FileChanged> out;
  const auto& files = session.files.items;
  const std::string path = files.empty() ? "" : project_root_of(workspace, session);
  if (path.empty()) return out;
  const auto root = workspace.files().open_folder(path);
  if (!root) return out;
  Checkouts checkouts(workspace, session, path, {kHashedInHook});
  OtherSessions others(workspace, session.identity.id);
  for (size_t i = files.size() - std::min(files.size(), kMaxAgain); i < files.size(); ++i) {
    auto change = changed_now(**root, files[i], most_bytes);
    if (!change || checkouts.is_made_elsewhere(**root, files[i])) continue;
    if (!others.have_made(*change, files[i])) out.push_back(std::move(*change));
  }
  return out;
}

std::optional<IdentityChanged> head_moved(Workspace& workspace, const Session& session) {
  const std::string root = project_root_of(workspace, session);
  if (root.empty()) return std::nullopt;
  const GitState now = git_state(workspace, root);
  IdentityChanged change;
  if (!now.commit.empty() && now.commit != session.identity.commit) change.commit = now.commit;
  if (!now.branch.empty() && now.branch != session.identity.branch) change.branch = now.branch;
  return change == IdentityChanged() ? std::nullopt : std::optional(change);
}

// The project's folder is gone, or its id changed. When most of the recorded files stand in the
// present folder as recorded, the project is taken as moved there.
std::optional<MissingProject> find_missing_project(Workspace& workspace, const Session& session,
                                                   const std::vector<std::string>& edited) {
  const Identity& reported = session.identity;
  const Project& here = workspace.project();
  IdentityChanged moved;
  moved.project = here.id;
  moved.project_path = here.root;
  const bool was_here =
      std::find(here.former.begin(), here.former.end(), reported.project) != here.former.end();
  if (reported.project != here.id && was_here) {
    return MissingProject{moved, fmt::format("{} is {} now", quote_name(reported.project_path),
                                             quote_name(here.root))};
  }
  if (reported.project_path.empty() || !project_root_of(workspace, session).empty()) {
    return std::nullopt;
  }
  const auto root = workspace.files().open_folder(here.root);
  if (!root) return std::nullopt;
  const Known known = count_known(**root, session.files.items, edited);
  MissingProject found;
  found.seen = fmt::format(
      "the folder of the session's project is gone ({}); of {} with known content, {} {} the same "
      "in {}",
      quote_name(reported.project_path),
      known.all == 1 ? std::string("1 file") : fmt::format("{} files", known.all), known.same,
      known.same == 1 ? "is" : "are", quote_name(here.root));
  if (known.same * 2 > known.all) found.moved = moved;
  return found;
}

SessionStarted opening_here(Workspace& workspace) {
  const Project& project = workspace.project();
  const GitState git = git_state(workspace, project.root);
  SessionStarted opening;
  opening.project = project.id;
  opening.project_path = project.root;
  opening.device = workspace.surroundings().device;
  opening.branch = git.branch;
  opening.commit = git.commit;
  return opening;
}

}  // namespace clew
