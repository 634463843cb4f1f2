// Any bytes as JSON and as JSON lines: no crash, no hang; what is accepted is written and read back
// the same; a refusal is text and says where; lines do not depend on the pieces they came in.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "document/json/json.h"
#include "document/json/json_lines.h"

namespace clew {
namespace {

constexpr Limits kTight{.depth = 4, .document_bytes = 4096, .nodes = 24, .line_bytes = 16};

void check_refusal(const Error& error) {
  CLEW_CHECK(error.code == ErrorCode::kInvalid);
  CLEW_CHECK(error.message.starts_with("line ") || error.message.starts_with("the document has "));
  CLEW_CHECK(is_utf8(error.message));
}

void check_json(std::string_view text, const Limits& limits) {
  const auto value = parse_json(text, limits);
  if (!value) return check_refusal(value.error());
  for (const auto style : {JsonStyle::kCompact, JsonStyle::kPretty}) {
    const std::string written = write_json(*value, style);
    CLEW_CHECK(is_utf8(written));
    const auto read = parse_json(written);
    CLEW_CHECK(read.ok() && *read == *value);
  }
}

std::vector<std::string> read_lines(std::string_view bytes, size_t piece) {
  LineReader reader(kTight);
  std::vector<std::string> out;
  const auto drain = [&] {
    for (auto line = reader.next(); !line.ok() || line->has_value(); line = reader.next()) {
      if (!line) {
        check_refusal(line.error());
        out.push_back(line.error().message);
      } else {
        const JsonLine& given = **line;
        CLEW_CHECK(bytes.substr(given.offset, given.text.size()) == given.text);
        out.emplace_back(given.text);
      }
    }
  };
  for (size_t at = 0; at < bytes.size(); at += piece) {
    reader.add(bytes.substr(at, piece));
    drain();
  }
  reader.finish();
  drain();
  return out;
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  clew::check_json(bytes, {});
  clew::check_json(bytes, clew::kTight);
  const auto lines = clew::read_lines(bytes, size + 1);
  CLEW_CHECK(lines == clew::read_lines(bytes, 1));
  CLEW_CHECK(lines == clew::read_lines(bytes, 7));
  return 0;
}
