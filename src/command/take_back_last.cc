// `clew undo`: the last command of a session, taken back by a new event.

#include <fmt/format.h>

#include <algorithm>

#include "command/session_names.h"
#include "command/workspace.h"

namespace clew {
namespace {

// The newest session of this project that the caller has worked on.
std::optional<SessionCard> last_touched(Workspace& workspace) {
  std::optional<SessionCard> newest;
  for (const auto& id : workspace.project().ids) {
    ListQuery query;
    query.project = id;
    query.actor = workspace.caller().actor;
    query.limit = 1;
    const auto found = workspace.store().list(query);
    if (!found || found->empty()) continue;
    if (!newest || newest->touched_at < found->front().touched_at) newest = found->front();
  }
  return newest;
}

// Whether the last command recorded in it is the one by which this actor ended it.
Result<bool> was_ended_last(EventStore& store, const SessionCard& card, const ActorId& actor) {
  CLEW_ASSIGN(const CommandSpan span, last_undoable(store, card.id, card.head.seq));
  if (span.last != card.head.seq || span.first.number < 2) return false;
  CLEW_ASSIGN(const auto events, store.read(card.id, span.first, 1));
  if (events.empty() || events.front().event.header.actor != actor) return false;
  CLEW_ASSIGN(const Loaded before, store.load(card.id, Seq{span.first.number - 1}));
  return !is_closed(before.session.lifecycle.status);
}

// Where no session is open: the one that the caller ended last here, as long as nothing came after.
Result<SessionRef> session_just_ended(Workspace& workspace, Error none_open) {
  const std::string& named = workspace.caller().session;
  const bool is_meant = none_open.code == ErrorCode::kNotFound && !workspace.names_session() &&
                        (named.empty() || named == "@");
  const auto card = is_meant ? last_touched(workspace) : std::nullopt;
  if (!card || !is_closed(card->status)) return none_open;
  CLEW_ASSIGN(const bool just_ended,
              was_ended_last(workspace.store(), *card, workspace.caller().actor));
  if (just_ended) return SessionRef{card->id, {}};
  none_open.message +=
      fmt::format("; {} has ended, and that was not your last command in it", card->id.text);
  none_open.subject = card->id.text;
  none_open.next = fmt::format("clew log {0}      and then  clew undo -s {0}", card->id.text);
  return none_open;
}

}  // namespace

Result<Done> Workspace::undo(const std::string& reason) {
  auto found = find_session(Effect::kChanges);
  if (!found) found = session_just_ended(*this, found.error());
  if (!found) return found.error();
  const SessionId id = found->id;
  return in_turn(id, [&](const Loaded& now) -> Result<Drafts> {
    CLEW_ASSIGN(const CommandSpan span, last_undoable(store_, id, now.head.seq));
    CLEW_ASSIGN(const Loaded after, store_.load(id, span.last));
    Loaded before;
    if (span.first.number > 1) {
      CLEW_ASSIGN(before, store_.load(id, Seq{span.first.number - 1}));
    }
    return decide_undo(now.session, before.session, after.session, span.first, span.last, reason);
  });
}

}  // namespace clew
