// Java, as tree-sitter-java reads it.

#include "index/grammar.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_java();

namespace clew {
namespace {

constexpr NodeRule kJavaRules[] = {
    {"line_comment", Act::kComment},
    {"block_comment", Act::kComment},
    {"method_declaration", Act::kFunction, NodeField::kName, NodeField::kType, SymbolKind::kMethod},
    {"constructor_declaration", Act::kFunction, NodeField::kName, NodeField::kNone,
     SymbolKind::kMethod},
    {"compact_constructor_declaration", Act::kFunction, NodeField::kName, NodeField::kNone,
     SymbolKind::kMethod},
    {"annotation_type_element_declaration", Act::kFunction, NodeField::kName, NodeField::kType,
     SymbolKind::kDeclaration},
    {"class_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"record_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"interface_declaration", Act::kType, NodeField::kName, NodeField::kNone,
     SymbolKind::kInterface},
    {"annotation_type_declaration", Act::kType, NodeField::kName, NodeField::kNone,
     SymbolKind::kInterface},
    {"enum_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kEnum},
    {"class_body", Act::kAnonymous, NodeField::kNone, NodeField::kNone, SymbolKind::kClass,
     "object_creation_expression"},
    {"superclass", Act::kDerived},
    {"super_interfaces", Act::kDerived},
    {"extends_interfaces", Act::kDerived},
    {"enum_constant", Act::kMember, NodeField::kName},
    {"variable_declarator", Act::kMember, NodeField::kName, NodeField::kNone, SymbolKind::kFunction,
     "field_declaration"},
    {"variable_declarator", Act::kParameter, NodeField::kName},

    {"method_invocation", Act::kCall, NodeField::kName, NodeField::kObject},
    {"object_creation_expression", Act::kCall, NodeField::kType},
    {"explicit_constructor_invocation", Act::kCall, NodeField::kConstructor},
    {"identifier", Act::kName},
    {"type_identifier", Act::kName},
    {"super", Act::kName},
    {"this", Act::kSelf},
    {"string_literal", Act::kLiteral},
    {"field_access", Act::kAccess, NodeField::kObject, NodeField::kField},
    {"scoped_identifier", Act::kAccess, NodeField::kScope, NodeField::kName},
    {"scoped_type_identifier", Act::kAccess},
    {"generic_type", Act::kWrap},
    {"parenthesized_expression", Act::kWrap},

    {"import_declaration", Act::kImport},
    {"marker_annotation", Act::kAnnotation, NodeField::kName},
    {"annotation", Act::kAnnotation, NodeField::kName},
    {"formal_parameter", Act::kParameter, NodeField::kName},
};

// What an interface or an abstract class only promises.
std::optional<SymbolKind> kind_java(const SourceReading& reading, TSNode node,
                                    const NodeRule& rule) {
  if (rule.act == Act::kFunction && ts_node_is_null(reading.field(node, NodeField::kBody)))
    return SymbolKind::kDeclaration;
  return rule.kind;
}

void import_java(SourceReading& reading, TSNode node) {
  Mention mention;
  bool all = false;
  SourceReading::children(node, [&](TSNode child, TSFieldId) {
    if (SourceReading::type(child) == "asterisk") all = true;
    if (reading.act(child) == Act::kAccess || reading.act(child) == Act::kName)
      mention.qualifier = reading.name_text(child);
  });
  mention.name = "*";
  const size_t dot = mention.qualifier.rfind('.');
  if (!all) {
    mention.name = last_part(mention.qualifier, ".");
    mention.qualifier.resize(dot == std::string::npos ? 0 : dot);
  }
  reading.add_import(node, std::move(mention));
}

}  // namespace

const LanguageTable& java_table() {
  static const LanguageTable table = {.grammar = tree_sitter_java,
                                      .rules = kJavaRules,
                                      .parameter_names = false,
                                      .kind = kind_java,
                                      .import = import_java};
  return table;
}

}  // namespace clew
