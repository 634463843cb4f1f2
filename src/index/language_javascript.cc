// JavaScript, TypeScript and TSX: one table, because the grammars share their node types. What only
// TypeScript has is not in the grammar of JavaScript, and is passed over there.

#include "index/grammar.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_javascript();
extern "C" const TSLanguage* tree_sitter_typescript();
extern "C" const TSLanguage* tree_sitter_tsx();

namespace clew {
namespace {

// `{type of node, what it is, field of its name, second field, kind, parent}`. Of two rules for one
// type, the one with a parent that fits is meant (method_signature).
constexpr NodeRule kJavaScriptRules[] = {
    {"comment", Act::kComment},
    {"html_comment", Act::kComment},
    {"function_declaration", Act::kFunction, NodeField::kName, NodeField::kReturnType},
    {"generator_function_declaration", Act::kFunction, NodeField::kName, NodeField::kReturnType},
    {"method_definition", Act::kFunction, NodeField::kName, NodeField::kReturnType},
    {"function_expression", Act::kFunctionValue, NodeField::kName, NodeField::kReturnType},
    {"generator_function", Act::kFunctionValue, NodeField::kName, NodeField::kReturnType},
    {"arrow_function", Act::kFunctionValue, NodeField::kNone, NodeField::kReturnType},
    {"class_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"abstract_class_declaration", Act::kType, NodeField::kName, NodeField::kNone,
     SymbolKind::kClass},
    {"class", Act::kTypeValue, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"interface_declaration", Act::kType, NodeField::kName, NodeField::kNone,
     SymbolKind::kInterface},
    {"type_alias_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kType},
    {"enum_declaration", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kEnum},
    {"module", Act::kModule, NodeField::kName, NodeField::kNone, SymbolKind::kModule},
    {"internal_module", Act::kModule, NodeField::kName, NodeField::kNone, SymbolKind::kModule},
    {"function_signature", Act::kFunction, NodeField::kName, NodeField::kReturnType,
     SymbolKind::kDeclaration},
    {"method_signature", Act::kFunction, NodeField::kName, NodeField::kReturnType,
     SymbolKind::kDeclaration, "class_body"},
    {"abstract_method_signature", Act::kFunction, NodeField::kName, NodeField::kReturnType,
     SymbolKind::kDeclaration},
    {"ambient_declaration", Act::kAmbient},
    {"class_heritage", Act::kDerived},
    {"extends_type_clause", Act::kDerived},

    {"method_signature", Act::kMember, NodeField::kName},
    {"property_signature", Act::kMember, NodeField::kName},
    {"enum_body", Act::kMember, NodeField::kName},
    {"enum_assignment", Act::kMember, NodeField::kName},

    {"variable_declarator", Act::kAssigned, NodeField::kName, NodeField::kValue},
    {"assignment_expression", Act::kAssigned, NodeField::kLeft, NodeField::kRight},
    {"pair", Act::kAssigned, NodeField::kKey, NodeField::kValue},
    {"field_definition", Act::kAssigned, NodeField::kProperty, NodeField::kValue,
     SymbolKind::kFunction, "class_body"},
    {"public_field_definition", Act::kAssigned, NodeField::kName, NodeField::kValue,
     SymbolKind::kFunction, "class_body"},

    {"call_expression", Act::kCall, NodeField::kFunction},
    {"new_expression", Act::kCall, NodeField::kConstructor},
    {"jsx_opening_element", Act::kCall, NodeField::kName},
    {"jsx_self_closing_element", Act::kCall, NodeField::kName},
    {"identifier", Act::kName},
    {"property_identifier", Act::kName},
    {"private_property_identifier", Act::kName},
    {"shorthand_property_identifier", Act::kName},
    {"type_identifier", Act::kName},
    {"import", Act::kName},
    {"super", Act::kName},
    {"this", Act::kSelf},
    {"string", Act::kLiteral},
    {"template_string", Act::kLiteral},
    {"array", Act::kLiteral},
    {"regex", Act::kLiteral},
    {"member_expression", Act::kAccess, NodeField::kObject, NodeField::kProperty},
    {"nested_identifier", Act::kAccess, NodeField::kObject, NodeField::kProperty},
    {"parenthesized_expression", Act::kWrap},
    {"non_null_expression", Act::kWrap},
    {"as_expression", Act::kWrap},
    {"satisfies_expression", Act::kWrap},
    {"instantiation_expression", Act::kWrap},

    {"import_statement", Act::kImport},
    {"export_statement", Act::kImport},
    {"decorator", Act::kAnnotation},

    {"required_parameter", Act::kDefaulted, NodeField::kPattern, NodeField::kValue},
    {"optional_parameter", Act::kDefaulted, NodeField::kPattern, NodeField::kValue},
    {"assignment_pattern", Act::kDefaulted, NodeField::kLeft, NodeField::kRight},
    {"object_assignment_pattern", Act::kDefaulted, NodeField::kLeft, NodeField::kRight},
};

constexpr std::string_view kJavaScriptImportCalls[] = {"require", "import"};

// `exports.f`, `module.exports.f` and `this.f` are f; `A.prototype.f` is f in A.
Written assigned_javascript(const SourceReading& reading, TSNode target) {
  if (reading.act(target) != Act::kAccess) {
    // A key may be a string or computed; what is taken apart has no name of its own.
    const std::string_view type = SourceReading::type(target);
    const bool named = reading.act(target) == Act::kName || type == "string" || type == "number" ||
                       type == "computed_property_name";
    return {{}, named ? reading.name_text(target) : std::string()};
  }
  Written written = reading.written(target);
  std::string& before = written.qualifier;
  if (before == "module" && written.name == "exports") return {};
  for (const std::string_view prefix : {"module.exports", "exports", "this", "window", "self"}) {
    if (before == prefix) {
      before.clear();
    } else if (before.starts_with(prefix) && before.substr(prefix.size()).starts_with('.')) {
      before.erase(0, prefix.size() + 1);
    }
  }
  if (before == "prototype") before.clear();
  if (before.ends_with(".prototype")) before.resize(before.size() - 10);
  if (before.find_first_of("?'") != std::string::npos) before.clear();
  return written;
}

// "[computed]" of a string is what stands in it, and prettier drops quotes where it can.
std::string plain_key(std::string name) {
  if (name.starts_with('[') && name.ends_with(']') && name.find('.') == std::string::npos)
    return name.substr(1, name.size() - 2);
  return name;
}

// Definitions have their name in a field; what is assigned has it on the left side.
Written name_javascript(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  Written written;
  if (rule.act == Act::kMember || (rule.act == Act::kAssigned && rule.parent != nullptr &&
                                   ts_node_is_null(reading.field(node, rule.a)))) {
    written.name = reading.name_text(node);
  } else if (rule.act == Act::kAssigned) {
    written = assigned_javascript(reading, reading.field(node, rule.a));
  } else {
    written.name = reading.name_text(reading.field(node, rule.a));
    // namespace A.B
    const size_t dot = written.name.rfind('.');
    if (rule.act == Act::kModule && dot != std::string::npos &&
        SourceReading::type(reading.field(node, rule.a)) == "nested_identifier") {
      written.qualifier = written.name.substr(0, dot);
      written.name.erase(0, dot + 1);
    }
  }
  written.name = plain_key(std::move(written.name));
  return written;
}

// All of a module: the last part of its path is its name.
Mention module_mention(const SourceReading& reading, TSNode source) {
  Mention mention;
  mention.qualifier = reading.name_text(source);
  mention.name = last_part(mention.qualifier, "/");
  mention.whole = true;
  return mention;
}

// `import d, * as n, {a, b as c} from "m"`: "default" under the alias d, the whole under n, and a
// and b by their names.
void import_clause(SourceReading& reading, TSNode clause, const Mention& module) {
  SourceReading::children(clause, [&](TSNode child, TSFieldId) {
    const std::string_view type = SourceReading::type(child);
    Mention mention = module;
    if (type == "identifier") {
      mention.name = "default";
      mention.alias = reading.name_text(child);
      mention.whole = false;
      reading.add_import(child, std::move(mention));
    } else if (type == "namespace_import") {
      mention.alias = reading.name_text(SourceReading::first_named(child));
      reading.add_import(child, std::move(mention));
    } else if (type == "named_imports") {
      SourceReading::children(child, [&](TSNode specifier, TSFieldId) {
        if (SourceReading::type(specifier) != "import_specifier") return;
        Mention named = module;
        named.name = reading.name_text(reading.field(specifier, NodeField::kName));
        named.alias = reading.name_text(reading.field(specifier, NodeField::kAlias));
        named.whole = false;
        reading.add_import(specifier, std::move(named));
      });
    }
  });
}

// Also `export … from`, which brings a name into this file, and `import x = require("m")`. A
// statement without a clause imports the whole module.
void import_statement(SourceReading& reading, TSNode node) {
  const TSNode source = reading.field(node, NodeField::kSource);
  bool clause = false;
  SourceReading::children(node, [&](TSNode child, TSFieldId) {
    const std::string_view type = SourceReading::type(child);
    if (type == "import_clause") {
      clause = true;
      import_clause(reading, child, module_mention(reading, source));
    } else if (type == "import_require_clause") {
      clause = true;
      Mention mention = module_mention(reading, reading.field(child, NodeField::kSource));
      mention.alias = reading.name_text(SourceReading::first_named(child));
      reading.add_import(child, std::move(mention));
    } else if (type == "export_clause" && !ts_node_is_null(source)) {
      clause = true;
      SourceReading::children(child, [&](TSNode specifier, TSFieldId) {
        if (SourceReading::type(specifier) != "export_specifier") return;
        Mention mention = module_mention(reading, source);
        mention.name = reading.name_text(reading.field(specifier, NodeField::kName));
        mention.whole = false;
        reading.add_import(specifier, std::move(mention));
      });
    }
  });
  if (!clause && !ts_node_is_null(source))
    reading.add_import(node, module_mention(reading, source));
}

// require('m'), import('m'), and what a variable takes from it.
// Three forms: the value of a variable, the right side of an assignment, and a call that stands
// alone.
void import_call(SourceReading& reading, TSNode node) {
  const TSNode target = SourceReading::type(node) == "variable_declarator"
                            ? reading.field(node, NodeField::kName)
                            : TSNode{};
  TSNode call = node;
  if (SourceReading::type(node) != "call_expression") {
    call = reading.unwrapped(reading.field(
        node, SourceReading::type(node) == "assignment_expression" ? NodeField::kRight
                                                                   : NodeField::kValue));
  }
  const TSNode argument = SourceReading::first_named(reading.field(call, NodeField::kArguments));
  if (SourceReading::type(argument) != "string") return;
  // A path that is not a plain string cannot be followed.
  Mention module = module_mention(reading, argument);
  if (SourceReading::type(target) != "object_pattern") {
    if (SourceReading::type(target) == "identifier") module.alias = reading.name_text(target);
    reading.add_import(node, std::move(module));
    return;
  }
  SourceReading::children(target, [&](TSNode child, TSFieldId) {
    const std::string_view type = SourceReading::type(child);
    Mention mention = module;
    mention.whole = false;
    mention.name.clear();
    if (type == "shorthand_property_identifier_pattern") {
      mention.name = reading.name_text(child);
    } else if (type == "pair_pattern") {
      mention.name = reading.name_text(reading.field(child, NodeField::kKey));
      mention.alias = reading.name_text(reading.field(child, NodeField::kValue));
    }
    reading.add_import(child, std::move(mention));
  });
}

void import_javascript(SourceReading& reading, TSNode node) {
  const std::string_view type = SourceReading::type(node);
  if (type == "import_statement" || type == "export_statement") {
    import_statement(reading, node);
  } else {
    import_call(reading, node);
  }
}

LanguageTable table_of(const TSLanguage* (*grammar)()) {
  return {.grammar = grammar,
          .rules = kJavaScriptRules,
          .name = name_javascript,
          .import = import_javascript,
          .import_calls = kJavaScriptImportCalls};
}

}  // namespace

const LanguageTable& javascript_table() {
  static const LanguageTable table = table_of(tree_sitter_javascript);
  return table;
}

const LanguageTable& typescript_table() {
  static const LanguageTable table = table_of(tree_sitter_typescript);
  return table;
}

const LanguageTable& tsx_table() {
  static const LanguageTable table = table_of(tree_sitter_tsx);
  return table;
}

}  // namespace clew
