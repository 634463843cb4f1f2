#include "files/whole_file.h"

#include <algorithm>

namespace clew {
namespace {

Error too_large(const File& file, uint64_t limit) {
  return make_error(ErrorCode::kInvalid,
                    "the file is too large: the limit is " + std::to_string(limit) + " bytes",
                    file.path());
}

}  // namespace

// The size is only a hint: files of /proc have none, and others may grow while they are read.
Result<Bytes> read_whole(File& file, uint64_t limit) {
  CLEW_ASSIGN(const FileInfo info, file.info());
  if (info.size > limit) return too_large(file, limit);
  // One byte more than it seems to hold, so that growth since then is noticed.
  Bytes bytes(static_cast<size_t>(info.size) + 1, '\0');
  size_t had = 0;
  while (true) {
    if (had == bytes.size()) bytes.resize(had + std::max<size_t>(had, 4096));
    CLEW_ASSIGN(const size_t n, file.read(had, std::span(bytes).subspan(had)));
    had += n;
    if (had > limit) return too_large(file, limit);
    if (n > 0) continue;
    bytes.resize(had);
    return bytes;
  }
}

Result<Bytes> read_whole_file(Folder& folder, const std::string& path, uint64_t limit) {
  CLEW_ASSIGN(const auto file, folder.open(path, OpenMode::kRead));
  return read_whole(*file, limit);
}

Result<Bytes> read_whole_file(FileSystem& files, const std::string& path, uint64_t limit) {
  CLEW_ASSIGN(const auto file, files.open_file(path));
  return read_whole(*file, limit);
}

Status write_all(File& file, BytesView bytes) {
  while (!bytes.empty()) {
    CLEW_ASSIGN(const size_t n, file.write(bytes));
    if (n == 0) {
      return make_error(ErrorCode::kFailed, "cannot write: the disk accepted no bytes",
                        file.path());
    }
    bytes.remove_prefix(n);
  }
  return success();
}

}  // namespace clew
