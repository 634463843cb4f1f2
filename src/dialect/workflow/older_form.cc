#include "dialect/workflow/older_form.h"

#include <algorithm>

#include "dialect/workflow/names.h"
#include "dialect/workflow/state.h"

namespace clew::workflow {
namespace {

constexpr const char* kLegacy = "legacy";
constexpr const char* kStatus = "status";

const char* status_word(const Value& lifecycle) {
  if (member_of(lifecycle, "completed").as_bool()) return "completed";
  if (!member_of(lifecycle, "paused").as_bool()) return "active";
  return "paused";
}

// The exact word, where the flags have none.
bool has_failed(const Value& tree) {
  const Value& exact = member_of(member_of(tree, "metadata"), "clew");
  return member_of(member_of(exact, "lifecycle"), "status") == Value("failed");
}

Value timings_of(const Value& timing) {
  Value timings = Value::object();
  for (const auto& [phase, each] : timing.as_object()) {
    Value reported = Value::object();
    if (const auto number = phase_number(phase))
      reported.set("phase", static_cast<int64_t>(*number));
    for (const char* name : {"started_at", "completed_at", "duration_seconds"}) {
      reported.set(name, member_of(each, name));
    }
    timings.set(phase, std::move(reported));
  }
  return timings;
}

// What was shown stands apart; what is left of a phase's artifact are its files and commands.
Value take_evidence(Value& artifacts) {
  Value submitted = Value::object();
  for (auto& [phase, artifact] : artifacts.object_ref()) {
    const Value& evidence = member_of(artifact, "evidence");
    if (evidence.as_object().empty()) continue;
    submitted.set(phase, evidence);
    artifact.set("evidence", Value::object());
  }
  std::erase_if(artifacts.object_ref(), [](const Value::Member& each) {
    return member_of(each.second, "evidence").as_object().empty() &&
           member_of(each.second, "outputs").as_object().empty() &&
           member_of(each.second, "commands_executed").as_list().empty();
  });
  return submitted;
}

void tell_status(const Value& whole, Value& tree) {
  const Value& lifecycle = member_of(whole, "lifecycle");
  const bool failed = has_failed(whole);
  Value artifacts = member_of(tree, "phase_artifacts");
  if (artifacts.is_object()) {
    tree.set("evidence_submitted", take_evidence(artifacts));
    tree.set("phase_artifacts", std::move(artifacts));
  }
  tree.set("phase_timings", timings_of(member_of(whole, "phase_timing")));
  tree.set("status", failed ? "error" : status_word(lifecycle));
  tree.set("completed_at", member_of(lifecycle, failed ? "paused_at" : "completed_at"));
  tree.set("error_reason", failed ? member_of(lifecycle, "last_error") : Value());
}

// A finished one stands one past its last phase.
void step_past_the_end(const Value& whole, Value& tree) {
  const Value& current = member_of(tree, "current_phase");
  if (!member_of(member_of(whole, "lifecycle"), "completed").as_bool()) return;
  if (current.is_number()) tree.set("current_phase", current.as_int() + 1);
}

}  // namespace

std::string form_of(const Value& tree) {
  if (!tree.is_object() || !is_legacy(tree)) return {};
  return member_of(tree, "status").is_string() ? kStatus : kLegacy;
}

Value in_form(const std::string& form, Value tree) {
  if (form != kLegacy && form != kStatus) return tree;
  const Value whole = tree;
  for (const char* name : {"workflow_structure", "phase_timing", "lifecycle"}) tree.erase(name);
  Value metadata = member_of(tree, "metadata");
  if (metadata.is_object()) {
    metadata.erase("clew");
    tree.set("metadata", std::move(metadata));
  }
  step_past_the_end(whole, tree);
  if (form == kStatus) tell_status(whole, tree);
  return tree;
}

}  // namespace clew::workflow
