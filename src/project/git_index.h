#pragma once
// What git's index says of files, read without running git.
//
// The layout, in network byte order: "DIRC", version, number of entries; each entry has the times,
// numbers and size that the file had, the hash of its content (20 bytes, or 32 in a repository of
// SHA-256), flags, two more flags when the bit 0x4000 says so, and the name. Up to version 3 the
// name is followed by 1 to 8 zeros that fill eight bytes; in version 4 it begins with how many
// bytes of the name before are dropped, and ends with one zero. Names are in order. Then come
// extensions, a name of four bytes and a size each, and a checksum, which is not looked at. A split
// index (the extension "link") has its entries in another file: it is not read.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "project/git_repository.h"

namespace clew {

inline constexpr uint64_t kMaxIndex = uint64_t{64} << 20;
// Bytes of all names: in version 4 a name of thousands is written with a few.
inline constexpr uint64_t kMaxIndexNames = kMaxIndex;

struct IndexEntry {
  std::string_view path;  // from the root of the checkout
  uint32_t seconds = 0;   // when the file was modified
  uint32_t nanoseconds = 0;
  uint32_t inode = 0;  // the lower 32 bits, as of the size
  uint32_t mode = 0;   // 0100644, 0100755, 0120000 a link, 0160000 a submodule, 0040000 a folder
  uint32_t size = 0;
  std::string_view object;     // the bytes of its content's hash
  int stage = 0;               // 1 to 3 while a merge is not resolved
  bool not_looked_at = false;  // skip-worktree, assume-unchanged: git does not compare it
  bool to_be_added = false;    // `git add --intent-to-add`
};

// Each in order, until `take` says false. False: this is no index, or one that is not understood;
// then some may have been taken.
bool read_index(std::string_view bytes, const std::function<bool(const IndexEntry&)>& take);

// The index, or the one that it is split from, whose names are more than kMaxIndexNames: git would
// keep all of them in memory. Empty: there is none.
std::string overlarge_index(FileSystem& files, const GitRepository& repository);

// The size that a file had when git last looked at it. Nothing when git does not know it, or when
// the index cannot be read. `path` is from the root of the checkout.
std::optional<uint32_t> size_in_index(FileSystem& files, const GitRepository& repository,
                                      std::string_view path);

}  // namespace clew
