#include "store/sqlite/log_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace clew {
namespace {

constexpr int kFrame = 24 + 2048;

// A file in memory that notes what is asked of it, as "write 24@32".
struct NotedFile {
  sqlite3_file file;
  struct Notes {
    std::string bytes;
    std::vector<std::string> calls;
  };
  static inline Notes notes;

  static int note(const char* what, int count, sqlite3_int64 at) {
    notes.calls.push_back(what + (" " + std::to_string(count)) + "@" + std::to_string(at));
    return SQLITE_OK;
  }
  static int read(sqlite3_file*, void* out, int count, sqlite3_int64 at) {
    note("read", count, at);
    const auto from = static_cast<size_t>(at);
    const auto wanted = static_cast<size_t>(count);
    const size_t there = from >= notes.bytes.size() ? 0 : notes.bytes.size() - from;
    std::memset(out, 0, wanted);
    std::memcpy(out, notes.bytes.data() + std::min(from, notes.bytes.size()),
                std::min(there, wanted));
    return there < wanted ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
  }
  static int write(sqlite3_file*, const void* data, int count, sqlite3_int64 at) {
    note("write", count, at);
    const auto end = static_cast<size_t>(at + count);
    if (notes.bytes.size() < end) notes.bytes.resize(end);
    std::memcpy(notes.bytes.data() + at, data, static_cast<size_t>(count));
    return SQLITE_OK;
  }
  static int close(sqlite3_file*) { return note("close", 0, 0); }
  static int sync(sqlite3_file*, int) { return note("sync", 0, 0); }
  static int truncate(sqlite3_file*, sqlite3_int64 size) {
    notes.bytes.resize(static_cast<size_t>(size));
    return note("truncate", 0, size);
  }
  static int file_size(sqlite3_file*, sqlite3_int64* size) {
    *size = static_cast<sqlite3_int64>(notes.bytes.size());
    return SQLITE_OK;
  }
  static int open(sqlite3_vfs*, sqlite3_filename, sqlite3_file* file, int, int*) {
    static const sqlite3_io_methods kMethods = {
        1,       close,   read,    write,   truncate, sync,    file_size, nullptr, nullptr, nullptr,
        nullptr, nullptr, nullptr, nullptr, nullptr,  nullptr, nullptr,   nullptr, nullptr};
    file->pMethods = &kMethods;
    return SQLITE_OK;
  }
};

struct OpenLog {
  sqlite3_vfs vfs{};
  std::unique_ptr<char[]> memory;
  sqlite3_file* file = nullptr;

  explicit OpenLog(const std::string& bytes = "") {
    NotedFile::notes = {bytes, {}};
    vfs.szOsFile = sizeof(NotedFile);
    vfs.xOpen = NotedFile::open;
    memory = std::make_unique<char[]>(static_cast<size_t>(LogFile::bytes_for(&vfs)));
    file = reinterpret_cast<sqlite3_file*>(memory.get());
    REQUIRE(LogFile::open(&vfs, nullptr, file, 0, nullptr) == SQLITE_OK);
  }
  ~OpenLog() {
    if (file->pMethods != nullptr) file->pMethods->xClose(file);
  }
  void write(const std::string& bytes, sqlite3_int64 at) const {
    CHECK(file->pMethods->xWrite(file, bytes.data(), static_cast<int>(bytes.size()), at) ==
          SQLITE_OK);
  }
  std::string read(int count, sqlite3_int64 at) const {
    std::string out(static_cast<size_t>(count), '?');
    CHECK(file->pMethods->xRead(file, out.data(), count, at) == SQLITE_OK);
    return out;
  }
  sqlite3_int64 size() const {
    sqlite3_int64 size = 0;
    CHECK(file->pMethods->xFileSize(file, &size) == SQLITE_OK);
    return size;
  }
};

using Calls = std::vector<std::string>;
const Calls& calls() { return NotedFile::notes.calls; }

std::string log_of_frames(int count) {
  std::string bytes(32, 'h');
  for (int i = 0; i < count; ++i) bytes.append(kFrame, static_cast<char>('A' + i));
  return bytes;
}

}  // namespace

