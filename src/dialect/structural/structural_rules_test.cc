// Each rule: one document that breaks it, and one that does not.

#include <doctest/doctest.h>

#include "dialect/structural/code_text.h"
#include "dialect/structural/rules.h"
#include "dialect/structural/sample_test.h"
#include "document/shape/publish_schema.h"

namespace clew::structural {
namespace {

TEST_CASE("a sound document has no findings") {
  for (const char* name : {kOne, kSeveral}) {
    const auto readings = read(kOne, fixture(name));
    for (const auto& finding : readings.findings) MESSAGE(finding.rule << " " << finding.message);
    CHECK(readings.findings.empty());
  }
}

TEST_CASE("each rule is reported at its place") {
  const std::string long_code =
      "for item in items: total = add(total, item) and then everything that follows is written "
      "down here so that the text is longer than 120";
  struct Row {
    const char* rule;
    const char* old;
    std::string now;
    const char* pointer;
    size_t line;
  };
  const Row rows[] = {
      // 1: derived content only
      {"raw-code", "still too many callers", long_code, "/decisions/0/reason", 27},
      {"line-break", "still too many callers", "do this:\\nreturn total;", "/decisions/0/reason",
       27},
      {"line-break", "Leave the gateway alone", "two lines\\nof plain words",
       "/decisions/0/decision", 27},
      {"line-break", "still too many callers", "one\\rother", "/decisions/0/reason", 27},
      // 2: nothing empty
      {"entries", "[\"Billing\", \"Caf\\u00e9\"]", "[]", "/scope/subsystems", 7},
      {"entries", "[\"src\\/billing\\/api.py\", \"src/billing/jobs.py\"]", "[]", "/scope/files", 7},
      // 3: evidence
      {"missing", "\"fan_in\": 7, ", "", "/symbols/Gateway/evidence", 12},
      {"range", "\"fan_in\": 7", "\"fan_in\": -7", "/symbols/Gateway/evidence/fan_in", 12},
      {"type", "[\"bridge\", \"legacy\"]", "\"bridge\"", "/symbols/Gateway/evidence/annotations",
       12},
      // 4a: source paths
      {"missing", "            \"source_paths\": [\"src/billing/api.py\"],\n", "",
       "/symbols/Gateway", 9},
      {"entries", "\"source_paths\": [\"src/billing/api.py\"]", "\"source_paths\": []",
       "/symbols/Gateway/source_paths", 11},
      {"entries", "\"source_paths\": [\"src/billing/api.py\"]",
       "\"source_paths\": [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"]", "/symbols/Gateway/source_paths", 11},
      {"length", "\"source_paths\": [\"src/billing/api.py\"]",
       "\"source_paths\": [\"" + std::string(257, 'x') + "\"]", "/symbols/Gateway/source_paths/0",
       11},
      {"source-path-twice", "src/billing/old_jobs.py\"\n", "src/billing/jobs.py\"\n",
       "/symbols/reconcile/source_paths/1", 19},
      // 4b: relations
      {"word", "\"relation\": \"calls\"", "\"relation\": \"owns\"", "/dependencies/0/relation", 24},
      // 5: time
      {"timestamp-not-utc", "2026-11-12T16:05:09.123456Z", "2026-11-12T16:05:09+01:00",
       "/timestamp", 4},
      {"pattern", "2026-11-12T16:05:09.123456Z", "yesterday", "/timestamp", 4},
      {"zone", "2026-11-12T16:05:09.123456Z", "2026-11-12T16:05:09", "/timestamp", 4},
      // closed, and limits
      {"unknown", "\"confidence\"", "\"note\": 1, \"confidence\"", "/note", 6},
      {"unknown", "\"kind\": \"class\"", "\"kind\": \"class\", \"line\": 4",
       "/symbols/Gateway/line", 10},
      {"word", "\"medium\"", "\"sure\"", "/confidence", 6},
      {"word", "\"schema_version\": \"1.0\"", "\"schema_version\": \"1.0.0\"", "/schema_version",
       2},
      {"length", "billing_20261112", "b", "/session_id", 3},
      {"length", "Can reconcile run off the gateway?", std::string(201, 'x'), "/open_questions/0",
       30},
      {"length", "fan-out of twelve", std::string(241, 'x'), "/decisions/1/reason", 28},
      {"unknown-version", "\"schema_version\": \"1.0\"", "\"schema_version\": \"2.0\"",
       "/schema_version", 2},
      {"session-id-form", "billing_20261112", "climate_migration", "/session_id", 3},
      {"path-not-relative", "\"src\\/billing\\/api.py\"", "\"/src/api.py\"", "/scope/files/0", 7},
      {"path-not-relative", "\"src\\/billing\\/api.py\"", "\"src/../../api.py\"", "/scope/files/0",
       7},
  };
  const std::string text = fixture(kOne);
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    CAPTURE(row.now);
    const std::string rule = std::string("structural.") + row.rule;
    CHECK(find_rule(read(kOne, text).findings, rule) == nullptr);
    const auto readings = read(kOne, replaced(text, row.old, row.now));
    const Finding* finding = find_rule(readings.findings, rule);
    REQUIRE(finding != nullptr);
    CHECK(finding->pointer == row.pointer);
    REQUIRE(finding->position.has_value());
    CHECK(finding->position->line == row.line);
    for (const auto& each : rules()) {
      if (std::string(each.name) == row.rule) CHECK(finding->severity == each.severity);
    }
  }
}

TEST_CASE("in a list of sessions a finding names the element and its line") {
  const std::string text = fixture(kSeveral);
  const auto wrong =
      read(kSeveral, replaced(text, "\"confidence\": \"high\"", "\"confidence\": 1"));
  const Finding* finding = find_rule(wrong.findings, "structural.type");
  REQUIRE(finding != nullptr);
  CHECK(finding->pointer == "/1/confidence");
  CHECK(finding->position == TextPosition{13, 19});
  const auto first = read(kSeveral, replaced(text, "\"climate_20261101\"", "\"c\""));
  const Finding* length = find_rule(first.findings, "structural.length");
  REQUIRE(length != nullptr);
  CHECK(length->pointer == "/0/session_id");
  CHECK(length->position == TextPosition{1, 43});

  const auto twice = read(kSeveral, replaced(text, "moisture_20261102", "climate_20261101"));
  CHECK(twice.sessions.size() == 1);
  REQUIRE(find_rule(twice.findings, "structural.session-twice") != nullptr);
  CHECK(find_rule(twice.findings, "structural.session-twice")->pointer == "/1/session_id");

  const auto none = read(kOne, "[]");
  CHECK(none.sessions.empty());
  CHECK(find_rule(none.findings, "structural.no-session") != nullptr);
  CHECK(find_rule(read(kOne, "[1]").findings, "structural.type")->pointer == "/0");
}

TEST_CASE("who only judges a list of sessions finds what reading finds") {
  const std::string text = fixture(kSeveral);
  for (const std::string& each : {text, text.substr(0, text.size() / 2), std::string("[]"),
                                  std::string("[{}]"), std::string("{}")}) {
    const FileSet files{{{kSeveral, each}}};
    CHECK(structural_dialect().judge(files).findings == structural_dialect().read(files).findings);
  }
}

TEST_CASE("the published schema allows one session or a list of them") {
  const DocumentShape& document = structural_dialect().documents().front();
  const Value schema = publish_schema("structural", document);
  const auto& ways = schema.find("anyOf")->as_list();
  REQUIRE(ways.size() == 2);
  CHECK(ways[0].find("$ref")->as_string() == "#/$defs/one");
  CHECK(ways[1].find("type")->as_string() == "array");
  CHECK(ways[1].find("minItems")->as_int() == 1);
  const Value alone = publish_schema(document.shape, "", "");
  CHECK(*schema.find("$defs")->find("one")->find("properties") == *alone.find("properties"));
}

TEST_CASE("a file named after another session is reported") {
  const std::string text = fixture(kOne);
  CHECK(find_rule(read("quedonde_session_state_other.json", text).findings,
                  "structural.file-name") != nullptr);
  CHECK(find_rule(read("quedonde_session_state_billing_20261112.json", text).findings,
                  "structural.file-name") == nullptr);
}

TEST_CASE("in a list the pointer of what is asked of the disk begins with the element") {
  const Readings readings = read(kSeveral, fixture(kSeveral));
  REQUIRE(readings.sessions.size() > 1);
  for (size_t i = 0; i < readings.sessions.size(); ++i) {
    for (const auto& question : readings.sessions[i].disk) {
      CHECK(question.finding.pointer.starts_with("/" + std::to_string(i) + "/"));
      CHECK_FALSE(question.finding.position);  // looked up when it is missing
    }
  }
}

TEST_CASE("what is not there is for the disk to say") {
  const auto readings = read(kOne, fixture(kOne));
  REQUIRE(readings.sessions.size() == 1);
  const auto& disk = readings.sessions[0].disk;
  REQUIRE(disk.size() == 3);
  CHECK(disk[0].path == "src/billing/api.py");
  CHECK(disk[2].path == "src/billing/old_jobs.py");
  CHECK(disk[2].finding.rule == "structural.path-missing");
  CHECK(disk[2].finding.pointer == "/symbols/reconcile/source_paths/1");
  CHECK(disk[2].finding.severity == Severity::kWarning);
}

TEST_CASE("code is code when it is long or has lines, and looks like it") {
  const std::string pad(120, '.');
  struct Row {
    bool code;
    std::string text;
  };
  const Row rows[] = {
      {false, "def run(self): return 1"                                            }, // short
      {false, "x = f(1);"                                                          },
      {false, pad + " and then it was decided to leave the gateway alone (for now)"},
      {false, "first line of a note\nsecond line of a note"                        },
      {false, "let us look (again), if only to be sure\nreturn to it later"        },
      {true,  "def run(self):\n    return 1"                                       },
      {true,  "import os\nimport sys"                                              },
      {true,  "from os import path\n"                                              },
      {true,  "#include <map>\n"                                                   },
      {true,  "async function load() {\n"                                          },
      {true,  "import a from \"b\"\n"                                              },
      {true,  "const total = 1\n"                                                  },
      {true,  "```\ncode"                                                          },
      {true,  "a\r\nreturn total;"                                                 },
      {true,  pad + " total = add(1, 2)"                                           },
      {true,  pad + " if (a) { b }"                                                },
      {true,  pad + " run(); stop()"                                               },
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(is_raw_code(row.text) == row.code);
    const std::string fit = fit_text(row.text, 240);
    CHECK_FALSE(is_raw_code(fit));
    CHECK(fit.find('\n') == std::string::npos);
    CHECK(fit_text(fit, 240) == fit);
  }
}

TEST_CASE("an unknown version is refused and never rewritten") {
  const std::string text =
      replaced(fixture(kOne), "\"schema_version\": \"1.0\"", "\"schema_version\": \"2.1\"");
  CHECK(read(kOne, text).sessions.empty());
  Session session = session_in(kOne, fixture(kOne));
  CHECK_FALSE(structural_dialect().write(session, FileSet{{{kOne, text}}}).ok());
}

}  // namespace
}  // namespace clew::structural
