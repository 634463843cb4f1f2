#include "dialect/workflow/express_artifact.h"

#include <algorithm>
#include <set>

#include "dialect/tree_dialect.h"
#include "dialect/workflow/shapes.h"
#include "dialect/workflow/words.h"
#include "session/file_actor.h"
#include "session/progress.h"

namespace clew::workflow {
namespace {

Value tell_evidence(const Evidence& evidence) {
  Value out = Value::object();
  std::set<std::string_view> known;  // there may be very many
  for (const auto& item : evidence.items) {
    if (known.insert(item.name).second) {
      out.object_ref().emplace_back(item.name, item.value);
    } else if (item.source == EvidenceSource::kMeasured) {
      out.set(item.name, item.value);
    }
  }
  return out;
}

Value tell_outputs(const Attempt& attempt) {
  Value out = Value::object();
  if (!attempt.outputs.empty()) out.set("files", texts(attempt.outputs));
  const Value* others = find_attribute(attempt.attributes, kOutputs);
  if (others == nullptr) return out;
  for (const auto& [name, value] : others->as_object()) {
    if (out.find(name) == nullptr) out.set(name, value);
  }
  return out;
}

Value tell_command(const Session& session, const CommandRun& run, StepId phase) {
  Value out;
  // Whole, as programs that know no other member read it.
  out.set("command", run.command + (run.arguments.empty() ? "" : " ") + run.arguments);
  const Value* output = find_attribute(run.attributes, kCommandOutput);
  out.set("output", output != nullptr && output->is_string() ? *output : Value());
  out.set("exit_code", to_value(run.exit_code));
  out.set("executed_at", to_iso(run.origin.at));
  out.set("duration_ms", run.duration ? Value(std::max<int64_t>(run.duration->ms, 0)) : Value());
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) out.set(name, text);
  };
  // Whoever reads it finds the arguments behind the first blank, or here.
  const bool is_split = run.command.find(' ') == std::string::npos && !run.command.empty();
  if (!is_split) out.set("arguments", run.arguments);
  const bool fine = run.exit_code.value_or(0) == 0;
  const RunOutcome read = fine ? RunOutcome::kSuccess : RunOutcome::kFailure;
  if (run.outcome != read) out.set("outcome", name_of(run.outcome));
  add("error", run.error);
  add("model", run.model);
  add("agent", run.agent.text);
  add("actor", named_by_file(run.origin.actor).text);
  if (run.origin.step != phase) add("step", number_of(session, run.origin.step));
  return out;
}

}  // namespace

const Attempt* shown_attempt(const Step& phase) {
  if (phase.status == StepStatus::kPending || phase.attempts.empty()) return nullptr;
  const auto& attempts = phase.attempts;
  const bool retried = phase.open_attempt() != nullptr && attempts.size() > 1 &&
                       attempts[attempts.size() - 2].outcome == AttemptOutcome::kFailed;
  return &attempts[attempts.size() - (retried ? 2 : 1)];
}

bool keeps_part_of_runs(const Session& session) {
  return session.runs.total > session.runs.items.size();
}

Value tell_artifact(const Session& session, const Step& phase, uint32_t number) {
  const Attempt* shown = shown_attempt(phase);
  Value commands = Value::list();
  std::optional<Time> latest;
  for (const auto& run : session.runs.items) {
    if (top_level_step(session, run.origin.step) != &phase) continue;
    commands.push(tell_command(session, run, phase.id));
    latest = std::max(latest.value_or(run.origin.at), run.origin.at);
  }
  const Value evidence = shown == nullptr ? Value::object() : tell_evidence(shown->evidence);
  const Value outputs = shown == nullptr ? Value::object() : tell_outputs(*shown);
  const std::string word = checkpoint_word(phase);
  const bool judged = shown != nullptr && shown->ended_at && (word == "passed" || word == "failed");
  const bool kept = judged || !evidence.as_object().empty() || !outputs.as_object().empty() ||
                    !commands.as_list().empty() ||
                    (shown != nullptr && keeps_part_of_runs(session));
  if (!kept) return {};
  Time stamp = latest.value_or(shown == nullptr ? Time{} : shown->started_at);
  if (shown != nullptr) stamp = judged ? *shown->ended_at : std::max(stamp, shown->started_at);
  Value out;
  out.set("phase_number", static_cast<int64_t>(number));
  out.set("evidence", evidence);
  out.set("outputs", outputs);
  out.set("commands_executed", std::move(commands));
  out.set("timestamp", to_iso(stamp));
  return out;
}

}  // namespace clew::workflow
