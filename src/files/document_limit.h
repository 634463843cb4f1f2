#pragma once
// How large a file of a dialect may be to be read, by its name. A document is held as one tree and
// bounded by what a tree may be. A file of lines only ever grows, and each of its lines is bounded
// by itself (document/limits.h): as a whole it may be as large as memory can reasonably hold.

#include <string_view>

#include "files/whole_file.h"

namespace clew {

inline constexpr uint64_t kLinesLimit = uint64_t{1} << 30;

inline uint64_t document_limit(std::string_view name) {
  return name.ends_with(".jsonl") ? kLinesLimit : kDocumentLimit;
}

}  // namespace clew
