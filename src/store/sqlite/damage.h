#pragma once
// Explains a file in the place of the store that SQLite does not accept: whether it was a store,
// and what can be done about it.

#include <string>
#include <vector>

#include "base/error.h"

namespace clew {

// Copies of the store that clew left beside it (before migrations and restores), newest first.
std::vector<std::string> copies_beside(const std::string& path);

// kInvalid: the file never was a store.
Error not_a_store(const std::string& path);
// kCorrupt when the file was a store of clew's, kInvalid when it never was. Says what to do.
Error unreadable_store(const std::string& path);

}  // namespace clew
