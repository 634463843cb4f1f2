#pragma once
// Events in the making, and the session as it will be when they have happened. For what follows
// from comparing whole sessions (adopt, merge_edit): no rule of `decide` is asked, so a session can
// be brought into any state that a file shows. Private to src/session; intents are tried with Trial
// (decide.h).

#include "session/draft.h"

namespace clew {

class Drafting {
 public:
  // Who and when is not known yet: what an event takes from its header is not in `session()`.
  Drafting(Session session, Seq first);
  // The header of the first event; the others count on from it.
  Drafting(Session session, EventHeader first);

  void expect(size_t events) { events_.reserve(events); }
  void add(EventData data);
  Seq next() const { return header_.seq; }  // seq of the event added next
  const Session& session() const { return session_; }
  const std::vector<Event>& events() const { return events_; }
  Drafts take();
  std::vector<Event> take_events() { return std::move(events_); }
  Session take_session() { return std::move(session_); }

 private:
  Session session_;
  EventHeader header_;
  std::vector<Event> events_;
};

// What the event that adds a step can say of it.
StepAdded added(const Step& step);

// Visits the kinds of facts: where the session keeps them, their place in FactRestored, their name.
template <class Visit>
void for_each_fact_kind(Visit&& visit) {
  visit(&Session::decisions, &FactRestored::decision, "decision");
  visit(&Session::questions, &FactRestored::question, "question");
  visit(&Session::failed_approaches, &FactRestored::approach, "failed approach");
  visit(&Session::notes, &FactRestored::note, "note");
  visit(&Session::files, &FactRestored::file, "file");
  visit(&Session::runs, &FactRestored::run, "run");
  visit(&Session::errors, &FactRestored::error, "error");
  visit(&Session::claims, &FactRestored::claim, "claim");
  visit(&Session::artifacts, &FactRestored::artifact, "artifact");
  visit(&Session::revisions, &FactRestored::revision, "revision");
  visit(&Session::checkpoints, &FactRestored::checkpoint, "checkpoint");
  visit(&Session::instructions, &FactRestored::instruction, "instruction");
}

// A fact that is new to the session: its id is the seq of the event that carries it.
template <class T>
void add_fact(Drafting& drafting, std::optional<T> FactRestored::* slot,
              std::type_identity_t<T> fact) {
  FactRestored restored;
  restored.fact = drafting.next();
  (restored.*slot) = std::move(fact);
  (restored.*slot)->origin.id = restored.fact;
  drafting.add(std::move(restored));
}

}  // namespace clew
