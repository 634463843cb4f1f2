#pragma once
// What we ask of a database, and what it promises, in parts: event_log.h, session_catalogue.h and
// setting_rows.h for reading and writing, erasure.h and bulk_writer.h for writing only.
//
// The commit of a transaction is the one commit point: when it returns, the events are durable, and
// before that nobody else sees any of them. Sessions are loaded from the nearest snapshot of their
// state and the events after it. A store is used by one thread at a time; another thread or process
// opens its own. Every implementation runs all of tests/conformance.

#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "store/bulk_writer.h"
#include "store/erasure.h"
#include "store/store_reader.h"

namespace clew {

// One writer at a time. What is read in it cannot change under it; nothing stays without commit().
// The store it came from must outlive it. When an operation fails with kFailed or kCorrupt, the
// transaction is spoilt: commit() refuses, and nothing of it stays.
class Transaction : public StoreReader,
                    public EventLogWriter,
                    public SettingWriter,
                    public Erasure,
                    public BulkWriter {
 public:
  virtual Status commit() = 0;
  // Whether it failed only because another writer was faster: the same work, begun anew on what
  // that one wrote, may succeed. Other conflicts, as a key that was used before, would come again.
  virtual bool lost_race() const = 0;
};

// How long a command waits to write.
inline constexpr Duration kWriteDeadline = seconds(10);

class EventStore : public StoreReader {
 public:
  // The store as it is now, for as long as the reader lives: for an answer that is put together
  // from several reads. The store must outlive it. Others can write meanwhile, and so can this
  // store, unless it lies on a file system without write-ahead logging, where writers wait.
  virtual Result<std::unique_ptr<StoreReader>> snapshot() = 0;
  // Waits in line behind other writers, up to the deadline: kConflict after that.
  virtual Result<std::unique_ptr<Transaction>> begin_write(Duration deadline) = 0;
  virtual Status backup(const std::string& path) = 0;
  // What the store did by itself and a person should hear of, such as a migration; said once.
  virtual std::vector<std::string> notices() = 0;
  // After a one-shot command has answered: tidies up without making anybody wait.
  virtual void finish() = 0;
};

}  // namespace clew
