// C#, as tree-sitter-c-sharp reads it.

#include "index/grammar.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_c_sharp();

namespace clew {
namespace {

constexpr NodeRule kCSharpRules[] = {
    {"comment", Act::kComment},
    {"method_declaration", Act::kFunction, NodeField::kName, NodeField::kReturns,
     SymbolKind::kMethod},
    {"constructor_declaration", Act::kFunction, NodeField::kName, NodeField::kNone,
     SymbolKind::kMethod},
    {"destructor_declaration", Act::kFunction, NodeField::kName, NodeField::kNone,
     SymbolKind::kMethod},
    {"operator_declaration", Act::kFunction, NodeField::kNone, NodeField::kType,
     SymbolKind::kMethod},
    {"local_function_statement", Act::kFunction, NodeField::kName, NodeField::kType},
    {"class_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"record_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"interface_declaration", Act::kType, NodeField::kName, NodeField::kNone,
     SymbolKind::kInterface},
    {"struct_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kStruct},
    {"enum_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kEnum},
    {"delegate_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kType},
    {"namespace_declaration", Act::kModule, NodeField::kName, NodeField::kNone,
     SymbolKind::kModule},
    {"base_list", Act::kDerived},
    {"variable_declarator", Act::kMember, NodeField::kName},
    {"property_declaration", Act::kMember, NodeField::kName},
    {"enum_member_declaration", Act::kMember, NodeField::kName},

    {"invocation_expression", Act::kCall, NodeField::kFunction},
    {"object_creation_expression", Act::kCall, NodeField::kType},
    {"identifier", Act::kName},
    {"this", Act::kSelf},
    {"member_access_expression", Act::kAccess, NodeField::kExpression, NodeField::kName},
    {"conditional_access_expression", Act::kAccess, NodeField::kCondition},
    {"member_binding_expression", Act::kNamed, NodeField::kName},
    {"qualified_name", Act::kAccess, NodeField::kQualifier, NodeField::kName},
    {"generic_name", Act::kWrap},
    {"parenthesized_expression", Act::kWrap},

    {"using_directive", Act::kImport},
    {"attribute", Act::kAnnotation, NodeField::kName},
    {"parameter", Act::kDefaulted, NodeField::kName},
    {"yield_statement", Act::kYield},
};

std::optional<SymbolKind> kind_csharp(const SourceReading& reading, TSNode node,
                                      const NodeRule& rule) {
  if (rule.act == Act::kFunction && ts_node_is_null(reading.field(node, NodeField::kBody)))
    return SymbolKind::kDeclaration;
  return rule.kind;
}

Written name_csharp(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  const std::string_view type = SourceReading::type(node);
  if (rule.act == Act::kMember) return {{}, reading.name_text(node)};
  if (type == "operator_declaration") {
    std::string name;
    bool after = false;
    SourceReading::children(node, [&](TSNode child, TSFieldId field) {
      if (after && name.empty() && field != reading.field_id(NodeField::kParameters))
        name = "operator" + reading.name_text(child);
      after = after || reading.text(child) == "operator";
    });
    return {{}, std::move(name)};
  }
  std::string name = reading.name_text(reading.field(node, rule.a));
  if (type == "destructor_declaration" && !name.empty()) name.insert(0, "~");
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {{}, std::move(name)};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

// `using A = B.C;` has its alias in the field of the name.
void import_csharp(SourceReading& reading, TSNode node) {
  Mention mention;
  mention.alias = reading.name_text(reading.field(node, NodeField::kName));
  SourceReading::children(node, [&](TSNode child, TSFieldId field) {
    if (ts_node_is_named(child) && field != reading.field_id(NodeField::kName) &&
        reading.act(child) != Act::kComment)
      mention.qualifier = reading.name_text(child);
  });
  mention.name = last_part(mention.qualifier, ".");
  mention.whole = true;
  reading.add_import(node, std::move(mention));
}

}  // namespace

const LanguageTable& csharp_table() {
  static const LanguageTable table = {.grammar = tree_sitter_c_sharp,
                                      .rules = kCSharpRules,
                                      .name = name_csharp,
                                      .kind = kind_csharp,
                                      .import = import_csharp};
  return table;
}

}  // namespace clew
