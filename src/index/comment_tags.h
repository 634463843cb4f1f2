#pragma once
// Tags in comments, by which people say what role a definition has: @clew:TAG and @quedonde:TAG,
// and the five words that quedonde knows after a bare @.

#include <string>
#include <string_view>
#include <vector>

namespace clew {

// Sorted, each once.
std::vector<std::string> comment_tags(std::string_view comment);

}  // namespace clew
