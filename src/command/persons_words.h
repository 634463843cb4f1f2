#pragma once
// What a client gives as a person's prompt, without what their editor added to it.

#include <string>
#include <string_view>

namespace clew {

std::string persons_words(std::string_view prompt);

}  // namespace clew
