// Any bytes as a source file of any language: an outline that holds what its header promises, or
// given up on. The first byte chooses the language; with its high bit what follows is repeated,
// which makes deep files of short inputs.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "index/outline.h"

namespace clew {
namespace {

constexpr size_t kLanguages = 13;
constexpr size_t kRepeatedBytes = size_t{32} << 10;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_outline(const FileOutline& outline, std::string_view bytes) {
  const auto definitions = static_cast<int32_t>(outline.definitions.size());
  if (outline.outcome == FileOutline::Outcome::kGivenUp) {
    require(definitions == 0 && outline.mentions.empty() && outline.shape.empty());
    return;
  }
  require(!outline.shape.empty());
  uint32_t line = 0;
  for (const Definition& definition : outline.definitions) {
    require(!definition.name.empty());
    require(definition.qualified.ends_with(definition.name));
    require(definition.signature.size() <= 1024);
    require(definition.line >= line && definition.line >= 1);
    require(definition.end_line >= definition.line);
    require(definition.owner >= -1 && definition.owner < definitions);
    require(definition.tokens <= bytes.size());
    line = definition.line;
  }
  int32_t from = -1;
  for (const Mention& mention : outline.mentions) {
    require(!mention.name.empty());
    require(mention.from >= from && mention.from < definitions);
    from = mention.from;
  }
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const auto language = static_cast<clew::Language>((data[0] & 0x7F) % clew::kLanguages);
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if ((data[0] & 0x80) != 0 && !bytes.empty()) {
    const std::string piece = bytes;
    while (bytes.size() < clew::kRepeatedBytes) bytes += piece;
  }
  // Shorter than in use, so that many inputs are tried.
  clew::OutlineLimits limits;
  limits.time = std::chrono::milliseconds(200);
  const clew::FileOutline outline = clew::outline_file(language, bytes, limits);
  clew::check_outline(outline, bytes);
  return 0;
}
