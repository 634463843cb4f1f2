#pragma once
// What a dialect could not say of a session: worked out, not declared, by reading back what was
// written.

#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

struct Loss {
  // As the source calls it: "stages.stage_3.sections[].status"; of a session of the store a word
  // of the core, such as "notes" or "decisions[].options".
  std::string field;
  size_t count = 0;  // in how many places
  Value shown = {};  // what is to be read instead, in the first of them; null: nothing
  bool operator==(const Loss&) const = default;
};

// What `said` has and `back` lacks or tells otherwise. Ids of events, where the store files the
// session, places of actors and leases do not count: no dialect speaks of them.
std::vector<Loss> losses(const Session& said, const Session& back);

}  // namespace clew
