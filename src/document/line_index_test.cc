#include "document/line_index.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("an index of lines says what counting from the start says, in any order") {
  const std::string texts[] = {"", "one", "\xEF\xBB\xBFmark\nlast", "a\n\nb\r\nc\n",
                               "\xC3\xA4\xC3\xB6 b\n  \xE2\x82\xAC x\n"};
  for (const std::string& text : texts) {
    CAPTURE(text);
    // Only where a character begins: values begin nowhere else.
    std::vector<size_t> offsets;
    for (size_t at = 0; at <= text.size() + 1; ++at) {
      const bool is_inside = at < text.size() && (text[at] & 0xC0) == 0x80;
      if (!is_inside && (at == 0 || at >= text.size() || text[0] != '\xEF' || at >= 3)) {
        offsets.push_back(at);
      }
    }
    LineIndex forwards;
    for (const size_t at : offsets) CHECK(forwards.find(text, at) == position_at(text, at));
    LineIndex backwards;
    for (size_t i = offsets.size(); i-- > 0;) {
      CHECK(backwards.find(text, offsets[i]) == position_at(text, offsets[i]));
    }
    LineIndex jumping;
    for (size_t i = 0; i < offsets.size(); ++i) {
      const size_t at = offsets[i * 7 % offsets.size()];
      CHECK(jumping.find(text, at) == position_at(text, at));
    }
  }
}

}  // namespace
}  // namespace clew
