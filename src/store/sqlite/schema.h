#pragma once
// The tables, as numbered migrations that only grow, and who may open them.
// docs/format-event-log.md describes them.
//
// sessions   one row each; `status` is lifecycle | archived << 3 | forgotten << 4
// events     the log; the last row of a session is its head. `inner` is set, and `salt` is not,
// when
//            the payload was replaced (redacted) or dropped (forgotten)
// snapshots  a session's state after `seq`, zstd with checksum; `hash` is the event's
// idem       16 bytes of a key's digest, 8 of its request's
// blobs      by content, zstd; blob_uses says which sessions name them
// words      full-text index without content; rowid is sid << 32 | seq
// unindexed  sessions with events that `words` does not know yet
// hashed_ids the id in the hashed headers of a session that has another one here

#include <span>
#include <string>
#include <vector>

#include "sqlite/connection.h"

namespace clew {

inline constexpr int kApplicationId = 0x636c6577;  // "clew"

struct Migration {
  int version;
  const char* what;  // in words, for the notice
  const char* sql;
};
std::span<const Migration> migrations();
inline int newest_schema() { return migrations().back().version; }

enum class SchemaState { kEmpty, kCurrent, kOlder };
// Looks without changing anything. kInvalid: a newer schema, or not a store of ours.
Result<SchemaState> inspect_schema(Connection& db, int newest);

// Brings an empty or older store up to the last of `steps`, in one transaction. REQUIRES: the
// write lock. Before an older one is changed it is copied beside itself; `notices` says so.
Status bring_up_to_date(Connection& db, std::span<const Migration> steps, const std::string& writer,
                        std::vector<std::string>& notices);

// Copies the whole store to `path`, which must not exist, through SQLite's backup.
Status copy_store(Connection& from, const std::string& path, const std::string& vfs = {});
// Puts everything of `from` in the place of everything in `to`.
Status overwrite_store(Connection& from, Connection& to);

}  // namespace clew
