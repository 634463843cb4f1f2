#include "index/grammar.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "index/source_language.h"

namespace clew {
namespace {

constexpr Language kEveryLanguage[] = {
    Language::kPython, Language::kJavaScript, Language::kTypeScript, Language::kTsx,
    Language::kGo,     Language::kC,          Language::kCpp,        Language::kRust,
    Language::kJava,   Language::kCSharp,     Language::kRuby,       Language::kPhp,
    Language::kBash};

bool knows_type(const TSLanguage* language, std::string_view type) {
  const auto size = static_cast<uint32_t>(type.size());
  return ts_language_symbol_for_name(language, type.data(), size, true) != 0 ||
         ts_language_symbol_for_name(language, type.data(), size, false) != 0;
}

bool knows_field(const TSLanguage* language, NodeField field) {
  const std::string_view name = field_name(field);
  return field == NodeField::kNone ||
         ts_language_field_id_for_name(language, name.data(), static_cast<uint32_t>(name.size()));
}

}  // namespace

TEST_CASE("every row of a language's table is about something in a grammar that uses it") {
  // A table that languages share may have rows for one of them only.
  std::set<const NodeRule*> known;
  std::set<const NodeRule*> all;
  for (const Language language : kEveryLanguage) {
    const Grammar& grammar = grammar_of(language);
    REQUIRE(grammar.language != nullptr);
    for (const NodeRule& rule : grammar.table->rules) {
      all.insert(&rule);
      if (knows_type(grammar.language, rule.type) && knows_field(grammar.language, rule.a) &&
          knows_field(grammar.language, rule.b) &&
          (rule.parent == nullptr || knows_type(grammar.language, rule.parent)))
        known.insert(&rule);
    }
  }
  for (const NodeRule* rule : all) {
    const std::string row =
        std::string(rule->type) + " below " + (rule->parent == nullptr ? "anything" : rule->parent);
    CAPTURE(row);
    CHECK(known.count(rule) == 1);
  }
}

TEST_CASE("a grammar is one that the runtime can read") {
  for (const Language language : kEveryLanguage) {
    const uint32_t version = ts_language_abi_version(grammar_of(language).language);
    INFO(language_name(language));
    CHECK(version >= TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION);
    CHECK(version <= TREE_SITTER_LANGUAGE_VERSION);
  }
}

}  // namespace clew
