#pragma once
// What a dialect could not say of a session: worked out, not declared, by reading back what was
// written.

#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

struct Loss {
  std::string field;  // a word of the core: "notes", "steps[].gate", "decisions[].options"
  size_t count = 0;   // in how many places
  bool operator==(const Loss&) const = default;
};

// What `said` has and `back` lacks or tells otherwise. Ids of events, where the store files the
// session, places of actors and leases do not count: no dialect speaks of them.
std::vector<Loss> losses(const Session& said, const Session& back);

}  // namespace clew
