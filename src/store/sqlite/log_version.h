#pragma once
// The state of a SQLite store as its write-ahead log's index tells it, without a system call.

#include <sqlite3.h>

#include <optional>
#include <string>

namespace clew {

// Whether the store's file says that it goes with a write-ahead log, as SQLite itself looks it up.
// REQUIRES: the connection has read from it.
bool is_written_ahead(sqlite3* db);

// REQUIRES: the connection has read from a database that is in WAL mode.
// The header of the index (sqlite.org/walformat.html): SQLite itself takes its pages for current
// exactly as long as this header stays the same. Nothing while somebody writes it.
std::optional<std::string> log_version(sqlite3* db);
// Whether that is the header now; the same, without a copy of it.
bool is_log_version(sqlite3* db, const std::string& version);

// Whether exactly one commit lies between the two.
bool is_next_version(const std::string& version, const std::string& next);

}  // namespace clew
