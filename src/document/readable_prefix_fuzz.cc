// Any bytes as damaged JSON and YAML: no crash, no hang; what is kept is a whole document that
// begins as the text does.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "document/document_text.h"
#include "document/readable_prefix.h"

namespace clew {
namespace {

void check_prefix(DocumentKind kind, std::string_view text) {
  const auto kept = readable_prefix(kind, text);
  if (!kept) return;
  CLEW_CHECK(kept->bytes <= text.size());
  CLEW_CHECK(kept->text.substr(0, kept->bytes) == text.substr(0, kept->bytes));
  CLEW_CHECK(parse_text(kind, kept->text).ok());
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  clew::check_prefix(clew::DocumentKind::kJson, text);
  clew::check_prefix(clew::DocumentKind::kYaml, text);
  return 0;
}
