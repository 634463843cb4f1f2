// session_verify: `verify`. Damage is an error, which says what is still intact; drift is a result.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/stored_text.h"
#include "interface/mcp_tools/session_reply.h"
#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

constexpr size_t kShownDrift = 10;
constexpr size_t kMaxDriftWords = 600;
constexpr size_t kMaxDrift = 500;  // more would be longer than clients hand on to their model

// What differs from what was recorded, and evidence that is stale.
constexpr const char* kLists[] = {"drift", "stale_evidence"};

void shorten_lists(Value& fields, size_t most, std::string_view has_more) {
  for (const std::string list : kLists) {
    const Value* found = fields.find(list);
    if (found == nullptr || found->as_list().size() <= most) continue;
    const Value::List& all = found->as_list();
    Value shown = Value(Value::List(all.begin(), all.begin() + static_cast<long>(most)));
    fields.set(list + "_note", fmt::format("{} of {}; {}", most, all.size(), has_more));
    fields.set(list, std::move(shown));
  }
}

// "drift: src/a.cc is gone", "stale: step 2: src/a.cc changed since 14:32"
std::string difference_line(const std::string& list, const Value& difference) {
  const std::string& words = difference.find("text")->as_string();
  if (list == "drift") return "drift: " + recorded(words, kMaxDriftWords);
  const std::string& number = difference.find("number")->as_string();
  return fmt::format("stale: {}: {}", number.empty() ? "the session" : "step " + number,
                     recorded(words, kMaxDriftWords));
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
  reply.fields =
      call.is_detailed()
          ? answer.data
          : picked(answer.data, {"session", "seq", "hash", "drift", "stale_evidence", "looked"});
  if (call.is_detailed()) {
    shorten_lists(reply.fields, kMaxDrift, "a person can run: clew verify");
  } else {
    shorten_lists(reply.fields, kShownDrift, "\"detail\":\"detailed\" shows more");
  }
  reply.fields.set("intact", true);
  const size_t end = std::min(answer.text.find("\ndrift  "), answer.text.find("\nstale  "));
  const std::string message = answer.text.substr(0, end);
  reply.text = visible(message);
  for (const std::string list : kLists) {
    if (const Value* found = reply.fields.find(list)) {
      for (const Value& difference : found->as_list()) {
        reply.text += "\n" + difference_line(list, difference);
      }
    }
    if (const Value* note = reply.fields.find(list + "_note")) {
      reply.text += "\n" + note->as_string();
    }
  }
  reply.fields.set("message", visible(message));
  return reply;
}

}  // namespace clew
