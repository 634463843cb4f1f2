#include "engine/log/quarantine.h"

#include <fmt/format.h>

#include "engine/log/event_text.h"
#include "engine/log/log_lines.h"
#include "store/at_once.h"
#include "store/codec/chain_check.h"
#include "store/codec/event_codec.h"
#include "store/codec/raw_log.h"

namespace clew {
namespace {

constexpr std::string_view kBegin = "repaired: ";
constexpr std::string_view kKeptAs = " kept aside as ";
constexpr size_t kHexDigits = 64;

struct Quarantined {
  Seq reported_at;  // by this event
  Hash content;
};

// By reading the whole log: a session is repaired rarely, and asked about more rarely.
Result<std::vector<Quarantined>> find_quarantined(Workspace& workspace, const SessionId& id) {
  std::vector<Quarantined> found;
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto page, workspace.store().read(id, from, kEventsAtOnce));
    if (page.empty()) return found;
    from = Seq{page.back().event.header.seq.number + 1};
    for (const auto& stored : page) {
      const auto content = quarantined_in(stored.event.header, stored.event.data);
      if (content) found.push_back({stored.event.header.seq, *content});
    }
  }
}

// As in an exported log; of an event that JSON cannot say, what stands around it.
Value fields_of(const RawEvent& event) {
  if (auto line = event_line_of(event)) return std::move(*line);
  Value fields = Value::object();
  fields.set("session", event.session.text);
  fields.set("seq", event.header.seq.number);
  fields.set("kind", event.kind);
  fields.set("at", to_iso(event.header.at));
  fields.set("hash", event.hash.hex());
  fields.set("payload", to_hex(event.payload));
  return fields;
}

std::string words_of(const RawEvent& event) {
  const auto data = decode_data(event.kind, event.payload);
  if (data) {
    return event_line({
        event.session, {event.header, *data},
         event.hash, event.redacted
    });
  }
  const char* type = event_name(event.kind);
  return fmt::format("{:>4}  {}  {}  {} that cannot be read", event.header.seq.number,
                     to_iso_minutes(event.header.at), event.header.actor.text,
                     type == nullptr ? "an event" : type);
}

// Where the cut events once went on from: the last that was kept.
Head head_before(Workspace& workspace, const SessionId& id, const std::vector<RawEvent>& events) {
  if (events.empty() || events.front().header.seq.number <= 1) return {};
  const Seq seq{events.front().header.seq.number - 1};
  const auto kept = workspace.store().read_raw(id, seq, 1);
  return kept && !kept->empty() ? Head{seq, kept->front().hash} : Head{seq, {}};
}

Value location_of(const Quarantined& quarantined) {
  Value location = Value::object();
  location.set("told_at", quarantined.reported_at.number);
  location.set("content", quarantined.content.hex());
  return location;
}

// `redact` takes all of it away where it has the words.
Value tell_gone(const Quarantined& quarantined, std::string& text) {
  text += fmt::format(
      "quarantined by event {}, kept as {}: removed by a redaction, or lost; clew verify shows "
      "which\n",
      quarantined.reported_at.number, quarantined.content.brief());
  Value reported = location_of(quarantined);
  reported.set("events", Value::list());
  reported.set("gone", true);
  return reported;
}

// Each event is shown with what the chain says of it, as that is why it was cut off.
Result<Value> tell(Workspace& workspace, const SessionId& id, const Quarantined& quarantined,
                   std::string& text) {
  const auto bytes = workspace.store().blob(quarantined.content);
  if (!bytes && bytes.error().code != ErrorCode::kNotFound) return bytes.error();
  if (!bytes) return tell_gone(quarantined, text);
  CLEW_ASSIGN(const auto events, decode_raw_log(*bytes));
  CLEW_ASSIGN(const SessionId hashed_id, workspace.store().hashed_id(id));
  ChainCheck chain(hashed_id, head_before(workspace, id, events));
  Value list = Value::list();
  text += fmt::format("quarantined by event {}, kept as {}:\n", quarantined.reported_at.number,
                      quarantined.content.brief());
  for (const auto& event : events) {
    const auto problem = chain.check(event);
    Value fields = fields_of(event);
    if (problem) fields.set("problem", *problem);
    list.push(std::move(fields));
    text += words_of(event) + (problem ? "  ✗ " + *problem : "") + "\n";
  }
  Value reported = location_of(quarantined);
  reported.set("events", std::move(list));
  return reported;
}

}  // namespace

// The note's form is read again by quarantined_in; the hash at its end is what finds the content.
NoteAdded quarantine_note(const std::string& span, const Hash& content) {
  NoteAdded note;
  note.text = fmt::format("{}{} could not be trusted and were cut off;{}{}", kBegin, span, kKeptAs,
                          content.hex());
  return note;
}

// A note that a person wrote in this form does not count: only events that repair something do.
std::optional<Hash> quarantined_in(const EventHeader& header, const EventData& data) {
  const auto* note = get_if<NoteAdded>(&data);
  if (note == nullptr || header.repairs.number == 0 || !note->text.starts_with(kBegin)) {
    return std::nullopt;
  }
  const size_t names = note->text.rfind(kKeptAs);
  if (names == std::string::npos) return std::nullopt;
  const std::string hex = note->text.substr(names + kKeptAs.size());
  const Hash content = Hash::from_hex(hex);
  return hex.size() == kHexDigits && !content.empty() ? std::optional(content) : std::nullopt;
}

Result<Answer> show_quarantined(Workspace& workspace, const SessionRef& ref) {
  CLEW_ASSIGN(const SessionSummary summary, workspace.store().summary(ref.id));
  CLEW_ASSIGN(const auto found, find_quarantined(workspace, ref.id));
  Answer answer;
  Value list = Value::list();
  for (const auto& quarantined : found) {
    CLEW_ASSIGN(Value reported, tell(workspace, ref.id, quarantined, answer.text));
    list.push(std::move(reported));
  }
  answer.data.set("session", ref.id.text);
  answer.data.set("seq", summary.head.seq.number);
  answer.data.set("set_aside", std::move(list));
  if (found.empty()) {
    answer.text = "nothing of " + ref.id.text + " was ever quarantined";
  } else {
    answer.text.pop_back();
  }
  return answer;
}

}  // namespace clew
