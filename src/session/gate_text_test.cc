#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "session/gate.h"

namespace clew {
namespace {

struct Row {
  const char* text;
  const char* meaning;
};

TEST_CASE("a gate reads as people write it") {
  constexpr Row kRows[] = {
      {"coverage >= 80",                        "coverage >= 80"                       },
      {"coverage>=80%",                         "coverage >= 80"                       },
      {"ratio < 0.5",                           "ratio < 0.5"                          },
      {"loss <= -1.5e3",                        "loss <= -1500"                        },
      {"count > -3",                            "count > -3"                           },
      {"size == 123456789012345678",            "size == 123456789012345678"           },
      {"approved",                              "approved"                             },
      {"approved == true",                      "approved"                             },
      {"skipped = false",                       "skipped == false"                     },
      {"tests_passed == tests_total",           "tests_passed == tests_total"          },
      {"tests.unit.passed != 0",                "tests.unit.passed != 0"               },
      {"level one_of low,mid, high",            "level one_of [low, mid, high]"        },
      {"level one_of \"a,b\",c",                "level one_of [a,b, c]"                },
      {"port one_of 80,443",                    "port one_of [80, 443]"                },
      {"score between 1,5",                     "score between [1, 5]"                 },
      {"grade between a,c",                     "grade between [a, c]"                 },
      {"version matches ^1\\.[0-9]+$",          "version matches \"^1\\.[0-9]+$\""     },
      {"branch matches 'a b'",                  "branch matches \"a b\""               },
      {"line matches a==b",                     "line matches \"a==b\""                },
      {"verdict == \"this and that\"",          "verdict == \"this and that\""         },
      {"verdict == 'a >= b'",                   "verdict == \"a >= b\""                },
      {"quote matches don't and approved",      "quote matches \"don't\" and approved" },
      {"coverage >= 80 and approved and a < b", "coverage >= 80 and approved and a < b"},
      {"x >= 1 and x <= 5",                     "x >= 1 and x <= 5"                    },
      {"  spaced   >=   80  ",                  "spaced >= 80"                         },
      {"android",                               "android"                              },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    const auto gate = parse_gate({row.text});
    REQUIRE(gate.ok());
    CHECK(to_text(*gate) == row.meaning);
  }
}

TEST_CASE("several expressions make one gate") {
  const auto gate = parse_gate({"coverage >= 80", "approved", "coverage <= 100"});
  REQUIRE(gate.ok());
  CHECK(gate->required.size() == 2);
  CHECK(gate->required[0].checks.size() == 2);
  CHECK(gate->required[0].type == FieldType::kNumber);
  CHECK(gate->required[1].type == FieldType::kBoolean);
  CHECK(gate->strictness == Strictness::kLenient);
  CHECK(gate->overriding == Overriding::kAllowed);
  CHECK(parse_gate({})->required.empty());
}

TEST_CASE("both sides of a rule are asked for") {
  const auto gate = parse_gate({"passed == total"});
  REQUIRE(gate.ok());
  CHECK(gate->required.size() == 2);
  CHECK(gate->rules == std::vector<CrossRule>{
                           {"passed", CheckOp::kEqual, "total"}
  });
  CHECK(judge(*gate, Evidence()).size() == 2);
}

TEST_CASE("a gate that says nothing sensible is refused with why") {
  constexpr Row kRows[] = {
      {"",                    "it has no comparison and is not a name"},
      {"   ",                 "it has no comparison and is not a name"},
      {">= 80",               "its left side must be a name"          },
      {"9lives >= 1",         "its left side must be a name"          },
      {"two words >= 1",      "its left side must be a name"          },
      {"coverage >=",         "its right side is empty"               },
      {"a => 5",              "quote text on its right side"          },
      {"name == two words",   "quote text on its right side"          },
      {"x == 1e999",          "quote text on its right side"          },
      {"x == %",              "quote text on its right side"          },
      {"x == 'open",          "quote text on its right side"          },
      {"good and",            "it has no comparison and is not a name"},
      {"good and ",           "it has no comparison and is not a name"},
      {" and good",           "it has no comparison and is not a name"},
      {"level one_of a,,b",   "an item of its list is empty"          },
      {"level one_of a,",     "an item of its list is empty"          },
      {"score between 1",     "between takes two values"              },
      {"score between 1,2,3", "between takes two values"              },
      {"score between 5,1",   "its range is empty"                    },
      {"score between 1,b",   "its range is empty"                    },
      {"score between c,a",   "its range is empty"                    },
      {"name matches (",      "its pattern is not an extended regular"},
      {"name matches (a)\\1", "its pattern is not an extended regular"},
      {"what?",               "it has no comparison and is not a name"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    const auto gate = parse_gate({row.text});
    REQUIRE(!gate.ok());
    CHECK(gate.error().code == ErrorCode::kUsage);
    CHECK(gate.error().message.find(row.meaning) != std::string::npos);
    CHECK_FALSE(gate.error().subject.empty());
    CHECK_FALSE(gate.error().next.empty());
  }
}

TEST_CASE("reading a gate never fails badly, and what it reads can be judged") {
  const auto piece =
      rc::gen::element<std::string>("a", "b.c", " ", ">=", "=", "'", "\"", ",", "5", "-", " and ",
                                    " one_of ", " between ", " matches ", "%", "(");
  CHECK(rc::check([&] {
    std::string text;
    for (const auto& each : *rc::gen::container<std::vector<std::string>>(piece)) text += each;
    const auto gate = parse_gate({text});
    if (gate)
      judge(*gate, Evidence{
                       {{"a", 5, {}}, {"b", Value::object(), {}}},
                       {}
      });
  }));
}

}  // namespace
}  // namespace clew
