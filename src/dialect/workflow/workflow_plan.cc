#include "dialect/workflow/workflow_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dialect/tree_dialect.h"
#include "dialect/workflow/names.h"
#include "dialect/workflow/shapes.h"
#include "document/json/json.h"

namespace clew {
namespace {

using workflow::kMaxPhases;
using workflow::phase_number;

// 3, "3", "2-4" or "1-N"
bool read_number(const Value& value, WorkflowPhase& phase) {
  if (value.is_int() && value.as_int() >= 0 && value.as_int() <= kMaxPhases) {
    phase.first = static_cast<uint32_t>(value.as_int());
    return true;
  }
  const std::string& text = value.as_string();
  const size_t dash = text.find('-');
  const auto first = phase_number(text.substr(0, dash));
  if (!value.is_string() || !first) return false;
  phase.first = *first;
  if (dash == std::string::npos) return true;
  phase.repeats = true;
  const std::string end = text.substr(dash + 1);
  if (end == "N" || end == "n") return true;
  phase.last = phase_number(end);
  return phase.last && *phase.last >= phase.first;
}

class PlanReader {
 public:
  explicit PlanReader(const Value& metadata) : metadata_(metadata) {}

  Result<WorkflowPlan> read() {
    if (!metadata_.is_object()) problems_.push_back("the document is not an object");
    plan_.workflow = text_in(metadata_, "workflow_type");
    if (plan_.workflow.empty()) problems_.push_back("workflow_type is missing");
    plan_.version = text_in(metadata_, "version");
    plan_.name = text_in(metadata_, "name");
    plan_.description = text_in(metadata_, "description");
    read_phases();
    read_total();
    compare();
    if (problems_.empty()) return std::move(plan_);
    return make_error(ErrorCode::kInvalid, fmt::format("{}", fmt::join(problems_, "; ")),
                      plan_.workflow.empty() ? "metadata.json" : plan_.workflow,
                      "correct the workflow's metadata.json");
  }

 private:
  void odd(std::string pointer, std::string message) {
    plan_.findings.push_back({Severity::kWarning,
                              "workflow.plan",
                              std::move(message),
                              "correct the workflow's metadata.json",
                              {},
                              std::move(pointer),
                              {}});
  }

  void read_phases() {
    const Value* phases = metadata_.find("phases");
    if (phases == nullptr || !phases->is_list()) return;
    for (size_t i = 0; i < phases->as_list().size(); ++i) {
      const Value& said = phases->as_list()[i];
      WorkflowPhase phase;
      const Value* number = said.find("phase_number");
      if (number == nullptr || !read_number(*number, phase)) {
        problems_.push_back(fmt::format("/phases/{}/phase_number is not a phase number: {}", i,
                                        number == nullptr ? "missing" : to_text(*number)));
        continue;
      }
      phase.name = text_in(said, "phase_name");
      phase.description = text_in(said, "purpose");
      if (phase.description.empty()) phase.description = text_in(said, "description");
      read_tasks(said, fmt::format("/phases/{}/tasks", i), phase);
      plan_.phases.push_back(std::move(phase));
    }
  }

  // The numbers of the tasks are put before their names only when they do not count 1, 2, 3 as
  // steps do.
  void read_tasks(const Value& said, const std::string& pointer, WorkflowPhase& phase) {
    const auto& tasks = list_in(said, "tasks");
    const auto number_of = [](const Value& task, size_t location) {
      return integer_in(task, "task_number").value_or(static_cast<int64_t>(location) + 1);
    };
    bool is_counted = true;  // 1, 2, 3 … as steps are
    for (size_t i = 0; i < tasks.size(); ++i) {
      is_counted = is_counted && number_of(tasks[i], i) == static_cast<int64_t>(i) + 1;
    }
    for (size_t i = 0; i < tasks.size(); ++i) {
      const Value& task = tasks[i];
      std::string name = task.is_string() ? task.as_string() : text_in(task, "name");
      if (name.empty()) name = text_in(task, "file");
      if (name.empty() && !task.is_object()) {
        odd(fmt::format("{}/{}", pointer, i), "this is not a task; it is passed over");
        continue;
      }
      const std::string number = fmt::format("Task {}", number_of(task, i));
      if (name.empty()) {
        name = number;
      } else if (!is_counted) {
        name = fmt::format("{}: {}", number, name);
      }
      phase.tasks.push_back({std::move(name), description_of(said, task)});
    }
  }

  static std::string description_of(const Value& phase, const Value& task) {
    std::string text = text_in(task, "purpose");
    if (text.empty()) text = text_in(task, "description");
    const std::string file = text_in(task, "file");
    if (file.empty()) return text;
    // It lies beside its phase's own.
    std::string beside = text_in(phase, "phase_file");
    if (beside.empty()) beside = text_in(phase, "file");
    beside.resize(beside.rfind('/') + 1);
    return text + (text.empty() ? "" : "\n") + beside + file;
  }

