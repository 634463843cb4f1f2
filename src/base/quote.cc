#include "base/quote.h"

#include "base/text.h"

namespace clew {

std::string without_quotes(std::string text) {
  for (const std::string_view mark : {"\"", "“", "”", "„", "‟", "＂", "«", "»"}) {
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos; ++at) {
      text.replace(at, mark.size(), "'");
    }
  }
  return text;
}

std::string quote(std::string_view text) {
  return "\"" + without_quotes(visible(one_line(text))) + "\"";
}

}  // namespace clew
