#pragma once
// Who holds the flock on an open file, as far as the kernel tells; only worth asking when waiting
// for it was in vain.

#include <optional>

namespace clew {

std::optional<int> find_lock_holder(int fd);

}  // namespace clew
