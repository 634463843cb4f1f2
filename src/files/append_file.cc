#include "files/append_file.h"

#include <algorithm>

#include "files/machine.h"
#include "files/relative_path.h"
#include "files/temporary_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kFirstLook = 1024;
constexpr uint64_t kTailLimit = kDocumentLimit;
constexpr int kQuarantineAttempts = 100;

// Under the lock the file may only grow: when it became shorter, somebody ignores the lock.
Result<Bytes> read_range(File& file, uint64_t from, uint64_t to) {
  Bytes bytes(static_cast<size_t>(to - from), '\0');
  for (size_t had = 0; had < bytes.size();) {
    CLEW_ASSIGN(const size_t n, file.read(from + had, std::span(bytes).subspan(had)));
    if (n == 0) {
      return make_error(ErrorCode::kConflict, "another program truncated the file in the meantime",
                        file.path());
    }
    had += n;
  }
  return bytes;
}

// The bytes after the last newline; empty when the file ends in one. Looks at 1 KiB from the end,
// then at twice as much each time, up to the limit of a document.
Result<Bytes> unended_tail(File& file, uint64_t size) {
  for (uint64_t span = kFirstLook; span <= kTailLimit; span *= 2) {
    const uint64_t start = size - std::min(size, span);
    CLEW_ASSIGN(Bytes end_of_file, read_range(file, start, size));
    const size_t newline = end_of_file.rfind('\n');
    if (newline != Bytes::npos) return end_of_file.substr(newline + 1);
    if (start == 0) return end_of_file;
  }
  return make_error(ErrorCode::kCorrupt,
                    "the last line is longer than the limit of " + std::to_string(kTailLimit) +
                        " bytes: this is not a file of lines",
                    file.path());
}

// 20261115T143201.250Z: colons are not welcome in names everywhere.
std::string time_for_name(Time time) {
  std::string text = to_iso(time);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  return text;
}

// Synced with its name before anything is cut from the file.
Result<std::string> quarantine(Folder& folder, const AppendRequest& request, BytesView bytes) {
  const std::string wanted = request.name + ".cut-" + time_for_name(request.now);
  std::string name = wanted;
  for (int attempt = 2;; ++attempt) {
    auto file = folder.open(name, OpenMode::kCreateNew);
    if (!file.ok()) {
      if (file.error().code != ErrorCode::kConflict || attempt > kQuarantineAttempts) {
        return file.error();
      }
      name = wanted + "-" + std::to_string(attempt);
      continue;
    }
    CLEW_TRY(write_all(**file, bytes));
    CLEW_TRY((*file)->sync(SyncKind::kAll));
    CLEW_TRY(folder.sync());
    return name;
  }
}

// The file has another name, maybe in somebody else's folder: what was there up to `size` and
// `bytes` become a file of this name alone.
Status write_anew(Folder& folder, const AppendRequest& request, File& file, const FileInfo& info,
                  uint64_t size, BytesView bytes) {
  SystemMachine machine;
  CLEW_ASSIGN(Bytes content, read_range(file, 0, size));
  content += bytes;
  const bool durable = request.durability == Durability::kDurable;
  CLEW_ASSIGN(auto next, write_temporary_file(folder, request.name, content,
                                              durable ? SyncKind::kAll : SyncKind::kData, machine,
                                              mode_after(info)));
  CLEW_TRY(next.rename_to(request.name));
  return durable ? folder.sync() : success();
}

Status write_and_sync(File& file, BytesView bytes) {
  CLEW_TRY(write_all(file, bytes));
  return file.sync(SyncKind::kData);
}

}  // namespace

Result<AppendOutcome> append_lines(Folder& folder, const AppendRequest& request, Machine& machine,
                                   Duration deadline) {
  CLEW_TRY(check_name(request.name));
  CLEW_ASSIGN(const FileLock lock,
              take_lock(folder, lock_name_of(request.name), machine, deadline));
  return append_lines(folder, request, lock);
}

// In this order: judge the last line, keep and cut an unended one, write, sync, and only then
// report success. A write that failed is cut off again, so a line is there as a whole or not at
// all.
Result<AppendOutcome> append_lines(Folder& folder, const AppendRequest& request, const FileLock&) {
  CLEW_TRY(check_name(request.name));
  if (!request.lines.ends_with('\n')) {
    return make_error(ErrorCode::kInvalid, "only whole lines can be appended", request.name);
  }
  CLEW_ASSIGN(const auto file, folder.open(request.name, OpenMode::kAppend));
  CLEW_ASSIGN(const FileInfo info, file->info());
  uint64_t size = info.size;
  AppendOutcome outcome;
  Bytes bytes;

  CLEW_ASSIGN(const Bytes tail, unended_tail(*file, size));
  if (!tail.empty() && request.is_whole && request.is_whole(tail)) {
    bytes = "\n";
  } else if (!tail.empty()) {
    CLEW_ASSIGN(outcome.quarantined, quarantine(folder, request, tail));
    size -= tail.size();
    if (info.links == 1) CLEW_TRY(file->truncate(size));
  }
  outcome.offset = size + bytes.size();
  bytes += request.lines;
  if (info.links > 1) {
    CLEW_TRY(write_anew(folder, request, *file, info, size, bytes));
    return outcome;
  }

  const Status written = write_and_sync(*file, bytes);
  if (!written.ok()) {
    // Best effort: if this fails too, the next append meets an unended line and cuts it.
    static_cast<void>(file->truncate(size));
    return written.error();
  }
  // An empty file may be one that we made just now, or whose maker crashed before this line.
  const bool durable = request.durability == Durability::kDurable;
  if (info.size == 0 && durable) CLEW_TRY(folder.sync());
  return outcome;
}

}  // namespace clew
