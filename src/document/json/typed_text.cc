#include "document/json/typed_text.h"

#include <fmt/format.h>

#include "document/json/json.h"

namespace clew {

Result<std::pair<std::string, std::string>> split_pair(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return make_error(ErrorCode::kUsage, fmt::format("\"{}\" is not of the form NAME=VALUE", text),
                      text, "clew done coverage=83");
  }
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

Value typed(const std::string& text) {
  if (text == "true" || text == "false") return Value(text == "true");
  if (text == "null") return Value();
  const bool looks_json = !text.empty() && (text[0] == '"' || text[0] == '[' || text[0] == '{' ||
                                            text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
  if (looks_json) {
    auto parsed = parse_json(text);
    if (parsed) return std::move(*parsed);
  }
  return Value(text);
}

}  // namespace clew
