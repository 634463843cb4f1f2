#include "dialect/workflow/phase_facts.h"

#include "dialect/tree_dialect.h"
#include "dialect/workflow/names.h"
#include "dialect/workflow/shapes.h"

namespace clew::workflow {
namespace {

bool is_filled(const Value* object, const char* name) {
  const Value* member = object == nullptr ? nullptr : object->find(name);
  return member != nullptr && !member->as_object().empty();
}

void read_evidence(const Value& evidence, Attempt& attempt) {
  for (const auto& [name, value] : evidence.as_object()) {
    attempt.evidence.items.push_back({name, value, EvidenceSource::kClaimed});
  }
}

void read_artifact(const PhaseFacts& facts, Attempt& attempt) {
  const bool apart = facts.evidence != nullptr && !is_filled(facts.artifact, "evidence");
  if (apart) read_evidence(*facts.evidence, attempt);
  if (facts.artifact == nullptr) return;
  const Value& artifact = *facts.artifact;
  if (!apart) read_evidence(member_of(artifact, "evidence"), attempt);
  const Value* outputs = artifact.find("outputs");
  if (outputs == nullptr) return;
  Value others = Value::object();
  for (const auto& [name, value] : outputs->as_object()) {
    std::vector<std::string> files;
    if (name == "files") files = texts_in(*outputs, "files");
    if (!files.empty() && files.size() == value.as_list().size()) {
      attempt.outputs = std::move(files);
    } else {
      others.set(name, value);
    }
  }
  if (!others.as_object().empty()) set_attribute(attempt.attributes, kOutputs, std::move(others));
}

// `command` is the whole line. Its arguments are behind the first blank, unless the file says them
// as well; there the line may also be without them.
void read_command_line(const Value& command, CommandRun& run) {
  run.command = text_in(command, "command");
  if (command.find("arguments") == nullptr) {
    const size_t blank = run.command.find(' ');
    if (blank == std::string::npos || blank == 0 || blank + 1 == run.command.size()) return;
    run.arguments = run.command.substr(blank + 1);
    run.command.resize(blank);
    return;
  }
  run.arguments = text_in(command, "arguments");
  const std::string behind = " " + run.arguments;
  if (!run.arguments.empty() && run.command.size() > behind.size() &&
      run.command.ends_with(behind)) {
    run.command.resize(run.command.size() - behind.size());
  }
}

}  // namespace

void read_phase(const PhaseFacts& facts, Time began, Step& phase) {
  const Value nothing;
  const Value& timing = facts.timing == nullptr ? nothing : *facts.timing;
  const Value& artifact = facts.artifact == nullptr ? nothing : *facts.artifact;
  const auto started = time_in(timing, "started_at");
  const auto completed = time_in(timing, "completed_at");
  const auto stamped = time_in(artifact, "timestamp");
  const bool failed = facts.checkpoint == "failed";
  const auto shut = stamped ? stamped : completed;
  const bool retried = failed && started && shut && *started >= *shut;
  phase.status =
      status_of({facts.listed, facts.checkpoint, started.has_value() || facts.begun_unseen},
                retried ? FailedState::kRetried : FailedState::kLeft);

  const bool passed = phase.status == StepStatus::kDone ||
                      (facts.checkpoint == "passed" && phase.status == StepStatus::kNeedsReview);
  const bool shown = is_filled(facts.artifact, "evidence") ||
                     is_filled(facts.artifact, "outputs") ||
                     (facts.evidence != nullptr && !facts.evidence->as_object().empty()) ||
                     (facts.artifact != nullptr && (passed || failed));
  if (!started && !shown && !facts.begun_unseen) return;

  Attempt latest;
  latest.started_at = started.value_or(began);
  latest.paused = from_seconds(number_in(timing, "paused_duration_seconds"));
  if (retried) {
    Attempt before;
    before.started_at = *shut;
    before.ended_at = shut;
    before.outcome = AttemptOutcome::kFailed;
    read_artifact(facts, before);
    phase.attempts.push_back(std::move(before));
    latest.number = 2;
  } else {
    read_artifact(facts, latest);
    if (passed) {
      latest.outcome = AttemptOutcome::kPassed;
      latest.ended_at = completed ? completed : stamped;
    } else if (failed) {
      latest.outcome = AttemptOutcome::kFailed;
      latest.ended_at = shut;
    } else if (phase.status == StepStatus::kSkipped) {
      latest.outcome = AttemptOutcome::kAbandoned;
    }
  }
  phase.attempts.push_back(std::move(latest));
  phase.attempt_count = phase.attempts.back().number;
}

void read_commands(const PhaseFacts& facts, StepId phase, Kept<CommandRun>& runs,
                   std::vector<std::string>& parts) {
  const Value* commands =
      facts.artifact == nullptr ? nullptr : facts.artifact->find("commands_executed");
  if (commands == nullptr) return;
  for (const auto& command : commands->as_list()) {
    CommandRun run;
    run.origin.id = Seq{static_cast<uint32_t>(runs.items.size() + 1)};
    run.origin.step = phase;
    run.origin.at = time_in(command, "executed_at").value_or(Time{});
    run.origin.actor = ActorId(text_in(command, "actor"));
    read_command_line(command, run);
    run.error = text_in(command, "error");
    run.model = text_in(command, "model");
    run.agent = AgentId(text_in(command, "agent"));
    if (const auto code = integer_in(command, "exit_code")) run.exit_code = static_cast<int>(*code);
    if (const auto ms = number_in(command, "duration_ms")) {
      run.duration = from_seconds(*ms / 1000);
    }
    run.outcome = run.exit_code.value_or(0) == 0 ? RunOutcome::kSuccess : RunOutcome::kFailure;
    if (const auto outcome = enum_from<RunOutcome>(text_in(command, "outcome"))) {
      run.outcome = *outcome;
    }
    if (const Value* output = command.find("output"); output != nullptr && output->is_string()) {
      set_attribute(run.attributes, kCommandOutput, *output);
    }
    parts.push_back(text_in(command, "step"));
    runs.items.push_back(std::move(run));
  }
  runs.total = static_cast<uint32_t>(runs.items.size());
}

}  // namespace clew::workflow
