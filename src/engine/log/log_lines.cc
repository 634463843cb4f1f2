#include "engine/log/log_lines.h"

#include <fmt/format.h>

#include "base/id_rule.h"
#include "base/text.h"
#include "document/json/json.h"
#include "document/limits.h"
#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"

namespace clew {
namespace {

Error bad_line(const std::string& what, const std::string& field) {
  return make_error(ErrorCode::kInvalid, what, field);
}

// Members of a line, read by name. The first that is missing or of the wrong kind is remembered.
// Reads members without an error at each of them: the first problem is kept, and the reader asks
// for it once, at the end.
class Members {
 public:
  explicit Members(const Value& line) : line_(line) {}

  std::string text(const char* name) {
    const Value* found = take(name, Value::Kind::kString);
    return found == nullptr ? std::string() : found->as_string();
  }
  uint32_t number(const char* name) {
    const Value* found = take(name, Value::Kind::kInt);
    if (found == nullptr) return 0;
    const int64_t number = found->as_int();
    if (number < 0 || number > int64_t{UINT32_MAX}) fail(name, "is out of range");
    return static_cast<uint32_t>(number);
  }
  Bytes bytes(const char* name) {
    const std::string hex = text(name);
    const Bytes raw = from_hex(hex);
    if (raw.empty() && !hex.empty()) fail(name, "is not valid hexadecimal");
    return raw;
  }
  Hash hash(const char* name) {
    const Bytes raw = bytes(name);
    if (raw.size() != Hash{}.bytes.size()) fail(name, "must be a SHA-256 in 64 hex digits");
    return Hash::from_bytes(raw);
  }
  bool has(const char* name) const { return line_.find(name) != nullptr; }
  Status status() const { return problem_ ? Status(*problem_) : success(); }

 private:
  const Value* take(const char* name, Value::Kind kind) {
    const Value* found = line_.find(name);
    if (found == nullptr || found->kind() != kind) {
      fail(name, found == nullptr ? "is missing" : "has the wrong type");
      return nullptr;
    }
    return found;
  }
  void fail(const char* name, const char* what) {
    if (!problem_) problem_ = bad_line(fmt::format("\"{}\" {}", name, what), name);
  }

  const Value& line_;
  std::optional<Error> problem_;
};

// Everything beyond ASCII as \uXXXX; code points above the first plane as a pair.
std::string ascii_json(const std::string& json) {
  std::string out;
  for (size_t at = 0; at < json.size();) {
    const auto lead = static_cast<unsigned char>(json[at]);
    if (lead < 0x7f) {
      out += json[at++];
      continue;
    }
    const size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    uint32_t point = length == 1 ? lead : lead & (0xffU >> (length + 1));
    for (size_t i = 1; i < length && at + i < json.size(); ++i) {
      point = point << 6 | (static_cast<unsigned char>(json[at + i]) & 0x3fU);
    }
    at += length;
    if (point < 0x10000) {
      out += fmt::format("\\u{:04x}", point);
    } else {
      point -= 0x10000;
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (point >> 10), 0xdc00 + (point & 0x3ff));
    }
  }
  return out;
}

// ISO text has milliseconds in a limited range of years; a time that does not survive it is written
// as a number too ("at_ms").
Time to_iso_back(Time at) {
  const auto parsed = parse_time(to_iso(at));
  return parsed ? parsed->time : Time{};
}

// What every event line has; "data" or "payload" is added by event_line_of.
Value header_line(const RawEvent& event) {
  const EventHeader& header = event.header;
  const char* type = event_name(event.kind);
  Value line = Value::object();
  line.set("session", event.hashed_id.empty() ? event.session.text : event.hashed_id.text);
  line.set("seq", header.seq.number);
  line.set("type", type == nullptr ? "unknown" : type);
  line.set("at", to_iso(header.at));
  if (to_iso_back(header.at) != header.at) line.set("at_ms", header.at.ms);
  line.set("actor", header.actor.text);
  if (!is_utf8(header.actor.text)) line.set("actor_bytes", to_hex(header.actor.text));
  line.set("via", name_of(header.via));
  line.set("part", header.part);
  line.set("repairs", header.repairs.number);
  if (event.redacted) {
    line.set("inner", event.inner.hex());
  } else {
    line.set("salt", to_hex(event.salt));
  }
  line.set("hash", event.hash.hex());
  return line;
}

// Every line is read again before it is used, so an export never contains a line that its import
// would read otherwise.
bool reads_back(const Value& line, const RawEvent& event) {
  const std::string text = line_text(line);
  if (text.size() > Limits().line_bytes) return false;
  const auto parsed = parse_json(text);
  if (!parsed) return false;
  const auto again = read_event_line(*parsed);
  if (!again) return false;
  RawEvent as_told = event;
  as_told.session = again->session;
  as_told.hashed_id = again->hashed_id;
  return *again == as_told;
}

}  // namespace

bool is_log_opening(const Value& line) { return line.find("clew_log") != nullptr; }

