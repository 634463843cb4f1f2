#include "dialect/feature/interpret.h"
#include "dialect/feature/names.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "dialect/feature/words.h"
#include "session/progress.h"

namespace clew::feature {
namespace {

const Value& extras_of(const Value& element) {
  static const Value kNone = Value::object();
  const Value* extras = element.find("x-clew");
  return extras == nullptr ? kNone : *extras;
}

AttemptOutcome outcome_of(StepStatus status, bool has_ended) {
  switch (status) {
    case StepStatus::kDone:
    case StepStatus::kNeedsReview:
      return AttemptOutcome::kPassed;
    case StepStatus::kFailed:
      return AttemptOutcome::kFailed;
    case StepStatus::kActive:
    case StepStatus::kBlocked:
      return has_ended ? AttemptOutcome::kFailed : AttemptOutcome::kOpen;
    case StepStatus::kPending:
    case StepStatus::kSkipped:
      break;
  }
  return AttemptOutcome::kAbandoned;
}

class PlanReader {
 public:
  PlanReader(const Document& plan, Session& session, FindingSink& sink)
      : plan_(plan), session_(session), sink_(sink) {}

  PlanNames read() {
    const Value* phases = plan_.tree.find("phases");
    if (phases == nullptr) return names_;
    for (size_t i = 0; i < phases->as_list().size(); ++i) {
      read_phase(phases->as_list()[i], {"phases", i});
    }
    read_aids();
    for (const auto& [step, needs] : needs_) {
      for (const auto& need : needs) {
        if (const auto found = names_.find(need)) session_.steps[step].needs.push_back(*found);
      }
    }
    for (const auto& [step, exact] : phase_states_) {
      Step& phase = session_.steps[step];
      phase.status = enum_from<StepStatus>(exact).value_or(status_of_parts(session_, phase));
    }
    return names_;
  }

 private:
  // Without an id nothing can be found again: such an element stays in the text, unread.
  void read_phase(const Value& phase, const TreePath& path) {
    const std::string id = text_in(phase, "phase_id");
    if (id.empty()) return;
    const Value& extras = extras_of(phase);
    const Value* flat = extras.find("flat");
    StepId parent = kRoot;
    if (flat == nullptr || !flat->as_bool()) {
      if (names_.phases.contains(id)) {
        return sink_.rule("duplicate-task", plan_, path / "phase_id",
                          "another phase has the id " + id + " too; this one is ignored");
      }
      parent = add_step(kRoot, id, text_in(phase, "name"), extras);
      names_.phases.emplace(id, parent);
      session_.steps[parent.number].assignee = text_in(extras, "agent");
      phase_states_.emplace_back(parent.number, text_in(extras, "state"));
    }
    const Value* tasks = phase.find("tasks");
    for (size_t i = 0; tasks != nullptr && i < tasks->as_list().size(); ++i) {
      read_task(tasks->as_list()[i], parent, path / "tasks" / i);
    }
    Step& step = session_.steps[parent.number];
    if (parent != kRoot && step.children.empty()) set_attribute(step.attributes, kIsPhase, true);
  }

  // One whose step is gone goes with it.
  void read_aids() {
    const Value* feature = plan_.tree.find("feature");
    const Value* aids = feature == nullptr ? nullptr : extras_of(*feature).find("aids");
    for (size_t i = 0; aids != nullptr && i < aids->as_list().size(); ++i) {
      const Value& aid = aids->as_list()[i];
      const std::string around = text_in(extras_of(aid), "parent");
      const auto parent = around.empty() ? std::optional(kRoot) : names_.find(around);
      if (parent) add_task(aid, *parent, {"feature", "x-clew", "aids", i});
    }
  }

  void read_task(const Value& task, StepId phase, const TreePath& path) {
    // The task it is part of stands before it, in the same phase.
    StepId parent = phase;
    const auto outer = names_.tasks.find(text_in(extras_of(task), "parent"));
    if (outer != names_.tasks.end() && is_inside(outer->second, phase)) parent = outer->second;
    add_task(task, parent, path);
  }

