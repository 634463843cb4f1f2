#pragma once
// How a file becomes an outline, as the index asks for it. A parameter, so that what the index
// promises is shown without a grammar.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "index/file_outline.h"

namespace clew {

// All of it is called on any thread, and pure.
struct Extractor {
  int version = kExtractorVersion;
  std::function<bool(std::string_view path)> is_source;  // by its name
  std::function<std::optional<Language>(std::string_view path, std::string_view bytes)> language_of;
  std::function<FileOutline(Language language, std::string_view bytes)> outline;
};

// The one that clew has: tree-sitter and its grammars.
const Extractor& own_extractor();

}  // namespace clew
