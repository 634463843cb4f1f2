#pragma once
// Which process holds the flock on an open file, as far as the kernel tells (/proc/locks). Only for
// messages, and only worth asking when waiting was in vain: the answer may be old when it arrives.

#include <optional>

namespace clew {

std::optional<int> find_lock_holder(int fd);

}  // namespace clew
