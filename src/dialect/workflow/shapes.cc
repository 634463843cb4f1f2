#include "dialect/workflow/shapes.h"

namespace clew::workflow {
namespace {

constexpr const char* kIdPattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$";
constexpr const char* kPhasePattern = "^(0|[1-9][0-9]?[0-9]?|1000)$";

Shape phase() { return integer(0, kMaxPhases); }

Shape filled() {
  Shape shape = text();
  shape.shortest = 1;
  return shape;
}

Shape structure_shape() {
  return object({
      required("total_phases", nullable(integer(1, kMaxPhases)),
               "how many phases there are; null while nobody knows", core("structure.total")),
      required("starting_phase", integer(0, 1), "the first phase's number",
               core("structure.first_index")),
      required("indexing_scheme", one_of({"zero_based", "one_based"}), "the same in words",
               derived("structure.first_index")),
      optional("workflow_version", nullable(text()), "the version it began with",
               core("structure.version")),
  });
}

Shape timing_shape() {
  return object({
      required("started_at", time(), "when the latest attempt began",
               core("steps[].attempts[].started_at")),
      optional("completed_at", nullable(time()), "when it passed; absent until then",
               core("steps[].attempts[].ended_at")),
      optional("duration_seconds", nullable(number(0)), "time at work, pauses left out",
               derived("completed_at - started_at - paused_duration_seconds")),
      optional("paused_duration_seconds", nullable(number(0)),
               "how long the session was paused meanwhile", core("steps[].attempts[].paused")),
  });
}

// As the format's own program writes it, in place of phase_timing.
Shape timings_shape() {
  return object({
      optional("phase", phase(), "the phase, as in the key", derived("its key")),
      optional("started_at", nullable(time()), "when it began",
               core("steps[].attempts[].started_at")),
      optional("completed_at", nullable(time()), "when it passed",
               core("steps[].attempts[].ended_at")),
      optional("duration_seconds", nullable(number(0)), "how long it took",
               derived("completed_at - started_at")),
  });
}

Shape lifecycle_shape() {
  return object({
      required("completed", boolean(), "the last phase has passed", core("lifecycle.status")),
      optional("completed_at", nullable(time()), "when", core("lifecycle.ended_at")),
      optional("total_duration_seconds", nullable(number(0)), "from the beginning to the end",
               derived("completed_at - created_at")),
      required("paused", boolean(), "nobody should work on it", core("lifecycle.status")),
      optional("paused_at", nullable(time()), "since when", core("lifecycle.paused_at")),
      optional(
          "paused_reason", nullable(text()),
          "why: user_request, checkpoint_failed, system_error, inactivity, agent, or other text",
          core("lifecycle.reason")),
      optional("paused_context", nullable(text()), "what was being worked on",
               core("lifecycle.context")),
      optional("resumed_at", nullable(time()), "when it was last resumed",
               core("lifecycle.resumed_at")),
      required("resume_count", integer(0, 4294967295.0), "how often it was resumed",
               core("lifecycle.resume_count")),
      optional("last_error", nullable(text()), "the last error met", core("lifecycle.last_error")),
      optional("last_error_at", nullable(time()), "when", core("lifecycle.last_error_at")),
  });
}

Shape command_shape() {
  return object({
      required("command", text(), "what was run, with its arguments", core("runs[].command")),
      optional("output", nullable(text()), "what it printed", attribute(HomeOwner::kFact)),
      optional("exit_code", nullable(integer(-2147483648.0, 2147483647)), "its exit code",
               core("runs[].exit_code")),
      required("executed_at", time(), "when", core("runs[].origin.at")),
      optional("duration_ms", nullable(number(0)), "how long it ran", core("runs[].duration")),
      optional("arguments", text(),
               "what of it are arguments, where the first blank does not say it (clew's addition)",
               core("runs[].arguments")),
      optional("outcome", one_of({"success", "failure", "unknown"}),
               "when the exit code does not say it (clew's addition)", core("runs[].outcome")),
      optional("error", text(), "what went wrong (clew's addition)", core("runs[].error")),
      optional("model", text(), "the model that ran it (clew's addition)", core("runs[].model")),
      optional("agent", text(), "the agent that ran it (clew's addition)", core("runs[].agent")),
      optional("actor", text(), "who recorded it (clew's addition)", core("runs[].origin.actor")),
      optional("step", text(), "the part of the phase it belongs to (clew's addition)",
               core("runs[].origin.step")),
  });
}

Shape artifact_shape() {
  return object({
      required("phase_number", phase(), "the phase, as in the key", derived("its key")),
      required("evidence", map(any()), "what was shown at the checkpoint",
               core("steps[].attempts[].evidence")),
      required("outputs", map(any()), "what the phase produced; `files` are paths",
               attribute(HomeOwner::kAttempt)),
      required("commands_executed", list(command_shape()), "commands run in the phase",
               core("runs[]")),
      required("timestamp", time(), "when the checkpoint was judged",
               core("steps[].attempts[].ended_at")),
  });
}

Shape clew_shape() {
  return object({
      optional("goal", text(), "the goal in its own words", core("identity.goal")),
      optional("phases_known", integer(0, kMaxPhases), "phases planned so far, when not all are",
               derived("steps[]")),
      optional("lifecycle", object({}), "what the flags have no word for", core("lifecycle")),
      optional("session", object({}), "order, gate and attributes of the whole", core("steps[0]")),
      optional("phases", map(object({}), kPhasePattern),
               "titles, gates, exact status, sub-steps and earlier attempts by phase",
               core("steps[]")),
  });
}

Shape metadata_shape() {
  return object({
      optional("spec_path", nullable(text()), "the specification worked from",
               attribute(HomeOwner::kSession)),
      optional("user_options", any(), "options given at the start", attribute(HomeOwner::kSession)),
      optional("agent_version", nullable(text()), "the version of the agent",
               attribute(HomeOwner::kSession)),
      optional("total_phases", any(), "where older files say how many phases there are",
               attribute(HomeOwner::kSession)),
      optional("clew", nullable(clew_shape()), "what the other fields have no word for",
               core("steps[]")),
  });
}

Shape state_shape() {
  Shape completed = list(phase());
  completed.distinct = true;
  return object({
      required("session_id", pattern_text(kIdPattern), "the session; the file is named after it",
               core("steps[0].external")),
      required("workflow_type", filled(), "the kind of plan", core("structure.workflow")),
      required("target_file", filled(), "what is worked on", attribute(HomeOwner::kSession)),
      optional("workflow_structure", structure_shape(), "the plan's numbering when it began",
               core("structure")),
      required("current_phase", phase(), "where the work stands; the last phase when complete",
               core("steps[0].current_child")),
      required("completed_phases", std::move(completed), "phases that have passed",
               core("steps[].status")),
      optional("phase_timing", map(timing_shape(), kPhasePattern),
               "by phase: when it was worked on", core("steps[].attempts[]")),
      optional("lifecycle", lifecycle_shape(), "flags, set once and never derived",
               core("lifecycle")),
      required("phase_artifacts", map(artifact_shape(), kPhasePattern),
               "by phase: what it showed and produced", core("steps[].attempts[]")),
      required("checkpoints",
               map(one_of({"pending", "passed", "failed", "skipped"}), kPhasePattern),
               "by phase: how its checkpoint went", core("steps[].status")),
      optional("phase_timings", map(timings_shape(), kPhasePattern),
               "read in place of phase_timing, never written", core("steps[].attempts[]")),
      optional("evidence_submitted", map(map(any()), kPhasePattern),
               "read where phase_artifacts has no evidence, never written",
               core("steps[].attempts[].evidence")),
      optional("status", usually({"active", "paused", "completed", "error"}),
               "read in place of lifecycle, never written", core("lifecycle.status")),
      optional("completed_at", nullable(time()), "its end, beside status",
               core("lifecycle.ended_at")),
      optional("error_reason", nullable(text()), "why, when status is error",
               core("lifecycle.last_error")),
      required("created_at", time(), "when the session began", core("identity.created_at")),
      required("updated_at", time(), "when it last changed", core("last_activity")),
      optional("metadata", metadata_shape(), "anything else; each member is an attribute",
               attribute(HomeOwner::kSession)),
  });
}

}  // namespace

const std::vector<DocumentShape>& documents() {
  static const std::vector<DocumentShape> all = {
      {"state", "<session-id>.json", DocumentKind::kJson, state_shape(),
       "one session of a workflow", FileWrite::kReplace, FileOwner::kSession}
  };
  return all;
}

const DocumentShape& state_document() { return documents().front(); }

bool is_session_id(const std::string& text) {
  static const Pattern pattern(kIdPattern);
  return text.size() <= 200 && pattern.found_in(text);
}

}  // namespace clew::workflow
