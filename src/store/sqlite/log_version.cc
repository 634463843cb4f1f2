#include "store/sqlite/log_version.h"

#include <cstdint>
#include <cstring>

#include "store/sqlite/log_room.h"

namespace clew {
namespace {

constexpr int kIndexRegion = 32768;  // the unit in which SQLite maps the index
constexpr size_t kHeader = 48;       // of which there are two copies
constexpr size_t kIsReady = 12;      // a byte of it: 1 when the index can be used

constexpr size_t kCommits = 8;  // a 32-bit number: how many there have been

uint32_t commits(const std::string& version) {
  uint32_t count = 0;
  std::memcpy(&count, version.data() + kCommits, sizeof count);
  return count;
}

sqlite3_file* file_of(sqlite3* db) {
  sqlite3_file* file = nullptr;
  const int code = sqlite3_file_control(db, nullptr, SQLITE_FCNTL_FILE_POINTER, &file);
  return code != SQLITE_OK || file == nullptr || file->pMethods == nullptr ? nullptr : file;
}

struct Index {
  sqlite3_file* file;
  const char* header;  // null: there is none
};

Index index_of(sqlite3* db) {
  sqlite3_file* const file = file_of(db);
  if (file == nullptr || file->pMethods->iVersion < 2) return {};
  volatile void* index = nullptr;
  constexpr int kOnlyWhatIsThere = 0;
  const int code = file->pMethods->xShmMap(file, 0, kIndexRegion, kOnlyWhatIsThere, &index);
  if (code != SQLITE_OK || index == nullptr) return {};
  return {file, const_cast<const char*>(static_cast<volatile char*>(index))};
}

}  // namespace

bool is_written_ahead(sqlite3* db) {
  constexpr sqlite3_int64 kVersions = 18;  // in the header: who may write it, who may read it
  constexpr char kAhead = 2;
  sqlite3_file* const file = file_of(db);
  char versions[2] = {};
  if (file == nullptr || log_of(db) == nullptr) return false;
  const int code = file->pMethods->xRead(file, versions, sizeof versions, kVersions);
  return code == SQLITE_OK && versions[0] == kAhead && versions[1] == kAhead;
}

std::optional<std::string> log_version(sqlite3* db) {
  const Index index = index_of(db);
  if (index.header == nullptr) return {};
  // A writer changes the second copy first: two that are equal were not being written.
  std::string header(index.header, kHeader);
  index.file->pMethods->xShmBarrier(index.file);
  if (std::memcmp(header.data(), index.header + kHeader, kHeader) != 0) return {};
  if (header[kIsReady] == 0) return {};
  return header;
}

bool is_log_version(sqlite3* db, const std::string& version) {
  const Index index = index_of(db);
  if (index.header == nullptr || version.size() != kHeader) return false;
  if (std::memcmp(version.data(), index.header, kHeader) != 0) return false;
  index.file->pMethods->xShmBarrier(index.file);
  return std::memcmp(version.data(), index.header + kHeader, kHeader) == 0;
}

bool is_next_version(const std::string& version, const std::string& next) {
  return version.size() == kHeader && next.size() == kHeader &&
         commits(next) == commits(version) + 1;
}

}  // namespace clew
