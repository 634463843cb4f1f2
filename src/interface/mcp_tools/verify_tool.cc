// session_verify: `verify`. Damage is an error, which says what is still intact; drift is a result.

#include <fmt/format.h>

#include "base/text.h"
#include "brief/stored_text.h"
#include "interface/mcp_tools/session_reply.h"
#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

constexpr size_t kShownDrift = 10;
constexpr size_t kMaxDriftWords = 600;
constexpr size_t kMaxDrift = 500;  // more would be longer than clients hand on to their model

void shorten_drift(Value& fields, size_t most, std::string_view has_more) {
  const Value* drift = fields.find("drift");
  if (drift == nullptr || drift->as_list().size() <= most) return;
  const Value::List& all = drift->as_list();
  Value shown = Value(Value::List(all.begin(), all.begin() + static_cast<long>(most)));
  fields.set("drift_note", fmt::format("{} of {}; {}", most, all.size(), has_more));
  fields.set("drift", std::move(shown));
}

}  // namespace

Result<SessionReply> call_verify(SessionCall& call, const VerifyArguments& arguments) {
  if (arguments.all && !call.frame().session.empty()) {
    return make_error(ErrorCode::kUsage, "session and all cannot be combined", "all",
                      "omit session or all");
  }
  Value request = Value::object();
  request.set("all", arguments.all);
  CLEW_ASSIGN(const Answer answer, call.run("verify", std::move(request)));
  if (answer.refusal) return *answer.refusal;
  SessionReply reply;
  reply.fields = call.is_detailed()
                     ? answer.data
                     : picked(answer.data, {"session", "seq", "hash", "drift", "looked"});
  if (call.is_detailed()) {
    shorten_drift(reply.fields, kMaxDrift, "a person can run: clew verify");
  } else {
    shorten_drift(reply.fields, kShownDrift, "\"detail\":\"detailed\" shows more");
  }
  reply.fields.set("intact", true);
  std::string message = answer.text.substr(0, answer.text.find("\ndrift  "));
  reply.text = visible(message);
  if (const Value* drift = reply.fields.find("drift")) {
    for (const auto& difference : drift->as_list()) {
      const Value* words = difference.find("text");
      if (words == nullptr) continue;
      reply.text += "\ndrift: " + recorded(words->as_string(), kMaxDriftWords);
    }
  }
  if (const Value* note = reply.fields.find("drift_note")) {
    reply.text += "\n" + note->as_string();
  }
  reply.fields.set("message", visible(message));
  return reply;
}

}  // namespace clew
