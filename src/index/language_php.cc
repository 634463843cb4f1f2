// PHP, as tree-sitter-php reads it, with the text around the code.

#include "index/grammar.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_php();

namespace clew {
namespace {

constexpr size_t kLongestUse = 200;  // of a name with its namespace

constexpr NodeRule kPhpRules[] = {
    {"comment", Act::kComment},
    {"function_definition", Act::kFunction, NodeField::kName, NodeField::kReturnType},
    {"method_declaration", Act::kFunction, NodeField::kName, NodeField::kReturnType,
     SymbolKind::kMethod},
    {"class_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"trait_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"interface_declaration", Act::kType, NodeField::kName, NodeField::kNone,
     SymbolKind::kInterface},
    {"enum_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kEnum},
    {"anonymous_class", Act::kAnonymous},
    {"base_clause", Act::kDerived},
    {"class_interface_clause", Act::kDerived},
    {"property_element", Act::kMember, NodeField::kName},
    {"const_element", Act::kMember},
    {"enum_case", Act::kMember, NodeField::kName},

    {"function_call_expression", Act::kCall, NodeField::kFunction},
    {"member_call_expression", Act::kCall, NodeField::kName, NodeField::kObject},
    {"nullsafe_member_call_expression", Act::kCall, NodeField::kName, NodeField::kObject},
    {"scoped_call_expression", Act::kCall, NodeField::kName, NodeField::kScope},
    {"object_creation_expression", Act::kCall},
    {"name", Act::kName},
    {"variable_name", Act::kName},
    {"relative_scope", Act::kName},
    {"namespace_name", Act::kName},
    {"member_access_expression", Act::kAccess, NodeField::kObject, NodeField::kName},
    {"nullsafe_member_access_expression", Act::kAccess, NodeField::kObject, NodeField::kName},
    {"qualified_name", Act::kAccess, NodeField::kPrefix},
    {"parenthesized_expression", Act::kWrap},

    {"namespace_use_declaration", Act::kImport},
    {"require_expression", Act::kImport},
    {"require_once_expression", Act::kImport},
    {"include_expression", Act::kImport},
    {"include_once_expression", Act::kImport},
    {"attribute", Act::kAnnotation},
    {"yield_expression", Act::kYield},
    {"simple_parameter", Act::kDefaulted, NodeField::kName, NodeField::kDefaultValue},
    {"property_promotion_parameter", Act::kDefaulted, NodeField::kName, NodeField::kDefaultValue},
};

std::optional<SymbolKind> kind_php(const SourceReading& reading, TSNode node,
                                   const NodeRule& rule) {
  if (rule.act == Act::kFunction && ts_node_is_null(reading.field(node, NodeField::kBody)))
    return SymbolKind::kDeclaration;
  return rule.kind;
}

Written name_php(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  if (rule.act != Act::kMember) return {{}, reading.name_text(reading.field(node, rule.a))};
  if (SourceReading::type(node) == "const_element") node = SourceReading::first_named(node);
  return {{}, reading.name_text(node)};
}

// `use App\Model\User as U;` imports User of App\Model as U.
void use_clause(SourceReading& reading, TSNode clause, std::string_view prefix) {
  Mention mention;
  mention.alias = reading.name_text(reading.field(clause, NodeField::kAlias));
  std::string whole(prefix);
  if (!whole.empty()) whole += '\\';
  whole += reading.text(SourceReading::first_named(clause)).substr(0, kLongestUse);
  const size_t slash = whole.rfind('\\');
  mention.name = slash == std::string::npos ? whole : whole.substr(slash + 1);
  mention.qualifier = slash == std::string::npos ? "" : whole.substr(0, slash);
  reading.add_import(clause, std::move(mention));
}

// The one string in what is included; what is put together around it is not known.
std::string included_path(const SourceReading& reading, TSNode node) {
  for (int level = 0; level < 8 && !ts_node_is_null(node); ++level) {
    const std::string_view type = SourceReading::type(node);
    if (type == "string" || type == "encapsed_string") return reading.name_text(node);
    const TSNode right = reading.field(node, NodeField::kRight);
    node = ts_node_is_null(right) ? SourceReading::first_named(node) : right;
  }
  return {};
}

void import_php(SourceReading& reading, TSNode node) {
  if (SourceReading::type(node) != "namespace_use_declaration") {
    Mention mention;
    mention.relation = Relation::kIncludes;
    mention.qualifier = included_path(reading, node);
    mention.name = last_part(mention.qualifier, "/");
    mention.whole = true;
    reading.add_import(node, std::move(mention));
    return;
  }
  std::string_view prefix;
  SourceReading::children(node, [&](TSNode child, TSFieldId) {
    const std::string_view type = SourceReading::type(child);
    if (type == "namespace_name") prefix = reading.text(child).substr(0, kLongestUse);
    if (type == "namespace_use_clause") use_clause(reading, child, {});
    if (type == "namespace_use_group") {
      SourceReading::children(child, [&](TSNode inner, TSFieldId) {
        if (SourceReading::type(inner) == "namespace_use_clause")
          use_clause(reading, inner, prefix);
      });
    }
  });
}

}  // namespace

const LanguageTable& php_table() {
  static const LanguageTable table = {.grammar = tree_sitter_php,
                                      .rules = kPhpRules,
                                      .self_name = "$this",
                                      .name = name_php,
                                      .kind = kind_php,
                                      .import = import_php};
  return table;
}

}  // namespace clew
