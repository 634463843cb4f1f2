#include "document/readable_prefix.h"

#include <fmt/format.h>

#include "document/document_text.h"
#include "document/json/json_prefix.h"
#include "document/yaml/yaml_prefix.h"

namespace clew {

std::optional<ReadablePrefix> readable_prefix(DocumentKind kind, std::string_view text) {
  std::optional<ReadablePrefix> kept;
  if (kind == DocumentKind::kJson) kept = json_prefix(text);
  if (kind == DocumentKind::kYaml) kept = yaml_prefix(text);
  if (kept && !parse_text(kind, kept->text)) return std::nullopt;
  return kept;
}

std::string path_in_words(const TreePath& path) {
  std::string words;
  for (const auto& part : path) {
    if (const auto* index = std::get_if<size_t>(&part)) {
      words += fmt::format("[{}]", *index);
    } else {
      words += (words.empty() ? "" : ".") + std::get<std::string>(part);
    }
  }
  return words;
}

}  // namespace clew
