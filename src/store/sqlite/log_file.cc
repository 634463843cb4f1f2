#include "store/sqlite/log_file.h"

#include <algorithm>
#include <cstring>

namespace clew {
namespace {

constexpr int kLogHeaderBytes = 32;
constexpr int kOwnBytes = (sizeof(LogFile) + 7) / 8 * 8;

}  // namespace

const sqlite3_io_methods LogFile::kMethods = {
    1,
    close,
    read,
    write,
    truncate,
    sync,
    file_size,
    lock,
    unlock,
    check_reserved_lock,
    control,
    sector_size,
    device_characteristics,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

int LogFile::bytes_for(const sqlite3_vfs* base) { return kOwnBytes + base->szOsFile; }

int LogFile::open(sqlite3_vfs* base, sqlite3_filename path, sqlite3_file* file, int flags,
                  int* out_flags) {
  std::memset(static_cast<void*>(file), 0, kOwnBytes);
  const int code = base->xOpen(base, path, of(file).base(), flags, out_flags);
  // SQLite closes what has methods, opened or not.
  if (of(file).base()->pMethods != nullptr) file->pMethods = &kMethods;
  return code;
}

sqlite3_file* LogFile::base() {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(this) + kOwnBytes);
}

bool LogFile::has_buffer() {
  if (buffer_ == nullptr) buffer_ = static_cast<char*>(sqlite3_malloc(kBufferBytes));
  return buffer_ != nullptr;
}

int LogFile::settle() {
  next_ = 0;
  fetched_ = 0;
  if (header_at_ == 0) return SQLITE_OK;
  const sqlite3_int64 at = header_at_;
  header_at_ = 0;
  return methods().xWrite(base(), header_, kHeaderBytes, at);
}

int LogFile::close(sqlite3_file* file) {
  LogFile& log = of(file);
  const int written = log.settle();
  sqlite3_free(log.buffer_);
  log.buffer_ = nullptr;
  const int closed = log.methods().xClose(log.base());
  return closed == SQLITE_OK ? written : closed;
}

int LogFile::read(sqlite3_file* file, void* out, int count, sqlite3_int64 at) {
  LogFile& log = of(file);
  if (log.header_at_ == 0 && log.next_ != 0 && at == log.next_) {
    return log.read_ahead(static_cast<char*>(out), count, at);
  }
  const int code = log.settle();
  if (code != SQLITE_OK) return code;
  // Whoever reads the log's own header reads its frames next, in a lock that keeps writers out.
  if (at == 0 && count == kLogHeaderBytes) log.next_ = kLogHeaderBytes;
  return log.methods().xRead(log.base(), out, count, at);
}

int LogFile::read_ahead(char* out, int count, sqlite3_int64 at) {
  next_ = at + count;
  if (at < fetched_at_ || at + count > fetched_at_ + fetched_) {
    const sqlite3_int64 whole = std::min<sqlite3_int64>(kBufferBytes, size_ - at) / count * count;
    fetched_ = 0;
    if (whole < count || !has_buffer() ||
        methods().xRead(base(), buffer_, static_cast<int>(whole), at) != SQLITE_OK) {
      return methods().xRead(base(), out, count, at);
    }
    fetched_at_ = at;
    fetched_ = static_cast<int>(whole);
  }
  std::memcpy(out, buffer_ + (at - fetched_at_), static_cast<size_t>(count));
  return SQLITE_OK;
}

int LogFile::write(sqlite3_file* file, const void* data, int count, sqlite3_int64 at) {
  LogFile& log = of(file);
  const bool is_page = log.header_at_ != 0 && at == log.header_at_ + kHeaderBytes;
  if (is_page && count <= kBufferBytes - kHeaderBytes && log.has_buffer()) {
    std::memcpy(log.buffer_, log.header_, kHeaderBytes);
    std::memcpy(log.buffer_ + kHeaderBytes, data, static_cast<size_t>(count));
    log.header_at_ = 0;
    log.fetched_ = 0;
    return log.methods().xWrite(log.base(), log.buffer_, kHeaderBytes + count, at - kHeaderBytes);
  }
  const int code = log.settle();
  if (code != SQLITE_OK) return code;
  if (count == kHeaderBytes && at > 0) {
    std::memcpy(log.header_, data, kHeaderBytes);
    log.header_at_ = at;
    return SQLITE_OK;
  }
  return log.methods().xWrite(log.base(), data, count, at);
}

int LogFile::truncate(sqlite3_file* file, sqlite3_int64 size) {
  const int code = of(file).settle();
  return code == SQLITE_OK ? of(file).methods().xTruncate(of(file).base(), size) : code;
}

int LogFile::sync(sqlite3_file* file, int flags) {
  const int code = of(file).settle();
  return code == SQLITE_OK ? of(file).methods().xSync(of(file).base(), flags) : code;
}

int LogFile::file_size(sqlite3_file* file, sqlite3_int64* size) {
  LogFile& log = of(file);
  int code = log.settle();
  if (code == SQLITE_OK) code = log.methods().xFileSize(log.base(), size);
  log.size_ = code == SQLITE_OK ? *size : 0;
  return code;
}

int LogFile::lock(sqlite3_file* file, int level) {
  return of(file).methods().xLock(of(file).base(), level);
}

int LogFile::unlock(sqlite3_file* file, int level) {
  return of(file).methods().xUnlock(of(file).base(), level);
}

int LogFile::check_reserved_lock(sqlite3_file* file, int* reserved) {
  return of(file).methods().xCheckReservedLock(of(file).base(), reserved);
}

int LogFile::control(sqlite3_file* file, int operation, void* argument) {
  const int code = of(file).settle();
  return code == SQLITE_OK ? of(file).methods().xFileControl(of(file).base(), operation, argument)
                           : code;
}

int LogFile::sector_size(sqlite3_file* file) {
  return of(file).methods().xSectorSize(of(file).base());
}

int LogFile::device_characteristics(sqlite3_file* file) {
  return of(file).methods().xDeviceCharacteristics(of(file).base());
}

}  // namespace clew
