#include "document/text_damage.h"

#include <doctest/doctest.h>

#include "document/document_text.h"

namespace clew {
namespace {

constexpr const char* kDamagedJson = R"({
  "id": "s-1",
  "mode": "default",
  "agents": [
    {"id": "arch-1", "files": ["x.cc", "y.cc"]},
    {
      "id": "code-2",
      "error": {"message": "no \"room\"", "empty": {}}
    }
  ],
  "count": 12
}
)";

constexpr const char* kDamagedYaml = R"(feature:
  id: "login-2026-01-09"
  name: Login for all
phases:
  - phase_id: "p-1"
    name: "Foundation"
    tasks:
      - task_id: "t-1"
        description: "Choose a library"
        artifacts: ["a.md", "b.md"]
      - task_id: "t-2"
        description: 'Write the form'
        artifacts: []
)";

TextDamage damage(DocumentKind kind, const std::string& text) {
  const auto tree = parse_text(kind, text);
  REQUIRE_FALSE(tree);
  return damage_of(kind, text, tree.error().message);
}

std::string with(std::string text, const std::string& old, const std::string& now) {
  REQUIRE(text.find(old) != std::string::npos);
  return text.replace(text.find(old), old.size(), now);
}

TEST_CASE("a text that ends too early is cut off, wherever it ends") {
  for (const auto& [kind, whole] : {std::pair(DocumentKind::kJson, std::string(kDamagedJson)),
                                    std::pair(DocumentKind::kYaml, std::string(kDamagedYaml))}) {
    std::string flat;
    for (const char each : whole) flat += each == '\n' ? ' ' : each;
    for (const std::string& text : {whole, kind == DocumentKind::kJson ? flat : whole}) {
      for (size_t length = 0; length < text.size(); ++length) {
        const std::string cut = text.substr(0, length);
        if (parse_text(kind, cut)) continue;
        CAPTURE(cut);
        CHECK(damage(kind, cut).kind == DamageKind::kCutOff);
        CHECK(advice_for(damage(kind, cut)).empty());
      }
    }
  }
}

TEST_CASE("a slip that has sound lines behind it is for a person, and its line is named") {
  const struct {
    DocumentKind kind;
    std::string text;
    size_t line;
    size_t after;
  } rows[] = {
      {DocumentKind::kJson, with(kDamagedJson, "\"default\",", "\"default\""), 4, 8},
      {DocumentKind::kJson, with(kDamagedJson, "\"mode\"", "// why\n  \"mode\""), 3, 10},
      {DocumentKind::kJson, R"({"id": "s-1",, "mode": "default", "count": 12})", 1, 0},
      {DocumentKind::kYaml, with(kDamagedYaml, "\"Choose a library\"", "Choose: a library"), 9, 4},
      {DocumentKind::kYaml, with(kDamagedYaml, "\"Choose a library\"", "@mira chooses"), 9, 4},
      {DocumentKind::kYaml, with(kDamagedYaml, "        description: \"", "\tdescription: \""), 9,
       4},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const TextDamage found = damage(row.kind, row.text);
    CHECK(found.kind == DamageKind::kWithin);
    CHECK(found.line == row.line);
    CHECK(found.lines_after == row.after);
    CHECK(advice_for(found) == "fix line " + std::to_string(row.line) + " by hand");
  }
}

TEST_CASE("a quote that nobody closed is no cut when many lines stand behind it") {
  const std::string text = with(kDamagedYaml, "name: \"Foundation\"", "name: 'Foundation");
  CHECK(damage(DocumentKind::kYaml, with(text, "'Write the form'", "Write the form")).kind ==
        DamageKind::kWithin);
}

TEST_CASE("a line of which nothing can be read holds nothing that a repair could drop") {
  CHECK(damage(DocumentKind::kJson, "\x01[").kind == DamageKind::kCutOff);
  CHECK(damage(DocumentKind::kYaml, "\x01[").kind == DamageKind::kCutOff);
}

TEST_CASE("a key that stands twice is told from damage") {
  const std::string json = with(kDamagedJson, "\"count\"", "\"mode\"");
  CHECK(damage(DocumentKind::kJson, json).kind == DamageKind::kNone);
  const std::string yaml = with(kDamagedYaml, "name: Login for all", "id: x");
  CHECK(damage(DocumentKind::kYaml, yaml).kind == DamageKind::kNone);
  const TextDamage twice = damage(DocumentKind::kYaml, yaml);
  CHECK(advice_for(twice) == "keep one of the two in line 3");
  CHECK(advice_for(twice, "a.yaml") == "keep one of the two in line 3 of a.yaml");
}

TEST_CASE("what is refused without being damaged is for a person, who is told what to do") {
  const std::string deep = "a:" + std::string(100, '[') + std::string(100, ']') + "\nb: 1\n";
  const struct {
    std::string text;
    const char* advice;
  } rows[] = {
      {"a: &x 1\nb: *x\n",  "write out in line 1 what its anchors stand for"},
      {"a: 1\n---\nb: 1\n", "keep one document in line 2"                   },
      {deep,                "take out of line 1 what is over the limit"     },
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const TextDamage found = damage(DocumentKind::kYaml, row.text);
    CHECK(found.kind == DamageKind::kNone);
    CHECK(advice_for(found) == row.advice);
  }
}

}  // namespace
}  // namespace clew
