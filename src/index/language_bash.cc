// Bash, as tree-sitter-bash reads it. Every command is a call; which of them are functions is seen
// when a name is looked up.

#include "index/grammar.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_bash();

namespace clew {
namespace {

constexpr NodeRule kBashRules[] = {
    {"comment", Act::kComment},
    {"function_definition", Act::kFunction, NodeField::kName},
    {"command", Act::kCall, NodeField::kName},
    {"command_name", Act::kWrap},
    {"word", Act::kName},
};

constexpr std::string_view kBashImportCalls[] = {"source", "."};

void import_bash(SourceReading& reading, TSNode node) {
  const TSNode argument = reading.field(node, NodeField::kArgument);
  Mention mention;
  mention.relation = Relation::kIncludes;
  mention.qualifier = reading.name_text(argument);
  mention.name = last_part(mention.qualifier, "/");
  mention.whole = true;
  reading.add_import(node, std::move(mention));
}

}  // namespace

const LanguageTable& bash_table() {
  static const LanguageTable table = {.grammar = tree_sitter_bash,
                                      .rules = kBashRules,
                                      .import = import_bash,
                                      .import_calls = kBashImportCalls};
  return table;
}

}  // namespace clew
