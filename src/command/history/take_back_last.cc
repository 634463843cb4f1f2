// `clew undo`: the last command that the caller gave in a session, taken back by a new event.

#include "command/history/undo.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "engine/log/event_text.h"
#include "engine/session_id.h"
#include "engine/workspace.h"

namespace clew {
namespace {

// The newest session of this project that the caller has worked on.
std::optional<SessionSummary> last_touched(Workspace& workspace) {
  std::optional<SessionSummary> newest;
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

// Whether this actor's last command in it is the one that ended it.
Result<bool> was_ended_last(StoreReader& store, const SessionSummary& summary,
                            const ActorId& actor) {
  CLEW_ASSIGN(const StandingCommands standing,
              standing_commands(store, summary.id, summary.head.seq, actor));
  if (!standing.own) return false;
  CLEW_ASSIGN(const Loaded before, store.load(summary.id, Seq{standing.own->first.number - 1}));
  CLEW_ASSIGN(const Loaded after, store.load(summary.id, standing.own->last));
  return !is_closed(before.session.lifecycle.status) && is_closed(after.session.lifecycle.status);
}

// Where no session is open: the one that the caller ended last here.
Result<SessionRef> session_just_ended(Workspace& workspace, Error none_open) {
  const std::string& named = workspace.caller().session;
  const bool is_meant = none_open.code == ErrorCode::kNotFound && !workspace.names_session() &&
                        (named.empty() || named == "@");
  const auto summary = is_meant ? last_touched(workspace) : std::nullopt;
  if (!summary || !is_closed(summary->status)) return none_open;
  CLEW_ASSIGN(const bool just_ended,
              was_ended_last(workspace.store(), *summary, workspace.caller().actor));
  if (just_ended) return SessionRef{summary->id, {}};
  none_open.message +=
      fmt::format("; {} is closed, but not by your last command", summary->id.text);
  none_open.subject = summary->id.text;
  none_open.next = fmt::format("clew log {0}      and then  clew undo -s {0}", summary->id.text);
  return none_open;
}

// Nothing is left that the caller said; what others recorded is theirs, and taken back by name.
Error nothing_of_yours(StoreReader& store, const Session& now,
                       const std::optional<CommandSpan>& latest) {
  const std::string& id = now.identity.id.text;
  if (!latest) {
    return make_error(ErrorCode::kInvalid, "the start of a session cannot be undone", id,
                      fmt::format("clew close --aborted   or  clew forget {}", id));
  }
  const auto events = store.read(now.identity.id, latest->first, 1);
  if (!events) return events.error();
  const std::string what = events->empty() ? "" : event_words(events->front().event.data, &now);
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("you have no command to undo; the last was recorded by {}, as event {}: {}",
                  latest->actor.text, latest->first.number, what),
      id,
      fmt::format("clew undo -s {} --actor {} --since {}", id, shell_word(latest->actor.text),
                  latest->first.number));
}

// A command of the caller's own that left nothing to put back, as a redaction or a repair of the
// log. What was before it is not taken back unasked.
Result<Drafts> cannot_take_back(StoreReader& store, const Session& now, const CommandSpan& span) {
  const SessionId& id = now.identity.id;
  CLEW_ASSIGN(const auto events, store.read(id, span.first, 1));
  const std::string what = events.empty() ? "" : event_words(events.front().event.data, &now);
  Error error = make_error(ErrorCode::kInvalid,
                           fmt::format("event {} cannot be undone: {}", span.first.number, what),
                           id.text, "clew log " + id.text);
  CLEW_ASSIGN(const StandingCommands earlier,
              standing_commands(store, id, now.head, span.actor, span.first));
  if (earlier.own) {
    error.next = fmt::format("clew undo -s {} --actor {} --since {}", id.text,
                             shell_word(span.actor.text), earlier.own->first.number);
  }
  return error;
}

}  // namespace

Result<Done> undo_last(Workspace& workspace, const std::string& reason) {
  auto found = workspace.find_session(Effect::kChanges);
  if (!found) found = session_just_ended(workspace, found.error());
  if (!found) return found.error();
  const SessionId id = found->id;
  EventStore& store = workspace.store();
  return workspace.in_transaction(id, [&](const Loaded& now) -> Result<Drafts> {
    CLEW_ASSIGN(const StandingCommands standing,
                standing_commands(store, id, now.head.seq, workspace.caller().actor));
    if (!standing.own) return nothing_of_yours(store, now.session, standing.latest);
    const CommandSpan& span = *standing.own;
    if (span.is_repair) return cannot_take_back(store, now.session, span);
    CLEW_ASSIGN(const Loaded after, store.load(id, span.last));
    CLEW_ASSIGN(const Loaded before, store.load(id, Seq{span.first.number - 1}));
    auto drafts =
        decide_undo(now.session, before.session, after.session, span.first, span.last, reason);
    const bool is_nothing = !drafts && drafts.error().code == ErrorCode::kInvalid;
    return is_nothing ? cannot_take_back(store, now.session, span) : std::move(drafts);
  });
}

}  // namespace clew
