#include "agent_client/hook_reply.h"

#include "base/text.h"
#include "document/json/json.h"

namespace clew {
namespace {

constexpr size_t kMaxReplyLine = 240;

std::string shown_line(const HookReply& reply) {
  return cut(visible(one_line(reply.line)), kMaxReplyLine);
}

std::string write_line_alone(const HookReply& reply) {
  if (reply.line.empty()) return {};
  Value out = Value::object();
  out.set("systemMessage", shown_line(reply));
  return write_json(out) + "\n";
}

}  // namespace

std::string write_common_reply(const HookEvent& event, const HookReply& reply) {
  if (event.kind == HookEventKind::kPreCompact) return {};
  if (reply.context.empty()) return write_line_alone(reply);
  return write_reply_with(event, reply, "additionalContext", reply.context);
}

std::string write_reply_with(const HookEvent& event, const HookReply& reply, const char* specific,
                             Value value) {
  Value output = Value::object();
  output.set("hookEventName", event.name);
  output.set(specific, std::move(value));
  Value out = Value::object();
  if (!reply.line.empty()) out.set("systemMessage", shown_line(reply));
  out.set("hookSpecificOutput", std::move(output));
  return write_json(out) + "\n";
}

}  // namespace clew