  void add_task(const Value& task, StepId parent, const TreePath& path) {
    const std::string id = text_in(task, "task_id");
    if (id.empty()) return;
    if (names_.tasks.contains(id)) {
      return sink_.rule("duplicate-task", plan_, path / "task_id",
                        "another task has the id " + id + " too; this one is ignored");
    }
    const Value& extras = extras_of(task);
    const StepId number = add_step(parent, id, text_in(task, "description"), extras);
    names_.tasks.emplace(id, number);
    Step& step = session_.steps[number.number];
    step.assignee = text_in(task, "agent");
    const std::string word = text_in(task, "status");
    if (word.empty()) names_.without_status.insert(number.number);
    const StepStatus reported =
        word.empty() ? status_by_times(task) : task_status(word).value_or(StepStatus::kPending);
    step.status = refine(reported, text_in(extras, "state"));
    read_attempt(task, extras, step);
    check_times(task, reported, path);
    const std::vector<std::string> artifacts = texts_in(task, "artifacts");
    if (artifacts.empty()) return;
    if (step.attempts.empty()) {
      set_attribute(step.attributes, kArtifacts, texts(artifacts));
    } else {
      step.attempts.back().outputs = artifacts;
    }
  }

  StepId add_step(StepId parent, const std::string& id, std::string title, const Value& extras) {
    const StepId number{static_cast<uint32_t>(session_.steps.size())};
    session_.steps[parent.number].children.push_back(number);
    Step& step = session_.steps.emplace_back();
    step.id = number;
    step.parent = parent;
    step.title = std::move(title);
    step.description = text_in(extras, "details");
    step.status_reason = text_in(extras, "reason");
    if (text_in(extras, "order") == "any_order") step.order = ChildOrder::kAnyOrder;
    const Value* quarantined = extras.find("aside");
    if (quarantined != nullptr && quarantined->as_bool()) step.quarantined = true;
    set_external_id(step, kName, id);
    if (auto needs = texts_in(extras, "needs"); !needs.empty()) {
      needs_.emplace_back(number.number, std::move(needs));
    }
    return number;
  }

  // Of a task whose status was lost.
  static StepStatus status_by_times(const Value& task) {
    if (time_in(task, "completed_at")) return StepStatus::kDone;
    return time_in(task, "started_at") ? StepStatus::kActive : StepStatus::kPending;
  }

  static void read_attempt(const Value& task, const Value& extras, Step& step) {
    auto begin = time_in(task, "started_at");
    auto end = time_in(task, "completed_at");
    if (step.status == StepStatus::kPending) begin = end = std::nullopt;
    if (!begin) begin = time_in(extras, "started_at");
    if (step.status != StepStatus::kDone) end = time_in(extras, "ended_at");
    if (!begin && !end) return;
    Attempt attempt;
    attempt.started_at = begin.value_or(end.value_or(Time()));
    attempt.ended_at = end;
    attempt.outcome = outcome_of(step.status, end.has_value());
    attempt.actor = ActorId(step.assignee);
    step.attempts.push_back(std::move(attempt));
    step.attempt_count = 1;
  }

  void check_times(const Value& task, StepStatus reported, const TreePath& path) {
    const auto begin = time_in(task, "started_at");
    const auto end = time_in(task, "completed_at");
    if (begin && end && goes_back(*begin, *end)) {
      sink_.rule("time-goes-back", plan_, path / "completed_at",
                 "completed_at is before started_at");
    }
    if (end && reported != StepStatus::kDone) {
      sink_.rule("task-times", plan_, path / "completed_at",
                 std::string("there is a completed_at, but the status is ") + word_of(reported));
    } else if (begin && reported == StepStatus::kPending) {
      sink_.rule("task-times", plan_, path / "started_at",
                 "there is a started_at, but the status is pending");
    }
  }

  bool is_inside(StepId step, StepId phase) const {
    for (; step != kRoot; step = session_.steps[step.number].parent) {
      if (step == phase) return true;
    }
    return phase == kRoot;
  }

  const Document& plan_;
  Session& session_;
  FindingSink& sink_;
  PlanNames names_;
  std::vector<std::pair<uint32_t, std::vector<std::string>>> needs_;
  std::vector<std::pair<uint32_t, std::string>> phase_states_;
};

}  // namespace

std::optional<StepId> PlanNames::find(const std::string& name) const {
  if (const auto task = tasks.find(name); task != tasks.end()) return task->second;
  if (const auto phase = phases.find(name); phase != phases.end()) return phase->second;
  return std::nullopt;
}

PlanNames interpret_plan(const Document& plan, Session& session, FindingSink& sink) {
  return PlanReader(plan, session, sink).read();
}

}  // namespace clew::feature
