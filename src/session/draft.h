#pragma once
// An event that has been decided and not recorded yet: it has no sequence number and no hash.
// Drafts are what `decide` answers and what a transaction appends.

#include <optional>
#include <span>
#include <vector>

#include "session/event.h"

namespace clew {

// `at` is unset for "now"; a pause by inactivity was due earlier.
struct Draft {
  EventData data;
  std::optional<Time> at;

  Draft(EventData d, std::optional<Time> t);
  Draft(const Draft&);
  Draft(Draft&&) noexcept;
  Draft& operator=(const Draft&);
  Draft& operator=(Draft&&) noexcept;
  ~Draft();
  bool operator==(const Draft&) const = default;
};
using Drafts = std::vector<Draft>;

// The session as it will be when `drafts` are recorded by `actor` at `now`.
Session preview(Session session, std::span<const Draft> drafts, Time now, const ActorId& actor);

}  // namespace clew
