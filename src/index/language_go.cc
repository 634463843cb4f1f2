// Go, as tree-sitter-go reads it.

#include "index/language_tables.h"
#include "index/reading.h"
#include "index/signature.h"

extern "C" const TSLanguage* tree_sitter_go();

namespace clew {
namespace {

constexpr Rule kGoRules[] = {
    {"comment", Act::kComment},
    {"function_declaration", Act::kFunction, Field::kName, Field::kNone},
    {"method_declaration", Act::kFunction, Field::kName, Field::kNone, SymbolKind::kMethod},
    {"type_spec", Act::kType, Field::kName, Field::kNone, SymbolKind::kType},
    {"type_alias", Act::kType, Field::kName, Field::kNone, SymbolKind::kType},
    {"field_declaration", Act::kMember},
    {"method_elem", Act::kMember},
    {"type_elem", Act::kMember, Field::kNone, Field::kNone, SymbolKind::kFunction,
     "interface_type"},
    {"call_expression", Act::kCall, Field::kFunction},
    // f[int](x) is read as a conversion.
    {"type_conversion_expression", Act::kCall, Field::kType},
    {"identifier", Act::kName},
    {"type_identifier", Act::kName},
    {"field_identifier", Act::kName},
    {"package_identifier", Act::kName},
    {"selector_expression", Act::kAccess, Field::kOperand, Field::kField},
    {"qualified_type", Act::kAccess, Field::kPackage, Field::kName},
    {"generic_type", Act::kNamed, Field::kType},
    {"type_instantiation_expression", Act::kNamed, Field::kType},
    {"index_expression", Act::kNamed, Field::kOperand},
    {"parenthesized_expression", Act::kWrap},
    {"pointer_type", Act::kWrap},
    {"parenthesized_type", Act::kWrap},
    {"import_spec", Act::kImport},
    {"parameter_declaration", Act::kParameter, Field::kName},
    {"variadic_parameter_declaration", Act::kParameter, Field::kName},
};

// The type that a method belongs to.
std::string receiver_type(const Reading& reading, TSNode method) {
  const TSNode receiver = Reading::first_named(reading.field(method, Field::kReceiver));
  return reading.written(reading.field(receiver, Field::kType)).name;
}

Written name_go(const Reading& reading, TSNode node, const Rule& rule) {
  if (rule.act == Act::kMember) {
    // `a, b int`; an embedded type has its own name.
    std::string names;
    Reading::children(node, [&](TSNode child, TSFieldId field) {
      if (field == 0 || field != reading.field_id(Field::kName)) return;
      names += (names.empty() ? "" : ", ") + reading.name_text(child);
    });
    if (names.empty()) {
      const TSNode type = reading.field(node, Field::kType);
      names = reading.written(ts_node_is_null(type) ? Reading::first_named(node) : type).name;
    }
    return {{}, std::move(names)};
  }
  Written written{{}, reading.name_text(reading.field(node, rule.a))};
  if (rule.kind == SymbolKind::kMethod) written.qualifier = receiver_type(reading, node);
  return written;
}

std::optional<SymbolKind> kind_go(const Reading& reading, TSNode node, const Rule& rule) {
  if (rule.act == Act::kType) {
    const std::string_view type = Reading::type(reading.field(node, Field::kType));
    if (type == "struct_type") return SymbolKind::kStruct;
    if (type == "interface_type") return SymbolKind::kInterface;
    return rule.kind;
  }
  // Its body is in assembly.
  if (ts_node_is_null(reading.field(node, Field::kBody))) return SymbolKind::kDeclaration;
  return rule.kind;
}

void head_go(const Reading& reading, TSNode node, Head& head) {
  const TSNode result = reading.field(node, Field::kResult);
  if (Reading::type(result) == "parameter_list") {
    head.result = parameters_text(reading, result);
  } else {
    head.result = tokens_text(reading, result);
  }
}

void import_go(Reading& reading, TSNode node) {
  Mention mention;
  mention.qualifier = reading.name_text(reading.field(node, Field::kPath));
  mention.name = last_part(mention.qualifier, "/");
  mention.alias = reading.name_text(reading.field(node, Field::kName));
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
