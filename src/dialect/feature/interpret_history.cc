#include "dialect/feature/interpret.h"
#include "dialect/feature/shapes.h"
#include "dialect/feature/words.h"

namespace clew::feature {
namespace {

// A command of clew's own that changed the plan or the state: the plan and the state say what it
// did.
bool is_own_command(const Value& line) { return text_in(line, "command").starts_with("clew "); }

}  // namespace

void interpret_history(const Document& history, const PlanNames& names,
                       const std::vector<std::string>& models, Session& session,
                       FindingSink& sink) {
  std::optional<Time> previous;
  const auto& lines = history.tree.as_list();
  for (size_t i = 0; i < lines.size(); ++i) {
    const Value& line = lines[i];
    CommandRun run;
    run.origin.id = Seq{static_cast<uint32_t>(i + 1)};
    const auto at = time_in(line, "timestamp");
    if (at && previous && goes_back(*previous, *at)) {
      sink.rule("history-goes-back", history, {i, "timestamp"},
                "this line is older than the one before it");
    }
    if (at) previous = at;
    if (is_own_command(line)) continue;
    run.origin.at = previous.value_or(session.identity.created_at);
    run.command = text_in(line, "command");
    run.arguments = text_in(line, "arguments");
    const Value* extras = line.find("x-clew");
    run.model = exact_model(models, text_in(line, "model"),
                            extras == nullptr ? std::string() : text_in(*extras, "model"));
    run.agent = AgentId(text_in(line, "agent"));
    run.origin.actor = ActorId(run.agent.text);
    if (run.agent.empty()) set_attribute(run.attributes, kNoAgent, true);
    if (const std::string task = text_in(line, "task_id"); !task.empty()) {
      if (const auto step = names.find(task)) {
        run.origin.step = *step;
      } else {
        set_attribute(run.attributes, kUnknownTask, task);
        sink.rule("history-task-unknown", history, {i, "task_id"}, task + " is not in the plan");
      }
    }
    run.error = text_in(line, "error");
    const std::string status = text_in(line, "status");
    const bool failed = status.empty() ? !run.error.empty() : status == "failure";
    run.outcome = failed ? RunOutcome::kFailure : RunOutcome::kSuccess;
    const bool is_unknown = extras != nullptr && text_in(*extras, "outcome") == "unknown";
    if (!failed && is_unknown) run.outcome = RunOutcome::kUnknown;
    if (failed && line.find("error") == nullptr) {
      sink.rule("failure-without-error", history, {i},
                run.command + " failed, but the line has no error");
    }
    if (const auto duration = integer_in(line, "duration_ms")) run.duration = Duration{*duration};
    session.runs.items.push_back(std::move(run));
  }
  session.runs.total = static_cast<uint32_t>(session.runs.items.size());
}

}  // namespace clew::feature
