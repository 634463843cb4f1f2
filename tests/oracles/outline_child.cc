// Prints the outline of each file whose path stands on a line of standard input, for scripts that
// compare it with what others say of the same file. Fields are separated by tabs:
//   F path language outcome shape inner_functions
//   D kind name qualified line end_line damaged tags signature      a definition of that file
//   M from relation qualifier name alias line whole            a mention in it
// With --shapes only the lines with F.

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include "index/outline.h"
#include "index/source_language.h"

namespace {

std::string field(std::string_view text) {
  std::string clean(text);
  for (char& byte : clean) {
    if (byte == '\t' || byte == '\n' || byte == '\r') byte = ' ';
  }
  return clean;
}

const char* outcome_name(clew::FileOutline::Outcome outcome) {
  switch (outcome) {
    case clew::FileOutline::Outcome::kWhole:
      return "whole";
    case clew::FileOutline::Outcome::kPartly:
      return "partly";
    default:
      return "given_up";
  }
}

void print(const clew::FileOutline& outline) {
  for (const auto& definition : outline.definitions) {
    std::string tags;
    for (const auto& tag : definition.tags) tags += (tags.empty() ? "" : ",") + tag;
    std::cout << "D\t" << clew::symbol_kind_name(definition.kind) << '\t' << field(definition.name)
              << '\t' << field(definition.qualified) << '\t' << definition.line << '\t'
              << definition.end_line << '\t' << (definition.damaged ? "damaged" : "-") << '\t'
              << field(tags) << '\t' << field(definition.signature) << '\n';
  }
  for (const auto& mention : outline.mentions) {
    const std::string from = mention.from < 0
                                 ? "<module>"
                                 : outline.definitions[static_cast<size_t>(mention.from)].qualified;
    std::cout << "M\t" << field(from) << '\t' << clew::relation_name(mention.relation) << '\t'
              << field(mention.qualifier) << '\t' << field(mention.name) << '\t'
              << field(mention.alias) << '\t' << mention.line << '\t'
              << (mention.whole ? "whole" : "-") << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool shapes = argc > 1 && std::string_view(argv[1]) == "--shapes";
  std::ios::sync_with_stdio(false);
  for (std::string path; std::getline(std::cin, path);) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    const std::string bytes = text.str();
    const auto language = clew::source_language(path, bytes);
    if (!language) continue;
    const auto outline = clew::outline_file(*language, bytes);
    std::cout << "F\t" << path << '\t' << clew::language_name(*language) << '\t'
              << outcome_name(outline.outcome) << '\t' << outline.shape.hex() << '\t'
              << outline.inner_functions << '\n';
    if (!shapes) print(outline);
  }
}
