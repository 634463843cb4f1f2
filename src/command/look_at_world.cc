#include "command/look_at_world.h"

#include <fmt/format.h>

#include <algorithm>

#include "brief/status_rows.h"
#include "command/bound_agents.h"
#include "command/keep_artifact.h"
#include "command/next_command.h"
#include "files/relative_path.h"
#include "project/file_facts.h"
#include "project/git_state.h"

namespace clew {
namespace {

constexpr size_t kQuickFiles = 64;

FileState state_of(FileDrift drift) {
  switch (drift) {
    case FileDrift::kCurrent:
      return FileState::kCurrent;
    case FileDrift::kMissing:
      return FileState::kMissing;
    case FileDrift::kRenamed:
      return FileState::kRenamed;
    case FileDrift::kChanged:
    case FileDrift::kUnreadable:
      return FileState::kChanged;
  }
  return FileState::kUnchecked;
}

// What git knows of the checkout one stands in, and of the others: one session may be worked on in
// several worktrees, and what was recorded in another one has changed nothing here.
class Checkouts {
 public:
  // `root`: of the project, in the checkout one stands in. `commit`: as it was recorded.
  Checkouts(Workspace& workspace, const std::string& root, const std::string& commit)
      : files_(workspace.files()), root_(root), commit_(commit) {}

  // The checkout one stands in; nothing without git. Found when it is first needed: a quick look at
  // files that are as recorded never does.
  const GitRepository* here() {
    if (!here_) {
      auto found = find_repository(files_, root_);
      here_ = found ? std::move(*found) : std::nullopt;
    }
    return *here_ ? &**here_ : nullptr;
  }

  // Files that differ from the commit here, seen from the repository; asked of git once.
  const std::vector<std::string>& uncommitted() {
    if (!uncommitted_) {
      uncommitted_.emplace();
      if (here() == nullptr) return *uncommitted_;
      if (const auto found = list_uncommitted(*here())) {
        for (const auto& file : found->files) uncommitted_->push_back(file.path);
      }
    }
    return *uncommitted_;
  }
  // Where a file that is gone may be now.
  const std::vector<std::string>& candidates() {
    if (!candidates_) {
      candidates_ = uncommitted();
      if (here() == nullptr || commit_.empty()) return *candidates_;
      if (auto added = list_added_since(*here(), commit_)) {
        candidates_->insert(candidates_->end(), added->begin(), added->end());
      }
    }
    return *candidates_;
  }

  // Whether the change was made in another one, and the file here is as it was without it.
  bool has_other(const FileChange& change, const FileComparison& found) {
    const bool gone = change.action == FileAction::kDeleted;
    const Hash here = found.now ? found.now->hash : Hash();
    if (!change.hash_before.empty() && here != change.hash_before) return false;
    const std::string path = join_path(below(), change.path);
    if (uncommitted_ && std::count(uncommitted_->begin(), uncommitted_->end(), path) > 0) {
      return false;
    }
    return is_elsewhere(RecordedFile{path, gone ? Hash() : change.hash_after});
  }
  // Whether an artifact that is not here was kept from another one, where it is as it was.
  bool has_artifact(const Artifact& artifact) {
    return is_elsewhere(RecordedFile{join_path(below(), artifact.path), artifact.content});
  }

  bool has_branch(const std::string& branch) {
    return std::any_of(all().begin(), all().end(), [&](const GitRepository& other) {
      const auto state = read_git_state(files_, other);
      return state && state->branch == branch;
    });
  }

  bool has_commit(const std::string& commit) {
    return std::any_of(all().begin(), all().end(), [&](const GitRepository& other) {
      const auto ancestry = compare_to_head(files_, other, commit);
      return ancestry && *ancestry == Ancestry::kAncestor;
    });
  }

 private:
  // `recorded`: seen from the repository.
  bool is_elsewhere(const RecordedFile& recorded) {
    return std::any_of(all().begin(), all().end(), [&](const GitRepository& other) {
      const auto folder = files_.open_folder(other.root);
      if (!folder) return false;
      const auto there = compare_file(**folder, recorded);
      return there && there->drift == FileDrift::kCurrent;
    });
  }

  const std::vector<GitRepository>& all() {
    if (!others_) {
      others_ = here() == nullptr ? std::vector<GitRepository>() : other_checkouts(files_, *here());
    }
    return *others_;
  }

  // The project's folder in the repository.
  std::string below() {
    if (here() == nullptr) return {};
    const std::string root = files_.real_path(root_).value_or(root_);
    return root.size() > here()->root.size() ? root.substr(here()->root.size() + 1) : std::string();
  }

