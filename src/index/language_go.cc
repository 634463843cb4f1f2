// Go, as tree-sitter-go reads it.

#include "index/grammar.h"
#include "index/reading.h"
#include "index/signature.h"

extern "C" const TSLanguage* tree_sitter_go();

namespace clew {
namespace {

constexpr NodeRule kGoRules[] = {
    {"comment", Act::kComment},
    {"function_declaration", Act::kFunction, NodeField::kName, NodeField::kNone},
    {"method_declaration", Act::kFunction, NodeField::kName, NodeField::kNone, SymbolKind::kMethod},
    {"type_spec", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kType},
    {"type_alias", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kType},
    {"field_declaration", Act::kMember},
    {"method_elem", Act::kMember},
    {"type_elem", Act::kMember, NodeField::kNone, NodeField::kNone, SymbolKind::kFunction,
     "interface_type"},
    {"call_expression", Act::kCall, NodeField::kFunction},
    // f[int](x) is read as a conversion.
    {"type_conversion_expression", Act::kCall, NodeField::kType},
    {"identifier", Act::kName},
    {"type_identifier", Act::kName},
    {"field_identifier", Act::kName},
    {"package_identifier", Act::kName},
    {"selector_expression", Act::kAccess, NodeField::kOperand, NodeField::kField},
    {"qualified_type", Act::kAccess, NodeField::kPackage, NodeField::kName},
    {"generic_type", Act::kNamed, NodeField::kType},
    {"type_instantiation_expression", Act::kNamed, NodeField::kType},
    {"index_expression", Act::kNamed, NodeField::kOperand},
    {"parenthesized_expression", Act::kWrap},
    {"pointer_type", Act::kWrap},
    {"parenthesized_type", Act::kWrap},
    {"import_spec", Act::kImport},
    {"parameter_declaration", Act::kParameter, NodeField::kName},
    {"variadic_parameter_declaration", Act::kParameter, NodeField::kName},
};

// The type that a method belongs to.
std::string receiver_type(const SourceReading& reading, TSNode method) {
  const TSNode receiver = SourceReading::first_named(reading.field(method, NodeField::kReceiver));
  return reading.written(reading.field(receiver, NodeField::kType)).name;
}

Written name_go(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  if (rule.act == Act::kMember) {
    // `a, b int`; an embedded type has its own name.
    std::string names;
    SourceReading::children(node, [&](TSNode child, TSFieldId field) {
      if (field == 0 || field != reading.field_id(NodeField::kName)) return;
      names += (names.empty() ? "" : ", ") + reading.name_text(child);
    });
    if (names.empty()) {
      const TSNode type = reading.field(node, NodeField::kType);
      names = reading.written(ts_node_is_null(type) ? SourceReading::first_named(node) : type).name;
    }
    return {{}, std::move(names)};
  }
  Written written{{}, reading.name_text(reading.field(node, rule.a))};
  if (rule.kind == SymbolKind::kMethod) written.qualifier = receiver_type(reading, node);
  return written;
}

std::optional<SymbolKind> kind_go(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  if (rule.act == Act::kType) {
    const std::string_view type = SourceReading::type(reading.field(node, NodeField::kType));
    if (type == "struct_type") return SymbolKind::kStruct;
    if (type == "interface_type") return SymbolKind::kInterface;
    return rule.kind;
  }
  // Its body is in assembly.
  if (ts_node_is_null(reading.field(node, NodeField::kBody))) return SymbolKind::kDeclaration;
  return rule.kind;
}

void head_go(const SourceReading& reading, TSNode node, DefinitionHead& head) {
  const TSNode result = reading.field(node, NodeField::kResult);
  if (SourceReading::type(result) == "parameter_list") {
    head.result = parameters_text(reading, result);
  } else {
    head.result = tokens_text(reading, result);
  }
}

void import_go(SourceReading& reading, TSNode node) {
  Mention mention;
  mention.qualifier = reading.name_text(reading.field(node, NodeField::kPath));
  mention.name = last_part(mention.qualifier, "/");
  mention.alias = reading.name_text(reading.field(node, NodeField::kName));
  mention.whole = true;
  reading.add_import(node, std::move(mention));
}

}  // namespace

const LanguageTable& go_table() {
  static const LanguageTable table = {.grammar = tree_sitter_go,
                                      .rules = kGoRules,
                                      .parameter_names = false,
                                      .name = name_go,
                                      .kind = kind_go,
                                      .head = head_go,
                                      .import = import_go};
  return table;
}

}  // namespace clew
