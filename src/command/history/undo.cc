#include "command/history/undo.h"

#include <fmt/format.h>

#include "command/history/undo_actor.h"
#include "engine/event_text.h"
#include "engine/reply.h"

namespace clew {
namespace {

Value spans_of(const Done& done) {
  Value spans = Value::list();
  for (const auto& event : done.events) {
    const auto* undo = get_if<CommandUndone>(&event.data);
    if (undo == nullptr) continue;
    Value span = Value::object();
    span.set("first", undo->first.number);
    span.set("last", undo->last.number);
    spans.push(std::move(span));
  }
  return spans;
}

Result<Answer> undo_actor(Workspace& workspace, const UndoRequest& request) {
  if (request.since && (*request.since < 1 || *request.since > int64_t{UINT32_MAX})) {
    return make_error(ErrorCode::kUsage, "--since takes an event number, 1 or more", "--since",
                      "clew log");
  }
  TakeBackActor what;
  what.actor = ActorId(request.actor);
  what.since = Seq{static_cast<uint32_t>(request.since.value_or(0))};
  what.reason = request.reason;
  what.reach = request.partly ? TakeBackReach::kWhatCan : TakeBackReach::kAllOrNothing;
  CLEW_ASSIGN(const Done done, take_back_actor(workspace, what));
  const Value spans = spans_of(done);
  const size_t count = spans.as_list().size();
  const Standpoint location(done.after, workspace.caller().actor, workspace.now());
  Answer answer = said(
      workspace, done,
      fmt::format("undid {} {} of {}; the log keeps them{}", count,
                  count == 1 ? "command" : "commands", request.actor, location.words(" · now ")));
  answer.data.set("actor", request.actor);
  answer.data.set("taken_back", spans);
  return answer;
}

// What the clock brings before the work itself: a pause by inactivity, and its end.
bool comes_before_work(const EventData& data) {
  return holds<SessionPaused>(data) || holds<SessionResumed>(data) || holds<ClockCorrected>(data);
}

// What a command is about, whatever it kept or set by the way.
bool is_main_thing(const EventData& data) {
  return holds<StepCompleted>(data) || holds<StepRevisited>(data);
}

// The main thing; else the first that somebody did in the command; what the clock did when there is
// nothing else.
Result<std::string> words_of_span(Workspace& workspace, const Session& before,
                                  const CommandUndone& undo) {
  const size_t count = undo.last.number - undo.first.number + 1;
  CLEW_ASSIGN(const auto events, workspace.store().read(before.identity.id, undo.first, count));
  for (const auto& stored : events) {
    if (is_main_thing(stored.event.data)) return event_words(stored.event.data, &before);
  }
  // What a pause keeps comes before it.
  if (!events.empty() && holds<SessionPaused>(events.back().event.data)) {
    return event_words(events.back().event.data, &before);
  }
  for (const auto& stored : events) {
    if (!comes_before_work(stored.event.data)) return event_words(stored.event.data, &before);
  }
  return events.empty() ? std::string() : event_words(events.front().event.data, &before);
}

Result<Answer> undo_last(Workspace& workspace, const UndoRequest& request) {
  CLEW_ASSIGN(const Done done, undo_last(workspace, request.reason));
  std::string what;
  Value undone = Value::object();
  for (const auto& event : done.events) {
    const auto* undo = get_if<CommandUndone>(&event.data);
    if (undo == nullptr) continue;
    undone.set("first", undo->first.number);
    undone.set("last", undo->last.number);
    CLEW_ASSIGN(const Session before, workspace.before(done));
    CLEW_ASSIGN(what, words_of_span(workspace, before, *undo));
  }
  const Standpoint location(done.after, workspace.caller().actor, workspace.now());
  Answer answer =
      said(workspace, done, fmt::format("undid: {}{}", what, location.words(" · now ")));
  answer.data.set("undone", undone);
  return answer;
}

}  // namespace

Result<Answer> undo_command(Workspace& workspace, const UndoRequest& request) {
  if (!request.actor.empty()) return undo_actor(workspace, request);
  if (request.since || request.partly) {
    return make_error(ErrorCode::kUsage, "--since and --partly require --actor",
                      request.partly ? "--partly" : "--since", "clew undo --actor WHO");
  }
  return undo_last(workspace, request);
}

}  // namespace clew
