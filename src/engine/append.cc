#include "engine/append.h"

#include "session/apply.h"

namespace clew {

// An event is never dated before the last activity of the session, even if the clock was set back.
Result<Done> append_events_in(Workspace& workspace, Transaction& transaction,
                              const SessionId& session, std::vector<EventData> reported,
                              Seq repairs) {
  CLEW_ASSIGN(const Loaded loaded, transaction.load(session));
  Done done;
  Session after = loaded.session;
  for (auto& data : reported) {
    Event event;
    event.header.seq = Seq{after.head.number + 1};
    event.header.at = std::max(workspace.now(), loaded.session.last_activity);
    event.header.actor = workspace.caller().actor;
    event.header.via = workspace.caller().via;
    event.header.part = static_cast<uint32_t>(done.events.size());
    event.header.repairs = repairs;
    event.data = std::move(data);
    apply_to(after, event);
    done.events.push_back(std::move(event));
  }
  after.identity.id = session;
  CLEW_ASSIGN(done.head, transaction.append({session, loaded.head.seq, done.events, &after, {}}));
  done.after = std::move(after);
  return done;
}

}  // namespace clew