Value opening_line(const LogOpening& opening) {
  Value line = Value::object();
  line.set("clew_log", kLogVersion);
  line.set("session", opening.session.text);
  if (opening.handle) line.set("handle", opening.handle->text);
  if (opening.fork) {
    line.set("parent", opening.fork->parent.text);
    line.set("parent_seq", opening.fork->parent_seq.number);
  }
  line.set("events", opening.events);
  if (opening.contents > 0) line.set("contents", opening.contents);
  line.set("seq", opening.head.seq.number);
  line.set("hash", opening.head.hash.hex());
  return line;
}

Result<LogOpening> read_opening(const Value& line) {
  const int64_t version = line.find("clew_log")->as_int();
  if (version != kLogVersion) {
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("this log has version {}; this clew supports {}", version, kLogVersion),
        "clew_log", "use a newer clew");
  }
  Members members(line);
  LogOpening opening;
  opening.session = SessionId(members.text("session"));
  if (members.has("handle")) opening.handle = SessionId(members.text("handle"));
  if (members.has("parent")) {
    opening.fork = Fork{SessionId(members.text("parent")), Seq{members.number("parent_seq")}};
  }
  opening.events = members.number("events");
  if (members.has("contents")) opening.contents = members.number("contents");
  opening.head = {Seq{members.number("seq")}, members.hash("hash")};
  CLEW_TRY(members.status());
  if (!is_session_id(opening.session.text)) {
    return bad_session_id(ErrorCode::kInvalid, opening.session.text, "");
  }
  if (!is_session_id(opening.name().text)) {
    return bad_session_id(ErrorCode::kInvalid, opening.name().text, "");
  }
  return opening;
}

// Three forms, the first that reads back exactly: "data" with the event's fields for people and
// programs; "data" and "payload", where the fields do not give the same bytes; "payload" alone, the
// bytes in hex.
Result<Value> event_line_of(const RawEvent& event) {
  if (event.payload.size() > kMaxEventBytes) {
    RawEvent stored = event;
    stored.payload = stored_payload(event.payload);
    return event_line_of(stored);
  }
  Value line = header_line(event);
  const auto data = decode_data(event.kind, event.payload);
  if (data) {
    line.set("data", data_to_value(*data));
    if (reads_back(line, event)) return line;
  }
  line.set("payload", to_hex(event.payload));
  if (reads_back(line, event)) return line;
  line.erase("data");
  if (reads_back(line, event)) return line;
  return make_error(ErrorCode::kFailed,
                    fmt::format("event {} cannot be written as JSON", event.header.seq.number),
                    event.session.text, "clew verify " + event.session.text);
}

// The inner digest is computed from salt and payload unless the event was redacted. The hash of the
// chain is only read here; whoever appends the events checks it.
Result<RawEvent> read_event_line(const Value& line) {
  if (!line.is_object()) return bad_line("an event must be an object", "event");
  Members members(line);
  RawEvent event;
  event.session = SessionId(members.text("session"));
  event.hashed_id = event.session;
  event.header.seq = Seq{members.number("seq")};
  const std::string type = members.text("type");
  const std::string at = members.text("at");
  event.header.actor = ActorId(members.text("actor"));
  const std::string via = members.text("via");
  event.header.part = members.number("part");
  event.header.repairs = Seq{members.number("repairs")};
  event.redacted = members.has("inner");
  if (event.redacted) {
    event.inner = members.hash("inner");
  } else {
    event.salt = members.bytes("salt");
  }
  event.hash = members.hash("hash");
  CLEW_TRY(members.status());
  const auto kind = event_kind(type);
  if (!kind) return bad_line(fmt::format("unknown event type \"{}\"", type), "type");
  event.kind = *kind;
  CLEW_ASSIGN(const ParsedTime time, parse_time(at));
  event.header.at = time.time;
  if (const Value* exact = line.find("at_ms")) event.header.at = Time{exact->as_int()};
  if (members.has("actor_bytes")) event.header.actor = ActorId(members.bytes("actor_bytes"));
  const auto way = enum_from<Via>(via);
  if (!way) return bad_line(fmt::format("unknown value \"{}\" of \"via\"", via), "via");
  event.header.via = *way;
  if (members.has("payload")) {
    event.payload = members.bytes("payload");
  } else {
    const Value* fields = line.find("data");
    if (fields == nullptr) return bad_line("\"data\" is missing", "data");
    CLEW_ASSIGN(const EventData data, data_from_value(event.kind, *fields));
    event.payload = encode_data(data);
  }
  CLEW_TRY(members.status());
  if (!event.redacted) event.inner = inner_hash(event.salt, event.payload);
  return event;
}

// A line has no characters that a terminal would act on: if there are any, everything beyond ASCII
// is escaped.
std::string line_text(const Value& line) {
  std::string text = write_json(line);
  return visible(text) == text ? text : ascii_json(text);
}

}  // namespace clew
