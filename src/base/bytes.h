#pragma once
// A run of bytes, and its spelling in hex. Bytes are std::string: owned, contiguous, cheap to move.
// Text is the same type; the name of the parameter says which of the two it is.

#include <string>
#include <string_view>

namespace clew {

using Bytes = std::string;
using BytesView = std::string_view;

std::string to_hex(BytesView bytes);
// Empty when `hex` is not an even number of hex digits.
Bytes from_hex(std::string_view hex);

}  // namespace clew
