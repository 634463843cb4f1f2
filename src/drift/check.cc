#include "drift/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/binding.h"
#include "agent_client/presence.h"
#include "base/quote_name.h"
#include "brief/brief.h"
#include "brief/status_rows.h"
#include "drift/measured_content.h"
#include "drift/nearby_work.h"
#include "drift/tied_code.h"
#include "drift/worktrees.h"
#include "engine/project/project_root.h"
#include "engine/remote/handed_off.h"
#include "engine/suggestion.h"
#include "engine/work_files/keep_artifact.h"
#include "engine/work_files/step_artifacts.h"
#include "files/relative_path.h"
#include "project/file_facts.h"

namespace clew {
namespace {

// The latest files of a session are looked at in a hook; all of them when somebody asks.
constexpr size_t kQuickFiles = 64;

// Texts that a session keeps shortened and its log has whole: what the person asked for, what an
// agent said at the end of a turn, the last lines that a command printed.
std::string long_text(const EventData& data) {
  if (const auto* instruction = get_if<InstructionGiven>(&data)) return instruction->text;
  if (const auto* checkpoint = get_if<CheckpointMade>(&data)) return checkpoint->note;
  if (const auto* run = get_if<CommandRan>(&data)) return run->output;
  return {};
}

// Valid while the store is.
TextLookup whole_texts_of(StoreReader& store, const SessionId& session) {
  return [&store, session](Seq event) {
    const auto read = store.read(session, event, 1);
    const bool found = read && !read->empty() && read->front().event.header.seq == event;
    return found ? long_text(read->front().event.data) : std::string();
  };
}

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
    case FileDrift::kTooLarge:
      return FileState::kUnchecked;
  }
  return FileState::kUnchecked;
}

// What is read of all recorded files and artifacts together.
ReadAllowance allowance_for(LookDepth depth) {
  constexpr uint64_t kWhenAsked = uint64_t{2} << 30;
  return {depth == LookDepth::kQuick ? kHashedInHook : kWhenAsked};
}

// The first of `count` that is looked at.
size_t first_looked_at(size_t count, LookDepth depth) {
  return depth == LookDepth::kFull || count <= kQuickFiles ? 0 : count - kQuickFiles;
}

// Nothing is there any more, as far as may be looked at.
bool is_gone(Folder& root, const std::string& path) {
  const auto info = root.info(path);
  return !info && info.error().code == ErrorCode::kNotFound;
}

// Imported files name it, so it is looked at among the artifacts.
bool is_artifact(const Session& session, const std::string& path) {
  const auto& items = session.artifacts.items;
  return std::any_of(items.begin(), items.end(), [&](const Artifact& each) {
    return each.path == path && each.seen_from == SeenFrom::kProject;
  });
}

// A file that was recorded without its content can only be there or not.
void look_at_unknown(Folder& root, const Session& session, const FileChange& file,
                     Checkouts& checkouts, World& world) {
  if (is_artifact(session, file.path) || !is_gone(root, file.path)) return;
  if (checkouts.has_file(file.path)) {
    world.files.push_back({file.path, FileState::kUnchecked, ""});
    return;
  }
  world.files.push_back({file.path, FileState::kMissing, ""});
  world.drift.push_back(
      {"file_gone", file.path, "", "", fmt::format("{} is gone", quote_name(file.path))});
}

// Each recorded file is compared by content. A file that is gone is looked for under another name,
// unless there is no time for git. A difference that comes from another worktree of the same
// repository is none here.
void look_at_files(Folder& root, const Session& session, LookDepth depth, Checkouts& checkouts,
                   World& world) {
  const auto& files = session.files.items;
  const auto edits =
      depth == LookDepth::kFull ? Checkouts::Edits::kAsked : Checkouts::Edits::kIfKnown;
  for (size_t i = first_looked_at(files.size(), depth); i < files.size(); ++i) {
    const FileChange& file = files[i];
    const bool gone = file.action == FileAction::kDeleted;
    if (file.hash_after.empty() && !gone) {
      look_at_unknown(root, session, file, checkouts, world);
      continue;
    }
    const RecordedFile recorded{file.path, gone ? Hash() : file.hash_after};
    auto compared = compare_file(root, recorded, checkouts.allowance());
    if (compared && compared->drift == FileDrift::kMissing && depth != LookDepth::kQuick) {
      compared = compare_file(root, recorded, checkouts.allowance(), &checkouts.candidates());
    }
    if (!compared) continue;
    const bool differs =
        compared->drift == FileDrift::kChanged || compared->drift == FileDrift::kMissing;
    const auto by_others =
        differs ? checkouts.state_by_others(file, *compared, edits) : std::nullopt;
    if (by_others) {
      world.files.push_back({file.path, *by_others, ""});
      continue;
    }
    FileCheck check{file.path, state_of(compared->drift), compared->renamed_to};
    const std::string was = recorded.hash.empty() ? "" : recorded.hash.brief();
    const std::string now = compared->now ? compared->now->hash.brief() : "";
    if (compared->drift == FileDrift::kTooLarge) {
      world.drift.push_back(
          {"file_changed", file.path, was, "",
           fmt::format("{} may have changed: not looked at, too large", quote_name(file.path))});
    } else if (compared->drift == FileDrift::kUnreadable) {
      world.drift.push_back({"file_changed", file.path, was, "",
                             quote_name(file.path) +
                                 " cannot be checked: it is no file inside the project, or cannot "
                                 "be read"});
    } else if (check.state == FileState::kChanged) {
      world.drift.push_back({"file_changed", file.path, was, now,
                             fmt::format("{} changed outside this session since {}",
                                         quote_name(file.path), to_iso_minutes(file.origin.at))});
    } else if (check.state == FileState::kMissing) {
      world.drift.push_back(
          {"file_gone", file.path, was, "", fmt::format("{} is gone", quote_name(file.path))});
    } else if (check.state == FileState::kRenamed) {
      world.drift.push_back(
          {"file_renamed", file.path, file.path, compared->renamed_to,
           fmt::format("{} is now {}", quote_name(file.path), quote_name(compared->renamed_to))});
    }
    world.files.push_back(std::move(check));
  }
}

