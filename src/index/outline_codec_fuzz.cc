// Any bytes as the outline of a file out of the cache: refused as damaged, or an outline that holds
// what its header promises and is written and read back as itself.

#include <cstdint>
#include <cstdlib>

#include "index/outline_codec.h"

namespace clew {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_decoded(const FileOutline& outline, size_t bytes) {
  const auto definitions = static_cast<int32_t>(outline.definitions.size());
  // Each takes a byte at least: a short file never becomes a large outline.
  require(outline.definitions.size() + outline.mentions.size() <= bytes);
  for (const Definition& definition : outline.definitions) {
    require(definition.owner >= -1 && definition.owner < definitions);
    require(definition.kind <= SymbolKind::kDeclaration);
  }
  for (const Mention& mention : outline.mentions) {
    require(mention.from >= -1 && mention.from < definitions);
    require(mention.relation <= Relation::kAnnotates);
  }
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const clew::BytesView bytes(reinterpret_cast<const char*>(data), size);
  const auto outline = clew::decode_outline(bytes);
  const auto part = clew::decode_outline(bytes, clew::OutlineParts::kDefinitions);
  if (!outline) {
    clew::require(outline.error().code == clew::ErrorCode::kCorrupt);
    return 0;
  }
  clew::check_decoded(*outline, size);
  // What is whole has sound parts.
  clew::require(part.ok() && part->definitions.size() == outline->definitions.size());
  const clew::Bytes written = clew::encode_outline(*outline);
  const auto again = clew::decode_outline(written);
  clew::require(again.ok() && clew::encode_outline(*again) == written);
  return 0;
}
