#pragma once
// Words for a shell to read back as they are.

#include <string>
#include <vector>

namespace clew {

// The word as it can be typed in a POSIX shell: in quotes when it needs them.
std::string shell_word(const std::string& word);
// Several of them, with a blank in between.
std::string shell_words(const std::vector<std::string>& words);

}  // namespace clew
