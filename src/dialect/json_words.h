#pragma once
// What the JSON parser says about bad text, put into a reader's words and at the place where the
// reader would look. Knows the sentences of nlohmann-json 3.11; unknown ones pass as they are.

#include <cstddef>
#include <string>
#include <string_view>

namespace clew {

enum class JsonToken {
  kSign,    // { [ : , ] }
  kWord,    // true, false, null
  kNumber,  // the parser reads one character past it, unless the text ends
  kString,  // with its quotes
};

// The offset of the first byte of the valid token that the parser, having reached offset `end`,
// has just read.
size_t find_token_start(std::string_view text, size_t end, JsonToken token);

struct JsonProblem {
  std::string message;  // expected ',' or '}', found a string
  size_t offset = 0;
};

// `what` is the text of the parser's exception, `read` the number of bytes it says it has read
// (a character it put back does not count), `reached` how many it has really fetched.
JsonProblem explain_json_error(std::string_view what, std::string_view text, size_t read,
                               size_t reached);

}  // namespace clew
