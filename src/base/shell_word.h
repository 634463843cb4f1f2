#pragma once
// Quoting for a POSIX shell: a command that clew prints can be pasted, whatever is in its paths and
// texts. Nothing is ever run through a shell by clew itself.

#include <string>
#include <vector>

namespace clew {

// The word as it can be typed in a POSIX shell: in quotes when it needs them.
std::string shell_word(const std::string& word);
// Several of them, with a blank in between.
std::string shell_words(const std::vector<std::string>& words);

}  // namespace clew
