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
  // With no bytes: by the name alone. Nothing: it is no source code that clew knows.
  std::function<std::optional<Language>(const std::string& path, std::string_view bytes)>
      language_of;
  std::function<FileOutline(Language language, std::string_view bytes)> outline;
};

}  // namespace clew
