// Python, as tree-sitter-python reads it.

#include "index/grammar.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace clew {
namespace {

constexpr NodeRule kPythonRules[] = {
    {"comment", Act::kComment},
    {"line_continuation", Act::kComment},
    {"function_definition", Act::kFunction, NodeField::kName, NodeField::kReturnType},
    {"class_definition", Act::kType, NodeField::kName, NodeField::kSuperclasses,
     SymbolKind::kClass},
    {"type_alias_statement", Act::kType, NodeField::kLeft, NodeField::kNone, SymbolKind::kType},
    {"assignment", Act::kMember, NodeField::kLeft, NodeField::kNone, SymbolKind::kFunction,
     "expression_statement"},
    {"call", Act::kCall, NodeField::kFunction},
    {"identifier", Act::kName},
    {"string", Act::kLiteral},
    {"concatenated_string", Act::kLiteral},
    {"list", Act::kLiteral},
    {"list_comprehension", Act::kLiteral},
    {"dictionary", Act::kLiteral},
    {"dictionary_comprehension", Act::kLiteral},
    {"set", Act::kLiteral},
    {"set_comprehension", Act::kLiteral},
    {"tuple", Act::kLiteral},
    {"attribute", Act::kAccess, NodeField::kObject, NodeField::kAttribute},
    {"parenthesized_expression", Act::kWrap},
    {"import_statement", Act::kImport},
    {"import_from_statement", Act::kImport},
    {"future_import_statement", Act::kImport},
    {"decorator", Act::kAnnotation},
    {"yield", Act::kYield},
    {"default_parameter", Act::kDefaulted, NodeField::kName, NodeField::kValue},
    {"typed_default_parameter", Act::kDefaulted, NodeField::kName, NodeField::kValue},
};

void import_python(SourceReading& reading, TSNode node) {
  const std::string module = reading.name_text(reading.field(node, NodeField::kModuleName));
  const bool from = SourceReading::type(node) != "import_statement";
  SourceReading::children(node, [&](TSNode child, TSFieldId field) {
    Mention mention;
    mention.qualifier =
        SourceReading::type(node) == "future_import_statement" ? "__future__" : module;
    if (SourceReading::type(child) == "wildcard_import") {
      mention.name = "*";
    } else if (field != 0 && field == reading.field_id(NodeField::kName)) {
      TSNode name = child;
      if (SourceReading::type(child) == "aliased_import") {
        name = reading.field(child, NodeField::kName);
        mention.alias = reading.name_text(reading.field(child, NodeField::kAlias));
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
Written name_python(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  if (rule.act == Act::kMember)
    return SourceReading::type(node) == "identifier" ? Written{{}, reading.name_text(node)}
                                                     : Written{};
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
