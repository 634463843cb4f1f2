#include "interface/toolbox/session_reply.h"

#include <fmt/format.h>

#include "interface/toolbox/tool_words.h"

namespace clew {

Value picked(const Value& object, std::initializer_list<const char*> names) {
  Value out = Value::object();
  out.object_ref().reserve(names.size() + 1);  // most callers add one
  for (const char* name : names) {
    if (const Value* value = object.find(name)) out.set(name, *value);
  }
  return out;
}

Result<SessionReply> changed_reply(const SessionCall& call, const Answer& answer) {
  if (answer.refusal) return *answer.refusal;
  SessionReply reply;
  reply.fields =
      call.is_detailed() ? answer.data : picked(answer.data, {"session", "seq", "changed"});
  std::string message = in_tool_words(answer.text);
  const Value* session = answer.data.find("session");
  const Value* seq = answer.data.find("seq");
  reply.text = message;
  if (session != nullptr && seq != nullptr) {
    reply.text += fmt::format("\nsession {} seq {}", session->as_string(), seq->as_int());
  }
  if (call.is_detailed()) reply.text += "\n" + json_line(reply.fields);
  reply.fields.set("message", std::move(message));
  return reply;
}

}  // namespace clew
