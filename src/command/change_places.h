#pragma once
// In which checkout the files of a session were recorded as changed. One session may be worked on
// in several worktrees, and its events do not say in which: the store of this machine does, from
// the first change on that was not recorded where the session began.

#include <string>
#include <vector>

#include "store/event_store.h"

namespace clew {

class ChangePlaces {
 public:
  // REQUIRES: the session lives longer.
  ChangePlaces(EventStore& store, const Session& session);
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
  friend Status note_change_place(EventStore&, WriteTurn&, const Session&,
                                  const std::vector<Event>&, const std::string&);
  std::vector<Place> places_;  // oldest first
};

bool has_file_change(const std::vector<Event>& events);
// In a turn that records `events`, one of which changes a file: says where, when that is another
// place than before.
Status note_change_place(EventStore& store, WriteTurn& turn, const Session& session,
                         const std::vector<Event>& events, const std::string& root);
// What is known of its parent holds for a fork too.
Status copy_change_places(EventStore& store, WriteTurn& turn, const SessionId& parent,
                          const SessionId& fork);
Status forget_change_places(WriteTurn& turn, const SessionId& session);

}  // namespace clew
