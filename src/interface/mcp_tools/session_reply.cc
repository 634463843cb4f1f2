#include "interface/mcp_tools/session_reply.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "document/json/json.h"
#include "interface/mcp_tools/next_call.h"

namespace clew {
namespace {

// The first and the last lines of many: an answer that is longer than clients hand on is none.
std::string first_and_last(std::string text) {
  constexpr size_t kMaxFirst = 24'000;
  constexpr size_t kMaxLast = 4'000;
  if (text.size() <= kMaxFirst + kMaxLast) return text;
  const size_t first = text.rfind('\n', kMaxFirst);
  const size_t last = text.find('\n', text.size() - kMaxLast);
  if (first == std::string::npos || last == std::string::npos) return text;
  const auto left_out = std::count(text.begin() + static_cast<long>(first) + 1,
                                   text.begin() + static_cast<long>(last) + 1, '\n');
  return fmt::format("{}\n… {} lines omitted …{}", text.substr(0, first), left_out,
                     text.substr(last));
}

}  // namespace

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
  std::string message = first_and_last(in_tool_words(answer.text));
  const Value* session = answer.data.find("session");
  const Value* seq = answer.data.find("seq");
  reply.text = message;
  if (session != nullptr && seq != nullptr) {
    reply.text += fmt::format("\nsession {} seq {}", session->as_string(), seq->as_int());
  }
  if (call.is_detailed()) reply.text += "\n" + visible(write_json(reply.fields));
  reply.fields.set("message", std::move(message));
  return reply;
}

}  // namespace clew
