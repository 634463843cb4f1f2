// One call of a tool, from its arguments to an MCP tool result.

#include "interface/toolbox/tool_parameters.h"
#include "interface/toolbox/tool_words.h"

namespace clew {
namespace {

Value text_result(const std::string& text) {
  Value content = Value::object();
  content.set("type", "text");
  content.set("text", text);
  Value result = Value::object();
  result.set("content", Value::List{content});
  return result;
}

bool stops_when_off(const SessionTool& tool) {
  return tool.effect == ToolEffect::kRecords || tool.effect == ToolEffect::kChanges;
}

SessionReply off_reply(const SessionCall& call) {
  SessionReply reply;
  reply.text = in_tool_words(call.off_words());
  reply.fields = Value::object();
  reply.fields.set("changed", false);
  reply.fields.set("off", true);
  reply.fields.set("message", reply.text);
  return reply;
}

}  // namespace

Result<SessionReply> call_session_tool(const SessionTool& tool, Value arguments,
                                       const OpenForCall& open, CallFrame frame) {
  CLEW_TRY(take_shared(tool, arguments, frame));
  SessionCall call(open, std::move(frame));
  if (stops_when_off(tool) && call.is_off()) return off_reply(call);
  const std::optional<std::string> elsewhere = call.return_to_earlier();
  auto reply = tool.run(call, arguments);
  if (elsewhere) call.put_binding(*elsewhere);
  return reply;
}

Value tool_result(const SessionTool& tool, const Result<SessionReply>& reply) {
  if (!reply) {
    Value result = text_result(error_words(reply.error(), tool.name));
    result.set("isError", true);
    return result;
  }
  Value result = text_result(reply->text);
  if (!reply->fields.is_null()) result.set("structuredContent", reply->fields);
  return result;
}

}  // namespace clew
