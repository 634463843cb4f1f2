#pragma once
// Commands by chance on one session of a store, decided and appended as a program would: every kind
// of event comes about, most of them often.

#include <optional>
#include <random>
#include <string>

#include "session/decide.h"
#include "store/event_store.h"

namespace clew {

class ChanceWork {
 public:
  ChanceWork(EventStore& store, uint64_t seed) : store_(store), bits_(seed) {}

  size_t below(size_t n) { return static_cast<size_t>(bits_() % n); }
  // One command; false when the session refuses it.
  bool act(const SessionId& session, const ActorId& actor, Time now);

 private:
  struct Turn;
  bool append(const Turn& turn, const Drafts& drafts);
  bool redact(const Turn& turn);
  Drafts undo(const Turn& turn);
  Intent chance(const Session& session);
  std::optional<Intent> follow_up(const Session& session);
  StepId any_step(const Session& session);
  // One of those that are so, or any.
  StepId step_that(const Session& session, bool (*is_so)(const Step&));
  Evidence measured();
  std::string word();

  EventStore& store_;
  std::mt19937_64 bits_;
};

}  // namespace clew
