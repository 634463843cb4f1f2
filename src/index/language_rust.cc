// Rust, as tree-sitter-rust reads it.

#include "index/grammar.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_rust();

namespace clew {
namespace {

constexpr int kMaxUseLevels = 16;

constexpr NodeRule kRustRules[] = {
    {"line_comment", Act::kComment},
    {"block_comment", Act::kComment},
    {"function_item", Act::kFunction, NodeField::kName, NodeField::kReturnType},
    {"function_signature_item", Act::kFunction, NodeField::kName, NodeField::kReturnType,
     SymbolKind::kDeclaration},
    {"struct_item", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kStruct},
    {"union_item", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kStruct},
    {"enum_item", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kEnum},
    {"trait_item", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kInterface},
    {"type_item", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kType},
    {"mod_item", Act::kModule, NodeField::kName, NodeField::kNone, SymbolKind::kModule},
    {"impl_item", Act::kScope, NodeField::kType},
    {"trait_bounds", Act::kDerived},
    {"field_declaration", Act::kMember, NodeField::kName},
    {"enum_variant", Act::kMember, NodeField::kName},
    {"associated_type", Act::kMember, NodeField::kName},
    {"const_item", Act::kMember, NodeField::kName},

    {"call_expression", Act::kCall, NodeField::kFunction},
    {"macro_invocation", Act::kCall, NodeField::kMacro},
    {"token_tree", Act::kTokens},
    {"identifier", Act::kTokens, NodeField::kNone, NodeField::kNone, SymbolKind::kFunction,
     "token_tree"},
    {"identifier", Act::kName},
    {"type_identifier", Act::kName},
    {"field_identifier", Act::kName},
    {"primitive_type", Act::kName},
    {"crate", Act::kName},
    {"super", Act::kName},
    {"self", Act::kSelf},
    {"field_expression", Act::kAccess, NodeField::kValue, NodeField::kField},
    {"scoped_identifier", Act::kAccess, NodeField::kPath, NodeField::kName},
    {"scoped_type_identifier", Act::kAccess, NodeField::kPath, NodeField::kName},
    {"generic_function", Act::kNamed, NodeField::kFunction},
    {"generic_type", Act::kNamed, NodeField::kType},
    {"reference_type", Act::kNamed, NodeField::kType},
    {"parenthesized_expression", Act::kWrap},
    {"attribute", Act::kWrap},

    {"use_declaration", Act::kImport},
    {"attribute_item", Act::kAttribute},
    {"parameter", Act::kParameter, NodeField::kPattern},
};

// `mod a;` has no body and defines nothing: it is an import.
std::optional<SymbolKind> kind_rust(const SourceReading& reading, TSNode node,
                                    const NodeRule& rule) {
  if (rule.act == Act::kModule && ts_node_is_null(reading.field(node, NodeField::kBody)))
    return std::nullopt;
  return rule.kind;
}

std::string joined_path(std::string_view before, std::string_view after) {
  std::string joined(before);
  if (!before.empty() && !after.empty()) joined += "::";
  return joined += after;
}

struct UseTree {
  TSNode node;
  std::string before;
  int level = 0;
};

// `use a::{b::{self, c as d}, e::*}`: one mention for each name at the end of a branch.
void import_use(SourceReading& reading, TSNode top) {
  std::vector<UseTree> trees = {
      {top, {}, 0}
  };
  while (!trees.empty()) {
    UseTree tree = std::move(trees.back());
    trees.pop_back();
    if (tree.level > kMaxUseLevels || ts_node_is_null(tree.node)) continue;
    const std::string_view type = SourceReading::type(tree.node);
    const TSNode path = reading.field(tree.node, NodeField::kPath);
    const auto add = [&](TSNode name, std::string alias) {
      Mention mention;
      const std::string whole = joined_path(tree.before, reading.name_text(name));
      const size_t colons = whole.rfind("::");
      mention.name = colons == std::string::npos ? whole : whole.substr(colons + 2);
      mention.qualifier = colons == std::string::npos ? "" : whole.substr(0, colons);
      if (mention.name == "self") {
        mention.name = last_part(mention.qualifier, ":");
        mention.whole = true;
      }
      mention.alias = std::move(alias);
      reading.add_import(tree.node, std::move(mention));
    };
    if (type == "use_as_clause") {
      add(path, reading.name_text(reading.field(tree.node, NodeField::kAlias)));
    } else if (type == "use_wildcard") {
      Mention mention;
      mention.name = "*";
      mention.qualifier =
          joined_path(tree.before, reading.name_text(SourceReading::first_named(tree.node)));
      reading.add_import(tree.node, std::move(mention));
    } else if (type == "scoped_use_list" || type == "use_list") {
      const std::string before =
          type == "use_list" ? tree.before : joined_path(tree.before, reading.name_text(path));
      SourceReading::children(tree.node, [&](TSNode child, TSFieldId field) {
        if (ts_node_is_named(child) && (field == 0 || field != reading.field_id(NodeField::kPath)))
          trees.push_back({child, before, tree.level + 1});
      });
    } else if (reading.act(tree.node) != Act::kComment) {
      add(tree.node, {});
    }
  }
}

void import_rust(SourceReading& reading, TSNode node) {
  if (SourceReading::type(node) == "use_declaration") {
    import_use(reading, reading.field(node, NodeField::kArgument));
    return;
  }
  Mention mention;  // mod a;
  mention.name = reading.name_text(reading.field(node, NodeField::kName));
  mention.qualifier = mention.name;
  mention.whole = true;
  reading.add_import(node, std::move(mention));
}

}  // namespace

const LanguageTable& rust_table() {
  static const LanguageTable table = {.grammar = tree_sitter_rust,
                                      .rules = kRustRules,
                                      .parameter_names = false,
                                      .kind = kind_rust,
                                      .import = import_rust};
  return table;
}

}  // namespace clew
