#pragma once
// The session that a long-lived process loaded or wrote last, for as long as nobody else has
// written to the store: `version` is SQLite's data_version, which other connections' commits change
// and our own do not. So every turn that changes a session pauses it, and says afterwards what is
// there now.

#include <optional>
#include <utility>

#include "store/event_store.h"

namespace clew {

class RememberedSession {
 public:
  // Null when it has to be loaded. Valid until the next call.
  const Loaded* find(const SessionId& id, int64_t version) const {
    return loaded_ && id_ == id && version_ == version ? &*loaded_ : nullptr;
  }
  // The same to have and to change; it is not remembered any more.
  std::optional<Loaded> take(const SessionId& id, int64_t version) {
    if (find(id, version) == nullptr) return std::nullopt;
    return std::exchange(loaded_, std::nullopt);
  }
  // Nothing while paused.
  void keep(const SessionId& id, int64_t version, Loaded loaded) {
    if (paused_) return;
    id_ = id;
    version_ = version;
    loaded_ = std::move(loaded);
  }
  void pause() {
    loaded_.reset();
    paused_ = true;
  }
  void go_on() { paused_ = false; }

 private:
  SessionId id_;
  int64_t version_ = 0;
  std::optional<Loaded> loaded_;
  bool paused_ = false;
};

}  // namespace clew
