#pragma once
// ChangeLocations: in which checkout each file of a session was recorded as changed.
//
// One session may be worked on in several worktrees, and its events do not say in which: the store
// of this machine does, from the first change on that was not recorded where the session began.

#include <optional>
#include <string>
#include <vector>

#include "engine/context.h"

namespace clew {

class ChangeLocations {
 public:
  // REQUIRES: the session lives longer.
  ChangeLocations(StoreReader& store, const Session& session);
  // The root of the checkout that event `seq` was recorded in; empty when nobody knows.
  const std::string& of(Seq seq) const;

 private:
  const Session& session_;
  struct Location {
    Seq from;  // the first event there
    std::string root;
    static constexpr auto fields() {
      return field_list(field(1, "from", &Location::from), field(2, "root", &Location::root));
    }
  };
  friend Status keep_change_locations(Context&, Via, Transaction&, const Session&,
                                      const std::vector<Event>&);
  std::vector<Location> locations_;  // oldest first
};

// In the transaction that records `events`, with `after` as the state they lead to: where their
// files are, when that is another place than before.
Status keep_change_locations(Context& context, Via via, Transaction& transaction,
                             const Session& after, const std::vector<Event>& events);
// What is known of its parent holds for a fork too.
Status keep_parent_locations(Transaction& transaction, const SessionId& parent,
                             const SessionId& fork);

}  // namespace clew
