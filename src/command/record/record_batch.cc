#include "command/record/record_batch.h"

#include <fmt/format.h>

#include <map>

#include "base/shell_word.h"
#include "command/record/ask_question.h"
#include "command/record/record_line.h"
#include "document/json/json.h"
#include "engine/reply.h"
#include "engine/work_files/keep_artifact.h"
#include "session/decide.h"
#include "session/measured_command.h"
#include "session/progress.h"

namespace clew {
namespace {

// Of an answer that does not say which question it is to.
Result<Seq> question_meant(const Session& session) {
  auto found = only_open_question(session);
  if (found) return found;
  Error error = found.error();
  error.subject = "question";
  error.next = error.code == ErrorCode::kNotFound ? "record it as a note or a decision"
                                                  : "choose one with \"question\":NUMBER";
  return error;
}

constexpr const char* kExample =
    "echo '{\"type\":\"note_added\",\"data\":{\"text\":\"…\"}}' | clew record";

// Files are looked at before the store is locked. One that cannot be is a reason to refuse its line
// only once it is known that the lines were not recorded before.
using FilesNow = std::map<size_t, Result<FileNow>>;  // by the number of the line

FilesNow see_files(Workspace& workspace, const std::vector<RecordLine>& lines) {
  FilesNow seen;
  for (const auto& line : lines) {
    if (!line.look) continue;
    const auto& change = get<FileChanged>(std::get<RecordFact>(line.intent).fact);
    seen.emplace(line.number, see_file(workspace, change.path));
  }
  return seen;
}

// Git is asked for all of those at once that the session knows nothing about.
void see_commit(Workspace& workspace, const SessionRef& ref, const std::vector<RecordLine>& lines,
                FilesNow& seen) {
  std::vector<FileNow*> open;
  for (const auto& line : lines) {
    const auto file = seen.find(line.number);
    if (file == seen.end() || !file->second) continue;
    const auto& change = get<FileChanged>(std::get<RecordFact>(line.intent).fact);
    if (leaves_before_open(*line.look, change.action)) open.push_back(&*file->second);
  }
  const auto loaded = open.empty() ? Result<Loaded>(Error()) : workspace.load(ref);
  if (!loaded) return;
  std::erase_if(open, [&](const FileNow* file) { return !is_unrecorded(loaded->session, *file); });
  ask_git_for(workspace, open);
}

Status look_at_file(Workspace& workspace, const FilesNow& files, const Session& session,
                    RecordLine& line) {
  const auto seen = files.find(line.number);
  if (seen == files.end()) return success();
  if (!seen->second) return seen->second.error();
  auto& change = get<FileChanged>(std::get<RecordFact>(line.intent).fact);
  return complete_change(workspace, session, *seen->second, *line.look, change);
}

// Every line in turn, on the state the one before leaves behind: a line may name a step that an
// earlier one adds. What is refused names its line.
Result<Drafts> decide_lines(Workspace& workspace, const std::vector<RecordLine>& lines,
                            const FilesNow& files, const Session& session) {
  Trial trial(session, workspace.now(), workspace.caller().actor);
  for (const auto& given : lines) {
    RecordLine line = given;
    const Status looked = look_at_file(workspace, files, trial.session(), line);
    if (!looked) return at_line(line.number, looked.error());
    auto intents = intents_of(std::move(line), trial.session(), trial.actor());
    if (!intents) return at_line(given.number, intents.error());
    for (auto& intent : *intents) {
      const Status tried = trial.require(std::move(intent));
      if (!tried) return at_line(given.number, tried.error());
    }
  }
  return trial.take_drafts();
}

// The files of artifacts are read before the store is locked; nothing is kept unless all is.
Status read_artifacts(Workspace& workspace, std::vector<RecordLine>& lines) {
  for (auto& line : lines) {
    const auto* request = std::get_if<AddArtifactRequest>(&line.intent);
    if (request == nullptr) continue;
    for (const auto& path : request->paths) {
      auto artifact = keep_artifact(workspace, path, "clew artifact add " + shell_word(path));
      if (!artifact) return at_line(line.number, artifact.error());
      line.kept.push_back(std::move(*artifact));
    }
  }
  return success();
}

// What lines rest on is looked at before the store is locked, too.
Status look_at_ties(Workspace& workspace, RecordLine& line) {
  if (const auto* step = std::get_if<AddStepRequest>(&line.intent)) {
    CLEW_ASSIGN(line.ties, make_ties(workspace, {step->file, step->symbol}, "clew record"));
    return success();
  }
  auto* reported = std::get_if<RecordFact>(&line.intent);
  if (reported == nullptr || line.tie_names.empty()) return success();
  if (auto* failed = get_if<ApproachFailed>(&reported->fact)) {
    return tie_failed(workspace, line.tie_names, "clew record", *failed);
  }
  CLEW_ASSIGN(auto ties, make_ties(workspace, line.tie_names, "clew record"));
  visit(
      [&](auto& fact) {
        if constexpr (requires { fact.ties; }) fact.ties = std::move(ties);
      },
      reported->fact);
  return success();
}

// A gate that stayed shut is recorded, and said.
std::optional<Error> shut_gate(const Done& done) {
  for (const auto& event : done.events) {
    const auto* failed = get_if<AttemptFailed>(&event.data);
    if (failed == nullptr) continue;
    const std::string label = label_of(done.after, failed->step);
    const bool of_root = failed->step == kRoot;
    const std::string again =
        completing_command(done.after.steps[failed->step.number],
                           of_root ? std::string() : number_of(done.after, failed->step));
    return make_error(ErrorCode::kInvalid,
                      fmt::format("step {} is not done (its gate failed: {}); everything else is "
                                  "recorded",
                                  label, to_text(failed->findings)),
                      label, again);
  }
  return std::nullopt;
}

Result<Answer> record_lines(Workspace& workspace, std::vector<RecordLine> lines,
                            const RecordRequest& request) {
  if (lines.empty()) {
    return make_error(ErrorCode::kUsage, "there are no lines to record", "record", kExample);
  }
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  CLEW_TRY(read_artifacts(workspace, lines));
  for (auto& line : lines) {
    const Status looked = look_at_ties(workspace, line);
    if (!looked) return at_line(line.number, looked.error());
  }
  FilesNow files = see_files(workspace, lines);
  see_commit(workspace, ref, lines, files);
  const auto decided = [&](const Loaded& now) {
    return decide_lines(workspace, lines, files, now.session);
  };
  if (request.dry_run) {
    CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
    CLEW_TRY(decided(loaded));
    Answer answer;
    answer.data.set("session", ref.id.text);
    answer.data.set("seq", loaded.head.seq.number);
    answer.data.set("hash", loaded.head.hash.hex());
    answer.data.set("changed", false);
    answer.data.set("lines", static_cast<int64_t>(lines.size()));
    answer.text = fmt::format("{} {} fine; nothing was recorded", lines.size(),
                              lines.size() == 1 ? "line is" : "lines are");
    return answer;
  }
  CLEW_ASSIGN(const Done done, workspace.in_transaction(ref.id, decided));
  Answer answer =
      said(workspace, done,
           fmt::format("recorded {} {}", lines.size(), lines.size() == 1 ? "line" : "lines"));
  answer.data.set("lines", static_cast<int64_t>(lines.size()));
  Value events = Value::list();
  for (const auto& event : done.events) events.push(event.header.seq.number);
  answer.data.set("events", std::move(events));
  answer.refusal = shut_gate(done);
  return answer;
}

}  // namespace

Result<std::vector<Intent>> intents_of(RecordLine line, const Session& session,
                                       const ActorId& actor) {
  if (const auto* add = std::get_if<AddStepRequest>(&line.intent)) {
    return steps_to_add(session, *add, line.ties);
  }
  std::optional<StepId> named;
  if (const auto* artifact = std::get_if<AddArtifactRequest>(&line.intent)) {
    if (!artifact->step.empty()) {
      CLEW_ASSIGN(named, find_step(session, artifact->step));
    }
    std::vector<Intent> intents;
    for (auto& kept : line.kept) intents.push_back(RecordFact{std::move(kept), named});
    return intents;
  }
  if (!line.step.empty()) {
    CLEW_ASSIGN(named, find_step(session, line.step));
  }
  if (const auto* start = std::get_if<StartStep>(&line.intent)) {
    const StepId given = start->step == kRoot ? current_step(session, actor) : start->step;
    return std::vector<Intent>{StartStep{named.value_or(given)}};
  }
  const auto with_step = [&](auto intent) {
    if (named) intent.step = *named;
    std::vector<Intent> one;
    one.push_back(std::move(intent));
    return one;
  };
  if (auto* fact = std::get_if<RecordFact>(&line.intent)) {
    RecordFact reported = std::move(*fact);
    // These name their step themselves, for what they set rather than where they were told.
    if (auto* set = get_if<AttributeSet>(&reported.fact); set != nullptr && named) {
      set->step = *named;
    }
    if (auto* agent = get_if<AgentChanged>(&reported.fact); agent != nullptr && named) {
      agent->step = *named;
    }
    if (auto* answer = get_if<QuestionAnswered>(&reported.fact); answer != nullptr) {
      if (answer->question == Seq()) {
        CLEW_ASSIGN(answer->question, question_meant(session));
      }
    }
    if (auto* failed = get_if<ApproachFailed>(&reported.fact)) {
      const StepId given = reported.step.value_or(current_step(session, actor));
      tie_to_step(session, named.value_or(given), *failed);
    }
    return with_step(std::move(reported));
  }
  if (auto* done = std::get_if<CompleteStep>(&line.intent)) return with_step(std::move(*done));
  return with_step(std::get<ChangeStep>(std::move(line.intent)));
}

Result<Answer> record_batch(Workspace& workspace, const RecordRequest& request) {
  CLEW_ASSIGN(const std::string input, workspace.read_input());
  CLEW_ASSIGN(std::vector<RecordLine> lines, read_record_lines(input));
  return record_lines(workspace, std::move(lines), request);
}

Result<Answer> record_values(Workspace& workspace, const std::vector<Value>& values) {
  if (!workspace.caller().key.empty()) {
    // The same request as the same lines on standard input.
    std::string text;
    for (const Value& value : values) text += write_json(value) + "\n";
    workspace.count_as_request(text);
  }
  CLEW_ASSIGN(std::vector<RecordLine> lines, record_lines_from(values));
  return record_lines(workspace, std::move(lines), RecordRequest());
}

}  // namespace clew