// The file of a step that somebody is at: what changes in it is the work, kept when it is done.
bool is_in_work(Workspace& workspace, const Session& session, const Artifact& artifact) {
  const auto owner = owner_of_file(workspace, session, artifact.path);
  const Step* step = owner ? session.find(*owner) : nullptr;
  return step != nullptr && step->status == StepStatus::kActive;
}

// What became of an artifact in the folder that it is seen from; whether it is still there, where
// its content is not known.
FileDrift artifact_drift(Workspace& workspace, const std::string& folder, const Artifact& artifact,
                         ReadAllowance& allowance) {
  const auto root = workspace.files().open_folder(folder);
  if (!root) {
    const bool is_gone = root.error().code == ErrorCode::kNotFound;
    return is_gone && artifact.seen_from ? FileDrift::kMissing : FileDrift::kUnreadable;
  }
  if (artifact.content.empty()) {
    return is_gone(**root, artifact.path) ? FileDrift::kMissing : FileDrift::kCurrent;
  }
  const auto compared =
      compare_file(**root, RecordedFile{artifact.path, artifact.content}, allowance);
  if (!compared) return FileDrift::kUnreadable;
  // Something else that cannot be read took its place.
  const bool is_other = compared->drift == FileDrift::kUnreadable;
  return is_other ? FileDrift::kChanged : compared->drift;
}

// Artifacts that were archived or redacted have nothing to compare. The file of a step at work may
// change.
void look_at_artifacts(Workspace& workspace, const std::string& project, const Session& session,
                       LookDepth depth, Checkouts& checkouts, World& world) {
  const auto& artifacts = session.artifacts.items;
  for (size_t i = first_looked_at(artifacts.size(), depth); i < artifacts.size(); ++i) {
    const Artifact& artifact = artifacts[i];
    // Archived, or its content was redacted: there is nothing to compare with. Of what imported
    // files name it is at least known that it is to be there.
    const bool is_unknown = artifact.content.empty();
    if (!artifact.archived_as.empty() || (is_unknown && !artifact.seen_from)) continue;
    const std::string path = artifact_root(workspace, session, project, artifact.path);
    if (path.empty()) continue;
    const auto drift = artifact_drift(workspace, path, artifact, checkouts.allowance());
    if (drift == FileDrift::kTooLarge) {
      world.drift.push_back(
          {"artifact_edited", artifact.path, artifact.content.brief(), "",
           fmt::format("artifact {} may have been edited: not looked at, too large",
                       quote_name(artifact.path))});
      continue;
    }
    if (drift != FileDrift::kMissing && drift != FileDrift::kChanged) continue;
    const bool is_missing = drift == FileDrift::kMissing;
    const bool is_of_project = !is_unknown && artifact.seen_from != SeenFrom::kSession;
    if (is_missing ? is_of_project && checkouts.has_artifact(artifact)
                   : is_in_work(workspace, session, artifact)) {
      continue;
    }
    const bool is_kept = !is_unknown && workspace.store().blob(artifact.content).ok();
    world.drift.push_back(
        {is_missing ? "artifact_missing" : "artifact_edited", artifact.path,
         is_unknown ? "" : artifact.content.brief(), "",
         fmt::format("artifact {} {}{}", quote_name(artifact.path),
                     is_missing ? "is missing" : "was edited",
                     is_kept ? fmt::format("; version {} is kept: {}", artifact.version,
                                           restore_command(world, artifact))
                             : "")});
  }
}