  FileSystem& files_;
  std::string root_;
  std::string commit_;
  std::optional<std::vector<std::string>> uncommitted_;
  std::optional<std::vector<std::string>> candidates_;
  std::optional<std::optional<GitRepository>> here_;
  std::optional<std::vector<GitRepository>> others_;
};

// The first of `count` that is looked at.
size_t first_looked_at(size_t count, LookDepth depth) {
  return depth == LookDepth::kFull || count <= kQuickFiles ? 0 : count - kQuickFiles;
}

void look_at_files(Folder& root, const Session& session, LookDepth depth, Checkouts& checkouts,
                   World& world) {
  const auto& files = session.files.items;
  for (size_t i = first_looked_at(files.size(), depth); i < files.size(); ++i) {
    const FileChange& file = files[i];
    const bool gone = file.action == FileAction::kDeleted;
    if (file.hash_after.empty() && !gone) continue;  // recorded without content: nothing to compare
    const RecordedFile recorded{file.path, gone ? Hash() : file.hash_after};
    auto compared = compare_file(root, recorded);
    if (compared && compared->drift == FileDrift::kMissing && depth != LookDepth::kQuick) {
      compared = compare_file(root, recorded, checkouts.candidates());
    }
    if (!compared) continue;
    const bool differs =
        compared->drift == FileDrift::kChanged || compared->drift == FileDrift::kMissing;
    if (differs && checkouts.has_other(file, *compared)) {
      world.files.push_back({file.path, FileState::kUnchecked, ""});
      continue;
    }
    FileCheck check{file.path, state_of(compared->drift), compared->renamed_to};
    if (check.state == FileState::kChanged) {
      world.drift.push_back(fmt::format("{} changed outside this session since {}", file.path,
                                        to_iso_minutes(file.origin.at)));
    } else if (check.state == FileState::kMissing) {
      world.drift.push_back(fmt::format("{} is gone", file.path));
    } else if (check.state == FileState::kRenamed) {
      world.drift.push_back(fmt::format("{} is now {}", file.path, compared->renamed_to));
    }
    world.files.push_back(std::move(check));
  }
}

void look_at_artifacts(Workspace& workspace, const std::string& project, const Session& session,
                       LookDepth depth, Checkouts& checkouts, World& world) {
  const auto& artifacts = session.artifacts.items;
  for (size_t i = first_looked_at(artifacts.size(), depth); i < artifacts.size(); ++i) {
    const Artifact& artifact = artifacts[i];
    // Archived, or its content was redacted: there is nothing to compare with.
    if (!artifact.archived_as.empty() || artifact.content.empty()) continue;
    const auto root = workspace.files().open_folder(
        artifact_root(workspace, session.identity.id, project, artifact.path));
    if (!root) continue;
    auto compared = compare_file(**root, RecordedFile{artifact.path, artifact.content});
    if (!compared || compared->drift == FileDrift::kCurrent) continue;
    if (compared->drift == FileDrift::kMissing && checkouts.has_artifact(artifact)) continue;
    world.drift.push_back(
        fmt::format("artifact {} {}; version {} is kept: {}", artifact.path,
                    compared->drift == FileDrift::kMissing ? "is missing" : "was edited",
                    artifact.version, restore_command(world, artifact)));
  }
}

// Content alone makes drift: another branch is said, no more.
void look_at_branch(FileSystem& files, const Session& session, Checkouts& checkouts, World& world) {
  const std::string& branch = session.identity.branch;
  if (branch.empty() || checkouts.here() == nullptr) return;
  const auto now = read_git_state(files, *checkouts.here());
  if (!now || now->branch == branch || checkouts.has_branch(branch)) return;
  world.branch_now = now->branch;
}

void look_at_commit(FileSystem& files, const Session& session, Checkouts& checkouts, World& world) {
  const std::string& commit = session.identity.commit;
  if (commit.empty() || checkouts.here() == nullptr) return;
  const auto ancestry = compare_to_head(files, *checkouts.here(), commit);
  if (!ancestry || *ancestry == Ancestry::kAncestor || checkouts.has_commit(commit)) return;
  world.drift.push_back(fmt::format("the recorded commit {} {}", commit.substr(0, 12),
                                    *ancestry == Ancestry::kNotAncestor
                                        ? "is no ancestor of HEAD"
                                        : "is not in this repository"));
}

// Checkouts of one repository share its id; a path is the id of one folder alone.
bool is_of_repository(const std::string& project, const std::string& repository) {
  if (repository.empty() || repository.starts_with("path:")) return false;
  return project == repository || project.starts_with(repository + ":");
}

}  // namespace

std::string project_root_of(Workspace& workspace, const Session& session) {
  return project_root_of(workspace, session.identity.project, session.identity.project_path);
}

std::string project_root_of(Workspace& workspace, const std::string& project,
                            const std::string& path) {
  const Workspace::Project& here = workspace.project();
  if (is_of_repository(project, here.repository)) return here.root;
  const auto there = workspace.files().info(path);
  if (there && there->kind == FileKind::kFolder) return path;
  const bool is_here = std::find(here.ids.begin(), here.ids.end(), project) != here.ids.end();
  return is_here ? here.root : std::string();
}

bool is_change_elsewhere(Workspace& workspace, const std::string& root, const FileChange& change) {
  const auto folder = workspace.files().open_folder(root);
  if (!folder) return false;
  const bool gone = change.action == FileAction::kDeleted;
  const auto found =
      compare_file(**folder, RecordedFile{change.path, gone ? Hash() : change.hash_after});
  return found && Checkouts(workspace, root, {}).has_other(change, *found);
}

World look_at_world(Workspace& workspace, const Loaded& loaded, LookDepth depth) {
  const Session& session = loaded.session;
  World world;
  world.now = workspace.now();
  world.reader = workspace.caller().actor;
  world.wording = wording_for(workspace, session.identity.id);
  world.head_hash = loaded.head.hash;
  world.events_read = session.head.number;
  world.events_total = loaded.head.seq.number;
  world.agents = look_at_agents(workspace, session);
  if (depth == LookDepth::kNone) return world;
  const std::string path = project_root_of(workspace, session);
  if (path.empty()) return world;
  if (path != session.identity.project_path) world.project_found = path;
  auto root = workspace.files().open_folder(path);
  if (!root) return world;
  world.looked = true;
  Checkouts checkouts(workspace, path, session.identity.commit);
  if (depth == LookDepth::kFull && checkouts.here() != nullptr) {
    world.uncommitted = checkouts.uncommitted().size();
  }
  look_at_files(**root, session, depth, checkouts, world);
  look_at_artifacts(workspace, path, session, depth, checkouts, world);
  if (depth == LookDepth::kQuick) return world;
  look_at_branch(workspace.files(), session, checkouts, world);
  look_at_commit(workspace.files(), session, checkouts, world);
  return world;
}

}  // namespace clew
