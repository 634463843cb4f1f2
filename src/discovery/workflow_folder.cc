#include "discovery/workflow_folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/registry.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

void add_findings(const std::string& file, Findings findings, Findings& into) {
  for (auto& finding : findings) {
    finding.file = file;
    into.push_back(std::move(finding));
  }
}

// What the person says, when it is theirs to say.
Result<std::optional<uint32_t>> chosen_total(const PlanText& found, std::optional<int64_t> phases) {
  if (!phases) return std::optional<uint32_t>();
  const std::optional<uint32_t>& total = found.plan.plan.structure.total;
  if (total && *phases != *total) {
    return make_error(ErrorCode::kUsage, fmt::format("{} has {} phases", found.plan.name, *total),
                      "--phases", "leave --phases out");
  }
  const auto& steps = found.plan.plan.steps;
  const int64_t known = std::count_if(steps.begin(), steps.end(),
                                      [](const PlannedStep& each) { return !each.parent; });
  const int64_t most = found.dialect->plan_folder()->max_steps();
  if (*phases < std::max<int64_t>(known, 1) || *phases > most) {
    return make_error(ErrorCode::kUsage,
                      fmt::format("{} has between {} and {} phases", found.plan.name, known, most),
                      "--phases", fmt::format("--phases {}", known + 1));
  }
  return std::optional(static_cast<uint32_t>(*phases));
}

Error in_file(Error error, const std::string& file) {
  error.subject = file;
  return error;
}

// The dialect whose plan file lies in this folder; null: none.
const Dialect* dialect_of_plan(Context& context, const std::string& folder) {
  const std::string top = caller_path(context, folder);
  for (const Dialect* dialect : all_dialects()) {
    const PlanFolder* format = dialect->plan_folder();
    if (format == nullptr) continue;
    if (context.files().info(join_path(top, format->plan_file()))) return dialect;
  }
  return nullptr;
}

}  // namespace

bool has_plan_file(Context& context, const std::string& folder) {
  return dialect_of_plan(context, folder) != nullptr;
}

// `on_read` gets every text that was read: what a request read is part of its idempotency key.
Result<PlanText> read_plan_text(Context& context, const std::string& folder,
                                const OnRead& on_read) {
  const Dialect* found = dialect_of_plan(context, folder);
  // Its file is the one that is missed.
  if (found == nullptr) found = &dialect_with(&Dialect::plan_folder);
  const PlanFolder& format = *found->plan_folder();
  CLEW_ASSIGN(const auto opened, context.files().open_folder(caller_path(context, folder)));
  CLEW_ASSIGN(Bytes text, read_whole_file(*opened, format.plan_file()));
  on_read(text);
  auto plan = format.read_plan(text, std::nullopt);
  if (!plan) return in_file(plan.error(), folder + "/" + format.plan_file());
  return PlanText{found, std::move(text), std::move(*plan)};
}

// The plan is read twice: first for its own total, then with the one the person chose.
Result<WorkflowStart> read_workflow_folder(Context& context, const std::string& folder,
                                           std::optional<int64_t> phases, const OnRead& on_read) {
  CLEW_ASSIGN(const PlanText found, read_plan_text(context, folder, on_read));
  const PlanFolder& format = *found.dialect->plan_folder();
  CLEW_ASSIGN(const auto opened, context.files().open_folder(caller_path(context, folder)));
  CLEW_ASSIGN(const std::optional<uint32_t> total, chosen_total(found, phases));
  CLEW_ASSIGN(FolderPlan plan, format.read_plan(found.text, total));
  WorkflowStart start;
  add_findings(format.plan_file(), std::move(plan.findings), start.findings);
  start.plan = std::move(plan.plan);
  for (auto& step : start.plan.steps) {
    const std::string name = format.gate_file(step);
    if (name.empty()) continue;
    const auto gate_text = read_whole_file(*opened, name);
    if (!gate_text && gate_text.error().code == ErrorCode::kNotFound) continue;
    if (!gate_text) return gate_text.error();
    on_read(*gate_text);
    auto gate = format.read_gate(*gate_text);
    if (!gate) return in_file(gate.error(), folder + "/" + name);
    add_findings(name, std::move(gate->findings), start.findings);
    step.gate = std::move(gate->gate);
  }
  return start;
}

}  // namespace clew
