#include "command/record/record_file_change.h"

#include "command/verb.h"
#include "engine/reply.h"
#include "engine/work_files/file_change.h"

namespace clew {
namespace {

ReportedChange reported_in(const ChangedRequest& request) {
  return {!request.action.empty(), !request.hash_before.empty(), request.added.has_value(),
          request.removed.has_value()};
}

// The change as far as the request tells it.
Result<FileChanged> reported_change(const ChangedRequest& request) {
  FileChanged change;
  change.agent = AgentId(request.agent);
  change.lines_added = request.added.value_or(0);
  change.lines_removed = request.removed.value_or(0);
  const ReportedChange reported = reported_in(request);
  if (reported.action) CLEW_TRY(read_option("--action", Value(request.action), change.action));
  if (reported.hash_before) {
    CLEW_TRY(read_option("--hash-before", Value(request.hash_before), change.hash_before));
  }
  return change;
}

}  // namespace

Result<Answer> record_file_change(Workspace& workspace, const ChangedRequest& request) {
  CLEW_ASSIGN(FileNow seen, see_file(workspace, request.path));
  CLEW_ASSIGN(const FileChanged reported, reported_change(request));
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  if (leaves_before_open(reported_in(request), reported.action)) {
    // Before the store is locked: git may take its time.
    const auto loaded = workspace.load(ref);
    if (loaded && is_unrecorded(loaded->session, seen)) ask_git_for(workspace, {&seen});
  }
  const auto intents = [&](const Session& session) -> Result<std::vector<Intent>> {
    CLEW_ASSIGN(const std::optional<StepId> step, optional_step(session, request.step));
    FileChanged change = reported;
    CLEW_TRY(complete_change(workspace, session, seen, reported_in(request), change));
    return std::vector<Intent>{
        RecordFact{change, step}
    };
  };
  CLEW_ASSIGN(const Done done, workspace.execute(ref.id, intents));
  for (const auto& event : done.events) {
    const auto* change = get_if<FileChanged>(&event.data);
    if (change == nullptr) continue;
    Answer answer = said(workspace, done, change_words(*change));
    answer.data.set("fact", event.header.seq.number);
    answer.data.set("file", to_value(*change));
    return answer;
  }
  return said(workspace, done, "nothing changed");
}

}  // namespace clew
