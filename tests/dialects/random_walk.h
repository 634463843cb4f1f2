#pragma once
// Sessions that came about here: a plan, and then whatever intents a seed gives; what is refused is
// passed over. Nested steps, several attempts, gates, agents, facts of every kind, and attributes
// that the dialect's own shapes know.

#include "dialect/dialect.h"
#include "session/decide.h"

namespace clew {

Session random_session(const Dialect& dialect, uint64_t seed);

// As the log has it after these events; without a time of their own they happen at `now`.
Session folded(Session session, const Drafts& drafts, Time now);

// The attributes of an owner that the shapes of a dialect know, by key.
struct KnownAttribute {
  std::string key;
  const Shape* shape;
};
std::vector<KnownAttribute> attributes_of(const Dialect& dialect, HomeOwner owner);

}  // namespace clew
