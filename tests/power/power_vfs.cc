#include "power/power_vfs.h"

#include <filesystem>
#include <random>

#include "testing/temp_folder.h"

namespace clew {
namespace {

constexpr size_t kSector = 512;

}  // namespace

void PowerVfs::apply(std::string& content, const Change& change) {
  if (change.truncate_to) {
    content.resize(*change.truncate_to);
    return;
  }
  const size_t end = change.offset + change.bytes.size();
  if (content.size() < end) content.resize(end);
  content.replace(change.offset, change.bytes.size(), change.bytes);
}

int PowerVfs::meet_fault(DiskFault* met) {
  if (off_) return SQLITE_IOERR;
  if (++changes_ != failing_change_) return SQLITE_OK;
  fired_ = true;
  *met = fault_;
  off_ = fault_ == DiskFault::kPowerOff;
  if (off_ && power_off_reported_) power_off_reported_();
  return fault_ == DiskFault::kDiskFull || fault_ == DiskFault::kShortWrite ? SQLITE_FULL
                                                                            : SQLITE_IOERR;
}

int PowerVfs::open(sqlite3_filename path, File& file, int flags, int* out_flags) {
  if (off_) return SQLITE_CANTOPEN;
  const int code = ShimVfs::open(path, file, flags, out_flags);
  if (code != SQLITE_OK || path == nullptr) return code;
  Disk& disk = disks_[path];
  if (disk.removed) disk = Disk{};
  if ((flags & SQLITE_OPEN_MAIN_DB) != 0) disk.there = true;  // made and synced before it is opened
  return code;
}

int PowerVfs::read(File& file, void* bytes, int size, sqlite3_int64 offset) {
  if (off_) return SQLITE_IOERR_READ;
  if (++counts_.reads == failing_read_) {
    fired_ = true;
    return SQLITE_IOERR_READ;
  }
  return ShimVfs::read(file, bytes, size, offset);
}

int PowerVfs::write(File& file, const void* bytes, int size, sqlite3_int64 offset) {
  DiskFault met = DiskFault::kIoError;
  const int fault = meet_fault(&met);
  if (fault != SQLITE_OK && met != DiskFault::kShortWrite) return fault;
  if (fault != SQLITE_OK) size /= 2;
  const int code = ShimVfs::write(file, bytes, size, offset);
  if (code != SQLITE_OK) return code;
  ++counts_.writes;
  counts_.bytes += size;
  if (!file.path->empty()) {
    disks_[*file.path].since.push_back(
        {{},
         static_cast<size_t>(offset),
         std::string(static_cast<const char*>(bytes), static_cast<size_t>(size))});
  }
  return fault;
}

int PowerVfs::truncate(File& file, sqlite3_int64 size) {
  DiskFault met = DiskFault::kIoError;
  if (const int fault = meet_fault(&met); fault != SQLITE_OK) return fault;
  if (!file.path->empty()) {
    disks_[*file.path].since.push_back({static_cast<size_t>(size), 0, {}});
  }
  return ShimVfs::truncate(file, size);
}

int PowerVfs::sync(File& file, int flags) {
  DiskFault met = DiskFault::kIoError;
  if (const int fault = meet_fault(&met); fault != SQLITE_OK) {
    if (!off_) disks_[*file.path].since.clear();
    return fault == SQLITE_FULL ? fault : SQLITE_IOERR_FSYNC;
  }
  ++counts_.syncs;
  Disk& disk = disks_[*file.path];
  for (const Change& change : disk.since) apply(disk.synced, change);
  disk.since.clear();
  if ((file.flags & SQLITE_OPEN_CREATE) != 0) {
    if (!disk.there) std::erase_if(disks_, [](const auto& each) { return each.second.removed; });
    disk.there = true;
  }
  return ShimVfs::sync(file, flags);
}

int PowerVfs::remove(const char* path, int sync_folder) {
  DiskFault met = DiskFault::kIoError;
  if (const int fault = meet_fault(&met); fault != SQLITE_OK) return fault;
  if (sync_folder != 0) {
    disks_.erase(path);
  } else if (const auto found = disks_.find(path); found != disks_.end()) {
    found->second.removed = true;
  }
  return ShimVfs::remove(path, sync_folder);
}

void PowerVfs::leave(const std::string& folder, uint64_t seed) const {
  std::mt19937_64 chance(seed);
  const auto survives = [&] { return seed == 1 || (seed > 1 && chance() % 2 == 0); };
  for (const auto& [path, disk] : disks_) {
    if (disk.removed && (!disk.there || survives())) continue;
    if (!disk.there && !survives()) continue;
    std::string content = disk.synced;
    for (const Change& change : disk.since) {
      if (change.truncate_to) {
        if (survives()) apply(content, change);
        continue;
      }
      for (size_t at = 0; at < change.bytes.size();) {
        const size_t sector_end = (change.offset + at) / kSector * kSector + kSector;
        const size_t size = std::min(change.bytes.size() - at, sector_end - change.offset - at);
        if (survives()) apply(content, {{}, change.offset + at, change.bytes.substr(at, size)});
        at += size;
      }
    }
    write_text(folder + "/" + std::filesystem::path(path).filename().string(), content);
  }
}

}  // namespace clew
