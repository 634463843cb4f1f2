#include "engine/work_files/step_artifacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/shell_word.h"
#include "dialect/fixed_plan.h"
#include "dialect/registry.h"
#include "engine/suggestion.h"
#include "engine/work_files/keep_artifact.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "session/decide.h"
#include "session/progress.h"
#include "view/session_folder.h"

namespace clew {
namespace {

// Whether a step is `around` or a part of it, at any depth.
bool is_inside(const Session& session, const Step& step, StepId around) {
  for (const Step* at = &step; at != nullptr && at->id != kRoot; at = session.find(at->parent)) {
    if (at->id == around) return true;
  }
  return false;
}

// By path, or by name alone: an artifact may have been recorded before its file got the place where
// the dialect wants it.
bool is_kept(const Artifact& artifact, const std::string& path, const std::string& file) {
  const bool is_it = artifact.path == path || last_part_of(artifact.path) == last_part_of(file);
  return is_it && artifact.archived_as.empty();
}

// What a view's dialect says of the files of steps; null: nothing.
const StepEvidence* evidence_in(const std::shared_ptr<const ViewState>& view) {
  const Dialect* dialect = view ? find_dialect(view->dialect) : nullptr;
  return dialect == nullptr ? nullptr : dialect->step_evidence();
}

// A file of a step, unless it is not there, or is kept as it is. kUsage when it seems to hold
// secrets that nobody has agreed to keep.
Result<std::optional<ArtifactAdded>> file_to_keep(Workspace& workspace, const ViewState& view,
                                                  const Session& reported, const StepFile& file) {
  const std::string path = join_path(view.folder, file.path);
  auto read = read_artifact(workspace, path);
  if (!read) return std::optional<ArtifactAdded>();
  for (const auto& each : reported.artifacts.items) {
    const bool is_it = is_kept(each, read->artifact.path, file.path);
    if (is_it && each.content == read->artifact.content) return std::optional<ArtifactAdded>();
  }
  CLEW_TRY(check_secrets(workspace, *read, "clew artifact add " + shell_word(path)));
  return std::optional<ArtifactAdded>(std::move(read->artifact));
}

// What is kept of a revisit's files: before it what nobody has kept and what it archives, after it
// what was rewritten since it was kept.
struct FilesOfRevisit {
  std::vector<Intent> before;
  std::vector<Intent> after;
};

// What is archived must be kept before the revisit, since afterwards its name belongs to the next
// version. What a revisited step rewrote is kept after it, so that it counts as the new version.
Result<FilesOfRevisit> files_of_revisit(Workspace& workspace, const Session& session,
                                        const RevisitStep& intent) {
  FilesOfRevisit out;
  CLEW_ASSIGN(const auto view, workspace.view_record(session.identity.id));
  const StepEvidence* evidence = evidence_in(view);
  if (evidence == nullptr) return out;
  CLEW_ASSIGN(const RevisitPlan plan, plan_revisit(session, intent));
  const Session reported = named_as(*view, session);
  const auto& kept = reported.artifacts.items;
  for (const auto& step : reported.steps) {
    const bool is_affected =
        std::find(plan.affected.begin(), plan.affected.end(), step.id) != plan.affected.end();
    if (step.removed || !(is_affected || is_inside(session, step, intent.step))) continue;
    const bool is_archived = is_affected && intent.impact != Impact::kMinor;
    for (const auto& file : evidence->files_of_step(reported, step)) {
      if (file.owner != step.id) continue;
      CLEW_ASSIGN(auto artifact, file_to_keep(workspace, *view, reported, file));
      if (!artifact) continue;
      const bool is_rewritten = std::any_of(kept.begin(), kept.end(), [&](const Artifact& each) {
        return each.path == artifact->path && !each.content.empty() && each.archived_as.empty();
      });
      (is_rewritten && !is_archived ? out.after : out.before)
          .push_back(RecordFact{std::move(*artifact), step.id});
    }
  }
  return out;
}

}  // namespace

// The files of every step that these intents complete, recorded in front of them in the same
// command. The intents are tried on a copy first, because completing a step may complete others
// around it; a trial that fails adds nothing, and the real run says why.
Result<IntentsWithFiles> with_files_of_done(Workspace& workspace, const Session& session,
                                            std::vector<Intent> intents) {
  IntentsWithFiles out{std::move(intents), {}};
  CLEW_ASSIGN(const auto view, workspace.view_record(session.identity.id));
  const StepEvidence* evidence = evidence_in(view);
  if (evidence == nullptr || out.intents.empty()) return out;
  const auto after = after_intents(session, out.intents, workspace.now(), workspace.caller().actor);
  if (!after) return out;  // whoever carries them out says why not
  const Session reported = named_as(*view, *after);
  std::vector<Intent> first;
  std::set<std::string> seen;  // several parts may show the same file
  for (const auto& step : reported.steps) {
    const Step* before = session.find(step.id);
    const bool was_done = before != nullptr && before->status == StepStatus::kDone;
    if (step.removed || step.status != StepStatus::kDone || was_done) continue;
    for (const auto& file : evidence->files_of_step(reported, step)) {
      if (!seen.insert(file.path).second) continue;
      CLEW_ASSIGN(auto artifact, file_to_keep(workspace, *view, reported, file));
      if (!artifact) continue;
      auto text =
          read_whole_file(workspace.files(), join_path(view->folder, file.path), kMaxArtifact);
      if (text) out.kept.push_back({artifact->content, std::move(*text)});
      first.push_back(RecordFact{std::move(*artifact), file.owner});
    }
  }
  out.intents.insert(out.intents.begin(), first.begin(), first.end());
  return out;
}

// Those of active steps: a pause keeps what is on the disk at that time.
Result<std::vector<Intent>> files_in_progress(Workspace& workspace, const Session& session) {
  std::vector<Intent> intents;
  CLEW_ASSIGN(const auto view, workspace.view_record(session.identity.id));
  const StepEvidence* evidence = evidence_in(view);
  if (evidence == nullptr) return intents;
  const Session reported = named_as(*view, session);
  for (const auto& step : reported.steps) {
    if (step.removed || step.status != StepStatus::kActive) continue;
    for (const auto& file : evidence->files_of_step(reported, step)) {
      if (file.owner != step.id) continue;
      CLEW_ASSIGN(auto artifact, file_to_keep(workspace, *view, reported, file));
      if (artifact) intents.push_back(RecordFact{std::move(*artifact), step.id});
    }
  }
  return intents;
}

Result<Session> with_files_to_archive(Workspace& workspace, const Session& session,
                                      const RevisitStep& intent) {
  CLEW_ASSIGN(const FilesOfRevisit files, files_of_revisit(workspace, session, intent));
  return files.before.empty()
             ? session
             : after_intents(session, files.before, workspace.now(), workspace.caller().actor);
}

// Names that exist on the disk go with the intent, so that an archived version gets a name that is
// free there as well.
Result<std::vector<Intent>> with_files_of_revisit(Workspace& workspace, const Session& session,
                                                  RevisitStep intent) {
  CLEW_ASSIGN(FilesOfRevisit files, files_of_revisit(workspace, session, intent));
  CLEW_ASSIGN(const Session now, files.before.empty()
                                     ? session
                                     : after_intents(session, files.before, workspace.now(),
                                                     workspace.caller().actor));
  CLEW_ASSIGN(const RevisitPlan plan, plan_revisit(now, intent));
  const std::string project = files_root(workspace);
  for (const auto& path : plan.artifacts) {
    const std::string root = artifact_root(workspace, session, project, path);
    const std::string below = path.find('/') == std::string::npos ? "" : parent_of(path);
    const auto folder = workspace.files().open_folder(join_path(root, below));
    const auto names = folder ? (*folder)->list() : Result<std::vector<std::string>>(Error());
    if (!names) continue;
    for (const auto& name : *names) intent.taken.push_back(join_path(below, name));
  }
  std::vector<Intent> intents = std::move(files.before);
  intents.push_back(std::move(intent));
  intents.insert(intents.end(), files.after.begin(), files.after.end());
  return intents;
}

// Whose file a path is by the session's own dialect, whether it has a view or was imported from
// files.
std::optional<StepId> owner_of_file(Workspace& workspace, const Session& session,
                                    const std::string& path) {
  const auto home = home_of_files(workspace, session);
  const StepEvidence* evidence = home && *home ? (*home)->dialect->step_evidence() : nullptr;
  if (evidence == nullptr) return std::nullopt;
  const auto folder = workspace.files().real_path((*home)->folder);
  if (!folder) return std::nullopt;
  const std::string root = artifact_root(workspace, session, files_root(workspace), path);
  const std::string whole = join_path(root, path);
  Session reported = session;
  set_external_id(reported.steps[0], (*home)->dialect->name(), (*home)->location.entry);
  for (const auto& step : reported.steps) {
    if (step.removed) continue;
    for (const auto& file : evidence->files_of_step(reported, step)) {
      if (join_path(*folder, file.path) == whole) return file.owner;
    }
  }
  return std::nullopt;
}

// Files that a completed step has to show and nobody has written. Each is named with the command
// that adds it; the step itself stays done.
Result<std::vector<std::string>> files_to_come(Workspace& workspace, const Done& done) {
  std::vector<std::string> said;
  CLEW_ASSIGN(const auto view, workspace.view_record(done.after.identity.id));
  const StepEvidence* evidence = evidence_in(view);
  if (evidence == nullptr || done.repeated) return said;
  const Session reported = named_as(*view, done.after);
  for (const auto& event : done.events) {
    const auto* completed = get_if<StepCompleted>(&event.data);
    const Step* step = completed == nullptr ? nullptr : reported.find(completed->step);
    if (step == nullptr || step->status != StepStatus::kDone) continue;
    for (const auto& file : evidence->files_of_step(reported, *step)) {
      const auto& kept = reported.artifacts.items;
      const bool is_there = std::any_of(kept.begin(), kept.end(), [&](const Artifact& each) {
        return is_kept(each, file.path, file.path);
      });
      if (!file.is_demanded || is_there) continue;
      const std::string path = join_path(view->folder, file.path);
      said.push_back(fmt::format(
          "{} does not exist: the files show step {} as needing review until it is added with  {}",
          last_part_of(file.path), label_of(reported, step->id),
          wording_for(workspace, reported.identity.id)("clew artifact add " + shell_word(path))));
    }
  }
  return said;
}

}  // namespace clew
