#include <algorithm>
#include <set>

#include "dialect/feature/express.h"
#include "dialect/feature/names.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "dialect/feature/words.h"
#include "dialect/tree_dialect.h"

namespace clew::feature {
namespace {

void set_unless_empty(Value& object, const char* name, const std::string& text) {
  if (!text.empty()) object.set(name, text);
}

void set_unless_empty(Value& object, const char* name, Value extras) {
  if (!extras.as_object().empty()) object.set(name, std::move(extras));
}

class PlanTeller {
 public:
  PlanTeller(const Session& session, const std::vector<std::string>& models)
      : session_(session),
        models_(models),
        names_(session),
        phases_(lay_out(session, names_)),
        aids_(aids_beside(session)) {
    reported_.insert(aids_.begin(), aids_.end());
    for (const auto& phase : phases_) {
      reported_.insert(phase.step);
      reported_.insert(phase.tasks.begin(), phase.tasks.end());
    }
  }

  Value tell() const {
    Value plan = Value::object();
    plan.set("feature", feature());
    Value phases = Value::list();
    for (const auto& phase : phases_) phases.push(tell_phase(phase));
    plan.set("phases", std::move(phases));
    return plan;
  }

 private:
  Value feature() const {
    Value out = Value::object();
    out.set("id", id_of(session_));
    out.set("name", session_.identity.goal);
    out.set("description", session_.root().description);
    out.set("created_at", to_iso(session_.identity.created_at));
    set_unless_empty(out, "x-clew", session_extras());
    return out;
  }

  Value session_extras() const {
    const LifecycleState& lifecycle = session_.lifecycle;
    Value extras = Value::object();
    if (!is_exact(lifecycle.status)) extras.set("lifecycle", name_of(lifecycle.status));
    set_unless_empty(extras, "reason", lifecycle.reason);
    set_unless_empty(extras, "context", lifecycle.context);
    const auto set_time = [&](const char* name, const std::optional<Time>& time) {
      if (time && *time != last_change(session_)) extras.set(name, to_iso(*time));
    };
    if (lifecycle.status == Lifecycle::kPaused) set_time("paused_at", lifecycle.paused_at);
    if (is_closed(lifecycle.status)) set_time("ended_at", lifecycle.ended_at);
    if (lifecycle.archived) extras.set("archived", true);
    const std::string& model = session_.identity.model;
    if (model_word(models_, model).value_or(model) != model) extras.set("model", model);
    const StepId active = active_step(session_);
    for (const auto& phase : phases_) {
      if (active != kRoot && phase.step == active) extras.set("current", names_.of(active));
    }
    if (session_.root().order == ChildOrder::kAnyOrder) extras.set("order", "any_order");
    Value aids = Value::list();
    for (const StepId aid : aids_) aids.push(tell_task(kRoot, aid));
    if (!aids_.empty()) extras.set("aids", std::move(aids));
    return extras;
  }

  Value tell_phase(const PhaseLayout& phase) const {
    Value out = Value::object();
    out.set("phase_id", phase.id);
    Value extras = Value::object();
    if (phase.step == kRoot) {
      out.set("name", "Steps");
      extras.set("flat", true);
    } else {
      const Step& step = session_.steps[phase.step.number];
      out.set("name", step.title);
      if (step.status != status_of_parts(session_, step)) extras.set("state", name_of(step.status));
      set_extras(extras, step);
      set_unless_empty(extras, "agent", step.assignee);
    }
    Value tasks = Value::list();
    for (const StepId task : phase.tasks) tasks.push(tell_task(phase.step, task));
    out.set("tasks", std::move(tasks));
    set_unless_empty(out, "x-clew", std::move(extras));
    return out;
  }

  // `around` is where it stands unless it says so itself.
  Value tell_task(StepId around, StepId id) const {
    const Step& step = session_.steps[id.number];
    const bool is_done = step.status == StepStatus::kDone;
    const Attempt* attempt = is_done ? step.passed_attempt() : nullptr;
    if (attempt == nullptr) attempt = step.last_attempt();
    std::optional<Time> begin;
    std::optional<Time> end;
    if (attempt != nullptr) {
      begin = attempt->started_at;
      end = attempt->ended_at;
    }
    const bool tells_begin = std::string_view(word_of(step.status)) != "pending";

    Value out = Value::object();
    out.set("task_id", names_.of(id));
    out.set("description", step.title);
    out.set("agent", text_or_null(step.assignee));
    out.set("status", word_of(step.status));
    out.set("started_at", tells_begin ? time_or_null(begin) : Value());
    out.set("completed_at", is_done ? time_or_null(end) : Value());
    out.set("artifacts", texts(artifacts_of(step)));

    Value extras = Value::object();
    if (!is_exact(step.status)) extras.set("state", name_of(step.status));
    set_extras(extras, step);
    if (step.parent != around) extras.set("parent", names_.of(step.parent));
    if (begin && !tells_begin) extras.set("started_at", to_iso(*begin));
    if (end && !is_done) extras.set("ended_at", to_iso(*end));
    set_unless_empty(out, "x-clew", std::move(extras));
    return out;
  }

  void set_extras(Value& extras, const Step& step) const {
    set_unless_empty(extras, "reason", step.status_reason);
    set_unless_empty(extras, "details", step.description);
    if (step.order == ChildOrder::kAnyOrder) extras.set("order", "any_order");
    if (step.quarantined.value_or(false)) extras.set("aside", true);
    Value needs = Value::list();
    for (const StepId need : step.needs) {
      if (need != kRoot && reported_.contains(need)) needs.push(names_.of(need));
    }
    if (!needs.as_list().empty()) extras.set("needs", std::move(needs));
  }

  // Each once: those listed before it was begun, what its last try produced, what was kept for it.
  std::vector<std::string> artifacts_of(const Step& step) const {
    std::vector<std::string> paths;
    const auto add = [&](const std::string& path) {
      if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
    };
    if (const Value* listed = find_attribute(step.attributes, kArtifacts)) {
      for (const auto& path : listed->as_list()) {
        if (path.is_string()) add(path.as_string());
      }
    }
    if (const Attempt* attempt = step.last_attempt()) {
      for (const auto& path : attempt->outputs) add(path);
    }
    for (const auto& artifact : session_.artifacts.items) {
      if (artifact.origin.step != step.id || !artifact.archived_as.empty()) continue;
      // Imported files name it in a way of their own.
      const bool is_there = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
        return artifact.seen_from && is_same_path(path, artifact.path);
      });
      if (!is_there) add(artifact.path);
    }
    return paths;
  }

  const Session& session_;
  const std::vector<std::string>& models_;
  const StepNames names_;
  const std::vector<PhaseLayout> phases_;
  const std::vector<StepId> aids_;
  std::set<StepId> reported_;  // steps that stand in the plan: a part of a removed step does not
};

}  // namespace

Value express_plan(const Session& session, const std::vector<std::string>& models) {
  return PlanTeller(session, models).tell();
}

}  // namespace clew::feature
