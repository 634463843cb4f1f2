// Any bytes as YAML, and as a document of unknown kind: no crash, no hang; what is accepted can be
// written as JSON and read back the same; a refusal is text and says where.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "document/json/json.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace {

constexpr Limits kTight{.depth = 4, .document_bytes = 4096, .nodes = 24, .line_bytes = 16};

void check_refusal(const Error& error) {
  CLEW_CHECK(error.code == ErrorCode::kInvalid);
  CLEW_CHECK(error.message.starts_with("line ") || error.message.starts_with("the document has "));
  CLEW_CHECK(is_utf8(error.message));
}

void check_value(const Value& value) {
  const auto read = parse_json(write_json(value));
  CLEW_CHECK(read.ok() && *read == value);
}

void check_yaml(std::string_view text, const Limits& limits) {
  const auto document = parse_yaml(text, limits);
  if (!document) return check_refusal(document.error());
  check_value(document->value);
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  clew::check_yaml(text, {});
  clew::check_yaml(text, clew::kTight);
  const auto value = clew::parse_document(text, "unknown");
  if (value) {
    clew::check_value(*value);
  } else {
    clew::check_refusal(value.error());
  }
  return 0;
}
