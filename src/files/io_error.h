#pragma once
// A failed system call in the reader's words. Codes follow what the caller does next: permission is
// kNotAllowed, absence kNotFound, "already there" kConflict, a full or failing disk kFailed.

#include <string>
#include <string_view>

#include "base/error.h"

namespace clew {

// io_error(ENOSPC, "write", "/a/b") says "cannot write: the disk is full" about /a/b.
Error io_error(int number, std::string_view doing, std::string_view path);

}  // namespace clew
