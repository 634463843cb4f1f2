#include "testing/faulty_file_system.h"

#include <algorithm>
#include <cerrno>
#include <random>

#include "files/io_error.h"
#include "files/relative_path.h"
#include "testing/memory_handles.h"

namespace clew {
namespace {

constexpr uint64_t kTopInode = 1;

std::string below_root(const std::string& path) {
  const size_t start = path.find_first_not_of('/');
  if (start == std::string::npos) return "";
  const size_t end = path.find_last_not_of('/');
  return path.substr(start, end - start + 1);
}

// What may stand on the disk when `now` was written over `durable` without a sync.
Bytes torn(const Bytes& durable, const Bytes& now, std::mt19937_64& chance) {
  const auto same = std::mismatch(durable.begin(), durable.end(), now.begin(), now.end());
  const auto prefix = static_cast<size_t>(same.second - now.begin());
  const size_t reached = prefix + chance() % (now.size() - prefix + 1);
  switch (chance() % 4) {
    case 0:
      return durable;
    case 1:
      return now;
    case 2:
      return now.substr(0, reached);
    default:
      return now.substr(0, reached) + Bytes(now.size() - reached, '\0');
  }
}

}  // namespace

FaultyFileSystem::FaultyFileSystem() {
  inodes_[kTopInode].kind = FileKind::kFolder;
  next_number_ = kTopInode + 1;
}

FaultyFileSystem::~FaultyFileSystem() = default;

void FaultyFileSystem::fail_call(int n, Fault fault) {
  failing_call_ = calls_ + n;
  fault_ = fault;
}

void FaultyFileSystem::stop_failing() {
  failing_call_ = 0;
  powered_off_ = false;
  full_ = false;
}

int FaultyFileSystem::count_call() {
  ++calls_;
  if (powered_off_) return EIO;
  if (calls_ != failing_call_) return 0;
  switch (fault_) {
    case Fault::kIoError:
      return EIO;
    case Fault::kDiskFull:
      return ENOSPC;
    case Fault::kPowerOff:
      powered_off_ = true;
      if (power_off_reported_) power_off_reported_();
      return EIO;
    case Fault::kShortWrite:
    case Fault::kShortWriteThenFull:
      return 0;
  }
  return 0;
}

void FaultyFileSystem::power_cut(uint64_t seed) {
  std::mt19937_64 chance(seed);
  stop_failing();
  ++generation_;
  for (auto& [number, inode] : inodes_) {
    if (seed > 1) {
      inode.content = torn(inode.durable_content, inode.content, chance);
    } else if (seed == 0) {
      inode.content = inode.durable_content;
    }
    Names names = inode.durable_names;
    for (const NameChange& change : inode.unsynced) {
      if (seed == 1 || (seed > 1 && chance() % 2 == 0)) apply(names, change);
    }
    inode.names = inode.durable_names = std::move(names);
    inode.durable_content = inode.content;
    inode.unsynced.clear();
    inode.sync_failed = inode.locked = false;
  }
}

void FaultyFileSystem::put(const std::string& path, BytesView content) {
  Number folder = kTopInode;
  const auto parts = split_relative_path(below_root(path));
  for (size_t i = 0; i < parts->size(); ++i) {
    const std::string& name = (*parts)[i];
    const bool last = i + 1 == parts->size();
    const auto found = find(folder, name);
    const Number number =
        found ? *found : add(folder, name, last ? FileKind::kFile : FileKind::kFolder);
    at(folder).durable_names = at(folder).names;
    at(folder).unsynced.clear();
    if (last) at(number).content = at(number).durable_content = Bytes(content);
    folder = number;
  }
}

std::optional<Bytes> FaultyFileSystem::content(const std::string& path) const {
  const auto number = find(kTopInode, below_root(path));
  if (!number) return std::nullopt;
  return inodes_.at(*number).content;
}

std::vector<std::string> FaultyFileSystem::names(const std::string& folder) const {
  std::vector<std::string> out;
  if (const auto number = find(kTopInode, below_root(folder))) {
    for (const auto& [name, target] : inodes_.at(*number).names) out.push_back(name);
  }
  return out;
}

std::optional<uint64_t> FaultyFileSystem::find(Number from, const std::string& path) const {
  if (path.empty()) return from;
  const auto parts = split_relative_path(path);
  if (!parts.ok()) return std::nullopt;
  for (const std::string& part : *parts) {
    const Names& names = inodes_.at(from).names;
    const auto found = names.find(part);
    if (found == names.end()) return std::nullopt;
    from = found->second;
  }
  return from;
}

uint64_t FaultyFileSystem::add(Number folder, const std::string& name, FileKind kind) {
  const Number number = next_number_++;
  inodes_[number].kind = kind;
  inodes_[number].modified_ns = ++now_ns_;
  change_names(folder, {
                           {name, number}
  });
  return number;
}

void FaultyFileSystem::change_names(Number folder, NameChange change) {
  apply(at(folder).names, change);
  at(folder).unsynced.push_back(std::move(change));
}

void FaultyFileSystem::apply(Names& names, const NameChange& change) {
  for (const auto& [name, number] : change) {
    if (number) {
      names[name] = *number;
    } else {
      names.erase(name);
    }
  }
}

FileInfo FaultyFileSystem::info_of(Number number) const {
  const Inode& inode = inodes_.at(number);
  const bool folder = inode.kind == FileKind::kFolder;
  return {
      inode.kind,        inode.content.size(),        {1, number},
      inode.modified_ns, folder ? 0700u : inode.mode, 0
  };
}

Result<std::unique_ptr<File>> FaultyFileSystem::open_at(Number folder, const std::string& path,
                                                        OpenMode mode,
                                                        const std::string& full_path) {
  auto found = find(folder, path);
  if (found && mode == OpenMode::kCreateNew) return io_error(EEXIST, "open", full_path);
  if (!found && mode == OpenMode::kRead) return io_error(ENOENT, "open", full_path);
  if (!found) {
    const bool nested = path.find('/') != std::string::npos;
    const auto parent = nested ? find(folder, parent_of(path)) : std::optional(folder);
    if (!parent) return io_error(ENOENT, "open", full_path);
    found = add(*parent, last_part_of(path), FileKind::kFile);
  }
  if (at(*found).kind != FileKind::kFile) return io_error(EISDIR, "open", full_path);
  return std::unique_ptr<File>(std::make_unique<MemoryFile>(*this, *found, full_path));
}

Result<uint64_t> FaultyFileSystem::resolve(const std::string& path, std::string_view doing) {
  if (const int failure = count_call()) return io_error(failure, doing, path);
  const auto number = find(kTopInode, below_root(path));
  if (!number) return io_error(ENOENT, doing, path);
  return *number;
}

Result<std::unique_ptr<Folder>> FaultyFileSystem::open_folder(const std::string& path) {
  CLEW_ASSIGN(const Number number, resolve(path, "open the folder"));
  if (at(number).kind != FileKind::kFolder) return io_error(ENOTDIR, "open the folder", path);
  return std::unique_ptr<Folder>(std::make_unique<MemoryFolder>(*this, number, path));
}

Result<std::unique_ptr<File>> FaultyFileSystem::open_file(const std::string& path) {
  CLEW_TRY(resolve(path, "open"));
  return open_at(kTopInode, below_root(path), OpenMode::kRead, path);
}

Result<FileInfo> FaultyFileSystem::info(const std::string& path) {
  CLEW_ASSIGN(const Number number, resolve(path, "access it"));
  return info_of(number);
}

Result<std::string> FaultyFileSystem::real_path(const std::string& path) {
  CLEW_TRY(resolve(path, "find the folder"));
  return "/" + below_root(path);
}

}  // namespace clew
