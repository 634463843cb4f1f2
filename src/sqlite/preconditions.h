#pragma once
// What the store asks of the machine: a SQLite without the WAL-reset bug, a file system whose locks
// and shared memory it may rely on, and folders that are nobody else's business.

#include <cstdint>
#include <string>

#include "base/result.h"

namespace clew {

// SQLite before 3.51.3 can lose committed pages when several processes write (the WAL-reset bug).
inline constexpr int kOldestSqlite = 3051003;
Status check_sqlite_version(int number);

// WAL needs memory that all processes share; on network file systems and FUSE there is none that
// can be trusted, and a rollback journal is used.
enum class JournalMode { kWal, kRollback };
JournalMode journal_for(uint32_t file_system_magic);
JournalMode journal_at(const std::string& path);  // of the folder that holds it

std::string folder_of(const std::string& path);
// Makes the folder that will hold `path`, and those above it, 0700, each synced into its parent.
Status make_folder_for(const std::string& path);
// Makes an empty file, 0600, unless there is one. Its -wal and -shm will have the same rights.
Status make_private_file(const std::string& path);
// The same where there must be none: kConflict otherwise.
Status make_new_private_file(const std::string& path);

enum class Presence { kMissing, kEmpty, kThere, kNoFile };  // kNoFile: a folder or a device
Presence presence_of(const std::string& path);
// kNotAllowed where nobody here may see whether it is there: that is not the same as missing.
Status check_visible(const std::string& path);

}  // namespace clew
