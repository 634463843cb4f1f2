#pragma once
// Adopting a session that was found in files: the events that bring an empty session to the state
// that the files show. Pure; whoever imports records them.

#include "session/decide.h"

namespace clew {

// SessionStarted, StepAdded for each step, and restoring events for what these do not carry. Folded
// from an empty session, with seqs from `first` and whatever time and actor, they give `wanted`,
// except:
// - identity.id is the caller's, head and last_activity come from the headers;
// - facts, and the instruction, get the seq of their event as id; time, actor and step stay theirs;
// - every fact gets its event, however many there are: the session counts the items there are and
//   keeps the latest few;
// - where each actor stands (`places`) is nowhere in the events, and left out;
// - an instruction without text is none, and so is a current child that is no child.
// REQUIRES: step i has the id i and comes after its parent (one that does not becomes a part of the
// session itself); at most kMaxSteps of them, more are left out; children are listed with their
// parent.
Drafts adopt(const Session& wanted, const SessionId& id, Seq first = Seq{1});

// The same as events with their headers, which count on from `first`, and the state they lead to.
struct Adopted {
  std::vector<Event> events;
  Session after;  // its id is `id`
};
Adopted adopt_as(Session wanted, const SessionId& id, const EventHeader& first);

// Files may tell a session without saying when: the times that nobody knows are Time(), and are
// filled in before anybody sees them.

// Where nothing tells when it was, it is `then`.
void date(Session& session, Time then);
// The other way: without the times that `reported` does not have.
void undate(const Session& reported, Session& session);

}  // namespace clew
