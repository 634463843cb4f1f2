#include "agent_client/hook_reply.h"

#include "base/text.h"
#include "document/json/json.h"

namespace clew {
namespace {

constexpr size_t kMaxReplyLine = 160;

}  // namespace

std::string write_common_reply(const HookEvent& event, const HookReply& reply) {
  if (event.kind == HookEventKind::kPreCompact || reply.context.empty()) return {};
  return write_reply_with(event, reply, "additionalContext", reply.context);
}

std::string write_reply_with(const HookEvent& event, const HookReply& reply, const char* specific,
                             Value value) {
  Value output = Value::object();
  output.set("hookEventName", event.name);
  output.set(specific, std::move(value));
  Value out = Value::object();
  if (!reply.line.empty()) {
    out.set("systemMessage", cut(visible(one_line(reply.line)), kMaxReplyLine));
  }
  out.set("hookSpecificOutput", std::move(output));
  return write_json(out) + "\n";
}

}  // namespace clew
