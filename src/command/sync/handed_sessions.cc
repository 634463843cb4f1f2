// The part of a sync that is about sessions which were handed off.

#include "command/sync/remote_sync.h"
#include "engine/arrival/handed_tail.h"

namespace clew {

// What was recorded here while another device had a session goes as a session of its own.
Status RemoteSync::move_handed_tails() {
  CLEW_ASSIGN(const auto sessions, to_send());
  bool moved_any = false;
  for (const auto& genesis : sessions) {
    const SessionId id = local_.at(genesis).id;
    const auto loaded = workspace_.store().load(id);
    // Whoever cannot be loaded is reported where it is sent.
    if (!loaded || !loaded->session.handoff) continue;
    const auto head = heads_.find(genesis);
    const Seq sent = head == heads_.end() ? Seq{} : head->second.seq;
    const auto body = [&](Transaction& transaction) {
      return move_handed_tail(workspace_, transaction, id, sent);
    };
    CLEW_ASSIGN(const auto moved, transact(workspace_, workspace_.write_deadline(), body));
    if (!moved) continue;
    moved_any = true;
    report_.changed = true;
    SyncedSession& report = report_of(genesis);
    report.fork = moved->side.text;
    report.handed_to = moved->handed_to;
    report.reappended += moved->reappended;
    if (!scope_.sessions.empty()) scope_.sessions.push_back(moved->side.text);
  }
  return moved_any ? find_local() : success();
}

}  // namespace clew
