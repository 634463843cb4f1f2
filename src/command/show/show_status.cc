#include "command/show/show_status.h"

#include <fmt/format.h>

#include "base/text.h"
#include "brief/status_page.h"
#include "drift/check.h"
#include "drift/measured_content.h"
#include "engine/point_in_time.h"
#include "engine/recording.h"
#include "engine/remote/remote_state.h"
#include "engine/reply.h"
#include "engine/session_list.h"
#include "engine/view_troubles.h"
#include "session/resumption.h"
#include "session/side_steps.h"

namespace clew {
namespace {

// The decision tree of a resumption: what somebody who comes back should know first.
std::string resumption_status(const Session& session, const Progress& at, Time now) {
  if (session.lifecycle.status != Lifecycle::kActive) return name_of(session.lifecycle.status);
  if (inactivity_due(session, now)) return "paused";
  for (const auto& step : session.steps) {
    if (step.removed || is_complete(step) || step.attempts.empty()) continue;
    if (has_failed(step)) return "checkpoint_failed";
  }
  return at.stalled ? "possibly_stalled" : "active";
}

Value optional_ms(const std::optional<Duration>& duration) {
  return duration ? Value(duration->ms) : Value();
}

Value steps_field(const Session& session) {
  Value steps = Value::list();
  const PlanParts plan(session);
  for (const StepId id : numbered_steps(session)) {
    const Step& step = session.steps[id.number];
    Value fields = step_fields(session, id);
    fields.set("parent", step.parent.number);
    // What steps_total does not count.
    if (plan.leaves_out_all_of(id)) fields.set("aside", true);
    if (step.gate) fields.set("gate", to_text(*step.gate));
    if (const Attempt* last = step.last_attempt()) {
      fields.set("outcome", name_of(last->outcome));
      if (!last->findings.empty()) fields.set("findings", to_text(last->findings));
      if (!last->overridden.empty()) fields.set("overridden", last->overridden);
    }
    if (!step.status_reason.empty()) fields.set("reason", step.status_reason);
    steps.push(std::move(fields));
  }
  return steps;
}

// A line for each remote that could not be reached, or has newer work.
void add_remotes(Workspace& workspace, Answer& answer) {
  Value remotes = Value::list();
  for (const auto& [name, state] : remote_states(workspace.store())) {
    const std::string waiting = waiting_words(state);
    const std::string newer = newer_words(name, state);
    if (waiting.empty() && newer.empty()) continue;
    Value fields = Value::object();
    fields.set("name", name);
    if (!waiting.empty()) {
      fields.set("queued", state.queued);
      fields.set("waiting_since", state.waiting_since);
      fields.set("why", state.why);
      fields.set("next", state.next);
      answer.text += "\n" + waiting;
    }
    fields.set("newer", to_value(state.newer));
    fields.set("newer_count", state.newer_count);
    if (!newer.empty()) answer.text += "\n" + newer;
    remotes.push(fields);
  }
  if (!remotes.as_list().empty()) answer.data.set("remotes", remotes);
}

// What was not measured yet is null, so that every field is always there.
Value resumption_field(const ResumptionContext& context) {
  Value fields = Value::object();
  for_each_field<ResumptionContext>(
      [&](const auto& each) { fields.set(each.name, to_value(context.*(each.member))); });
  return fields;
}

}  // namespace

Value status_fields(const Session& session, const World& world) {
  const Progress at = progress(session, world.reader, world.now);
  const StepId current = current_step(session, world.reader);
  Value data = Value::object();
  data.set("session", session.identity.id.text);
  data.set("seq", session.head.number);
  data.set("hash", world.head_hash.hex());
  data.set("goal", session.identity.goal);
  data.set("lifecycle", name_of(session.lifecycle.status));
  data.set("status", resumption_status(session, at, world.now));
  data.set("created_at", to_iso(session.identity.created_at));
  data.set("last_activity", to_iso(session.last_activity));
  data.set("percent", at.open_ended ? Value() : Value(at.percent));
  data.set("steps_total", static_cast<int64_t>(at.total));
  data.set("steps_complete", static_cast<int64_t>(at.complete));
  data.set("steps_remaining", static_cast<int64_t>(at.total - at.complete));
  data.set("average_ms", optional_ms(at.average));
  data.set("estimated_remaining_ms", optional_ms(at.remaining));
  data.set("in_step_ms", at.in_step.ms);
  data.set("stalled", at.stalled);
  if (!session.root().children.empty()) {
    data.set("resumption", resumption_field(resumption_context(session, world.now)));
  }
  data.set("step", step_fields(session, current));
  data.set("next", next_fields(next_action(session, world.reader, world.now)));
  if (session.lifecycle.status == Lifecycle::kPaused) {
    data.set("paused_reason", session.lifecycle.reason);
    data.set("paused_context", session.lifecycle.context);
  }
  if (!session.lifecycle.last_error.empty()) data.set("last_error", session.lifecycle.last_error);
  data.set("steps", steps_field(session));
  Value open = Value::list();
  for (const auto& question : session.questions.items) {
    if (!question.open()) continue;
    Value item = Value::object();
    item.set("id", question.origin.id.number);
    item.set("text", question.text);
    item.set("asked_at", to_iso(question.origin.at));
    open.push(std::move(item));
  }
  data.set("open_questions", open);
  data.set("drift", drift_value(world.drift));
  data.set("stale_evidence", stale_value(world.stale));
  data.set("drift_checked", world.looked);
  if (session.handoff && world.holder != Holder::kNobody) {
    Value handoff = Value::object();
    handoff.set("device", session.handoff->device);
    handoff.set("signing_key", session.handoff->signing_key);
    handoff.set("from", session.handoff->from);
    handoff.set("at", to_iso(session.handoff->origin.at));
    handoff.set("here", world.holder == Holder::kHere);
    data.set("handoff", std::move(handoff));
  }
  if (world.branch_now) data.set("branch_now", *world.branch_now);
  data.set("stale", world.now - session.last_activity > kStaleWarning);
  return data;
}

Result<Answer> show_status(Workspace& workspace, const StatusRequest& request) {
  auto ref = workspace.find_session(Effect::kReads);
  if (!ref) return with_off_words(workspace, list_open(workspace, ref.error()));
  std::vector<std::string> view;
  if (!ref->at && !request.line) view = view_troubles(workspace, ref->id);
  CLEW_ASSIGN(const Loaded loaded, workspace.load(*ref));
  // Servers start no other process for a question that is asked again and again.
  const LookDepth depth =
      workspace.caller().via == Via::kCli ? LookDepth::kUsual : LookDepth::kQuick;
  // What the files say now tells nothing of the past.
  const bool looks = !request.line && !ref->at;
  World world = look_at_world(workspace, loaded, looks ? depth : LookDepth::kNone);
  CLEW_TRY(as_of_then(workspace, *ref, loaded.session, world));
  Answer answer;
  answer.data = status_fields(loaded.session, world);
  if (ref->at) {
    answer.data.set("events_total", world.events_total);
    answer.data.set("next", next_fields(next_of(*ref, loaded.session, world)));
  }
  const Bar bar = workspace.caller().surface == Surface::kTerminal ? Bar::kShown : Bar::kHidden;
  answer.text = request.line
                    ? write_status_line(loaded.session, world)
                    : write_status_page(loaded.session, world, bar, workspace.caller().columns);
  std::string first = request.line ? std::string() : past_line(workspace, *ref, world, "status");
  for (const auto& words : view) first += words + "\n";
  answer.text = first + answer.text;
  if (!view.empty()) answer.data.set("view", to_value(view));
  if (request.line) return answer;
  if (!ref->at) add_remotes(workspace, answer);
  return with_off_words(workspace, std::move(answer));
}

}  // namespace clew
