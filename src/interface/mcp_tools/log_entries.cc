#include "interface/mcp_tools/log_entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace clew {
namespace {

// A field of an entry, and where it goes in the event. A trailing ! must be there; an empty place
// is filled by `finish`.
struct EntryField {
  std::string_view name;
  std::string_view location;
};
// One type of entry, the event it becomes, and its fields.
struct EntryKind {
  std::string_view type;
  const char* event;
  std::array<EntryField, 8> fields;
};
constexpr EntryKind kKinds[] = {
    {"decision",
     "decision_made",                    {{{"text!", "choice"},
       {"why", "reason"},
       {"topic", "topic"},
       {"over", ""},
       {"path", "file"},
       {"symbol", "symbol"},
       {"step", "step"}}}                                                                          },
    {"failed",
     "approach_failed",                  {{{"text!", "what"},
       {"why!", "why"},
       {"path", "file"},
       {"symbol", "symbol"},
       {"step", "step"}}}                                                                        },
    {"question",
     "question_asked",                   {{{"text!", "text"}, {"path", "file"}, {"symbol", "symbol"}, {"step", "step"}}}},
    {"answer",      "question_answered", {{{"text!", "answer"}, {"question", "question"}}}                              },
    {"note",
     "note_added",                       {{{"text!", "text"}, {"path", "file"}, {"symbol", "symbol"}, {"step", "step"}}}},
    {"file",
     "file_changed",                     {{{"path!", "path"},
       {"action", "action"},
       {"added", "lines_added"},
       {"removed", "lines_removed"},
       {"agent", "agent"},
       {"step", "step"}}}                                                                           },
    {"command",
     "command_ran",                      {{{"text!", ""},
       {"exit_code", "exit_code"},
       {"why", "error"},
       {"agent", "agent"},
       {"step", "step"}}}                                                                            },
    {"error",       "error_recorded",    {{{"text!", "text"}, {"category", "category"}, {"step", "step"}}}              },
    {"agent",
     "agent_changed",                    {{{"agent!", "agent"},
       {"status!", "verb"},
       {"text", ""},
       {"progress", "progress"},
       {"category", ""},
       {"step", "step"}}}                                                                          },
    {"context",
     "context_reported",                 {{{"tokens", "tokens"}, {"agent", "agent"}, {"compressed", "compressed"}}}     },
    {"next",        "next_action_set",   {{{"text!", "text"}}}                                                          },
    {"instruction", "instruction_given", {{{"text!", "text"}}}                                                          },
};

std::string_view plain(const EntryField& field) {
  return field.name.ends_with('!') ? field.name.substr(0, field.name.size() - 1) : field.name;
}

// Part of the error: "an entry of type note takes text, path, symbol, step".
std::string what_it_takes(const EntryKind& kind) {
  std::string fields;
  for (const auto& field : kind.fields) {
    if (!field.name.empty())
      fields += fmt::format("{}{}", fields.empty() ? "" : ", ", plain(field));
  }
  return fmt::format("an entry of type {} takes {}", kind.type, fields);
}

const EntryKind* find_kind(std::string_view type) {
  for (const auto& kind : kKinds) {
    if (kind.type == type) return &kind;
  }
  return nullptr;
}

const EntryField* find_field(const EntryKind& kind, std::string_view name) {
  for (const auto& field : kind.fields) {
    if (!field.name.empty() && plain(field) == name) return &field;
  }
  return nullptr;
}

// An agent that was told "" or null meant nothing.
bool says_nothing(const Value& value) {
  return value.is_null() || (value.is_string() && value.as_string().empty());
}

std::string text_of(const Value& entry, std::string_view name) {
  const Value* value = entry.find(name);
  return value == nullptr ? std::string() : value->as_string();
}

// What the schema says of a field's value, which is checked here: behind it fields have other
// names.
const char* wanted_of(std::string_view name, const Value& value) {
  constexpr std::string_view kIntegers[] = {"question", "added", "removed", "exit_code", "tokens"};
  if (std::find(std::begin(kIntegers), std::end(kIntegers), name) != std::end(kIntegers)) {
    return value.is_int() ? nullptr : "an integer";
  }
  if (name == "progress") return value.is_int() || value.is_double() ? nullptr : "a number";
  if (name == "compressed") return value.is_bool() ? nullptr : "true or false";
  if (name == "step" && value.is_int()) return nullptr;
  if (name != "over") return value.is_string() ? nullptr : "a string";
  const Value::List& all = value.as_list();
  const bool is_list = value.is_list() && std::all_of(all.begin(), all.end(), [](const Value& one) {
                         return one.is_string();
                       });
  return is_list ? nullptr : "a list of strings";
}

// The command and its arguments apart; other than 0, or with words why, it failed.
void finish_command(const Value& entry, Value& data) {
  const std::string text = text_of(entry, "text");
  const size_t space = text.find(' ');
  data.set("command", text.substr(0, space));
  if (space != std::string::npos) data.set("arguments", text.substr(space + 1));
  const Value* exit = entry.find("exit_code");
  const bool failed = !text_of(entry, "why").empty() || (exit != nullptr && exit->as_int() != 0);
  data.set("outcome", failed ? "failure" : "success");
}

// What an agent said last is its summary, or what went wrong.
void finish_agent(const Value& entry, Value& data) {
  const std::string text = text_of(entry, "text");
  const std::string status = text_of(entry, "status");
  const std::string category = text_of(entry, "category");
  if (status != "fail" && status != "timeout") {
    if (!text.empty()) data.set("summary", text);
    if (!category.empty()) data.set("category", category);  // refused: it belongs to an error
    return;
  }
  Value error = Value::object();
  if (!text.empty()) error.set("message", text);
  if (!category.empty()) error.set("category", category);
  if (!error.as_object().empty()) data.set("error", std::move(error));
}

// Fields that do not map one to one. `over` are the options that were not taken: the choice is put
// in front of them.
void finish(const EntryKind& kind, const Value& entry, Value& data) {
  const Value* over = entry.find("over");
  if (over != nullptr && !says_nothing(*over)) {
    Value options = *over;
    if (options.is_list()) {
      Value::List& all = options.list_ref();
      all.insert(all.begin(), Value(text_of(entry, "text")));
    }
    data.set("options", std::move(options));
  }
  if (kind.type == "command") finish_command(entry, data);
  if (kind.type == "agent") finish_agent(entry, data);
}

Error refuse(size_t number, const std::string& message, const std::string& subject,
             const std::string& next) {
  return make_error(ErrorCode::kInvalid, fmt::format("entry {}: {}", number, message), subject,
                    next);
}

// Checked here and not by `clew record`, because its errors would name the event's fields, which
// the model has never seen.
Result<Value> line_of(const Value& entry, size_t number) {
  if (!entry.is_object()) {
    return refuse(number, "must be an object", "entries",
                  "session_log {\"entries\":[{\"type\":\"note\",\"text\":\"…\"}]}");
  }
  const EntryKind* kind = find_kind(text_of(entry, "type"));
  if (kind == nullptr) {
    std::string types;
    for (const auto& each : kKinds)
      types += fmt::format("{}{}", types.empty() ? "" : ", ", each.type);
    return refuse(number, fmt::format("unknown type \"{}\"", text_of(entry, "type")), "type",
                  "types are " + types);
  }
  Value data = Value::object();
  for (const auto& [name, value] : entry.as_object()) {
    if (name == "type" || says_nothing(value)) continue;
    const EntryField* field = find_field(*kind, name);
    if (field == nullptr) {
      return refuse(number, fmt::format("{} is not a field of {} entries", name, kind->type), name,
                    what_it_takes(*kind));
    }
    if (const char* wanted = wanted_of(name, value)) {
      return refuse(number, fmt::format("{} must be {}", name, wanted), name, what_it_takes(*kind));
    }
    if (!field->location.empty()) data.set(field->location, value);
  }
  for (const auto& field : kind->fields) {
    const Value* given = entry.find(plain(field));
    if (field.name.ends_with('!') && (given == nullptr || says_nothing(*given))) {
      return refuse(number, fmt::format("{} is missing", plain(field)), std::string(plain(field)),
                    what_it_takes(*kind));
    }
  }
  finish(*kind, entry, data);
  Value line = Value::object();
  line.set("type", kind->event);
  line.set("data", std::move(data));
  return line;
}

}  // namespace

// Every entry is checked before any is recorded.
Result<std::vector<Value>> record_lines_of(const Value& entries) {
  if (!entries.is_list() || entries.as_list().empty()) {
    return make_error(ErrorCode::kUsage, "entries must be a list with at least one entry",
                      "entries", "session_log {\"entries\":[{\"type\":\"note\",\"text\":\"…\"}]}");
  }
  if (entries.as_list().size() > kMaxEntries) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("over the limit of {} entries in one call", kMaxEntries),
                      "entries", "record them in several calls");
  }
  std::vector<Value> lines;
  for (const auto& entry : entries.as_list()) {
    CLEW_ASSIGN(Value line, line_of(entry, lines.size() + 1));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace clew
