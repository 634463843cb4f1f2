#include "store/sqlite/log_version.h"

#include <cstring>

namespace clew {
namespace {

constexpr int kIndexRegion = 32768;  // the unit in which SQLite maps the index
constexpr size_t kHeader = 48;       // of which there are two copies
constexpr size_t kIsReady = 12;      // a byte of it: 1 when the index can be used

}  // namespace

std::optional<std::string> log_version(sqlite3* db) {
  sqlite3_file* file = nullptr;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return {};
  if (file == nullptr || file->pMethods == nullptr || file->pMethods->iVersion < 2) return {};
  volatile void* index = nullptr;
  constexpr int kOnlyWhatIsThere = 0;
  const int code = file->pMethods->xShmMap(file, 0, kIndexRegion, kOnlyWhatIsThere, &index);
  if (code != SQLITE_OK || index == nullptr) return {};
  // A writer changes the second copy first: two that are equal were not being written.
  const char* first = const_cast<const char*>(static_cast<volatile char*>(index));
  std::string header(first, kHeader);
  file->pMethods->xShmBarrier(file);
  if (std::memcmp(header.data(), first + kHeader, kHeader) != 0) return {};
  if (header[kIsReady] == 0) return {};
  return header;
}

}  // namespace clew
