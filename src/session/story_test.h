#pragma once
// A session told one intent at a time, for tests: it keeps the clock, the actor and every event.
// Plans are written as outlines, one step a line, two spaces deeper for a part:
//
//   build | any | key b | needs plan, setup | gate coverage >= 80 | subject auth | id workflow:3

#include <string>
#include <vector>

#include "session/decide.h"
#include "session/progress.h"

namespace clew {

inline constexpr Time kMonday{1'794'819'600'000};  // 2026-11-16T09:00:00Z

PlannedStep planned(const std::string& line);
std::vector<PlannedStep> outline(const std::string& text);
Evidence shown(const std::string& name, Value value,
               EvidenceSource source = EvidenceSource::kClaimed);
// The names of the events, for tests that say what follows from what.
std::string names(const Drafts& drafts);
// The code of an error that has a subject and a next command, as every one must.
ErrorCode code_of(const Result<Drafts>& result);

class Story {
 public:
  Session session;
  std::vector<Event> events;
  Time now = kMonday;
  ActorId actor{"ana"};

  Story();
  explicit Story(const std::string& plan, const Structure& structure = {});

  Result<Drafts> would(const Intent& intent) const;
  Story& then(const Intent& intent);
  // False, and nothing happens, when it is refused.
  bool try_to(const Intent& intent);
  Story& add(const Drafts& drafts);
  Story& as(const std::string& name);
  Story& wait(Duration duration);

  Story& done(const std::string& step, const Evidence& evidence = {});
  Story& change(const std::string& step, StepVerb verb, const std::string& reason = "because");
  Story& note(const std::string& text);
  Story& add_steps(const std::string& plan, StepId parent = kRoot);
  // Takes back the events from `first` to `last`, counted from 1.
  Result<Drafts> would_undo(size_t first, size_t last) const;
  // The session after its first `count` events.
  Session reported(size_t count) const;

  StepId id(const std::string& title) const;
  const Step& step(const std::string& title) const { return session.steps[id(title).number]; }
  StepStatus status(const std::string& title) const { return step(title).status; }
  std::string current() const;
  std::string ready() const;
  Progress progress() const { return clew::progress(session, actor, now); }
};

}  // namespace clew
