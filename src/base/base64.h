#pragma once
// Base64 (RFC 4648, the alphabet with + and /). Read strictly: exactly the spelling that would be
// written, so that no two texts mean the same bytes.

#include <optional>
#include <string>

#include "base/bytes.h"

namespace clew {

enum class Padding { kWith, kWithout };

std::string to_base64(BytesView bytes, Padding padding = Padding::kWith);
std::optional<Bytes> from_base64(std::string_view text, Padding padding = Padding::kWith);
// With - and _ instead, and without padding: nothing in it means anything to a shell or in a URL.
std::string to_base64_url(BytesView bytes);
std::optional<Bytes> from_base64_url(std::string_view text);

}  // namespace clew
