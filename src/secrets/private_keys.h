#pragma once
// Where a private key begins and ends in a text: in PEM, SSH2 and PuTTY form, also one that was cut
// at either end, and one whose lines of base64 stand alone.

#include <cstddef>
#include <string_view>

namespace clew {

struct TextSpan {
  size_t start = 0;
  size_t end = 0;
  size_t size() const { return end - start; }
};

// Each answers an empty span when there is no key.

// From the line "-----BEGIN … PRIVATE KEY-----" at `at`. Without an END the key goes on to the end
// of the text: it was cut.
TextSpan private_key_from(std::string_view text, size_t at);
// A key whose beginning was cut off: the lines of base64 before its END at `at`, none from before
// `from`.
TextSpan private_key_up_to(std::string_view text, size_t at, size_t from);
// PuTTY: Private-Lines: N, with the colon at `colon`, and the lines of base64 behind it.
TextSpan putty_key(std::string_view text, size_t colon);
// The end of a key whose first line of base64 ends at `at`.
size_t end_of_key_lines(std::string_view text, size_t at);

}  // namespace clew
