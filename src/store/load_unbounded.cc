#include "store/load_unbounded.h"

#include "session/unbounded_session.h"
#include "store/at_once.h"

namespace clew {

// Read in pages, so that only the session and one page are in memory.
Result<Session> load_whole(StoreReader& store, const SessionId& id, Seq at) {
  WholeSession whole;
  for (Seq from{1}; from <= at;) {
    CLEW_ASSIGN(const auto page, store.read(id, from, kEventsAtOnce));
    if (page.empty()) break;
    from = Seq{page.back().event.header.seq.number + 1};
    for (const auto& stored : page) {
      if (stored.event.header.seq <= at) whole.add(stored.event);
    }
  }
  Session session = whole.take();
  session.identity.id = id;
  return session;
}

}  // namespace clew