  // Open are a total of "dynamic", dynamic_phases, and a phase that repeats without an end.
  void read_total() {
    const Value* total = metadata_.find("total_phases");
    const Value* dynamic = metadata_.find("dynamic_phases");
    is_dynamic_ = (total != nullptr && total->as_string() == "dynamic") ||
                  (dynamic != nullptr && dynamic->as_bool()) ||
                  std::any_of(plan_.phases.begin(), plan_.phases.end(),
                              [](const WorkflowPhase& p) { return p.repeats && !p.last; });
    const bool counts = total != nullptr && total->is_int() && total->as_int() >= 1 &&
                        total->as_int() <= kMaxPhases;
    if (counts && !is_dynamic_) {
      plan_.total = static_cast<uint32_t>(total->as_int());
    } else if (!is_dynamic_) {
      problems_.push_back(total == nullptr
                              ? std::string("total_phases is missing")
                              : fmt::format("total_phases is {}, neither a number from 1 to {} nor "
                                            "\"dynamic\"",
                                            to_text(*total), kMaxPhases));
    } else if (counts) {
      odd("/total_phases", "total_phases is a number, but the phases are dynamic; it stays open");
    }
  }

  // A plan with problems is refused; what is only odd is told and taken as it is.
  void compare() {
    const auto& phases = plan_.phases;
    if (phases.empty()) {
      plan_.first_index = 0;
      if (plan_.total) odd("/phases", "no phases are described; they are numbered from 0");
      return;
    }
    const auto smallest = std::min_element(
        phases.begin(), phases.end(),
        [](const WorkflowPhase& a, const WorkflowPhase& b) { return a.first < b.first; });
    if (smallest->first > 1) {
      problems_.push_back(fmt::format("the first phase is {}, not 0 or 1", smallest->first));
      return;
    }
    plan_.first_index = smallest->first;
    for (size_t i = 1; i < phases.size(); ++i) {
      const WorkflowPhase& before = phases[i - 1];
      if (phases[i].first == before.last.value_or(before.first) + 1) continue;
      odd(fmt::format("/phases/{}/phase_number", i),
          fmt::format("phase {} follows phase {}", phases[i].first, before.first));
    }
    if (!plan_.total) return;
    const uint32_t last = plan_.first_index + *plan_.total - 1;
    for (uint32_t number = plan_.first_index; number <= last; ++number) {
      if (plan_.find(number) == nullptr) {
        odd("/phases", fmt::format("phase {} is counted, but not described", number));
      }
    }
    for (size_t i = 0; i < phases.size(); ++i) {
      if (phases[i].last.value_or(phases[i].first) <= last) continue;
      odd(fmt::format("/phases/{}/phase_number", i),
          fmt::format("phase {} is past the total of {}", phases[i].first, *plan_.total));
    }
  }

  const Value& metadata_;
  WorkflowPlan plan_;
  std::vector<std::string> problems_;
  bool is_dynamic_ = false;
};

}  // namespace

const WorkflowPhase* WorkflowPlan::find(uint32_t number) const {
  for (const auto& phase : phases) {
    if (phase.covers(number)) return &phase;
  }
  return nullptr;
}

std::string WorkflowPlan::title_of(uint32_t number) const {
  const WorkflowPhase* phase = find(number);
  if (phase == nullptr || phase->name.empty()) return workflow::phase_title(number);
  return phase->repeats ? fmt::format("{} ({})", phase->name, number) : phase->name;
}

Result<WorkflowPlan> read_workflow_metadata(const Value& metadata) {
  return PlanReader(metadata).read();
}

Result<WorkflowPlan> read_workflow_metadata(std::string_view json) {
  CLEW_ASSIGN(const Value metadata, parse_json(json));
  return read_workflow_metadata(metadata);
}

Structure structure_of(const WorkflowPlan& plan, std::optional<uint32_t> settled) {
  return {plan.workflow, plan.version, plan.first_index, plan.total ? plan.total : settled};
}

// Each phase is followed by its tasks. Without a total there are as many phases as are described,
// and none of those that repeat without an end.
std::vector<PlannedStep> steps_of(const WorkflowPlan& plan, std::optional<uint32_t> settled) {
  const std::optional<uint32_t> total = plan.total ? plan.total : settled;
  uint32_t end = plan.first_index + std::min(total.value_or(0), kMaxPhases);
  if (!total) {
    for (const auto& phase : plan.phases) {
      if (phase.repeats && !phase.last) continue;
      end = std::max(end, phase.last.value_or(phase.first) + 1);
    }
  }
  std::vector<PlannedStep> steps;
  for (uint32_t number = plan.first_index; number < end; ++number) {
    PlannedStep step;
    step.title = plan.title_of(number);
    const WorkflowPhase* phase = plan.find(number);
    if (phase != nullptr) step.description = phase->description;
    step.external = {
        {workflow::kName, std::to_string(number)}
    };
    const size_t parent = steps.size();
    steps.push_back(std::move(step));
    if (phase == nullptr) continue;
    for (const auto& each : phase->tasks) {
      PlannedStep task;
      task.parent = parent;
      task.title = each.title;
      task.description = each.description;
      steps.push_back(std::move(task));
    }
  }
  return steps;
}

}  // namespace clew
