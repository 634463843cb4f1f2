#include "session/gate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "base/pattern.h"

namespace clew {
namespace {

using Items = std::vector<std::pair<std::string, Value>>;

Evidence evidence(const Items& items) {
  Evidence out;
  for (const auto& [name, value] : items)
    out.items.push_back({name, value, EvidenceSource::kClaimed});
  return out;
}

Gate gate_of(const std::string& text) { return *parse_gate({text}); }

Gate checking(CheckOp op, Value operand) {
  Gate gate;
  gate.required.push_back({"x", FieldType::kAny, true, {{op, std::move(operand)}}, ""});
  return gate;
}

std::string problems(const Gate& gate, const Items& items) {
  return to_text(judge(gate, evidence(items)));
}

TEST_CASE("every comparison holds where it should and nowhere else") {
  struct Row {
    CheckOp op;
    Value operand;
    Value passes;
    Value fails;
  };
  const int64_t big = (int64_t{1} << 53) + 1;
  const Value pair = Value::List{1, 5};
  const Row kRows[] = {
      {CheckOp::kEqual,    80,             80,             81            },
      {CheckOp::kEqual,    80,             80.0,           80.5          },
      {CheckOp::kEqual,    big,            big,            big - 1       },
      {CheckOp::kEqual,    "yes",          "yes",          "Yes"         },
      {CheckOp::kEqual,    true,           true,           1             },
      {CheckOp::kNotEqual, "main",         "topic",        "main"        },
      {CheckOp::kNotEqual, 5,              "5",            5.0           },
      {CheckOp::kLess,     10,             9.99,           10            },
      {CheckOp::kAtMost,   10,             10,             11            },
      {CheckOp::kGreater,  10,             11,             10            },
      {CheckOp::kAtLeast,  80,             80,             79            },
      {CheckOp::kAtLeast,  80,             83.5,           "83"          },
      {CheckOp::kAtLeast,  big,            big,            big - 1       },
      {CheckOp::kAtMost,   10,             -3,             std::nan("")  },
      {CheckOp::kAtLeast,  "b",            "c",            "a"           },
      {CheckOp::kAtLeast,  1,              1,              true          },
      {CheckOp::kMatches,  "^v[0-9]+$",    "v12",          "12"          },
      {CheckOp::kMatches,  "^[0-9]+$",     "12",           12            },
      {CheckOp::kMatches,  "(broken",      "unused",       "(broken"     },
      {CheckOp::kOneOf,    pair,           5,              3             },
      {CheckOp::kOneOf,    pair,           1.0,            "1"           },
      {CheckOp::kOneOf,    5,              "unused",       5             },
      {CheckOp::kBetween,  pair,           1,              0             },
      {CheckOp::kBetween,  pair,           5,              5.01          },
      {CheckOp::kBetween,  5,              "unused",       5             },
      {CheckOp::kEqual,    Value::List{1}, Value::List{1}, Value::List{2}},
  };
  for (const auto& row : kRows) {
    CAPTURE(name_of(row.op));
    CAPTURE(to_text(row.operand));
    CAPTURE(to_text(row.passes));
    CAPTURE(to_text(row.fails));
    const Gate gate = checking(row.op, row.operand);
    if (row.passes != Value("unused"))
      CHECK(judge(gate, evidence({
                            {"x", row.passes}
      }))
                .empty());
    CHECK(judge(gate, evidence({
                          {"x", row.fails}
    }))
              .size() == 1);
  }
}

TEST_CASE("every type takes its own kind of value") {
  struct Row {
    FieldType type;
    Value fits;
    Value misfit;
  };
  const Row kRows[] = {
      {FieldType::kAny,     "anything",      "unused"                               },
      {FieldType::kBoolean, false,           0                                      },
      {FieldType::kInteger, 3,               3.5                                    },
      {FieldType::kInteger, 3.0,             std::numeric_limits<double>::infinity()},
      {FieldType::kInteger, -1,              "3"                                    },
      {FieldType::kNumber,  0.5,             "0.5"                                  },
      {FieldType::kString,  "",              1                                      },
      {FieldType::kList,    Value::list(),   Value::object()                        },
      {FieldType::kObject,  Value::object(), Value::list()                          },
  };
  for (const auto& row : kRows) {
    CAPTURE(name_of(row.type));
    Gate gate;
    gate.required.push_back({"x", row.type, true, {}, ""});
    CHECK(judge(gate, evidence({
                          {"x", row.fits}
    }))
              .empty());
    if (row.misfit != Value("unused"))
      CHECK(judge(gate, evidence({
                            {"x", row.misfit}
      }))
                .size() == 1);
  }
}

TEST_CASE("the answer lists everything that is missing or failed, and what to do") {
  const Gate gate = gate_of("coverage >= 80 and tests_passed == tests_total and approved");
  const auto findings =
      judge(gate, evidence({
                      {"coverage",     65},
                      {"tests_passed", 42},
                      {"tests_total",  45}
  }));
  REQUIRE(findings.size() == 3);
  CHECK(findings[0].name == "coverage");
  CHECK(findings[0].problem == "coverage 65, needs >= 80");
  CHECK(findings[0].advice == "bring coverage to >= 80");
  CHECK(findings[1].problem == "approved is missing, needs == true");
  CHECK(findings[1].advice == "show it: approved=…");
  CHECK(findings[2].problem == "tests_passed 42, needs == tests_total (45)");
  CHECK(judge(gate,
              evidence({
                  {"coverage",     80  },
                  {"tests_passed", 45  },
                  {"tests_total",  45  },
                  {"approved",     true}
  }))
            .empty());
}

TEST_CASE("what was shown as nothing was not shown") {
  CHECK(problems(gate_of("approved"),
                 {
                     {"approved", Value()}
  }) == "approved is missing, needs == true");
  Gate optional = gate_of("coverage >= 80");
  optional.required[0].required = false;
  CHECK(judge(optional, evidence({})).empty());
  CHECK(judge(optional, evidence({
                            {"coverage", Value()}
  }))
            .empty());
  CHECK(judge(optional, evidence({
                            {"coverage", 5}
  }))
            .size() == 1);
}

TEST_CASE("a rule between fields holds among those that were shown") {
  Gate gate;
  gate.rules.push_back({"passed", CheckOp::kEqual, "total"});
  CHECK(judge(gate, evidence({})).empty());
  CHECK(judge(gate, evidence({
                        {"passed", 3}
  }))
            .empty());
  CHECK(judge(gate, evidence({
                        {"passed", 3      },
                        {"total",  Value()}
  }))
            .empty());
  CHECK(judge(gate, evidence({
                        {"passed", 3},
                        {"total",  3}
  }))
            .empty());
  CHECK(judge(gate, evidence({
                        {"passed", 3},
                        {"total",  4}
  }))
            .size() == 1);
}

TEST_CASE("a strict gate refuses what it did not ask for") {
  Gate gate = gate_of("tests.passed >= 3 and lines < limit");
  const Items known = {
      {"tests", Value(Value::Object{{"passed", 3}})},
      {"lines", 1                                  },
      {"limit", 2                                  }
  };
  Items more = known;
  more.push_back({"mood", "good"});
  CHECK(judge(gate, evidence(more)).empty());
  gate.strictness = Strictness::kStrict;
  CHECK(judge(gate, evidence(known)).empty());
  CHECK(problems(gate, more) == "mood is not asked for by this strict gate");
}

TEST_CASE("dots reach inside evidence, and a whole name comes first") {
  const Value inner = Value::Object{
      {"unit",       Value(Value::Object{{"passed", 3}})},
      {"e2e.passed", 4                                  }
  };
  const Evidence all = evidence({
      {"tests",      inner                         },
      {"tests.lint", true                          },
      {"a.b",        Value(Value::Object{{"c", 5}})}
  });
  CHECK(all.find("tests.unit.passed")->as_int() == 3);
  CHECK(all.find("tests.e2e.passed")->as_int() == 4);
  CHECK(all.find("tests.lint")->as_bool());
  CHECK(all.find("a.b.c")->as_int() == 5);
  for (const char* name :
       {"tests.unit.failed", "tests.", "test", "tests.unit.passed.x", "", "a", "."}) {
    CAPTURE(name);
    CHECK(all.find(name) == nullptr);
  }
}

TEST_CASE("what clew measured counts before what somebody claimed") {
  Evidence both = evidence({
      {"coverage", 99                                 },
      {"tests",    Value(Value::Object{{"passed", 9}})}
  });
  both.items.push_back({"coverage", 65, EvidenceSource::kMeasured});
  both.items.push_back({
      "tests", Value(Value::Object{{"passed", 3}}
       ), EvidenceSource::kMeasured
  });
  CHECK(both.find("coverage")->as_int() == 65);
  CHECK(both.find("tests.passed")->as_int() == 3);
  CHECK(judge(gate_of("coverage >= 80"), both).size() == 1);
}

TEST_CASE("a pattern is matched only while it is tame") {
  struct Row {
    std::string pattern;
    bool ok;
  };
  const Row kRows[] = {
      {"^a+b*(c|d)?$", true},
      {"a{3}", true},
      {"a{2,255}", true},
      {"\\.[0-9]", true},
      {"\\\\1", true},
      {"", false},
      {"(", false},
      {"a{256}", false},
      {"a{1,32767}", false},
      {"a{4294967297}", false},
      {"(a{9}){9}", false},
      {"(a)\\1", false},
      {std::string(201, 'a'), false},
      {std::string("a\0b", 3), false},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.pattern);
    CHECK(Pattern(row.pattern).ok() == row.ok);
  }
  CHECK(Pattern("b").found_in("abc"));
  CHECK_FALSE(Pattern("^b").found_in("abc"));
  CHECK_FALSE(Pattern("a").found_in(std::string(70'000, 'a')));
}

TEST_CASE("what has parts is shown in one piece or part by part, and asked for by its parts") {
  Gate gate;
  gate.required.push_back({"tests", FieldType::kObject, true, {}, ""});
  gate.required.push_back({"tests.passed", FieldType::kInteger, true, {}, ""});
  gate.required.push_back({"tests.note", FieldType::kString, false, {}, ""});
  CHECK(to_text(judge(gate, evidence({}))) == "tests.passed is missing");
  CHECK(judge(gate, evidence({
                        {"tests.passed", 3}
  }))
            .empty());
  CHECK(judge(gate, evidence({
                        {"tests", Value(Value::Object{{"passed", 3}})}
  }))
            .empty());
  CHECK(to_text(judge(gate, evidence({
                                {"tests.note", "all of them"}
  }))) == "tests.passed is missing");
  gate.required[1].required = false;
  CHECK(to_text(judge(gate, evidence({}))) == "tests is missing");
  CHECK(judge(gate, evidence({
                        {"tests.note", "all of them"}
  }))
            .empty());
  gate.required[0].type = FieldType::kList;
  CHECK(to_text(judge(gate, evidence({
                                {"tests.note", "all of them"}
  }))) == "tests is missing");
}

TEST_CASE("what only has to be shown is told apart from what has to be true") {
  Gate gate = gate_of("coverage >= 80 and approved");
  gate.required.push_back({"report", FieldType::kString, true, {}, ""});
  gate.required.push_back({"tests", FieldType::kObject, true, {}, ""});
  gate.required.push_back({"tests.passed", FieldType::kInteger, true, {}, ""});
  gate.required.push_back({"note", FieldType::kString, false, {}, ""});
  CHECK(to_text(gate) == "coverage >= 80 and approved and report, tests.passed shown");
}

TEST_CASE("a rule between fields is told in its author's words") {
  Gate gate = gate_of("passed == total");
  gate.rules[0].message = "all tests must pass";
  CHECK(to_text(judge(gate, evidence({
                                {"passed", 42},
                                {"total",  45}
  }))) ==
        "all tests must pass: passed 42, needs == total (45)");
}

}  // namespace
}  // namespace clew
