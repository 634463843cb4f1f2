// Python, as tree-sitter-python reads it.

#include "index/language_tables.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace clew {
namespace {

constexpr Rule kPythonRules[] = {
    {"comment", Act::kComment},
    {"line_continuation", Act::kComment},
    {"function_definition", Act::kFunction, Field::kName, Field::kReturnType},
    {"class_definition", Act::kType, Field::kName, Field::kSuperclasses, SymbolKind::kClass},
    {"type_alias_statement", Act::kType, Field::kLeft, Field::kNone, SymbolKind::kType},
    {"assignment", Act::kMember, Field::kLeft, Field::kNone, SymbolKind::kFunction,
     "expression_statement"},
    {"call", Act::kCall, Field::kFunction},
    {"identifier", Act::kName},
    {"attribute", Act::kAccess, Field::kObject, Field::kAttribute},
    {"parenthesized_expression", Act::kWrap},
    {"import_statement", Act::kImport},
    {"import_from_statement", Act::kImport},
    {"future_import_statement", Act::kImport},
    {"decorator", Act::kAnnotation},
    {"yield", Act::kYield},
    {"default_parameter", Act::kDefaulted, Field::kName, Field::kValue},
    {"typed_default_parameter", Act::kDefaulted, Field::kName, Field::kValue},
};

void import_python(Reading& reading, TSNode node) {
  const std::string module = reading.name_text(reading.field(node, Field::kModuleName));
  const bool from = Reading::type(node) != "import_statement";
  Reading::children(node, [&](TSNode child, TSFieldId field) {
    Mention mention;
    mention.qualifier = Reading::type(node) == "future_import_statement" ? "__future__" : module;
    if (Reading::type(child) == "wildcard_import") {
      mention.name = "*";
    } else if (field != 0 && field == reading.field_id(Field::kName)) {
      TSNode name = child;
      if (Reading::type(child) == "aliased_import") {
        name = reading.field(child, Field::kName);
        mention.alias = reading.name_text(reading.field(child, Field::kAlias));
      }
      mention.name = reading.name_text(name);
      if (!from) {
        mention.qualifier = mention.name;
        mention.name = last_part(mention.qualifier, ".");
        mention.whole = true;
      }
    }
    reading.add_import(child, std::move(mention));
  });
}

// `a, b = …` in a class is no member's name, nor is `a.b = …`.
Written name_python(const Reading& reading, TSNode node, const Rule& rule) {
  if (rule.act == Act::kMember)
    return Reading::type(node) == "identifier" ? Written{{}, reading.name_text(node)} : Written{};
  return {{}, reading.name_text(reading.field(node, rule.a))};
}

}  // namespace

const LanguageTable& python_table() {
  static const LanguageTable table = {.grammar = tree_sitter_python,
                                      .rules = kPythonRules,
                                      .self_name = "self",
                                      .name = name_python,
                                      .import = import_python};
  return table;
}

}  // namespace clew
