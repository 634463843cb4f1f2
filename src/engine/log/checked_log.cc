#include "engine/log/checked_log.h"

#include <fmt/format.h>

#include "base/text.h"
#include "engine/log/event_text.h"
#include "store/at_once.h"
#include "store/codec/chain_check.h"
#include "store/codec/event_codec.h"

namespace clew {
namespace {

// The payloads in the session's own log that were replaced without a word. The notice may come
// long after, and after the point at which a fork left.
// A notice that explains a replaced payload may come any number of events later, so the whole own
// log is read once and the result kept.
Result<std::set<Seq>> unexplained_in(StoreReader& store, const SessionId& session) {
  std::optional<ChainCheck> chain;
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto page, store.read_raw(session, from, kEventsAtOnce));
    if (page.empty()) break;
    from = Seq{page.back().header.seq.number + 1};
    for (const auto& raw : page) {
      if (raw.session != session) continue;
      if (!chain) chain.emplace(raw.hashed_id, Head{Seq{raw.header.seq.number - 1}, {}});
      chain->check(raw);
    }
  }
  if (!chain) return std::set<Seq>();
  const auto found = chain->unexplained();
  return std::set<Seq>(found.begin(), found.end());
}

StoredEvent as_stored(const CheckedEvent& event) {
  return {
      event.raw.session, {event.raw.header, *event.data},
       event.raw.hash, event.raw.redacted
  };
}

std::string type_words(const RawEvent& raw) {
  const char* type = event_name(raw.kind);
  return type == nullptr ? "unknown" : type;
}

}  // namespace

Result<bool> CheckedLog::is_explained(const RawEvent& redacted) {
  auto known = unexplained_.find(redacted.session);
  if (known == unexplained_.end()) {
    CLEW_ASSIGN(auto found, unexplained_in(store_, redacted.session));
    known = unexplained_.emplace(redacted.session, std::move(found)).first;
  }
  return known->second.count(redacted.header.seq) == 0;
}

// The event before the first one is read too, since the chain needs its hash. Each session of a
// fork's line has a chain of its own.
Result<std::vector<CheckedEvent>> CheckedLog::read(Seq from, size_t limit) {
  CLEW_TRY(store_.read(id_, from, 0));  // a forgotten session has nothing to tell
  const uint32_t before = from.number > 1 ? from.number - 1 : 0;
  CLEW_ASSIGN(auto page, store_.read_raw(id_, Seq{std::max<uint32_t>(before, 1)},
                                         before > 0 ? limit + 1 : limit));
  std::vector<CheckedEvent> events;
  Head head{Seq{before}, {}};
  std::optional<ChainCheck> chain;
  for (auto& raw : page) {
    if (raw.header.seq.number <= before) {
      head.hash = raw.hash;
      continue;
    }
    if (events.size() == limit) break;
    if (events.empty() || events.back().raw.session != raw.session) {
      chain.emplace(raw.hashed_id, head);
    }
    CheckedEvent event;
    event.problem = chain->check(raw).value_or("");
    head = chain->head();
    if (event.problem.empty() && raw.redacted) {
      CLEW_ASSIGN(const bool explained, is_explained(raw));
      if (!explained) event.problem = "its payload was replaced, and no later event records it";
    }
    auto data = decode_data(raw.kind, raw.payload);
    if (data) {
      event.data = std::move(*data);
    } else if (event.problem.empty()) {
      // A damaged event is shown with its problem; one that is sound and cannot be decoded is an
      // error, as a newer clew may have written it.
      CLEW_TRY(store_.read(id_, raw.header.seq, 1));  // says why not
    }
    event.raw = std::move(raw);
    events.push_back(std::move(event));
  }
  return events;
}

Value checked_fields(const CheckedEvent& event) {
  Value fields = Value::object();
  if (event.data) {
    fields = event_fields_of(as_stored(event));
  } else {
    fields.set("seq", event.raw.header.seq.number);
    fields.set("type", type_words(event.raw));
    fields.set("at", to_iso(event.raw.header.at));
    fields.set("actor", event.raw.header.actor.text);
    fields.set("hash", event.raw.hash.hex());
  }
  if (!event.problem.empty()) fields.set("problem", event.problem);
  return fields;
}

std::string checked_line(const CheckedEvent& event, const Session* plan) {
  const EventHeader& header = event.raw.header;
  const std::string line = event.data
                               ? event_line(as_stored(event), plan)
                               : fmt::format("{:>4}  {}  {}  {} that cannot be read",
                                             header.seq.number, to_iso_minutes(header.at),
                                             one_line(header.actor.text), type_words(event.raw));
  if (event.problem.empty()) return line;
  return fmt::format("{}\n      ✗ event {}: {}", line, header.seq.number, event.problem);
}

}  // namespace clew
