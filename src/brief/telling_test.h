#pragma once
// For the tests of this folder: a session told event by event, at fixed times of 2026-11-15.

#include <string>
#include <utility>

#include "base/check.h"
#include "brief/world.h"
#include "session/apply.h"

namespace clew {

inline Time time_at(const std::string& clock, const std::string& day = "2026-11-15") {
  const auto parsed = parse_time(day + "T" + clock + ":00Z");
  CLEW_CHECK(parsed.ok());
  return parsed->time;
}

class Telling {
 public:
  explicit Telling(const std::string& id = "oauth-7f3a") { session_.identity.id = SessionId(id); }

  Telling& at(const std::string& clock) {
    now_ = time_at(clock);
    return *this;
  }
  Telling& on(Time time) {
    now_ = time;
    return *this;
  }
  Telling& by(const std::string& actor) {
    actor_ = ActorId(actor);
    return *this;
  }
  // As a hand edit of the session's files is recorded.
  Telling& edit_files(EventData data) { return tell(std::move(data), Via::kView); }
  Telling& tell(EventData data, Via via = Via::kCli) {
    EventHeader header;
    header.via = via;
    header.seq = Seq{session_.head.number + 1};
    header.at = now_;
    header.actor = actor_;
    session_ = apply(std::move(session_), Event{header, std::move(data)});
    return *this;
  }
  Telling& step(uint32_t number, const std::string& title, uint32_t parent = 0) {
    StepAdded added;
    added.step = StepId{number};
    added.parent = StepId{parent};
    added.title = title;
    return tell(std::move(added));
  }
  Telling& start(uint32_t number) { return tell(StepStarted{StepId{number}, 1}); }
  Telling& done(uint32_t number) {
    StepCompleted completed;
    completed.step = StepId{number};
    return tell(std::move(completed));
  }

  const Session& session() const { return session_; }

 private:
  Session session_;
  Time now_ = time_at("11:51");
  ActorId actor_{"claude-code:8f1c"};
};

inline SessionStarted started(const std::string& goal) {
  SessionStarted event;
  event.goal = goal;
  return event;
}

// The session of the sketches: its third step failed its gate once and is at its second attempt.
Telling oauth_telling();
inline Session oauth_session() { return oauth_telling().session(); }
// Looked at 14:32: two files have changed since.
World oauth_world();
// A tree of steps counted from 0; ana works on 1.1, bo on 1.3.
Session house_session();
// More of everything than any page can hold, in long words.
Telling huge_telling();
inline Session huge_session() { return huge_telling().session(); }
World world_at(const std::string& clock);

}  // namespace clew
