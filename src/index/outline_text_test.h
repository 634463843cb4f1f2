#pragma once
// An outline as lines of text, for tables of expectations: definitions as `kind qualified
// signature`, mentions as `from relation qualifier.name`.

#include <string>
#include <string_view>
#include <vector>

#include "index/outline.h"

namespace clew {

inline std::vector<std::string> definition_lines(const FileOutline& outline) {
  std::vector<std::string> lines;
  for (const Definition& definition : outline.definitions) {
    std::string line(symbol_kind_name(definition.kind));
    line += ' ' + definition.qualified;
    if (!definition.signature.empty()) line += ' ' + definition.signature;
    lines.push_back(std::move(line));
  }
  return lines;
}

inline std::string joined_lines(const std::vector<std::string>& lines) {
  std::string joined;
  for (const std::string& line : lines) joined += line + '\n';
  return joined;
}

inline std::vector<std::string> mention_lines(const FileOutline& outline) {
  std::vector<std::string> lines;
  for (const Mention& mention : outline.mentions) {
    std::string line = mention.from < 0
                           ? std::string("-")
                           : outline.definitions[static_cast<size_t>(mention.from)].qualified;
    line += ' ';
    line += relation_name(mention.relation);
    line += ' ';
    if (mention.whole) {
      line += '<' + mention.qualifier + '>';
    } else {
      line += mention.qualifier.empty() ? mention.name : mention.qualifier + ' ' + mention.name;
    }
    if (!mention.alias.empty()) line += " as " + mention.alias;
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace clew
