// One call of a tool, from its arguments to an MCP tool result.

#include <fmt/format.h>

#include <string>

#include "base/text.h"
#include "document/json/json.h"
#include "interface/mcp_tools/next_call.h"
#include "interface/mcp_tools/tool_parameters.h"

namespace clew {
namespace {

Value text_result(std::string text) {
  Value content = Value::object();
  content.set("type", "text");
  content.set("text", std::move(text));
  Value result = Value::object();
  result.set("content", Value::list()).push(std::move(content));
  return result;
}

// Some clients show their model these fields instead of the text.
void make_visible(Value& value) {
  if (value.is_string()) {
    value = Value(visible(value.as_string()));
  } else if (value.is_list()) {
    for (auto& item : value.list_ref()) make_visible(item);
  } else if (value.is_object()) {
    for (auto& [name, item] : value.object_ref()) make_visible(item);
  }
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

// What a verb says of the session in use is of the one that was named; without a name, session_find
// would tell of many.
Error name_in_next(Error error, const std::string& session) {
  for (const std::string verb : {"clew status", "clew show", "clew log"}) {
    const bool names_none = error.next == verb || error.next.starts_with(verb + " --");
    if (names_none) error.next.insert(verb.size(), " " + (session.empty() ? "@" : session));
  }
  return error;
}

// The same call once more is about the same session.
Error keep_session(Error error, const SessionTool& tool, const std::string& session) {
  const bool is_same_call = error.next.starts_with(fmt::format("{} {{", tool.name)) &&
                            error.next.ends_with("}") &&
                            error.next.find("\"session\":") == std::string::npos;
  if (session.empty() || !is_same_call) return error;
  error.next.insert(error.next.size() - 1, ",\"session\":" + write_json(Value(session)));
  return error;
}

// What to call, where the error itself only says what was wrong with the arguments.
Error say_arguments(Error error, const SessionTool& tool) {
  const bool about_them = error.code == ErrorCode::kUsage || error.code == ErrorCode::kInvalid;
  if (!error.next.empty() || !about_them) return error;
  std::string names;
  for (const auto& param : all_params(tool))
    names += (names.empty() ? "" : ", ") + std::string(param.name);
  error.next = "call " + std::string(tool.name) + " again; it takes " + names;
  return error;
}

}  // namespace

SessionOutcome call_session_tool(const SessionTool& tool, Value arguments, const OpenForCall& open,
                                 CallFrame frame) {
  if (const Status taken = take_shared(tool, arguments, frame); !taken) return {taken.error()};
  SessionCall call(open, std::move(frame));
  if (stops_when_off(tool) && call.is_off()) return {off_reply(call)};
  const std::optional<std::string> elsewhere = call.return_to_earlier();
  SessionOutcome outcome{tool.run(call, arguments)};
  if (elsewhere) call.put_binding(*elsewhere);
  if (!outcome.reply) {
    const std::string& session = call.frame().session;
    outcome.reply = keep_session(name_in_next(outcome.reply.error(), session), tool, session);
    outcome.error_context = call.error_context();
  }
  return outcome;
}

Value tool_result(const SessionTool& tool, SessionOutcome outcome) {
  Result<SessionReply>& reply = outcome.reply;
  if (!reply) {
    std::string text = visible(error_words(say_arguments(reply.error(), tool), tool.name));
    // As text: clients check structured content against the schema of what succeeds.
    if (!outcome.error_context.is_null()) {
      text += "\nerror_context: " + visible(write_json(outcome.error_context));
    }
    Value result = text_result(std::move(text));
    result.set("isError", true);
    return result;
  }
  Value result = text_result(visible(reply->text));
  if (!reply->fields.is_null()) {
    make_visible(reply->fields);
    result.set("structuredContent", std::move(reply->fields));
  }
  return result;
}

}  // namespace clew
