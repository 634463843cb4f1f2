#include "testing/memory_handles.h"

#include <algorithm>
#include <cerrno>

#include "files/io_error.h"
#include "files/relative_path.h"

namespace clew {

MemoryFile::~MemoryFile() {
  if (locking_ && generation_ == disk_.generation_) disk_.at(number_).locked = false;
}

Status MemoryFile::call(std::string_view doing) {
  const int failure = disk_.count_call();
  if (generation_ != disk_.generation_) return io_error(EIO, doing, path_);
  if (failure != 0) return io_error(failure, doing, path_);
  return success();
}

Result<FileInfo> MemoryFile::info() {
  CLEW_TRY(call("access the file"));
  return disk_.info_of(number_);
}

Result<size_t> MemoryFile::read(uint64_t offset, std::span<char> into) {
  CLEW_TRY(call("read"));
  const Bytes& content = disk_.at(number_).content;
  if (offset >= content.size()) return size_t{0};
  return content.copy(into.data(), into.size(), static_cast<size_t>(offset));
}

Result<size_t> MemoryFile::write(BytesView bytes) {
  CLEW_TRY(call("write"));
  if (disk_.full_) return io_error(ENOSPC, "write", path_);
  const bool planned = disk_.calls_ == disk_.failing_call_;
  if (planned && bytes.size() > 1) bytes = bytes.substr(0, bytes.size() / 2);
  if (planned && disk_.fault_ == Fault::kShortWriteThenFull) disk_.full_ = true;
  disk_.at(number_).content.append(bytes);
  disk_.at(number_).modified_ns = ++disk_.now_ns_;
  return bytes.size();
}

Status MemoryFile::truncate(uint64_t size) {
  CLEW_TRY(call("truncate the file"));
  disk_.at(number_).content.resize(static_cast<size_t>(size));
  return success();
}

Status MemoryFile::set_mode(uint32_t mode) {
  CLEW_TRY(call("set the permissions of the file"));
  disk_.at(number_).mode = mode;
  return success();
}

Status MemoryFile::sync(SyncKind) {
  auto& inode = disk_.at(number_);
  const Status called = call("sync the file to disk");
  if (!called.ok()) {
    inode.sync_failed = true;
    return called;
  }
  if (!inode.sync_failed) inode.durable_content = inode.content;
  return success();
}

Result<LockAttempt> MemoryFile::try_lock() {
  CLEW_TRY(call("lock"));
  if (locking_) return LockAttempt::kTaken;
  if (disk_.at(number_).locked) return LockAttempt::kBusy;
  locking_ = disk_.at(number_).locked = true;
  return LockAttempt::kTaken;
}

std::string MemoryFolder::full(const std::string& path) const { return join_path(path_, path); }

Status MemoryFolder::call(std::string_view doing, const std::string& path) {
  const int failure = disk_.count_call();
  if (generation_ != disk_.generation_) return io_error(EIO, doing, full(path));
  if (failure != 0) return io_error(failure, doing, full(path));
  return success();
}

Result<std::unique_ptr<File>> MemoryFolder::open(const std::string& path, OpenMode mode) {
  CLEW_TRY(split_relative_path(path));
  CLEW_TRY(call("open", path));
  return disk_.open_at(number_, path, mode, full(path));
}

Result<std::unique_ptr<Folder>> MemoryFolder::open_folder(const std::string& path) {
  CLEW_TRY(split_relative_path(path));
  CLEW_TRY(call("open the folder", path));
  const auto found = disk_.find(number_, path);
  if (!found) return io_error(ENOENT, "open the folder", full(path));
  if (disk_.at(*found).kind != FileKind::kFolder) {
    return io_error(ENOTDIR, "open the folder", full(path));
  }
  return std::unique_ptr<Folder>(std::make_unique<MemoryFolder>(disk_, *found, full(path)));
}

Result<FileInfo> MemoryFolder::info(const std::string& path) {
  CLEW_TRY(split_relative_path(path));
  CLEW_TRY(call("access it", path));
  const auto found = disk_.find(number_, path);
  if (!found) return io_error(ENOENT, "access it", full(path));
  return disk_.info_of(*found);
}

Result<std::vector<std::string>> MemoryFolder::list() {
  CLEW_TRY(call("list the folder", ""));
  std::vector<std::string> names;
  for (const auto& [name, number] : disk_.at(number_).names) names.push_back(name);
  return names;
}

Status MemoryFolder::make_folder(const std::string& name) {
  CLEW_TRY(check_name(name));
  CLEW_TRY(call("create the folder", name));
  if (disk_.find(number_, name)) return io_error(EEXIST, "create the folder", full(name));
  disk_.add(number_, name, FileKind::kFolder);
  return success();
}

Result<LinkOutcome> MemoryFolder::link(const std::string& from, const std::string& to) {
  CLEW_TRY(check_name(from));
  CLEW_TRY(check_name(to));
  CLEW_TRY(call("link", to));
  if (disk_.links_ == HardLinks::kNotSupported) return LinkOutcome::kNotSupported;
  const auto found = disk_.find(number_, from);
  if (!found) return io_error(ENOENT, "link", full(from));
  if (disk_.find(number_, to)) return io_error(EEXIST, "link", full(to));
  disk_.change_names(number_, {
                                  {to, *found}
  });
  return LinkOutcome::kLinked;
}

Status MemoryFolder::rename(const std::string& from, const std::string& to) {
  CLEW_TRY(check_name(from));
  CLEW_TRY(check_name(to));
  CLEW_TRY(call("rename", to));
  const auto found = disk_.find(number_, from);
  if (!found) return io_error(ENOENT, "rename", full(from));
  // POSIX: between two names of one file, rename does nothing.
  if (disk_.find(number_, to) == found) return success();
  disk_.change_names(number_, {
                                  {from, std::nullopt},
                                  {to,   *found      }
  });
  return success();
}

Status MemoryFolder::rename_new(const std::string& from, const std::string& to) {
  CLEW_TRY(check_name(from));
  CLEW_TRY(check_name(to));
  CLEW_TRY(call("rename", to));
  const auto found = disk_.find(number_, from);
  if (!found) return io_error(ENOENT, "rename", full(from));
  if (disk_.find(number_, to)) return io_error(EEXIST, "rename", full(to));
  disk_.change_names(number_, {
                                  {from, std::nullopt},
                                  {to,   *found      }
  });
  return success();
}

Status MemoryFolder::remove(const std::string& name) {
  CLEW_TRY(check_name(name));
  CLEW_TRY(call("remove", name));
  if (!disk_.find(number_, name)) return io_error(ENOENT, "remove", full(name));
  disk_.change_names(number_, {
                                  {name, std::nullopt}
  });
  return success();
}

Status MemoryFolder::sync() {
  auto& inode = disk_.at(number_);
  const Status called = call("sync the folder to disk", "");
  if (!called.ok()) {
    inode.sync_failed = true;
    return called;
  }
  if (inode.sync_failed) return success();
  inode.durable_names = inode.names;
  inode.unsynced.clear();
  return success();
}

}  // namespace clew
