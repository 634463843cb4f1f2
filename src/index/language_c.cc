// C and C++: one table, because the grammar of C++ grew out of that of C.

#include "index/grammar.h"
#include "index/reading.h"
#include "index/signature.h"

extern "C" const TSLanguage* tree_sitter_c();
extern "C" const TSLanguage* tree_sitter_cpp();

namespace clew {
namespace {

constexpr int kMaxDeclarators = 16;  // around one name, as in int *(*f[3])(int)

// In C a declaration looks like a definition, so the rules name both and kind_c decides. A
// function's name is inside its declarator, below pointers, references and parentheses.
constexpr NodeRule kCRules[] = {
    {"comment", Act::kComment},
    {"function_definition", Act::kFunction, NodeField::kDeclarator},
    {"declaration", Act::kNothing, NodeField::kNone, NodeField::kNone, SymbolKind::kFunction,
     "friend_declaration"},
    {"declaration", Act::kFunction, NodeField::kDeclarator, NodeField::kNone,
     SymbolKind::kDeclaration},
    {"field_declaration", Act::kFunction, NodeField::kDeclarator, NodeField::kNone,
     SymbolKind::kDeclaration},
    {"class_specifier", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"struct_specifier", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kStruct},
    {"union_specifier", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kStruct},
    {"enum_specifier", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kEnum},
    {"type_definition", Act::kType, NodeField::kDeclarator, NodeField::kNone, SymbolKind::kType},
    {"alias_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kType},
    {"concept_definition", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kType},
    {"namespace_definition", Act::kModule, NodeField::kName, NodeField::kNone, SymbolKind::kModule},
    {"base_class_clause", Act::kDerived},
    {"enumerator", Act::kMember, NodeField::kName},

    {"call_expression", Act::kCall, NodeField::kFunction},
    {"new_expression", Act::kCall, NodeField::kType},
    {"identifier", Act::kName},
    {"field_identifier", Act::kName},
    {"type_identifier", Act::kName},
    {"namespace_identifier", Act::kName},
    {"destructor_name", Act::kName},
    {"operator_name", Act::kName},
    {"this", Act::kSelf},
    {"field_expression", Act::kAccess, NodeField::kArgument, NodeField::kField},
    {"qualified_identifier", Act::kAccess, NodeField::kScope, NodeField::kName},
    {"template_function", Act::kNamed, NodeField::kName},
    {"template_method", Act::kNamed, NodeField::kName},
    {"template_type", Act::kNamed, NodeField::kName},
    {"dependent_name", Act::kWrap},
    {"dependent_type", Act::kWrap},
    {"parenthesized_expression", Act::kWrap},

    {"preproc_include", Act::kImport},
    {"using_declaration", Act::kImport},
    {"parameter_declaration", Act::kParameter, NodeField::kDeclarator},
    {"optional_parameter_declaration", Act::kDefaulted, NodeField::kDeclarator,
     NodeField::kDefaultValue},
};

bool is_function_declarator(TSNode node) {
  const std::string_view type = SourceReading::type(node);
  return type == "function_declarator" || type == "abstract_function_declarator";
}

// The declarator inside of one; null when it is none.
TSNode inner_declarator(const SourceReading& reading, TSNode node) {
  const std::string_view type = SourceReading::type(node);
  const TSNode field = reading.field(node, NodeField::kDeclarator);
  if (!ts_node_is_null(field)) return field;
  if (type != "reference_declarator" && type != "parenthesized_declarator" &&
      type != "attributed_declarator" && type != "abstract_parenthesized_declarator")
    return {};
  // Behind what a calling convention puts there.
  TSNode last{};
  SourceReading::children(node, [&](TSNode child, TSFieldId) {
    const std::string_view inner = SourceReading::type(child);
    if (ts_node_is_named(child) &&
        (inner.ends_with("declarator") || inner.ends_with("identifier") ||
         inner.ends_with("name") || inner == "template_function"))
      last = child;
  });
  return last;
}

// The declarator of a function: not of a pointer to one. Null when there is none.
TSNode function_declarator(const SourceReading& reading, TSNode node) {
  TSNode declarator = reading.field(node, NodeField::kDeclarator);
  for (int level = 0; level < kMaxDeclarators && !ts_node_is_null(declarator); ++level) {
    if (SourceReading::type(declarator) == "operator_cast") return declarator;
    if (is_function_declarator(declarator)) {
      const TSNode inner = reading.field(declarator, NodeField::kDeclarator);
      // int (*f)(int) is a pointer; (f)(int) is a function, and so is int (*f(int))(int).
      if (SourceReading::type(inner) != "parenthesized_declarator") return declarator;
      const TSNode inside = SourceReading::first_named(inner);
      const std::string_view type = SourceReading::type(inside);
      if (type.ends_with("identifier")) return declarator;
      TSNode deeper = inside;
      for (int more = 0; more < kMaxDeclarators && !ts_node_is_null(deeper); ++more) {
        if (is_function_declarator(deeper)) return deeper;
        deeper = inner_declarator(reading, deeper);
      }
      return {};
    }
    if (SourceReading::type(declarator) == "init_declarator") return {};
    declarator = inner_declarator(reading, declarator);
  }
  return {};
}

// The name that a declarator is about, as a node.
TSNode declared_node(const SourceReading& reading, TSNode declarator) {
  for (int level = 0; level < kMaxDeclarators; ++level) {
    const TSNode inner = inner_declarator(reading, declarator);
    if (ts_node_is_null(inner)) return declarator;
    declarator = inner;
  }
  return declarator;
}

// a::b as {"a", "b"}, from nodes or, where those are no names, from text.
Written scoped_name(const SourceReading& reading, TSNode node) {
  Written written = reading.written(node);
  if (!written.name.empty()) return written;
  written.name = reading.name_text(node);
  return written;
}

// By what the node is: an enumerator, a namespace (`a::b` in one), a type, or a function. A
// conversion operator is called "operator T".
Written name_c(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  if (rule.act == Act::kMember) return {{}, reading.name_text(declared_node(reading, node))};
  if (rule.act == Act::kModule) {
    Written written{{}, reading.name_text(reading.field(node, rule.a))};
    const size_t colons = written.name.rfind("::");
    if (colons != std::string::npos) {
      written.qualifier = written.name.substr(0, colons);
      written.name.erase(0, colons + 2);
      for (size_t at; (at = written.qualifier.find("::")) != std::string::npos;)
        written.qualifier.replace(at, 2, ".");
    }
    return written;
  }
  if (rule.act == Act::kType) {
    const TSNode name = reading.field(node, rule.a);
    if (SourceReading::type(node) == "type_definition")
      return {{}, reading.name_text(declared_node(reading, name))};
    return ts_node_is_null(name) ? Written{} : scoped_name(reading, name);
  }
  const TSNode declarator = function_declarator(reading, node);
  if (SourceReading::type(declarator) == "operator_cast")
    return {{}, "operator " + tokens_text(reading, reading.field(declarator, NodeField::kType))};
  const TSNode name = declared_node(reading, declarator);
  if (ts_node_is_null(name) || is_function_declarator(name)) return {};
  return scoped_name(reading, name);
}

// Nothing means that the node defines no function and no type: a variable, a forward declaration, a
// type that only names another.
std::optional<SymbolKind> kind_c(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  const std::string_view type = SourceReading::type(node);
  if (rule.act == Act::kFunction) {
    if (ts_node_is_null(function_declarator(reading, node))) return std::nullopt;
    return rule.kind;
  }
  if (type == "type_definition") {
    // What the type is called inside is its name, if it has one.
    const TSNode inside = reading.field(node, NodeField::kType);
    if (ts_node_is_null(reading.field(inside, NodeField::kBody))) return rule.kind;
    if (!ts_node_is_null(reading.field(inside, NodeField::kName))) return std::nullopt;
    return SourceReading::type(inside) == "enum_specifier" ? SymbolKind::kEnum
                                                           : SymbolKind::kStruct;
  }
  // `struct a *b`, `class a;`
  if (type.ends_with("_specifier") && ts_node_is_null(reading.field(node, NodeField::kBody)))
    return std::nullopt;
  return rule.kind;
}

// The result is the type in front of the declarator, with the pointers around it, and qualifiers or
// a trailing result behind the parameters.
void head_c(const SourceReading& reading, TSNode node, DefinitionHead& head) {
  head.parameters = {};
  const TSNode declarator = function_declarator(reading, node);
  if (ts_node_is_null(declarator) || SourceReading::type(node).ends_with("_specifier")) return;
  TSNode function = declarator;
  if (SourceReading::type(declarator) == "operator_cast")
    function = reading.field(declarator, NodeField::kDeclarator);
  head.parameters = reading.field(function, NodeField::kParameters);
  head.result = tokens_text(reading, reading.field(node, NodeField::kType));
  // Pointers and references of the result stand around the declarator.
  head.result += tokens_text(reading, reading.field(node, NodeField::kDeclarator), declarator);
  bool after = false;
  SourceReading::children(function, [&](TSNode child, TSFieldId field) {
    const std::string_view type = SourceReading::type(child);
    if (field != 0 && field == reading.field_id(NodeField::kParameters)) after = true;
    if (!after) return;
    if (type == "type_qualifier" || type == "ref_qualifier")
      head.result += " " + tokens_text(reading, child);
    if (type == "trailing_return_type") head.result += tokens_text(reading, child);
  });
}

TSNode parameter_name_c(const SourceReading& reading, TSNode node) {
  const TSNode declarator = reading.field(node, NodeField::kDeclarator);
  if (ts_node_is_null(declarator)) return {};
  const TSNode name = declared_node(reading, declarator);
  return SourceReading::type(name).ends_with("identifier") ? name : TSNode{};
}

// `#include` names a file; `using a::b` a name, and `using namespace a` all of it.
void import_c(SourceReading& reading, TSNode node) {
  Mention mention;
  if (SourceReading::type(node) == "preproc_include") {
    mention.relation = Relation::kIncludes;
    mention.qualifier = reading.name_text(reading.field(node, NodeField::kPath));
    mention.name = last_part(mention.qualifier, "/<>");
    mention.whole = true;
    reading.add_import(node, std::move(mention));
    return;
  }
  bool space = false;
  SourceReading::children(node, [&](TSNode child, TSFieldId) {
    if (reading.text(child) == "namespace") space = true;
    if (!ts_node_is_named(child)) return;
    const Written written = reading.written(child);
    Mention used;
    used.name = written.name;
    used.qualifier = written.qualifier;
    used.whole = space;
    if (space) used.qualifier += (used.qualifier.empty() ? "" : ".") + written.name;
    reading.add_import(child, std::move(used));
  });
}

LanguageTable table_of_c(const TSLanguage* (*grammar)()) {
  return {.grammar = grammar,
          .rules = kCRules,
          .functions_nest = false,
          .parameter_names = false,
          .name = name_c,
          .kind = kind_c,
          .head = head_c,
          .parameter_name = parameter_name_c,
          .import = import_c};
}

}  // namespace

const LanguageTable& c_table() {
  static const LanguageTable table = table_of_c(tree_sitter_c);
  return table;
}

const LanguageTable& cpp_table() {
  static const LanguageTable table = table_of_c(tree_sitter_cpp);
  return table;
}

}  // namespace clew
