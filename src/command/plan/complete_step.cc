#include "command/plan/complete_step.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "base/text.h"
#include "command/plan/evidence.h"
#include "command/plan/evidence_for_gate.h"
#include "command/plan/key_lock.h"
#include "command/plan/measured_here.h"
#include "dialect/fixed_plan.h"
#include "drift/measured_content.h"
#include "engine/dialect_steps.h"
#include "engine/reply.h"
#include "engine/session_view.h"
#include "engine/work_files/step_artifacts.h"
#include "engine/workspace.h"
#include "session/measured_command.h"

namespace clew {
namespace {

struct GateWords {
  std::string step;
  std::vector<std::string> pairs;
};

Result<GateWords> sort_words(const std::vector<std::string>& words) {
  GateWords sorted;
  for (const auto& word : words) {
    if (word.find('=') != std::string::npos) {
      sorted.pairs.push_back(word);
    } else if (sorted.step.empty()) {
      sorted.step = word;
    } else {
      return make_error(
          ErrorCode::kUsage,
          fmt::format("unexpected argument \"{}\"; write evidence as NAME=VALUE", word), word,
          "clew done 3 coverage=83      or  clew done 3 -- make test");
    }
  }
  return sorted;
}

Intent intent_for(const DoneRequest& request, std::optional<StepId> step,
                  const Evidence& evidence) {
  CompleteStep intent;
  intent.step = step;
  intent.evidence = evidence;
  intent.gate = request.override_gate ? GateHandling::kOverride : GateHandling::kJudge;
  intent.override_reason = request.reason;
  intent.outputs = request.output;
  intent.fence = request.fence;
  return intent;
}

// Refuses what would be refused anyway before a command runs for minutes.
Status check_first(Workspace& workspace, const Session& session, const DoneRequest& request,
                   std::optional<StepId> step) {
  const auto trial = decide(session, Proposal{workspace.now(), workspace.caller().actor,
                                              intent_for(request, step, Evidence())});
  return trial ? success() : Status(trial.error());
}

std::string how_shown(const Evidence& evidence) {
  constexpr size_t kMaxOfValue = 200;
  std::vector<std::string> parts;
  for (const auto& item : evidence.items) {
    parts.push_back(fmt::format("{} {} {}", item.name,
                                cut(one_line(to_text(item.value)), kMaxOfValue),
                                name_of(item.source)));
  }
  std::string out = fmt::format("{}", fmt::join(parts, ", "));
  if (evidence.measurement) {
    out += fmt::format("{}({}, {})", out.empty() ? "measured " : " ",
                       fmt::join(evidence.measurement->command, " "),
                       to_words(evidence.measurement->duration));
  }
  return out;
}

// The same request, with the reason it lacks.
std::string override_again(const DoneRequest& request) {
  std::string again = "clew done";
  if (!request.words.empty()) again += " " + shell_words(request.words);
  const auto add = [&](const char* option, const std::string& word) {
    again += fmt::format(" {} {}", option, shell_word(word));
  };
  for (const auto& pair : request.evidence) add("--evidence", pair);
  if (!request.evidence_file.empty()) add("--evidence-file", request.evidence_file);
  for (const auto& output : request.output) add("--output", output);
  if (request.fence) add("--fence", std::to_string(*request.fence));
  again += " --override --reason \"…\"";
  return request.command.empty() ? again : again + " -- " + shell_words(request.command);
}

// What the dialect counts is settled one by one.
std::string settling_words(const Dialect* dialect, const Session& session, const Step* step,
                           const std::string& evidence) {
  std::string words;
  const StepEvidence* counted = dialect == nullptr ? nullptr : dialect->step_evidence();
  if (counted == nullptr || step == nullptr) return words;
  for (const auto& command : counted->settling_commands(session, *step, evidence)) {
    words += command + ", then  ";
  }
  return words;
}

Answer answer_failed(Workspace& workspace, const Done& done, const AttemptFailed& failed) {
  const std::string label = label_of(done.after, failed.step);
  const std::string number = number_of(done.after, failed.step);
  Answer answer = said(workspace, done, "");
  Value gate = Value::object();
  gate.set("passed", false);
  gate.set("findings", to_value(failed.findings));
  answer.data.set("gate", gate);
  const std::string again = failed.step == kRoot ? "clew done" : "clew done " + number;
  const Step* step = done.after.find(failed.step);
  const bool is_final =
      step != nullptr && step->gate && step->gate->overriding == Overriding::kForbidden;
  const std::string otherwise =
      is_final ? std::string() : fmt::format("      or  {} --override --reason \"…\"", again);
  const auto dialect = dialect_of(workspace, done.after);
  // What is only to be shown goes into the command itself.
  std::string advice;
  std::string to_show;
  for (const auto& finding : failed.findings) {
    const std::string settling =
        settling_words(dialect.value_or(nullptr), done.after, step, finding.name);
    if (!settling.empty()) {
      advice += settling;
    } else if (const auto missing = evidence_to_show(finding)) {
      to_show += " " + *missing;
    } else {
      advice += finding.advice + ", then  ";
    }
  }
  const auto& run = failed.evidence.measurement;
  const std::string once_more =
      run || step == nullptr
          ? again + to_show + (run ? " -- " + shell_words(run->command) : std::string())
          : completing_command(*step, failed.step == kRoot ? "" : number);
  answer.refusal =
      make_error(ErrorCode::kInvalid,
                 fmt::format("{} is not done (its gate failed: {}); attempt {} is recorded",
                             failed.step == kRoot ? "the session" : "step " + label,
                             to_text(failed.findings), failed.attempt),
                 label, fmt::format("{}{}{}", advice, once_more, otherwise));
  return answer;
}

Answer answer_done(Workspace& workspace, const Done& done, const StepCompleted& completed) {
  const Session& now = done.after;
  std::string text = completed.step == kRoot
                         ? "the session is done"
                         : fmt::format("step {} done", label_of(now, completed.step));
  const Step* step = now.find(completed.step);
  const std::string shown = how_shown(completed.evidence);
  if (!shown.empty()) text += " · " + shown;
  if (step != nullptr && step->gate && completed.overridden.empty()) {
    text += fmt::format(" · gate {} passed", to_text(*step->gate));
  }
  if (!completed.overridden.empty()) {
    text += fmt::format(" · gate overridden ({}): {}", to_text(completed.findings),
                        completed.overridden);
  }
  std::string next_command;
  const Standpoint location(now, workspace.caller().actor, workspace.now());
  if (now.lifecycle.status == Lifecycle::kCompleted) {
    text += completed.step == kRoot ? "" : " · the session is complete";
  } else if (const Step* next = now.find(location.step());
             next != nullptr &&
             is_held_by_other(*next, workspace.caller().actor, workspace.now())) {
    const NextAction waiting = next_action(now, workspace.caller().actor, workspace.now());
    text += " · " + waiting.text;
    next_command = waiting.command;
  } else if (next != nullptr && location.step() != kRoot) {
    text += fmt::format(" · {}step {}", next->status == StepStatus::kActive ? "now " : "next ",
                        label_of(now, location.step()));
    if (next->gate) text += fmt::format(" until {}", to_text(*next->gate));
  }
  Answer answer = said(workspace, done, {text, next_command});
  answer.data.set("completed", step_fields(now, completed.step));
  Value gate = Value::object();
  gate.set("passed", true);
  gate.set("overridden", completed.overridden);
  answer.data.set("gate", gate);
  answer.data.set("status", name_of(now.lifecycle.status));
  return answer;
}

Answer answer_to(Workspace& workspace, const Done& done) {
  for (const auto& event : done.events) {
    if (const auto* failed = get_if<AttemptFailed>(&event.data)) {
      return answer_failed(workspace, done, *failed);
    }
    if (const auto* completed = get_if<StepCompleted>(&event.data)) {
      return answer_done(workspace, done, *completed);
    }
  }
  std::vector<std::string> lines;
  for (const auto& event : done.events) {
    const auto* set = get_if<AttributeSet>(&event.data);
    if (set == nullptr || set->owner != AttributeOwner::kStep) continue;
    lines.push_back(fmt::format("step {} is already done; set {} = {}",
                                label_of(done.after, set->step), set->key, to_text(set->value)));
  }
  if (!lines.empty()) return said(workspace, done, Saying(std::move(lines)));
  return said(workspace, done, "nothing changed");
}

struct MeasuredStep {
  StepId step;
  std::vector<std::string> remarks;  // what is to be said of the output
};

// Runs the command for the step that is meant now. What it shows, it shows of that step, whatever
// others complete while it runs.
Result<MeasuredStep> measure_for(Workspace& workspace, const SessionRef& ref,
                                 const DoneRequest& request, const std::string& step_words,
                                 Evidence& evidence) {
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  CLEW_ASSIGN(const std::optional<StepId> named, optional_step(loaded.session, step_words));
  CLEW_TRY(check_first(workspace, loaded.session, request, named));
  MeasuredStep measured;
  measured.step = named.value_or(current_step(loaded.session, workspace.caller().actor));
  const Step* step = loaded.session.find(measured.step);
  const Gate* gate = step != nullptr && step->gate ? &*step->gate : nullptr;
  const std::string& folder = workspace.surroundings().cwd;
  const auto before = ContentBefore::look(workspace, loaded.session, measured.step, folder);
  CLEW_ASSIGN(const ProcessResult result, run_to_measure(request.command, folder));
  measured.remarks = take_measured(workspace, request.command, result, gate, evidence);
  std::string changed;
  evidence.measurement->on = before.settle(workspace, changed);
  if (!changed.empty()) {
    measured.remarks.push_back(
        fmt::format("{} changed while the command ran: what it measured is stale", changed));
  }
  remember_measuring(workspace, loaded.session.identity.id, request.command, folder);
  return measured;
}

}  // namespace

Result<Answer> complete_step(Workspace& workspace, const DoneRequest& request) {
  CLEW_ASSIGN(const GateWords words, sort_words(request.words));
  if (request.override_gate && request.reason.empty()) {
    return make_error(ErrorCode::kUsage, "an override needs a reason", "--override",
                      override_again(request));
  }
  CLEW_ASSIGN(Evidence evidence,
              read_evidence(workspace, {words.pairs, request.evidence, request.evidence_file}));
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  std::unique_ptr<KeyTurn> turn;  // until what the command did is recorded
  std::optional<MeasuredStep> measured;
  if (!request.command.empty()) {
    CLEW_ASSIGN(turn, KeyTurn::take(workspace));
    CLEW_ASSIGN(const auto before, workspace.earlier());
    if (before) return answer_to(workspace, *before);
    CLEW_ASSIGN(measured, measure_for(workspace, ref, request, words.step, evidence));
  }
  CLEW_ASSIGN(Done done,
              workspace.execute(ref.id, [&](const Session& session) -> Result<std::vector<Intent>> {
                CLEW_ASSIGN(const Dialect* dialect, dialect_of(workspace, session));
                std::optional<StepId> step;
                if (measured) {
                  step = measured->step;
                } else {
                  CLEW_ASSIGN(step, optional_step(session, words.step));
                }
                const StepId at = step.value_or(current_step(session, workspace.caller().actor));
                const Step& meant = session.steps[at.number];
                if (!measured && step) {
                  CLEW_ASSIGN(auto values, values_of_done(dialect, session, meant, evidence));
                  if (!values.empty()) {
                    return with_further_steps(workspace, dialect, session, std::move(values));
                  }
                }
                const Evidence shown = evidence_to_judge(dialect, session, meant, evidence);
                std::vector<Intent> intents = values_shown_anew(dialect, meant, evidence);
                intents.push_back(intent_for(request, step, shown));
                CLEW_ASSIGN(auto all, with_files_of_done(workspace, session, std::move(intents)));
                return with_further_steps(workspace, dialect, session, std::move(all.intents),
                                          all.kept);
              }));
  if (measured) {
    done.notices.insert(done.notices.end(), measured->remarks.begin(), measured->remarks.end());
  }
  CLEW_ASSIGN(const auto lacking, files_to_come(workspace, done));
  done.notices.insert(done.notices.end(), lacking.begin(), lacking.end());
  return answer_to(workspace, done);
}

}  // namespace clew
