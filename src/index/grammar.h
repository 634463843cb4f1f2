#pragma once
// What clew knows about a language: one table that says of each node type of its grammar what it
// is, and a few functions for what a table cannot say. The tables are in language_*.cc; outline.cc
// walks a tree by them.

#include <tree_sitter/api.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/file_outline.h"

namespace clew {

// Names of fields in grammars.
enum class NodeField : uint8_t {
  kNone,
  kAlias,
  kAlternative,
  kArgument,
  kArguments,
  kAttribute,
  kBase,
  kBody,
  kCondition,
  kConstructor,
  kDeclarator,
  kDefaultValue,
  kDefinition,
  kExpression,
  kField,
  kFunction,
  kKey,
  kLeft,
  kMacro,
  kMethod,
  kModuleName,
  kName,
  kObject,
  kOperand,
  kPackage,
  kParameter,
  kParameters,
  kPath,
  kPattern,
  kPrefix,
  kProperty,
  kQualifier,
  kReceiver,
  kResult,
  kReturnType,
  kReturns,
  kRight,
  kScope,
  kSource,
  kSuperclass,
  kSuperclasses,
  kTrait,
  kType,
  kValue,
};
inline constexpr size_t kFieldCount = static_cast<size_t>(NodeField::kValue) + 1;

// What a node is. `a` and `b` are the fields of its rule.
enum class Act : uint8_t {
  kNothing,
  kComment,
  kFunction,       // a definition; a: its name, b: its result
  kType,           // a definition whose members count; a: its name, b: what it derives from
  kModule,         // a definition; a: its name
  kScope,          // no definition, but a name around those in it; a: the name
  kAssigned,       // a: the name that a function or class in b takes
  kFunctionValue,  // a function without a name; b: its result
  kTypeValue,      // a class without a name
  kMember,         // a: the name, or names, of a member of the type around it
  kCall,           // a: what is called, else the first thing in it; b: the object it is called on
  kName,           // a name
  kSelf,           // this, self
  kLiteral,        // a value whose type is built in, where nobody can give that type more members
  kAccess,         // a: object, b: name of its member, else the last thing in it
  kNamed,          // something around a name in a, such as one with type arguments
  kWrap,           // something around one thing, such as parentheses
  kImport,         // read by the language's import function
  kAnnotation,     // a: its name, else the first thing in it
  kAttribute,      // an annotation whose arguments are no code
  kYield,          // makes a generator of the function around it
  kDefaulted,      // a parameter or pattern; a: its name, b: its default value
  kParameter,      // a parameter without default value; a: its name
  kTokens,         // the inside of a macro: calls are found by their parentheses
  kLocal,          // a: a name that is a variable here, in a language whose calls look the same
  kDerived,        // in the head of a type: what it derives from
  kAmbient,        // what is declared in it is defined elsewhere
  kAnonymous,  // the body of a class without a name: what it defines belongs to the name around it
};

struct NodeRule {
  const char* type;  // of the node
  Act act;
  NodeField a = NodeField::kNone;
  NodeField b = NodeField::kNone;
  SymbolKind kind = SymbolKind::kFunction;
  const char* parent = nullptr;  // only directly below a node of this type
};

class SourceReading;

// A name as it is written: `os.path.join` is {"os.path", "join"}.
struct Written {
  std::string qualifier;
  std::string name;
};

// What stands before the body of a definition.
struct DefinitionHead {
  TSNode parameters{};  // null: it has none
  std::string result;
  std::string derived;  // of a type: from what
  bool is_async = false;
  bool is_static = false;
  bool generator = false;
  uint32_t body_start = 0;  // where the body begins; the end of the definition when it has none
};

struct LanguageTable {
  const TSLanguage* (*grammar)();
  std::span<const NodeRule> rules;
  bool functions_nest = true;   // no: a function inside another is a macro that was misread
  bool parameter_names = true;  // callers use them, so signatures have them
  bool modules_have_methods = false;
  bool bare_calls = false;          // a name alone may be a call
  std::string_view self_name = {};  // when it is an ordinary name
  // Each may be missing; then the fields of the rule say all.
  // The name of a definition; an empty name: it has none, and belongs to the one around it.
  Written (*name)(const SourceReading& reading, TSNode node, const NodeRule& rule) = nullptr;
  // Which kind a definition is; nothing: it is none.
  std::optional<SymbolKind> (*kind)(const SourceReading& reading, TSNode node,
                                    const NodeRule& rule) = nullptr;
  void (*head)(const SourceReading& reading, TSNode node, DefinitionHead& head) = nullptr;
  // The part of a parameter that is its name, in a language without parameter_names.
  TSNode (*parameter_name)(const SourceReading& reading, TSNode node) = nullptr;
  // Reads an import, or a call of one of `import_calls`, or an assignment of such a call.
  void (*import)(SourceReading& reading, TSNode node) = nullptr;
  std::span<const std::string_view> import_calls = {};
};

// A language's table, looked up in its grammar.
struct Grammar {
  const LanguageTable* table = nullptr;
  const TSLanguage* language = nullptr;
  std::array<TSFieldId, kFieldCount> fields{};
  std::vector<uint16_t> first_rule;  // by symbol; 0: none, else one more than its index
  std::vector<uint16_t> next_rule;   // by rule: another one of the same type
  std::vector<TSSymbol> parents;     // by rule; 0: any
};

// Its table looked up in its grammar: once, when it is first asked for.
const Grammar& grammar_of(Language language);
std::string_view field_name(NodeField field);

// The table of each language, in language_*.cc. An extractor's version is raised when one of them
// changes what is found (file_outline.h).
const LanguageTable& python_table();
const LanguageTable& javascript_table();
const LanguageTable& typescript_table();
const LanguageTable& tsx_table();
const LanguageTable& go_table();
const LanguageTable& c_table();
const LanguageTable& cpp_table();
const LanguageTable& rust_table();
const LanguageTable& java_table();
const LanguageTable& csharp_table();
const LanguageTable& ruby_table();
const LanguageTable& php_table();
const LanguageTable& bash_table();

}  // namespace clew
