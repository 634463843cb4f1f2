#pragma once
// A short life of a store in which everything that touches the disk happens once: making it,
// appends, a snapshot, a blob, a fork, a redaction, a checkpoint. It stops at the first error.

#include <set>

#include "store/sqlite/sqlite_factory.h"

namespace clew {

struct Acknowledged {
  SessionId session;
  Head head;
};

class ShortLife {
 public:
  ShortLife(std::string path, Lifespan lifespan, std::string vfs);

  // The first error, if there was one.
  Status run();
  bool finished() const { return finished_; }
  const std::vector<Acknowledged>& acknowledged() const { return acknowledged_; }
  // The seqs at which the session may stand: after each command, begun or done.
  std::set<Seq> whole_commands(const SessionId& session) const;

 private:
  Status live();
  Status open();
  Status notes(const SessionId& session, int commands, int events_each);
  Status fork(const SessionId& session, const SessionId& parent, Seq at);
  Status redact(const SessionId& session, Seq seq);
  Status append(Transaction& transaction, const SessionId& session, const std::optional<Fork>& fork,
                std::vector<EventData> events);

  std::string path_;
  Lifespan lifespan_;
  std::string vfs_;
  std::unique_ptr<EventStore> store_;
  std::vector<Acknowledged> acknowledged_;
  std::vector<Acknowledged> begun_;  // without hashes
  uint64_t salt_ = 1;
  int64_t clock_ = 1'700'000'000'000;
  bool finished_ = false;
};

// One more session on a store that something happened to.
Status live_on(EventStore& store);

}  // namespace clew
