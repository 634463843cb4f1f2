// Ruby, as tree-sitter-ruby reads it. A name alone is a call unless it is a variable of the method
// around it.

#include "index/grammar.h"
#include "index/reading.h"

extern "C" const TSLanguage* tree_sitter_ruby();

namespace clew {
namespace {

constexpr NodeRule local_in(const char* parent) {
  return {"identifier",     Act::kLocal,           NodeField::kNone,
          NodeField::kNone, SymbolKind::kFunction, parent};
}

constexpr NodeRule no_call_in(const char* parent) {
  return {"identifier",     Act::kNothing,         NodeField::kNone,
          NodeField::kNone, SymbolKind::kFunction, parent};
}

constexpr NodeRule kRubyRules[] = {
    {"comment", Act::kComment},
    {"method", Act::kFunction, NodeField::kName},
    {"singleton_method", Act::kFunction, NodeField::kName},
    {"class", Act::kType, NodeField::kName, NodeField::kNone, SymbolKind::kClass},
    {"module", Act::kModule, NodeField::kName, NodeField::kNone, SymbolKind::kModule},
    {"superclass", Act::kDerived},

    {"call", Act::kCall, NodeField::kMethod, NodeField::kReceiver},
    local_in("method_parameters"),
    local_in("block_parameters"),
    local_in("lambda_parameters"),
    local_in("splat_parameter"),
    local_in("hash_splat_parameter"),
    local_in("block_parameter"),
    local_in("destructured_parameter"),
    local_in("left_assignment_list"),
    local_in("destructured_left_assignment"),
    local_in("rest_assignment"),
    local_in("exception_variable"),
    no_call_in("method"),
    no_call_in("singleton_method"),
    no_call_in("alias"),
    no_call_in("undef"),
    {"identifier", Act::kName},
    {"constant", Act::kName},
    {"self", Act::kSelf},
    {"scope_resolution", Act::kAccess, NodeField::kScope, NodeField::kName},
    {"parenthesized_statements", Act::kWrap},
    {"assignment", Act::kLocal, NodeField::kLeft},
    {"operator_assignment", Act::kLocal, NodeField::kLeft},
    {"for", Act::kLocal, NodeField::kPattern},
    {"optional_parameter", Act::kDefaulted, NodeField::kName, NodeField::kValue},
    {"keyword_parameter", Act::kDefaulted, NodeField::kName, NodeField::kValue},
};

constexpr std::string_view kRubyImportCalls[] = {"require", "require_relative", "load"};

Written name_ruby(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  const TSNode name = reading.field(node, rule.a);
  if (reading.act(name) == Act::kAccess) return reading.written(name);
  return {{}, reading.name_text(name)};
}

void head_ruby(const SourceReading&, TSNode node, DefinitionHead& head) {
  if (SourceReading::type(node) == "singleton_method") head.is_static = true;
}

void import_ruby(SourceReading& reading, TSNode node) {
  if (SourceReading::type(node) != "call") return;
  const TSNode argument = SourceReading::first_named(reading.field(node, NodeField::kArguments));
  if (SourceReading::type(argument) != "string") return;
  Mention mention;
  mention.qualifier = reading.name_text(argument);
  // As a path from this file, which `require` is not.
  if (reading.text(reading.field(node, NodeField::kMethod)) == "require_relative" &&
      !mention.qualifier.starts_with('.'))
    mention.qualifier.insert(0, "./");
  mention.name = last_part(mention.qualifier, "/");
  mention.whole = true;
  reading.add_import(node, std::move(mention));
}

}  // namespace

const LanguageTable& ruby_table() {
  static const LanguageTable table = {.grammar = tree_sitter_ruby,
                                      .rules = kRubyRules,
                                      .modules_have_methods = true,
                                      .bare_calls = true,
                                      .name = name_ruby,
                                      .head = head_ruby,
                                      .import = import_ruby,
                                      .import_calls = kRubyImportCalls};
  return table;
}

}  // namespace clew
