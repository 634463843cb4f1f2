#include "index/grammar.h"

namespace clew {
namespace {

constexpr std::array<const char*, kFieldCount> kFieldNames = {
    "",           "alias",      "alternative", "argument",    "arguments",    "attribute",
    "base",       "body",       "condition",   "constructor", "declarator",   "default_value",
    "definition", "expression", "field",       "function",    "key",          "left",
    "macro",      "method",     "module_name", "name",        "object",       "operand",
    "package",    "parameter",  "parameters",  "path",        "pattern",      "prefix",
    "property",   "qualifier",  "receiver",    "result",      "return_type",  "returns",
    "right",      "scope",      "source",      "superclass",  "superclasses", "trait",
    "type",       "value",
};

const LanguageTable& language_table(Language language) {
  switch (language) {
    case Language::kPython:
      return python_table();
    case Language::kJavaScript:
      return javascript_table();
    case Language::kTypeScript:
      return typescript_table();
    case Language::kTsx:
      return tsx_table();
    case Language::kGo:
      return go_table();
    case Language::kC:
      return c_table();
    case Language::kCpp:
      return cpp_table();
    case Language::kRust:
      return rust_table();
    case Language::kJava:
      return java_table();
    case Language::kCSharp:
      return csharp_table();
    case Language::kRuby:
      return ruby_table();
    case Language::kPhp:
      return php_table();
    case Language::kBash:
      return bash_table();
  }
  return python_table();
}

// Fields and node types are looked up once, by name. The rules for one type are a chain in the
// order of the table; its links are indexes plus one, and 0 ends it.
Grammar look_up(const LanguageTable& table) {
  Grammar grammar;
  grammar.table = &table;
  grammar.language = table.grammar();
  for (size_t i = 1; i < kFieldCount; ++i) {
    const std::string_view name = kFieldNames[i];
    grammar.fields[i] = ts_language_field_id_for_name(grammar.language, name.data(),
                                                      static_cast<uint32_t>(name.size()));
  }
  const uint32_t symbols = ts_language_symbol_count(grammar.language);
  const auto rules = static_cast<uint16_t>(table.rules.size());
  grammar.first_rule.assign(symbols, 0);
  grammar.next_rule.assign(rules, 0);
  for (uint16_t i = 0; i < rules; ++i) {
    const NodeRule& rule = table.rules[i];
    for (uint16_t other = i + 1; other < rules; ++other) {
      if (std::string_view(table.rules[other].type) == rule.type) {
        grammar.next_rule[i] = other + 1;
        break;
      }
    }
    const std::string_view parent = rule.parent == nullptr ? "" : rule.parent;
    grammar.parents.push_back(
        parent.empty() ? 0
                       : ts_language_symbol_for_name(grammar.language, parent.data(),
                                                     static_cast<uint32_t>(parent.size()), true));
  }
  for (uint32_t symbol = 0; symbol < symbols; ++symbol) {
    const TSSymbolType kind =
        ts_language_symbol_type(grammar.language, static_cast<TSSymbol>(symbol));
    if (kind != TSSymbolTypeRegular && kind != TSSymbolTypeAnonymous) continue;
    const std::string_view name =
        ts_language_symbol_name(grammar.language, static_cast<TSSymbol>(symbol));
    for (uint16_t i = 0; i < rules; ++i) {
      // `this` is a word like any other in the grammar of C#.
      if (kind == TSSymbolTypeAnonymous && table.rules[i].act != Act::kSelf) continue;
      if (name == table.rules[i].type) {
        grammar.first_rule[symbol] = i + 1;
        break;
      }
    }
  }
  return grammar;
}

template <Language kLanguage>
const Grammar& looked_up() {
  static const Grammar grammar = look_up(language_table(kLanguage));
  return grammar;
}

}  // namespace

const Grammar& grammar_of(Language language) {
  switch (language) {
    case Language::kPython:
      return looked_up<Language::kPython>();
    case Language::kJavaScript:
      return looked_up<Language::kJavaScript>();
    case Language::kTypeScript:
      return looked_up<Language::kTypeScript>();
    case Language::kTsx:
      return looked_up<Language::kTsx>();
    case Language::kGo:
      return looked_up<Language::kGo>();
    case Language::kC:
      return looked_up<Language::kC>();
    case Language::kCpp:
      return looked_up<Language::kCpp>();
    case Language::kRust:
      return looked_up<Language::kRust>();
    case Language::kJava:
      return looked_up<Language::kJava>();
    case Language::kCSharp:
      return looked_up<Language::kCSharp>();
    case Language::kRuby:
      return looked_up<Language::kRuby>();
    case Language::kPhp:
      return looked_up<Language::kPhp>();
    case Language::kBash:
      return looked_up<Language::kBash>();
  }
  return looked_up<Language::kPython>();
}

std::string_view field_name(NodeField field) { return kFieldNames[static_cast<size_t>(field)]; }

}  // namespace clew
