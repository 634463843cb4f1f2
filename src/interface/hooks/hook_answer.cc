#include "interface/hooks/hook_answer.h"

#include "base/text.h"
#include "document/json/json.h"

namespace clew {
namespace {

constexpr size_t kMostLine = 160;

std::string for_person(const std::string& line) { return cut(visible(one_line(line)), kMostLine); }

std::string cursor_answer(const Moment& moment, const HookReply& reply) {
  if (moment.kind != MomentKind::kSessionStart) return {};
  Value out = Value::object();
  if (!reply.context.empty()) out.set("additional_context", reply.context);
  if (!reply.actor.empty()) {
    Value variables = Value::object();
    variables.set("CLEW_ACTOR", reply.actor);
    out.set("env", std::move(variables));
  }
  return out.as_object().empty() ? std::string() : write_json(out) + "\n";
}

// The messages up to the summary, with the context behind it; the client keeps those that follow.
Value with_context(const Moment& moment, const std::string& context) {
  Value messages = Value::list();
  for (size_t i = 0; i < moment.opening.size(); ++i) {
    const RequestMessage& said = moment.opening[i];
    const bool is_summary = i + 1 == moment.opening.size();
    Value message = Value::object();
    message.set("role", said.role);
    message.set("content", is_summary ? said.text + "\n\n" + context : said.text);
    messages.push(std::move(message));
  }
  Value request = Value::object();
  request.set("messages", std::move(messages));
  return request;
}

}  // namespace

std::string hook_answer(const Moment& moment, const HookReply& reply) {
  if (moment.agent == HookAgent::kCursor) return cursor_answer(moment, reply);
  if (moment.kind == MomentKind::kPreCompact) {
    const bool takes_text = moment.agent == HookAgent::kClaudeCode && !reply.summariser.empty();
    return takes_text ? reply.summariser + "\n" : std::string();
  }
  if (reply.context.empty()) return {};
  Value specific = Value::object();
  specific.set("hookEventName", moment.event);
  if (moment.kind == MomentKind::kRequest) {
    specific.set("llm_request", with_context(moment, reply.context));
  } else {
    specific.set("additionalContext", reply.context);
  }
  Value out = Value::object();
  if (!reply.line.empty()) out.set("systemMessage", for_person(reply.line));
  out.set("hookSpecificOutput", std::move(specific));
  return write_json(out) + "\n";
}

ContextLimit context_limit(HookAgent agent) {
  constexpr size_t kCharacters = 6000;  // as `clew brief`: short is read
  switch (agent) {
    case HookAgent::kClaudeCode:
      return {kCharacters, 9500, 1 << 20};
    case HookAgent::kCodex:
      return {kCharacters, 9500, 8000};
    case HookAgent::kGemini:
    case HookAgent::kCursor:
      break;
  }
  return {kCharacters, 9500, 32'000};
}

}  // namespace clew
