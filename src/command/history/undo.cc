#include "command/history/undo.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/shell_word.h"
#include "engine/log/event_text.h"
#include "engine/reply.h"
#include "engine/workspace.h"
#include "session/unbounded_session.h"
#include "store/at_once.h"
#include "view/open_view.h"

namespace clew {
namespace {

// Setting aside everything that one actor recorded in a session: each of its commands is taken back
// by restoring events, the last one first. What somebody else changed since stands in the way. The
// log keeps all of it.

enum class TakeBackReach {
  kAllOrNothing,  // refused when anything stands in the way
  kWhatCan,       // the rest stays, and is listed
};

struct TakeBackActor {
  ActorId actor;
  Seq since;  // only commands from this event on; 0: all
  std::string reason;
  TakeBackReach reach = TakeBackReach::kAllOrNothing;
};

// A command that stays, and why.
struct StandingCommand {
  Seq first;
  Seq last;
  std::string why;
};

struct TakenBack {
  Drafts drafts;  // for each command its CommandUndone, and what puts the records back
  size_t commands = 0;
  std::vector<StandingCommand> standing;
};

constexpr size_t kMaxBlockersNamed = 8;

struct Command {
  Seq first;
  Seq last;
  ActorId actor;
  std::vector<Seq> took_back;  // the first events of commands it took back
};

// The whole log: its commands in order, and the session with every fact.
struct History {
  std::vector<Command> commands;
  WholeSession whole;

  void add(const Event& event) {
    if (event.header.part == 0 || commands.empty()) {
      commands.push_back({event.header.seq, event.header.seq, event.header.actor, {}});
    }
    Command& command = commands.back();
    command.last = event.header.seq;
    if (const auto* undone = get_if<CommandUndone>(&event.data)) {
      command.took_back.push_back(undone->first);
    }
    whole.add(event);
  }
};

Result<History> read_history(StoreReader& store, const SessionId& id, Seq head) {
  History history;
  for (Seq from{1}; from <= head;) {
    CLEW_ASSIGN(const auto page, store.read(id, from, kEventsAtOnce));
    if (page.empty()) break;
    from = Seq{page.back().event.header.seq.number + 1};
    for (const auto& stored : page) history.add(stored.event);
  }
  return history;
}

// Commands of the actor that still stand, the last first. One that only took back the actor's own
// is as good as never said.
std::vector<Command> commands_to_take_back(const History& history, const TakeBackActor& what) {
  std::set<Seq> undone;
  std::set<Seq> own;
  for (const auto& command : history.commands) {
    undone.insert(command.took_back.begin(), command.took_back.end());
    if (command.actor == what.actor) own.insert(command.first);
  }
  std::vector<Command> chosen;
  for (auto at = history.commands.rbegin(); at != history.commands.rend(); ++at) {
    if (at->actor != what.actor || at->first < what.since || undone.count(at->first) > 0) continue;
    const bool only_own =
        !at->took_back.empty() && std::all_of(at->took_back.begin(), at->took_back.end(),
                                              [&](Seq first) { return own.count(first) > 0; });
    if (!only_own) chosen.push_back(*at);
  }
  return chosen;
}

class TakingBack {
 public:
  TakingBack(StoreReader& store, SessionId id, const Head& head, Time now, WholeSession whole)
      : store_(store),
        id_(std::move(id)),
        next_(head.seq.number),
        now_(now),
        whole_(std::move(whole)) {}

  Status take(const Command& command, const TakeBackActor& what) {
    WholeSession copy = whole_;
    Session now = copy.take();
    now.identity.id = id_;
    CLEW_ASSIGN(const Loaded after, store_.load(id_, command.last));
    Loaded before;
    if (command.first.number > 1) {
      CLEW_ASSIGN(before, store_.load(id_, Seq{command.first.number - 1}));
    }
    auto drafts =
        decide_undo(now, before.session, after.session, command.first, command.last, what.reason);
    if (!drafts) {
      const bool in_the_way = drafts.error().code == ErrorCode::kConflict;
      if (in_the_way || command.first.number == 1) {
        taken_.standing.push_back({command.first, command.last, drafts.error().message});
      }
      return success();
    }
    ++taken_.commands;
    for (auto& draft : *drafts) {
      EventHeader header;
      header.seq = Seq{++next_};
      header.at = now_;
      header.actor = what.actor;
      whole_.add(Event{header, draft.data});
      taken_.drafts.push_back(std::move(draft));
    }
    return success();
  }

  TakenBack result() { return std::move(taken_); }

 private:
  StoreReader& store_;
  SessionId id_;
  uint32_t next_;
  Time now_;
  WholeSession whole_;  // with what was taken back so far
  TakenBack taken_;
};

bool is_in_the_way(const StandingCommand& each) { return each.first.number > 1; }

// What taking back would do to the session as it stands at `head`.
Result<TakenBack> plan_take_back(StoreReader& store, const SessionId& id, const Head& head,
                                 const TakeBackActor& what, Time now) {
  CLEW_ASSIGN(const History history, read_history(store, id, head.seq));
  TakingBack taking(store, id, head, now, history.whole);
  for (const auto& command : commands_to_take_back(history, what)) {
    CLEW_TRY(taking.take(command, what));
  }
  return taking.result();
}

// kConflict, listing what stands in the way; kInvalid when there is nothing to take back.
Status check_take_back(const TakenBack& taken, const TakeBackActor& what) {
  const auto blocking = static_cast<size_t>(
      std::count_if(taken.standing.begin(), taken.standing.end(), is_in_the_way));
  if (what.reach == TakeBackReach::kAllOrNothing && blocking > 0) {
    std::string list;
    size_t named = 0;
    for (const auto& each : taken.standing) {
      if (!is_in_the_way(each) || ++named > kMaxBlockersNamed) continue;
      list += (list.empty() ? "" : "; ") + each.why;
    }
    if (named > kMaxBlockersNamed) list += fmt::format(" and {} more", named - kMaxBlockersNamed);
    return make_error(ErrorCode::kConflict,
                      fmt::format("{} of the {} commands of {} cannot be undone: {}", blocking,
                                  blocking + taken.commands, what.actor.text, list),
                      what.actor.text,
                      fmt::format("clew undo --actor {} --partly   undoes the rest",
                                  shell_word(what.actor.text)));
  }
  if (taken.commands == 0) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("{} recorded nothing that can be undone", what.actor.text),
                      what.actor.text, "clew log --actor " + shell_word(what.actor.text));
  }
  return success();
}

// Takes back everything that one actor recorded in the session the caller means.
Result<Done> take_back_actor(Workspace& workspace, const TakeBackActor& what) {
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  TakenBack taken;
  CLEW_ASSIGN(Done done, workspace.in_transaction(ref.id, [&](const Loaded& now) -> Result<Drafts> {
    CLEW_ASSIGN(taken, plan_take_back(workspace.store(), ref.id, now.head, what, workspace.now()));
    CLEW_TRY(check_take_back(taken, what));
    return std::move(taken.drafts);
  }));
  for (const auto& each : taken.standing) {
    done.notices.push_back(fmt::format("events {} to {} were not undone: {}", each.first.number,
                                       each.last.number, each.why));
  }
  return done;
}

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
