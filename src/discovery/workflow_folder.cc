#include "discovery/workflow_folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/workflow/gate_definition.h"
#include "document/json/json.h"
#include "document/yaml/yaml.h"
#include "engine/context.h"
#include "files/whole_file.h"

namespace clew {
namespace {

void add_findings(const std::string& file, Findings findings, Findings& into) {
  for (auto& finding : findings) {
    finding.file = file;
    into.push_back(std::move(finding));
  }
}

constexpr int64_t kMostPhases = 1000;

// What the person says, when it is theirs to say.
Result<std::optional<uint32_t>> settled_total(const WorkflowPlan& workflow,
                                              std::optional<int64_t> phases) {
  if (!phases) return std::optional<uint32_t>();
  const auto known = static_cast<int64_t>(steps_of(workflow).size());
  if (workflow.total && *phases != *workflow.total) {
    return make_error(ErrorCode::kUsage,
                      fmt::format("{} has {} phases", workflow.workflow, *workflow.total),
                      "--phases", "leave --phases out");
  }
  if (*phases < std::max<int64_t>(known, 1) || *phases > kMostPhases) {
    return make_error(
        ErrorCode::kUsage,
        fmt::format("{} has between {} and {} phases", workflow.workflow, known, kMostPhases),
        "--phases", fmt::format("--phases {}", known + 1));
  }
  return std::optional(static_cast<uint32_t>(*phases));
}

Error in_file(Error error, const std::string& file) {
  error.subject = file;
  return error;
}

}  // namespace

Result<WorkflowPlan> read_workflow_plan(Context& context, const std::string& folder,
                                        const OnRead& on_read) {
  const std::string top = caller_path(context, folder);
  CLEW_ASSIGN(const auto opened, context.files().open_folder(top));
  CLEW_ASSIGN(const Bytes text, read_whole_file(*opened, "metadata.json"));
  on_read(text);
  const auto tree = parse_json(text);
  if (!tree) return in_file(tree.error(), folder + "/metadata.json");
  auto workflow = read_workflow_metadata(*tree);
  if (!workflow) return in_file(workflow.error(), folder + "/metadata.json");
  return workflow;
}

Result<WorkflowStart> read_workflow_folder(Context& context, const std::string& folder,
                                           std::optional<int64_t> phases, const OnRead& on_read) {
  const auto workflow = read_workflow_plan(context, folder, on_read);
  if (!workflow) return workflow.error();
  CLEW_ASSIGN(const auto opened, context.files().open_folder(caller_path(context, folder)));
  WorkflowStart start;
  add_findings("metadata.json", workflow->findings, start.findings);
  start.plan.goal = workflow->name.empty() ? workflow->workflow : workflow->name;
  CLEW_ASSIGN(const std::optional<uint32_t> settled, settled_total(*workflow, phases));
  start.plan.structure = structure_of(*workflow, settled);
  start.plan.steps = steps_of(*workflow, settled);
  start.plan.end = start.plan.structure.total ? PlanEnd::kLast : PlanEnd::kOpen;
  for (auto& step : start.plan.steps) {
    if (step.parent || step.external.empty()) continue;
    const std::string name = "phases/" + step.external.front().id + "/gate-definition.yaml";
    const auto gate_text = read_whole_file(*opened, name);
    if (!gate_text && gate_text.error().code == ErrorCode::kNotFound) continue;
    if (!gate_text) return gate_text.error();
    on_read(*gate_text);
    const auto document = parse_yaml(*gate_text);
    if (!document) return in_file(document.error(), folder + "/" + name);
    auto definition = read_gate_definition(document->value);
    if (!definition) return in_file(definition.error(), folder + "/" + name);
    add_findings(name, definition->findings, start.findings);
    step.gate = std::move(definition->gate);
  }
  return start;
}

}  // namespace clew