TEST_CASE("a frame's header and page are written as one") {
  const OpenLog log;
  log.write(std::string(32, 'h'), 0);
  log.write(std::string(24, 'a'), 32);
  log.write(std::string(2048, 'b'), 56);
  log.write(std::string(24, 'c'), 2104);
  log.write(std::string(2048, 'd'), 2128);
  CHECK(calls() == Calls{"write 32@0", "write 2072@32", "write 2072@2104"});
  CHECK(NotedFile::notes.bytes == std::string(32, 'h') + std::string(24, 'a') +
                                      std::string(2048, 'b') + std::string(24, 'c') +
                                      std::string(2048, 'd'));
}

TEST_CASE("a header is in the file before anything else happens to it") {
  const OpenLog log;
  log.write(std::string(24, 'a'), 32);
  CHECK(calls().empty());
  SUBCASE("a sync") {
    CHECK(log.file->pMethods->xSync(log.file, SQLITE_SYNC_NORMAL) == SQLITE_OK);
    CHECK(calls() == Calls{"write 24@32", "sync 0@0"});
  }
  SUBCASE("a read") {
    CHECK(log.read(24, 32) == std::string(24, 'a'));
    CHECK(calls() == Calls{"write 24@32", "read 24@32"});
  }
  SUBCASE("a question for the size") { CHECK(log.size() == 56); }
  SUBCASE("a write elsewhere") {
    log.write(std::string(2048, 'b'), 4096);
    CHECK(calls() == Calls{"write 24@32", "write 2048@4096"});
  }
  SUBCASE("another header") {
    log.write(std::string(24, 'b'), 2104);
    CHECK(calls() == Calls{"write 24@32"});
  }
  SUBCASE("a page that is too large to go with it") {
    log.write(std::string(65536, 'b'), 56);
    CHECK(calls() == Calls{"write 24@32", "write 65536@56"});
  }
  SUBCASE("cutting it") {
    CHECK(log.file->pMethods->xTruncate(log.file, 32) == SQLITE_OK);
    CHECK(calls() == Calls{"write 24@32", "truncate 0@32"});
  }
  SUBCASE("the end") {
    log.file->pMethods->xClose(log.file);
    log.file->pMethods = nullptr;
    CHECK(calls() == Calls{"write 24@32", "close 0@0"});
  }
}

TEST_CASE("a log that is read from its header on is fetched four frames at a time") {
  const OpenLog log(log_of_frames(6));
  CHECK(log.size() == 32 + 6 * kFrame);
  CHECK(log.read(32, 0) == std::string(32, 'h'));
  for (int i = 0; i < 6; ++i) {
    CHECK(log.read(kFrame, 32 + i * kFrame) == std::string(kFrame, static_cast<char>('A' + i)));
  }
  CHECK(calls() == Calls{"read 32@0", "read 8288@32", "read 4144@8320"});
}

TEST_CASE("what was fetched is not answered once the log may have changed") {
  const OpenLog log(log_of_frames(4));
  CHECK(log.size() == 32 + 4 * kFrame);
  log.read(32, 0);
  log.read(kFrame, 32);
  NotedFile::notes.bytes = log_of_frames(0) + std::string(4 * kFrame, 'z');
  SUBCASE("another page was read") {
    log.read(2048, 56);
    CHECK(log.read(kFrame, 32 + kFrame) == std::string(kFrame, 'z'));
  }
  SUBCASE("it was written to") {
    log.write(std::string(100, 'y'), 9000);
    CHECK(log.read(kFrame, 32 + kFrame) == std::string(kFrame, 'z'));
  }
  SUBCASE("it is read from its header again") {
    log.read(32, 0);
    CHECK(log.read(kFrame, 32) == std::string(kFrame, 'z'));
  }
}

TEST_CASE("a log that is shorter than it was said to be reads as it is") {
  const OpenLog log(log_of_frames(4));
  CHECK(log.size() == 32 + 4 * kFrame);
  log.read(32, 0);
  NotedFile::notes.bytes.resize(32 + kFrame);
  CHECK(log.read(kFrame, 32) == std::string(kFrame, 'A'));
  std::string rest(kFrame, '?');
  CHECK(log.file->pMethods->xRead(log.file, rest.data(), kFrame, 32 + kFrame) ==
        SQLITE_IOERR_SHORT_READ);
}

}  // namespace clew
