#pragma once
// In which checkout the files of a session were recorded as changed. One session may be worked on
// in several worktrees, and its events do not say in which: the store of this machine does, from
// the first change on that was not recorded where the session began.

#include <optional>
#include <string>
#include <vector>

#include "store/event_store.h"

namespace clew {

class Workspace;
struct Done;

class ChangePlaces {
 public:
  // REQUIRES: the session lives longer.
  ChangePlaces(StoreReader& store, const Session& session);
  // The root of the checkout that event `seq` was recorded in; empty when nobody knows.
  const std::string& of(Seq seq) const;

 private:
  const Session& session_;
  struct Place {
    Seq from;  // the first event there
    std::string root;
    static constexpr auto fields() {
      return field_list(field(1, "from", &Place::from), field(2, "root", &Place::root));
    }
  };
  friend Status keep_change_places(Workspace&, Transaction&, const Done&,
                                   const std::optional<Fork>&);
  std::vector<Place> places_;  // oldest first
};

// In the turn that records what was done: where its files are, when that is another place than
// before. What is known of its parent holds for a fork too.
Status keep_change_places(Workspace& workspace, Transaction& turn, const Done& done,
                          const std::optional<Fork>& fork);

}  // namespace clew
