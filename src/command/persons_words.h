#pragma once
// What a person typed, of what a client gives as their prompt: without what their editor added to
// it, and empty when the client said it by itself.

#include <string>
#include <string_view>

namespace clew {

std::string persons_words(std::string_view prompt);

}  // namespace clew
