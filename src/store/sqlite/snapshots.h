#pragma once
// Sessions as they stood after some event, so that loading never starts from zero. The appender
// writes one whenever seq passes a multiple of 32; the last two and one per 4,096 stay.

#include <functional>

#include "store/sqlite/event_rows.h"

namespace clew {

inline constexpr uint32_t kKeepSnapshotEvery = 4096;

struct Snapshot {
  Head head;
  Session session;
};
// The newest that can be used, up to event `last`; damaged ones and those of another version are
// passed over. Whether it stands in its place is for the events after it to say.
Result<std::optional<Snapshot>> newest_snapshot(Database& base, const Line& line, Seq last);
Status put_snapshot(Database& base, int64_t sid, const Head& head, const Session& session);
Status put_packed_snapshot(Database& base, int64_t sid, const Head& head, BytesView packed);
// kCorrupt when damaged, kInvalid when of another version.
Result<Session> expand_snapshot(Database& base, BytesView packed);
Status drop_snapshots(Database& base, int64_t sid, Seq from);

// The state at the end of `line`, by way of the newest snapshot or from the first event on.
// `passing`, when set, sees the state after each event on the way.
enum class FoldFrom { kSnapshot, kZero };
using Passing = std::function<Status(const Loaded&, const EventHeader&)>;
Result<Loaded> fold(Database& base, const Line& line, FoldFrom from, const Passing& passing = {});

struct Remade {
  Loaded loaded;
  EventHeader last;
};
// Makes the session's own snapshots anew from event `from` on, which must exist.
Result<Remade> remake_snapshots(Database& base, const SessionRow& session, Seq from);

// The session now, or after event `at`: kNotFound when it is not that long.
Result<Loaded> load_session(Database& base, const SessionRow& session, std::optional<Seq> at);

}  // namespace clew
