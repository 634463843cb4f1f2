#pragma once
// Whole files at once: reading with a limit that is enforced before memory is spent, and writing
// that does not stop at a short write.

#include <functional>
#include <string>

#include "files/file_system.h"

namespace clew {

inline constexpr uint64_t kDocumentLimit = uint64_t{8} << 20;

// Whether content is what it should be: only the caller knows the format.
using Judge = std::function<bool(BytesView)>;

// kInvalid, naming the limit, when the file is larger.
Result<Bytes> read_whole(File& file, uint64_t limit = kDocumentLimit);
Result<Bytes> read_whole_file(Folder& folder, const std::string& path,
                              uint64_t limit = kDocumentLimit);
Result<Bytes> read_whole_file(FileSystem& files, const std::string& path,
                              uint64_t limit = kDocumentLimit);

Status write_all(File& file, BytesView bytes);

}  // namespace clew
