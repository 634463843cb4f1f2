#pragma once
// A disk that can lose its power. What is written goes to real files, and into a model of what
// would be left: the bytes at the last sync of each file, and the writes since. A cut keeps the
// synced bytes, and of the others none, all, or by chance some sectors of some writes. After a
// failed sync the bytes in question are lost although later syncs succeed: as on Linux. Names are
// kept by the first sync of a journal that was opened to be made if need be, with which SQLite
// syncs the folder; until then a file that was removed may come back.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "power/shim_vfs.h"

namespace clew {

enum class DiskFault {
  kIoError,
  kDiskFull,
  kShortWrite,  // half of the bytes arrive; a call that is no write fails
  kPowerOff,    // this call and all later ones fail and change nothing
};

struct DiskCounts {
  int writes = 0;
  int syncs = 0;
  int reads = 0;
  int64_t bytes = 0;
};

class PowerVfs : public ShimVfs {
 public:
  PowerVfs() : ShimVfs("clew-power") {}

  // 1 is the next write, truncation, sync or removal; the reads have a count of their own.
  void fail_change(int n, DiskFault fault) { failing_change_ = changes_ + n, fault_ = fault; }
  void fail_read(int n) { failing_read_ = counts_.reads + n; }
  // The power is gone already, for another part of the machine.
  void cut() { off_ = true; }
  // It was not the power, but a process that ended there: the next one finds all that was written.
  void go_on() { off_ = false; }
  void on_power_off(std::function<void()> reported) { power_off_reported_ = std::move(reported); }
  bool fired() const { return fired_; }
  int changes() const { return changes_; }
  const DiskCounts& counts() const { return counts_; }

  // Writes what a cut at this moment leaves into `folder`, by the files' own names. Seed 0: nothing
  // that was not synced; 1: everything; any other: as chance has it.
  void leave(const std::string& folder, uint64_t seed) const;

  int open(sqlite3_filename path, File& file, int flags, int* out_flags) override;
  int read(File& file, void* bytes, int size, sqlite3_int64 offset) override;
  int write(File& file, const void* bytes, int size, sqlite3_int64 offset) override;
  int truncate(File& file, sqlite3_int64 size) override;
  int sync(File& file, int flags) override;
  int remove(const char* path, int sync_folder) override;

 private:
  struct Change {
    std::optional<size_t> truncate_to;
    size_t offset = 0;
    std::string bytes;
  };
  struct Disk {
    bool there = false;    // its name would survive
    bool removed = false;  // though it may come back
    std::string synced;
    std::vector<Change> since;
  };
  static void apply(std::string& content, const Change& change);
  // SQLITE_OK, or the fault that this change meets.
  int meet_fault(DiskFault* met);

  std::map<std::string, Disk> disks_;
  DiskCounts counts_;
  int changes_ = 0;
  int failing_change_ = 0;
  int failing_read_ = 0;
  DiskFault fault_ = DiskFault::kIoError;
  bool fired_ = false;
  bool off_ = false;
  std::function<void()> power_off_reported_;
};

}  // namespace clew
