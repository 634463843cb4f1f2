#include "engine/arrival/handed_tail.h"

#include <algorithm>
#include <map>
#include <span>

#include "engine/arrival/side_session.h"
#include "engine/log/own_log.h"
#include "engine/remote/handed_off.h"
#include "session/apply.h"
#include "session/merge/merge_tail.h"
#include "store/codec/event_codec.h"

namespace clew {
namespace {

Result<std::vector<Event>> decode_all(const std::vector<RawEvent>& rows) {
  std::vector<Event> events;
  events.reserve(rows.size());
  for (const RawEvent& row : rows) {
    CLEW_ASSIGN(EventData data, decode_data(row.kind, row.payload));
    events.push_back(Event{row.header, std::move(data)});
  }
  return events;
}

// The last event before the first command that is left out; none when all of them belong.
std::optional<Seq> end_of_own(Session state, std::span<const Event> events,
                              const std::function<bool(const Handoff&)>& is_here) {
  while (!events.empty()) {
    size_t count = 1;
    while (count < events.size() && events[count].header.part > 0) ++count;
    const auto command = events.first(count);
    if (is_left_out(state, command, is_here)) return state.head;
    for (const Event& event : command) apply_to(state, event);
    events = events.subspan(count);
  }
  return std::nullopt;
}

}  // namespace

// Null when everything here may be sent. Otherwise the events after the last that belongs are moved
// to a side session by the same merge that sync makes, with nothing from the other side.
Result<std::optional<MergedLog>> move_handed_tail(Context& context, Transaction& transaction,
                                                  const SessionId& session, Seq sent) {
  const std::optional<MergedLog> none;
  CLEW_ASSIGN(const SessionSummary summary, transaction.summary(session));
  CLEW_ASSIGN(const Loaded now, transaction.load(session));
  if (!now.session.handoff) return none;
  CLEW_ASSIGN(const SessionId moved, moved_out_of(transaction, session));
  if (!moved.empty()) return none;
  const Seq before = summary.parent.empty() ? Seq{0} : summary.parent_seq;
  CLEW_ASSIGN(const auto rows,
              own_events(transaction, session, Seq{std::max(sent, before).number + 1}));
  CLEW_ASSIGN(const auto unsent, decode_all(rows));
  std::span<const Event> events(unsent);
  // Nothing is left out before the first handoff.
  Seq at = std::max(sent, before);
  std::optional<Session> state;
  if (sent > before) {
    CLEW_ASSIGN(Loaded loaded, transaction.load(session, sent));
    if (loaded.session.handoff) state = std::move(loaded.session);
  }
  if (!state) {
    while (!events.empty() && !holds<SessionHandedOff>(events.front().data)) {
      events = events.subspan(1);
    }
    if (events.empty()) return none;
    at = events.front().header.seq;
    events = events.subspan(1);
    CLEW_ASSIGN(Loaded loaded, transaction.load(session, at));
    state = std::move(loaded.session);
  }
  std::map<std::pair<std::string, std::string>, bool> known;
  const auto is_here = [&](const Handoff& handoff) {
    const auto [found, is_new] =
        known.try_emplace(std::pair(handoff.remote, handoff.signing_key), false);
    if (is_new) found->second = is_this_device(context, handoff);
    return found->second;
  };
  const auto end = end_of_own(std::move(*state), events, is_here);
  if (!end) return none;
  std::optional<Fork> fork;
  if (!summary.parent.empty()) fork = Fork{summary.parent, summary.parent_seq};
  CLEW_ASSIGN(MergedLog merged, merge_log(context, transaction, {session, fork, *end, {}}));
  return std::optional(std::move(merged));
}

}  // namespace clew
