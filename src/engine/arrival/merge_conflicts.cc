#include "engine/arrival/merge_conflicts.h"

#include <algorithm>

#include "engine/log/event_text.h"
#include "engine/log/own_log.h"
#include "store/at_once.h"

namespace clew {
namespace {

constexpr const char* kSettled = "merge settled: ";

// A session that holds a moved tail is known by the hash of its first event.
Result<SessionId> fork_of(StoreReader& store, const SessionId& session, const TailMoved& moved) {
  CLEW_ASSIGN(const SessionId hashed_id, store.hashed_id(session));
  CLEW_ASSIGN(const auto handles, store.sessions_hashed_as(hashed_id));
  for (const SessionId& handle : handles) {
    CLEW_ASSIGN(const auto found, store.read_raw(handle, moved.first, 1));
    if (!found.empty() && found.front().session == handle && found.front().hash == moved.tail) {
      return handle;
    }
  }
  return SessionId();
}

bool settles(const Event& event, Seq conflict) {
  const auto* note = get_if<NoteAdded>(&event.data);
  return note != nullptr && event.header.repairs == conflict && note->text.starts_with(kSettled);
}

// The fork is read to its end: the notes that settle conflicts stand behind the moved events.
Status add_open(StoreReader& store, const SessionId& session, const TailMoved& moved,
                std::vector<MergeConflict>& out) {
  const auto is_open = [](const MovedCommand& each) {
    return each.outcome == MergeOutcome::kConflict;
  };
  if (std::none_of(moved.commands.begin(), moved.commands.end(), is_open)) return success();
  CLEW_ASSIGN(const SessionId fork, fork_of(store, session, moved));
  std::vector<StoredEvent> events;
  for (Seq from = moved.first; !fork.empty();) {
    CLEW_ASSIGN(auto page, store.read(fork, from, kEventsAtOnce));
    if (page.empty()) break;
    from = Seq{page.back().event.header.seq.number + 1};
    std::move(page.begin(), page.end(), std::back_inserter(events));
  }
  for (const MovedCommand& each : moved.commands) {
    if (!is_open(each)) continue;
    const bool is_settled =
        std::any_of(events.begin(), events.end(),
                    [&](const StoredEvent& stored) { return settles(stored.event, each.first); });
    if (is_settled) continue;
    MergeConflict conflict;
    conflict.fork = fork;
    conflict.first = each.first;
    conflict.last = each.last;
    conflict.why = each.why;
    conflict.moved = moved;
    if (!events.empty()) {
      // `events` begins with the first moved event, and they have no gaps.
      const auto& lead = events[each.first.number - moved.first.number].event;
      conflict.what = event_words(lead.data);
    }
    out.push_back(std::move(conflict));
  }
  return success();
}

}  // namespace

Result<std::vector<MergeConflict>> open_conflicts(StoreReader& store, const SessionId& session) {
  std::vector<MergeConflict> conflicts;
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto page, store.read(session, from, kEventsAtOnce));
    if (page.empty()) return conflicts;
    from = Seq{page.back().event.header.seq.number + 1};
    for (const auto& stored : page) {
      const auto* moved = get_if<TailMoved>(&stored.event.data);
      if (moved != nullptr) CLEW_TRY(add_open(store, session, *moved, conflicts));
    }
  }
}

NoteAdded settling_note(const std::string& taken) {
  NoteAdded note;
  note.text = kSettled + taken;
  return note;
}

}  // namespace clew
