#include "engine/reply.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "base/text.h"
#include "session/side_steps.h"

namespace clew {

Value step_fields(const Session& session, StepId id) {
  const Step* step = session.find(id);
  if (step == nullptr) return Value();
  Value out = Value::object();
  out.set("number", number_of(session, id));
  out.set("id", id.number);
  if (!step->key.empty()) out.set("key", step->key);
  out.set("title", step->title);
  out.set("status", name_of(step->status));
  out.set("attempt", step->attempt_count);
  if (step->lease) {
    out.set("holder", step->lease->holder.text);
    out.set("fence", step->lease->fence);
    out.set("expires_at", to_iso(step->lease->expires_at));
  }
  return out;
}

Value next_fields(const NextAction& next) {
  Value out = Value::object();
  out.set("text", next.text);
  out.set("command", next.command);
  out.set("set_by", next.set_by);
  return out;
}

Standpoint::Standpoint(const Session& session, const ActorId& actor, Time now)
    : session_(session),
      step_(current_step(session, actor)),
      next_(next_action(session, actor, now)) {}

// "step 3 of 7 (0–6) "Write tests"", with the range where the plan counts from 0.
std::string Standpoint::words(const std::string& before) const {
  if (step_ == kRoot) return {};
  const Structure& structure = session_.structure;
  const size_t count = count_top_steps(session_) + steps_to_come(session_);
  std::string span;
  if (is_open_ended(session_)) {
    span = " so far";
  } else if (structure.first_index == 0) {
    span = fmt::format(" (0–{})", count - 1);
  }
  return fmt::format("{}step {} of {}{} {}", before, number_of(session_, step_), count, span,
                     quote(session_.find(step_)->title));
}

std::string Standpoint::next_command() const {
  return next_.command.empty() ? next_.text : next_.command;
}

std::string unbroken(const std::string& text) {
  return text.find('\n') == std::string::npos ? text : one_line(text);
}

std::string to_text(const Saying& saying) {
  std::string out;
  for (const auto& line : saying.lines) out += (out.empty() ? "" : "\n") + unbroken(line);
  if (!saying.next.empty()) out += "\nnext  " + unbroken(saying.next);
  return out;
}

Answer with_notices(Answer answer, const Done& done) {
  const auto add = [&](const std::string& note) {
    answer.text += (answer.text.empty() ? "note: " : "\nnote: ") + note;
  };
  for (const auto& notice : done.notices) add(unbroken(notice));
  if (done.repeated) add("nothing changed; this key was used before");
  return answer;
}

// Fields are about the caller's own step: several actors may each be at another one.
Answer said(Workspace& workspace, const Done& done, const Saying& saying) {
  Answer answer;
  answer.data = done_fields(done);
  const StepId at = current_step(done.after, workspace.caller().actor);
  answer.data.set("step", step_fields(done.after, at));
  answer.text = to_text(saying);
  return with_notices(std::move(answer), done);
}

Result<std::optional<StepId>> optional_step(const Session& session, const std::string& text) {
  if (text.empty()) return std::optional<StepId>();
  CLEW_ASSIGN(const StepId id, find_step(session, text));
  return std::optional(id);
}

Value done_fields(const Done& done) {
  Value data = Value::object();
  data.set("session", done.after.identity.id.text);
  data.set("seq", done.head.seq.number);
  data.set("hash", done.head.hash.hex());
  data.set("changed", done.changed);
  if (!done.notices.empty()) data.set("notices", to_value(done.notices));
  return data;
}

}  // namespace clew
