#include "interface/mcp_tools/session_resources.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/stored_text.h"
#include "document/json/json.h"
#include "interface/mcp_tools/next_call.h"
#include "interface/mcp_tools/resource_uri.h"
#include "interface/mcp_tools/session_reply.h"

namespace clew {
namespace {

constexpr size_t kMaxResources = 1000;  // sessions; older ones are found by session_find
constexpr uint32_t kLogEvents = 200;    // in one piece of a log
constexpr size_t kLogBytes = 256 * 1024;
constexpr const char* kJson = "application/json";
constexpr const char* kLines = "application/x-ndjson";
constexpr const char* kMarkdown = "text/markdown";

// What a resource says is what the tools say, so both run the same verbs.
SessionCall reading_call(const OpenForCall& open, const ActorId& reader, const std::string& session,
                         Detail detail = Detail::kDetailed) {
  CallFrame frame;
  frame.actor = reader;
  frame.session = session;
  frame.detail = detail;
  return {open, std::move(frame)};
}

// An error lists nothing: a list of resources has no place for one.
Value::List summaries(const OpenForCall& open, size_t most) {
  SessionCall call = reading_call(open, ActorId("mcp"), "");
  Value request = Value::object();
  request.set("limit", static_cast<int64_t>(std::clamp<size_t>(most, 1, kMaxResources)));
  const auto answer = call.run("list", std::move(request));
  const Value* sessions = answer ? answer->data.find("sessions") : nullptr;
  return sessions == nullptr ? Value::List() : sessions->as_list();
}

std::string text_of(const Value& object, const char* name) {
  const Value* value = object.find(name);
  return value == nullptr ? std::string() : value->as_string();
}

McpResource resource_of(const Value& summary, ResourceUri::Part part) {
  const std::string id = text_of(summary, "session");
  const bool brief = part == ResourceUri::Part::kBrief;
  McpResource out;
  out.uri = resource_uri(id, part);
  out.name = brief ? id + " brief" : id;
  out.title = recorded(text_of(summary, "goal"), 80);
  const Value* percent = summary.find("percent");
  const std::string share = percent->is_null() ? "" : fmt::format(", {} %", percent->as_int());
  out.description = fmt::format(
      "{}; {}{}, last recorded by {}", brief ? "the brief for a newcomer" : "all fields",
      text_of(summary, "status"), share, recorded(text_of(summary, "actor"), 100));
  out.mime_type = brief ? kMarkdown : kJson;
  return out;
}

Value contents(const std::string& uri, const char* type, std::string text) {
  Value item = Value::object();
  item.set("uri", uri);
  item.set("mimeType", type);
  item.set("text", std::move(text));
  Value result = Value::object();
  result.set("contents", Value::List{item});
  return result;
}

// A session that is not there is the client's mistake; anything else is the server's.
McpError fault_of(const Error& error, const std::string& uri) {
  const bool unknown = error.code == ErrorCode::kNotFound || error.code == ErrorCode::kUsage;
  McpError fault = unknown_resource(uri);
  if (!unknown) fault.fault = McpFault::kInternal;
  fault.message = error_words(error, "session_find");
  return fault;
}

Result<Value> read_whole(SessionCall& call, const std::string& uri) {
  CLEW_ASSIGN(const Answer answer, call.run("show", Value::object()));
  Value fields = Value::object();
  fields.set("about", kRecordedFacts);
  for (const auto& [name, value] : answer.data.as_object()) fields.set(name, value);
  return contents(uri, kJson, visible(write_json(fields)));
}

Result<Value> read_brief(SessionCall& call, const std::string& uri) {
  CLEW_ASSIGN(const Answer answer, call.run("brief", Value::object()));
  return contents(uri, kMarkdown, answer.text);
}

// A piece of the log: without `from` the latest events, else those from there on. The last line
// says which events these were and where the next piece begins.
Result<Value> read_log(const OpenForCall& open, const ActorId& reader, const ResourceUri& wanted,
                       const std::string& uri) {
  SessionCall naming = reading_call(open, reader, wanted.session);
  CLEW_ASSIGN(const auto workspace, naming.open());
  CLEW_ASSIGN(const SessionRef ref, workspace->find_session(Effect::kReads));
  CLEW_ASSIGN(const SessionSummary summary, workspace->store().summary(ref.id));
  const uint32_t last = ref.at.value_or(summary.head.seq).number;
  const uint32_t first = wanted.from ? wanted.from->number : last - std::min(last, kLogEvents) + 1;
  const uint32_t end = std::min(last, first + kLogEvents - 1);
  std::string text;
  uint32_t reported = first - 1;
  if (first <= end) {
    SessionCall call = reading_call(open, reader, fmt::format("{}@{}", ref.id.text, end));
    Value request = Value::object();
    request.set("from", first);
    CLEW_ASSIGN(const Answer answer, call.run("log", std::move(request)));
    for (const auto& event : answer.data.find("events")->as_list()) {
      const std::string line = visible(write_json(event)) + "\n";
      if (!text.empty() && text.size() + line.size() > kLogBytes) break;
      text += line;
      ++reported;
    }
  }
  const auto piece = [&](uint32_t from) {
    return fmt::format("{}?from={}", resource_uri(wanted.session, ResourceUri::Part::kLog), from);
  };
  Value receipt = Value::object();
  receipt.set("about", kRecordedFacts);
  receipt.set("first", first);
  receipt.set("last", reported);
  receipt.set("of", last);
  if (reported < last) receipt.set("later", piece(reported + 1));
  const uint32_t before = std::min(first, last + 1);  // of a piece behind the end, all are earlier
  if (before > 1) receipt.set("earlier", piece(before - std::min(before - 1, kLogEvents)));
  return contents(uri, kLines, text + write_json(receipt) + "\n");
}

}  // namespace

// Two resources per session, its fields and its brief, so a page may end between the two.
McpPage<McpResource> list_session_resources(const OpenForCall& open, size_t offset, size_t most) {
  constexpr ResourceUri::Part kParts[] = {ResourceUri::Part::kSession, ResourceUri::Part::kBrief};
  constexpr size_t kEach = std::size(kParts);
  const Value::List found = summaries(open, (offset + most) / kEach + 1);
  McpPage<McpResource> page;
  const size_t total = found.size() * kEach;
  for (size_t i = offset; i < total && page.items.size() < most; ++i) {
    page.items.push_back(resource_of(found[i / kEach], kParts[i % kEach]));
  }
  page.more = offset + page.items.size() < total;
  return page;
}

std::vector<McpTemplate> session_templates() {
  return {
      {"clew://session/{id}",            "session", "A session",              "All fields of a session; id may be ID@SEQ",
       kJson                                                                                                                        },
      {"clew://session/{id}/brief",      "brief",   "The brief of a session",
       "What a newcomer reads: goal, decisions, failures, next step",                                                      kMarkdown},
      {"clew://session/{id}/log{?from}", "log",     "The log of a session",
       "Up to 200 events as JSON lines, the latest if there is no from; the last line names the "
       "next part",                                                                                                        kLines   },
  };
}

McpReply read_session_resource(const OpenForCall& open, const ActorId& reader,
                               const std::string& uri) {
  const auto wanted = parse_resource_uri(uri);
  if (!wanted) {
    McpError fault = unknown_resource(uri);
    fault.message += "; use clew://session/{id}, …/brief or …/log, with an id from session_find";
    return fault;
  }
  SessionCall call = reading_call(open, reader, wanted->session);
  auto read = [&]() -> Result<Value> {
    switch (wanted->part) {
      case ResourceUri::Part::kBrief:
        return read_brief(call, uri);
      case ResourceUri::Part::kLog:
        return read_log(open, reader, *wanted, uri);
      case ResourceUri::Part::kSession:
        break;
    }
    return read_whole(call, uri);
  }();
  if (!read) return fault_of(read.error(), uri);
  return std::move(*read);
}

// The version is the number of the last event: it changes with everything that is recorded, and
// never for a point in the past.
std::optional<std::string> session_resource_version(const OpenForCall& open,
                                                    const std::string& uri) {
  const auto wanted = parse_resource_uri(uri);
  if (!wanted) return std::nullopt;
  SessionCall call = reading_call(open, ActorId("mcp"), wanted->session);
  const auto workspace = call.open();
  if (!workspace) return std::nullopt;
  const auto ref = (*workspace)->find_session(Effect::kReads);
  if (!ref) return std::nullopt;
  if (ref->at) return std::to_string(ref->at->number);
  const auto summary = (*workspace)->store().summary(ref->id);
  if (!summary) return std::nullopt;
  return std::to_string(summary->head.seq.number);
}

std::vector<std::string> session_ids(const OpenForCall& open, const std::string& start) {
  std::vector<std::string> ids;
  for (const auto& summary : summaries(open, kMaxResources)) {
    std::string id = text_of(summary, "session");
    if (id.starts_with(start)) ids.push_back(std::move(id));
  }
  return ids;
}

}  // namespace clew
