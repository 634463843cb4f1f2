#pragma once
// A language of three words for tests of the index: "def NAME", "call NAME" and "import MODULE
// NAME", a line each. A file belongs to it when its name ends in .toy; "give up" in its first line
// is a file that cannot be read.

#include <sstream>

#include "index/extractor.h"

namespace clew {

inline FileOutline toy_outline(Language language, std::string_view bytes) {
  FileOutline outline;
  outline.language = language;
  if (bytes.starts_with("give up")) {
    outline.outcome = FileOutline::Outcome::kGivenUp;
    return outline;
  }
  std::istringstream lines{std::string(bytes)};
  std::string line;
  std::string shape;
  for (uint32_t number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    std::string word;
    std::string name;
    words >> word >> name;
    shape += word + name + ";";
    const auto from = static_cast<int32_t>(outline.definitions.size()) - 1;
    if (word == "def") {
      Definition definition;
      definition.name = definition.qualified = name;
      definition.line = definition.end_line = number;
      definition.fingerprint = sha256(name);
      outline.definitions.push_back(definition);
    } else if (word == "call") {
      outline.mentions.push_back({from, Relation::kCalls, name, "", "", number});
    } else if (word == "import") {
      std::string imported;
      words >> imported;
      outline.mentions.push_back({-1, Relation::kImports, imported, name, "", number});
    }
  }
  outline.shape = sha256(shape);
  return outline;
}

inline Extractor toy_extractor() {
  return {kExtractorVersion, [](std::string_view path) { return path.ends_with(".toy"); },
          [](std::string_view, std::string_view) { return std::optional(Language::kPython); },
          [](Language language, std::string_view bytes) { return toy_outline(language, bytes); }};
}

}  // namespace clew
