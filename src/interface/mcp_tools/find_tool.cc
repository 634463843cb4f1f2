// session_find: `list`, `search`, and for one session `status` as fields with the `brief` as text.

#include <fmt/format.h>

#include "base/text.h"
#include "brief/stored_text.h"
#include "interface/mcp_tools/session_context.h"
#include "interface/mcp_tools/session_reply.h"
#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

constexpr int64_t kUsualLimit = 20;
constexpr int64_t kMaxFound = 100;
constexpr size_t kShortExcerpt = 160;
constexpr size_t kShortGoal = 200;
constexpr size_t kMaxGoal = 4000;
constexpr size_t kMaxExcerpt = 1000;
constexpr size_t kMaxName = 100;
constexpr size_t kMaxPath = 400;

const std::string& text_in(const Value& object, const char* name) {
  static const std::string kNone;
  const Value* value = object.find(name);
  return value == nullptr ? kNone : value->as_string();
}

int64_t number_in(const Value& object, const char* name) {
  const Value* value = object.find(name);
  return value == nullptr ? 0 : value->as_int();
}

Result<Value> limited_request(const FindArguments& arguments) {
  const int64_t limit = arguments.limit.value_or(kUsualLimit);
  if (limit < 1 || limit > kMaxFound) {
    return make_error(ErrorCode::kUsage, fmt::format("limit must be between 1 and {}", kMaxFound),
                      "limit", fmt::format("call it again with \"limit\":{}", kMaxFound));
  }
  Value request = Value::object();
  request.set("limit", limit);
  request.set("all", arguments.all);
  return request;
}

SessionReply marked() {
  SessionReply reply;
  reply.fields = Value::object();
  reply.fields.set("about", kRecordedFacts);
  reply.text = kRecordedFacts;
  return reply;
}

// What is said of an answer as a whole, in both of its forms.
void note_in_both(SessionReply& reply, const std::string& note) {
  reply.text += "\n" + note;
  reply.fields.set("note", note);
}

void note_more(SessionReply& reply, const Answer& answer, const FindArguments& arguments) {
  if (answer.data.find("more") == nullptr) return;
  const int64_t limit = arguments.limit.value_or(kUsualLimit);
  const std::string way = limit < kMaxFound ? fmt::format("\"limit\":{} shows more.", kMaxFound)
                          : arguments.query.empty() ? "narrow them with \"query\" or \"status\"."
                                                    : "narrow them with more words or \"session\".";
  note_in_both(reply, fmt::format("There are more than {}; {}", limit, way));
}

// A session without a plan stands at itself.
std::string step_words(const std::string& step) {
  if (step.empty() || step == "the session") return "no plan";
  return "step " + recorded(step, kShortGoal);
}

// "75 %"; of what has no known end, nobody can say.
std::string share_words(const Value& summary) {
  const Value* percent = summary.find("percent");
  if (percent == nullptr || percent->is_null()) return "open-ended";
  return fmt::format("{} %", percent->as_int());
}

std::string summary_line(const Value& summary) {
  return fmt::format("{} · {} · {} · {} · last by {} at {} · goal: {}", text_in(summary, "session"),
                     text_in(summary, "status"), share_words(summary),
                     step_words(text_in(summary, "step")),
                     recorded(text_in(summary, "actor"), kMaxName), text_in(summary, "touched_at"),
                     quoted(text_in(summary, "goal"), kMaxGoal));
}

Result<SessionReply> list(SessionCall& call, const FindArguments& arguments) {
  CLEW_ASSIGN(Value request, limited_request(arguments));
  request.set("status", to_value(arguments.status));
  CLEW_ASSIGN(const Answer answer, call.run("list", std::move(request)));
  SessionReply reply = marked();
  Value sessions = Value::list();
  for (const auto& found : answer.data.find("sessions")->as_list()) {
    Value summary;
    if (call.is_detailed()) {
      summary = found;
    } else {
      summary =
          picked(found, {"session", "goal", "status", "percent", "step", "touched_at", "actor"});
      summary.set("goal", cut(one_line(text_in(found, "goal")), kShortGoal));
    }
    reply.text += "\n" + summary_line(summary);
    if (call.is_detailed()) {
      reply.text += fmt::format(" · started {} · {} events · {}", text_in(summary, "created_at"),
                                number_in(summary, "seq"),
                                recorded_path(text_in(summary, "project_path"), kMaxPath));
    }
    sessions.push(std::move(summary));
  }
  const bool none = sessions.as_list().empty();
  reply.fields.set("sessions", std::move(sessions));
  if (none) {
    const std::string which = arguments.status.empty() ? "" : " with that status";
    note_in_both(reply, arguments.all ? fmt::format("No sessions{}.", which)
                                      : fmt::format("No sessions in this project{}. session_find "
                                                    "{{\"all\":true}} searches everywhere.",
                                                    which));
  }
  note_more(reply, answer, arguments);
  return reply;
}

// Who recorded an event; empty when it cannot be read.
std::string author_of(Workspace& workspace, const Value& hit) {
  const Seq seq{static_cast<uint32_t>(number_in(hit, "seq"))};
  const auto events = workspace.store().read(SessionId(text_in(hit, "session")), seq, 1);
  return events && !events->empty() ? events->front().event.header.actor.text : std::string();
}

Result<SessionReply> search(SessionCall& call, const FindArguments& arguments) {
  if (!arguments.status.empty()) {
    return make_error(ErrorCode::kUsage, "status cannot be combined with query", "status",
                      "omit status or query");
  }
  CLEW_ASSIGN(Value request, limited_request(arguments));
  request.set("words", Value::List{arguments.query});
  CLEW_ASSIGN(const Answer answer, call.run("search", std::move(request)));
  CLEW_ASSIGN(Workspace* const workspace, call.reading());
  SessionReply reply = marked();
  Value hits = Value::list();
  for (const auto& found : answer.data.find("hits")->as_list()) {
    Value hit = found;
    const std::string author = author_of(*workspace, hit);
    hit.set("actor", author);
    if (!call.is_detailed()) {
      hit.set("excerpt", cut(one_line(text_in(hit, "excerpt")), kShortExcerpt));
    }
    reply.text +=
        fmt::format("\n{}@{} · {} · by {}: {}", text_in(hit, "session"), number_in(hit, "seq"),
                    text_in(hit, "type"), recorded(author, kMaxName),
                    quoted(text_in(hit, "excerpt"), kMaxExcerpt));
    hits.push(std::move(hit));
  }
  const bool none = hits.as_list().empty();
  reply.fields.set("hits", std::move(hits));
  if (none) {
    const bool everywhere = arguments.all || !call.frame().session.empty();
    note_in_both(reply, everywhere ? "Nothing found."
                                   : "Nothing found. \"all\":true searches every project.");
  }
  note_more(reply, answer, arguments);
  return reply;
}

}  // namespace

Result<SessionReply> call_find(SessionCall& call, const FindArguments& arguments) {
  if (!arguments.query.empty()) return search(call, arguments);
  if (call.frame().session.empty()) return list(call, arguments);
  if (!arguments.status.empty() || arguments.all || arguments.limit) {
    return make_error(ErrorCode::kUsage, "a session id cannot be combined with filters", "session",
                      "omit status, all and limit");
  }
  return session_context(call);
}

}  // namespace clew
