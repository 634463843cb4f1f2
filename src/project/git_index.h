#pragma once
// What git's index says of a file, read without running git.
//
// The layout, in network byte order: "DIRC", version, number of entries; each entry has 62 bytes
// (size at 36, flags at 60), two more flags when the bit 0x4000 says so, and the name. Up to
// version 3 the name is followed by 1 to 8 zeros that fill eight bytes; in version 4 it begins with
// how many bytes of the name before are dropped, and ends with one zero. Names are in order.

#include <cstdint>
#include <optional>
#include <string_view>

#include "project/git_repository.h"

namespace clew {

// The size that a file had when git last looked at it. Nothing when git does not know it, or when
// the index cannot be read. `path` is from the root of the checkout.
std::optional<uint32_t> size_in_index(FileSystem& files, const GitRepository& repository,
                                      std::string_view path);

}  // namespace clew
