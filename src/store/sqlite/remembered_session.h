#pragma once
// The session that a long-lived process loaded or wrote last, and its place in the log, for as long
// as nobody else has written to the store: `version` is SQLite's data_version, which other
// connections' commits change and our own do not. So every turn that changes a session pauses it,
// and says afterwards what is there now.

#include <memory>
#include <optional>
#include <utility>

#include "store/sqlite/log_place.h"

namespace clew {

struct KnownSession {
  std::unique_ptr<Loaded> loaded;  // large, and handed on at every append
  std::optional<LogPlace> place;
};

class RememberedSession {
 public:
  // Null when it has to be loaded. Valid until the next call.
  const KnownSession* find(const SessionId& id, int64_t version) const {
    return known_.loaded && id_ == id && version_ == version ? &known_ : nullptr;
  }
  // The same to have and to change, empty when there is none; it is not remembered any more.
  KnownSession take(const SessionId& id, int64_t version) {
    if (find(id, version) == nullptr) return {};
    return std::exchange(known_, {});
  }
  // Nothing while paused.
  void keep(const SessionId& id, int64_t version, KnownSession known) {
    if (paused_) return;
    id_ = id;
    version_ = version;
    known_ = std::move(known);
  }
  // After a write that leaves what the session is, but not what stands beside its log.
  void forget_place() { known_.place.reset(); }
  void pause() {
    known_ = {};
    paused_ = true;
  }
  void go_on() { paused_ = false; }

 private:
  SessionId id_;
  int64_t version_ = 0;
  KnownSession known_;
  bool paused_ = false;
};

}  // namespace clew
