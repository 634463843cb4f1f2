#pragma once
// Words for a shell to read back as they are.

#include <string>

namespace clew {

// The word as it can be typed in a POSIX shell: in quotes when it needs them.
std::string shell_word(const std::string& word);

}  // namespace clew
