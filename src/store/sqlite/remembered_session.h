#pragma once
// The session that a long-lived process loaded or wrote last, and its place in the log, for as long
// as nobody has written to the store: `version` is that of log_version.h, empty where it could not
// be told. Every turn that changes a session pauses it, and says afterwards what is there now.

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "store/sqlite/log_place.h"

namespace clew {

struct KnownSession {
  std::shared_ptr<Session> session;  // not changed while others hold it too
  Head head;
  std::optional<LogPlace> place;
};

class RememberedSession {
 public:
  // Null when it has to be loaded. Valid until the next call.
  const KnownSession* find(const SessionId& id, const std::string& version) const {
    const bool holds = known_.session && !version.empty() && version_ == version && id_ == id;
    return holds ? &known_ : nullptr;
  }
  // The same to have and to change, empty when there is none; it is not remembered any more.
  KnownSession take(const SessionId& id, const std::string& version) {
    if (find(id, version) == nullptr) return {};
    return std::exchange(known_, {});
  }
  // Nothing while paused.
  void keep(const SessionId& id, const std::string& version, KnownSession known) {
    if (paused_ || version.empty()) return;
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
  std::string version_;
  KnownSession known_;
  bool paused_ = false;
};

}  // namespace clew