// Content alone makes drift: another branch is said, no more.
void look_at_branch(const Session& session, Checkouts& checkouts, World& world) {
  const std::string& branch = session.identity.branch;
  if (branch.empty()) return;
  const GitState* now = checkouts.state();
  if (now == nullptr || now->branch == branch || checkouts.has_branch(branch)) return;
  world.branch_now = now->branch;
}

// The commit that was recorded must be an ancestor of HEAD, here or in another worktree.
void look_at_commit(const Session& session, Checkouts& checkouts, World& world) {
  const std::string& commit = session.identity.commit;
  if (commit.empty()) return;
  const auto ancestry = checkouts.ancestry_of(commit);
  if (!ancestry || *ancestry == Ancestry::kAncestor || checkouts.has_commit(commit)) return;
  const GitState* now = checkouts.state();
  world.drift.push_back(
      {"commit_gone", commit, commit, now == nullptr ? "" : now->commit,
       fmt::format("the recorded commit {} {}", commit.substr(0, 12),
                   *ancestry == Ancestry::kNotAncestor ? "is not an ancestor of HEAD"
                                                       : "is not in this repository")});
}

// What the work before this one said; nothing when there was none, or it is not in this store.
std::optional<PreviousWork> look_at_previous(Workspace& workspace, const Session& session) {
  const SessionId& id = session.identity.previous;
  if (id.empty()) return std::nullopt;
  const auto loaded = workspace.store().load(id);
  if (!loaded || !loaded->session.exists()) return std::nullopt;
  const Session& before = loaded->session;
  return PreviousWork{id, before.identity.goal, before.lifecycle.status, before.last_activity,
                      before.instructions.items};
}

}  // namespace

Value drift_value(const std::vector<Drift>& drift) {
  Value list = Value::list();
  for (const Drift& each : drift) {
    Value fields = Value::object();
    fields.set("kind", each.kind);
    fields.set("subject", each.subject);
    fields.set("was", each.was);
    fields.set("now", each.now);
    Value rests = Value::list();
    for (const Dependent& statement : each.rests_on_it) {
      Value one = Value::object();
      one.set("kind", statement.kind);
      one.set("id", statement.id);
      one.set("name", statement.name);
      one.set("text", statement.text);
      rests.push(std::move(one));
    }
    fields.set("rests_on_it", std::move(rests));
    fields.set("text", each.text);
    list.push(std::move(fields));
  }
  return list;
}

// Everything the brief and `verify` know beyond the log. The order goes from what costs nothing to
// what starts git: a quick look ends before branch and commit.
World look_at_world(Workspace& workspace, const Loaded& loaded, LookDepth depth) {
  const Session& session = loaded.session;
  World world;
  world.now = workspace.now();
  world.reader = workspace.caller().actor;
  world.wording = wording_for(workspace, session.identity.id);
  world.text_of = whole_texts_of(workspace.store(), session.identity.id);
  world.head_hash = loaded.head.hash;
  world.events_read = session.head.number;
  world.events_total = loaded.head.seq.number;
  world.agents = look_at_agents(workspace, session);
  world.previous = look_at_previous(workspace, session);
  world.holder = holder_of(workspace, workspace.store(), session);
  if (depth == LookDepth::kNone) return world;
  world.nearby = find_nearby_work(workspace, session);
  const std::string path = project_root_of(workspace, session);
  if (path.empty()) return world;
  if (path != session.identity.project_path) world.project_found = path;
  auto root = workspace.files().open_folder(path);
  if (!root) return world;
  world.looked = true;
  Checkouts checkouts(workspace, session, path, allowance_for(depth));
  // Only the line about interrupted work tells it, and every file is looked at for it.
  if (depth == LookDepth::kFull && checkouts.here() != nullptr && is_interrupted(session, world)) {
    const UncommittedFiles* found = checkouts.uncommitted();
    if (found != nullptr && found->complete) {
      world.uncommitted = found->files.size();
      world.not_compared = found->not_compared;
    }
  }
  look_at_files(**root, session, depth, checkouts, world);
  look_at_artifacts(workspace, path, session, depth, checkouts, world);
  look_at_ties(workspace, path, session,
               depth == LookDepth::kQuick ? RenameSearch::kInIndex : RenameSearch::kInGitToo,
               checkouts, world);
  world.stale = find_stale_evidence(
      workspace, path, session, depth == LookDepth::kQuick ? TreeLook::kLeftOut : TreeLook::kTaken,
      world.now);
  if (depth == LookDepth::kQuick) return world;
  look_at_branch(session, checkouts, world);
  look_at_commit(session, checkouts, world);
  return world;
}

}  // namespace clew
