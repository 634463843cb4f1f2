#pragma once
// Lines that are too long because of a few long texts in them: a picture in a prompt, the whole of
// a large file beside an edit. Private to this folder.

#include <string>
#include <string_view>

namespace clew::transcript {

struct LeanLine {
  std::string text;
  size_t left_out = 0;  // texts that became null
};

// The line with every string value of more than `most` bytes as null: what is too long to be read
// is absent, and the rest says what it said. Names of members stay.
LeanLine make_lean(std::string_view line, size_t most);

}  // namespace clew::transcript
