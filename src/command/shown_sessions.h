#pragma once
// Which session shows itself in files that were found.

#include <map>
#include <optional>
#include <tuple>

#include "command/dialect_files.h"
#include "store/event_store.h"

namespace clew {

class ShownSessions {
 public:
  explicit ShownSessions(EventStore& store) : store_(store) {}

  // The session whose view this is; the views are looked up once.
  Result<std::optional<SessionId>> find(const FoundSession& found, const std::string& entry);

 private:
  EventStore& store_;
  // By dialect, folder and entry.
  std::optional<std::map<std::tuple<std::string, std::string, std::string>, SessionId>> views_;
};

}  // namespace clew
