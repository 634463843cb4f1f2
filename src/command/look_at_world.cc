#include "command/look_at_world.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/keep_artifact.h"
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

// One session may be worked on in several worktrees: what was recorded in another one has changed
// nothing here.
class OtherCheckouts {
 public:
  // `root`: of the project, in the checkout one stands in.
  OtherCheckouts(Workspace& workspace, const std::string& root)
      : files_(workspace.files()), root_(root) {}

  // The checkout one stands in; nothing without git. Found when it is first needed: a quick look at
  // files that are as recorded never does.
  const GitRepository* here() {
    if (!here_) {
      auto found = find_repository(files_, root_);
      here_ = found ? std::move(*found) : std::nullopt;
    }
    return *here_ ? &**here_ : nullptr;
  }

  // Whether the change was made in another one, and the file here is as it was without it.
  // `touched`: files that differ from the commit here, seen from the repository.
  bool has_change(const FileChange& change, const FileComparison& found,
                  const std::vector<std::string>* touched) {
    const bool gone = change.action == FileAction::kDeleted;
    const Hash here = found.now ? found.now->hash : Hash();
    if (!change.hash_before.empty() && here != change.hash_before) return false;
    const std::string path = join_path(below(), change.path);
    if (touched != nullptr && std::count(touched->begin(), touched->end(), path) > 0) return false;
    const RecordedFile recorded{path, gone ? Hash() : change.hash_after};
    return std::any_of(all().begin(), all().end(), [&](const GitRepository& other) {
      const auto folder = files_.open_folder(other.root);
      if (!folder) return false;
      const auto there = compare_file(**folder, recorded);
      return there && there->drift == FileDrift::kCurrent;
    });
  }

  bool has_commit(const std::string& commit) {
    return std::any_of(all().begin(), all().end(), [&](const GitRepository& other) {
      const auto ancestry = compare_to_head(files_, other, commit);
      return ancestry && *ancestry == Ancestry::kAncestor;
    });
  }

 private:
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
  std::optional<std::optional<GitRepository>> here_;
  std::optional<std::vector<GitRepository>> others_;
};

void look_at_files(Folder& root, const Session& session, LookDepth depth,
                   const std::vector<std::string>& candidates, OtherCheckouts& others,
                   World& world) {
  const auto& files = session.files.items;
  const size_t count =
      depth == LookDepth::kQuick ? std::min(files.size(), kQuickFiles) : files.size();
  for (size_t i = files.size() - count; i < files.size(); ++i) {
    const FileChange& file = files[i];
    const bool gone = file.action == FileAction::kDeleted;
    if (file.hash_after.empty() && !gone) continue;  // recorded without content: nothing to compare
    auto compared =
        compare_file(root, RecordedFile{file.path, gone ? Hash() : file.hash_after}, candidates);
    if (!compared) continue;
    const bool differs =
        compared->drift == FileDrift::kChanged || compared->drift == FileDrift::kMissing;
    if (differs &&
        others.has_change(file, *compared, depth == LookDepth::kFull ? &candidates : nullptr)) {
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
                       World& world) {
  for (const auto& artifact : session.artifacts.items) {
    // Archived, or its content was redacted: there is nothing to compare with.
    if (!artifact.archived_as.empty() || artifact.content.empty()) continue;
    const auto root = workspace.files().open_folder(
        artifact_root(workspace, session.identity.id, project, artifact.path));
    if (!root) continue;
    auto compared = compare_file(**root, RecordedFile{artifact.path, artifact.content});
    if (!compared || compared->drift == FileDrift::kCurrent) continue;
    world.drift.push_back(
        fmt::format("artifact {} {}; version {} is kept: {}", artifact.path,
                    compared->drift == FileDrift::kMissing ? "is missing" : "was edited",
                    artifact.version, world.worded("clew artifact restore " + artifact.path)));
  }
}

void look_at_commit(FileSystem& files, const GitRepository& repository, const Session& session,
                    OtherCheckouts& others, World& world) {
  const std::string& commit = session.identity.commit;
  if (commit.empty()) return;
  const auto ancestry = compare_to_head(files, repository, commit);
  if (!ancestry || *ancestry == Ancestry::kAncestor || others.has_commit(commit)) return;
  world.drift.push_back(fmt::format("the recorded commit {} {}", commit.substr(0, 12),
                                    *ancestry == Ancestry::kNotAncestor
                                        ? "is no ancestor of HEAD"
                                        : "is not in this repository"));
}

}  // namespace

std::string project_root_of(Workspace& workspace, const Session& session) {
  const Workspace::Project& here = workspace.project();
  const auto& ids = here.ids;
  if (std::find(ids.begin(), ids.end(), session.identity.project) != ids.end()) return here.root;
  const bool same_repository =
      !here.repository.empty() &&
      session.identity.project.compare(0, here.repository.size(), here.repository) == 0;
  if (same_repository) return here.root;
  const auto there = workspace.files().info(session.identity.project_path);
  return there && there->kind == FileKind::kFolder ? session.identity.project_path : std::string();
}

World look_at_world(Workspace& workspace, const Loaded& loaded, LookDepth depth) {
  const Session& session = loaded.session;
  World world;
  world.now = workspace.now();
  world.reader = workspace.caller().actor;
  world.wording = workspace.caller().wording;
  world.head_hash = loaded.head.hash;
  world.events_read = session.head.number;
  world.events_total = loaded.head.seq.number;
  if (depth == LookDepth::kNone) return world;
  const std::string path = project_root_of(workspace, session);
  if (path.empty()) return world;
  if (path != session.identity.project_path) world.project_found = path;
  auto root = workspace.files().open_folder(path);
  if (!root) return world;
  world.looked = true;
  OtherCheckouts others(workspace, path);
  if (depth == LookDepth::kQuick) {
    look_at_files(**root, session, depth, {}, others, world);
    return world;
  }
  std::vector<std::string> candidates;
  const GitRepository* repository = others.here();
  if (repository != nullptr) {
    if (auto uncommitted = list_uncommitted(*repository)) {
      world.uncommitted = uncommitted->files.size();
      for (const auto& file : uncommitted->files) candidates.push_back(file.path);
    }
  }
  look_at_files(**root, session, depth, candidates, others, world);
  look_at_artifacts(workspace, path, session, world);
  if (repository != nullptr) look_at_commit(workspace.files(), *repository, session, others, world);
  return world;
}

}  // namespace clew
