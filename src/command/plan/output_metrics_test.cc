// What test runners, linters and coverage tools really print.

#include "command/plan/output_metrics.h"

#include <algorithm>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct PrintedRow {
  const char* who;
  const char* text;
  const char* name;
  Value wanted;  // null: missing
};

const PrintedRow kPrinted[] = {
    {"a table",        "| errors | 0 | 5 |",                                                             "errors",       Value()},
    {"a table",        "| errors | 0 |",                                                                 "errors",       0      },
    {"a list",         "errors: 0 - 5",                                                                  "errors",       Value()},
    {"a list",         "errors: 0 & 5",                                                                  "errors",       Value()},
    {"a list",         "coverage: 85, 70",                                                               "coverage",     Value()},
    {"a list",         "coverage: 85 | 70",                                                              "coverage",     Value()},
    {"a list",         "errors: 0 (unit), 5 (integration)",                                              "errors",       Value()},
    {"a list",         "errors: 0 (unit)",                                                               "errors",       0      },
    {"a limit",        "allowed errors: 0",                                                              "errors",       Value()},
    {"a limit",        "max. errors: 0",                                                                 "errors",       Value()},
    {"a part",         "0 errors fixed, 5 remaining",                                                    "errors",       Value()},
    {"two names",      "passed: 3, 0 failed",                                                            "passed",       3      },
    {"pytest",         "=========== 2 failed, 3 passed in 1.20s ===========",                            "failed",       2      },
    {"pytest",         "=========== 2 failed, 3 passed in 1.20s ===========",                            "passed",       3      },
    {"pytest",         "12 passed in 3.2s",                                                              "passed",       12     },
    {"pytest",         "2 passed, 40 skipped",                                                           "passed",       2      },
    {"pytest",         "test_a.py::test_x PASSED [ 50%]\n1 failed, 1 passed in 0.1s",                    "passed",       1      },
    {"pytest-cov",     "Required test coverage of 80% not reached. Total coverage: 66.67%",              "coverage",
     66.67                                                                                                                      },
    {"pytest-cov",     "TOTAL                 6      1    83%",                                          "total",        Value()},
    {"jest",           "Tests: 3 failed, 0 todo",                                                        "failed",       3      },
    {"jest",
     "Test Suites: 1 failed, 1 total\nTests:       1 failed, 12 passed, 13 total\nSnapshots:   0 "
     "total",                                                                                            "passed",       12     },
    {"jest",           "Tests:       1 failed, 12 passed, 13 total",                                     "tests",        Value()},
    {"jest",           "Statements   : 83.33% ( 5/6 )",                                                  "statements",   83.33  },
    {"jest",           "Jest: \"global\" coverage threshold for lines (80%) not met: 66.67%",            "coverage",
     Value()                                                                                                                    },
    {"vitest",         " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 12 passed (13)",
     "failed",                                                                                                           1      },
    {"vitest",         "      Tests  1 failed | 12 passed (13)",                                         "passed",       12     },
    {"vitest, colour",
     "\x1b[2m Tests \x1b[22m \x1b[31m1 failed\x1b[39m | \x1b[32m12 passed\x1b[39m",                      "failed",       1      },
    {"mocha",          "  12 passing (30ms)\n  1 failing\n",                                             "passing",      12     },
    {"mocha",          "  12 passing (30ms)\n  1 failing\n",                                             "failing",      1      },
    {"ctest",          "100% tests passed, 0 tests failed out of 5",                                     "tests_failed", 0      },
    {"ctest",          "100% tests passed, 0 tests failed out of 5",                                     "tests_passed", Value()},
    {"ctest",          "100% tests passed, 0 tests failed out of 5",                                     "failed",       Value()},
    {"cargo",          "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; finished in 0.02s",
     "failed",                                                                                                           0      },
    {"cargo",          "test result: FAILED. 11 passed; 1 failed; 0 ignored",                            "passed",       11     },
    {"cargo nextest",  "Summary [   0.02s] 12 tests run: 11 passed, 1 failed, 0 skipped",
     "tests_run",                                                                                                        12     },
    {"tarpaulin",      "83.33% coverage, 5/6 lines covered",                                             "coverage",     83.33  },
    {"go",             "ok  \texample.com/x\t0.003s\tcoverage: 83.4% of statements",                     "coverage",     83.4   },
    {"go",             "ok  \texample.com/x\t0.003s\tcoverage: [no statements]",                         "coverage",     Value()},
    {"gcovr",          "lines: 83.3% (5 out of 6)\nbranches: 50.0% (1 out of 2)",                        "lines",        83.3   },
    {"lcov",           "  lines......: 83.3% (5 of 6 lines)",                                            "lines",        83.3   },
    {"istanbul",       "All files |   83.33 |      100 |   66.66 |",                                     "all_files",    Value()},
    {"istanbul",       "ERROR: Coverage for lines (66.67%) does not meet global threshold (80%)",
     "coverage",                                                                                                         Value()},
    {"cobertura",      "<coverage line-rate=\"0.83\" branch-rate=\"0.5\">",                              "line_rate",    0.83   },
    {"junit",          "<testsuite name=\"a\" tests=\"5\" failures=\"1\" errors=\"0\">",                 "failures",     1      },
    {"junit",          "[         0 tests failed          ]",                                            "tests_failed", 0      },
    {"surefire",       "Tests run: 12, Failures: 1, Errors: 0, Skipped: 2",                              "errors",       0      },
    {"surefire",       "Tests run: 12, Failures: 1, Errors: 0, Skipped: 2",                              "tests_run",    12     },
    {"dotnet",         "Failed!  - Failed:     1, Passed:    12, Skipped:     0",                        "failed",       1      },
    {"unittest",       "Ran 12 tests in 0.001s\n\nFAILED (failures=1, errors=2)",                        "tests",        12     },
    {"unittest",       "Ran 12 tests in 0.001s\n\nFAILED (failures=1, errors=2)",                        "failures",     1      },
    {"phpunit",        "Tests: 5, Assertions: 10, Failures: 1.",                                         "failures",     1      },
    {"rspec",          "12 examples, 1 failure, 2 pending",                                              "failures",     1      },
    {"node --test",    "ℹ tests 12\nℹ pass 11\nℹ fail 1\n",                                              "fail",         1      },
    {"catch2",         "test cases:  3 |  2 passed | 1 failed",                                          "test_cases",   3      },
    {"catch2",         "test cases:  3 |  2 passed | 1 failed",                                          "passed",       2      },
    {"eslint",
     "✖ 3 problems (2 errors, 1 warning)\n  0 errors and 1 warning potentially fixable with the "
     "`--fix` option.",                                                                                  "errors",       2      },
    {"eslint",         "✖ 3 problems (2 errors, 1 warning)",                                             "warnings",     1      },
    {"tsc",            "Found 3 errors in 2 files.",                                                     "errors",       3      },
    {"clang",          "5 warnings and 2 errors generated.",                                             "errors",       2      },
    {"a linter",       "0 errors, 5 warnings",                                                           "errors",       0      },
    {"cypress",        "│ Tests:        3   │",                                                          "tests",        3      },
    {"by hand",        "coverage: 83.4%",                                                                "coverage",     83.4   },
    {"by hand",        "coverage ....... 83 %",                                                          "coverage",     83     },
    {"by hand",        "{\"coverage\": 83}",                                                             "coverage",     83     },
    {"by hand",        "TOTAL coverage | 83%",                                                           "coverage",     83     },
    {"by hand",        "approved: true",                                                                 "approved",     true   },
    {"by hand",        "passed=3 failed=2 skipped=0",                                                    "failed",       2      },
    {"by hand",        "passed: 3 failed: 2 skipped: 0",                                                 "passed",       3      },
    {"by hand",        "passed: 3 failed: 2 skipped: 0",                                                 "failed",       2      },
    {"progress",       "coverage 12\rcoverage 83\rdone\r\n",                                             "coverage",     83     },
    {"line ends",      "coverage: 83\r\ncoverage: 83.0\r\n",                                             "coverage",     83     },
};

const PrintedRow kNotPrinted[] = {
    {"somebody wants it",        "coverage (>= 80 wanted)",           "coverage", Value()},
    {"somebody wants it",        "minimum coverage: 80",              "coverage", Value()},
    {"somebody wants it",        "coverage >= 80",                    "coverage", Value()},
    {"somebody wants it",        "coverage: 80% wanted, 12% reached", "coverage", Value()},
    {"somebody wants it",        "coverage == 80",                    "coverage", Value()},
    {"two values",               "coverage: 12 coverage: 83",         "coverage", Value()},
    {"before and behind differ", "2 passed 40 skipped 3",             "skipped",  Value()},
    {"before and behind differ", "failed 3 passed 12",                "passed",   Value()},
    {"a number goes on",         "failed: 1,234",                     "failed",   Value()},
    {"a number goes on",         "1,234 passed",                      "passed",   Value()},
    {"a number goes on",         "passed: 5/6",                       "passed",   Value()},
    {"a number goes on",         "5/6 passed",                        "passed",   Value()},
    {"a number goes on",         "duration: 12ms",                    "duration", Value()},
    {"a number goes on",         "duration: 2 s",                     "duration", Value()},
    {"a number goes on",         "failed: 0 -> 3",                    "failed",   Value()},
    {"part of all",              "0 of 3 failed",                     "failed",   Value()},
    {"no count",                 "shard 0 failed",                    "failed",   Value()},
    {"a longer name",            "non-failed: 0",                     "failed",   Value()},
    {"a longer name",            "coverage.xml: 83",                  "coverage", Value()},
    {"a longer name",            "tests/coverage/run 83",             "coverage", Value()},
    {"a doubtful later line",    "failed: 0\nfailed: 3 tests",        "failed",   Value()},
    {"a doubtful later line",    "failed: 0\nfailed: 1,234",          "failed",   Value()},
    {"a doubtful earlier line",  "failed: 1,234\nfailed: 0",          "failed",   Value()},
    {"another line's number",    "coverage:\n83",                     "coverage", Value()},
    {"nothing at all",           "",                                  "coverage", Value()},
};

// The one value; null when there is none, several, or doubt.
Value only_value(const PrintedText& printed, const char* name) {
  const MeasuredValues found = find_measured(printed, name);
  return found.doubtful.empty() && found.values.size() == 1 ? found.values.front() : Value();
}

void check_rows(const auto& rows) {
  for (const PrintedRow& row : rows) {
    INFO(std::string(row.who), ": ", std::string(row.name), " in ", std::string(row.text));
    const Value found = only_value({row.text}, row.name);
    CHECK(to_text(found) == to_text(row.wanted));
    CHECK(only_value({"", row.text}, row.name) == found);
  }
}

TEST_CASE("a value is read out of what real tools print") { check_rows(kPrinted); }

TEST_CASE("what can be read in two ways is not read") { check_rows(kNotPrinted); }

struct DifferingRow {
  const char* who;
  const char* text;
  const char* rule;
  const char* name;
  Value wanted;  // null: not measured
};

// Lines that do not agree: the gate sees the value that it likes least.
const DifferingRow kDiffering[] = {
    {"cargo, two programs",
     "test result: FAILED. 11 passed; 1 failed\ntest result: ok. 0 passed; 0 failed", "failed == 0",
     "failed",                                                                                                       1    },
    {"cargo, two programs",
     "test result: ok. 0 passed; 0 failed\ntest result: FAILED. 11 passed; 1 failed", "failed == 0",
     "failed",                                                                                                       1    },
    {"go, three packages",       "coverage: 91%\ncoverage: 70%\ncoverage: 83%",       "coverage >= 80",
     "coverage",                                                                                                     70   },
    {"all of them will do",      "coverage: 91%\ncoverage: 81%\ncoverage: 83%",       "coverage >= 80",
     "coverage",                                                                                                     81   },
    {"all of them will do",      "errors: 1\nerrors: 3\nerrors: 2",                   "errors < 5",      "errors",   3    },
    {"a file and the whole",     "0 errors in a.c\n1 error generated.",               "errors == 0",     "errors",   1    },
    {"said twice",               "approved: true\napproved: false",                   "approved",        "approved", false},
    {"compared with each other", "passed: 3\npassed: 5\ntotal: 5",                    "passed == total", "passed",
     Value()                                                                                                              },
};

TEST_CASE("no order of the lines opens a gate: the value it likes least counts") {
  for (const auto& row : kDiffering) {
    INFO(std::string(row.who), ": ", std::string(row.text));
    const Gate gate = parse_gate({row.rule}).value();
    const auto wanted =
        std::find_if(gate.required.begin(), gate.required.end(),
                     [&](const GateField& field) { return field.name == row.name; });
    REQUIRE(wanted != gate.required.end());
    MeasuredValues found = find_measured({row.text}, row.name);
    CHECK(found.values.size() > 1);
    CHECK(to_text(least_favourable(gate, *wanted, found.values)) == to_text(row.wanted));
    std::reverse(found.values.begin(), found.values.end());
    CHECK(to_text(least_favourable(gate, *wanted, found.values)) == to_text(row.wanted));
  }
}

TEST_CASE("two streams count as one") {
  CHECK(find_measured({"coverage: 83", "coverage: 12"}, "coverage").values.size() == 2);
  CHECK(only_value({"coverage: 83", "coverage: 83"}, "coverage") == Value(83));
  CHECK_FALSE(find_measured({"coverage: 83", "coverage: 8,312"}, "coverage").doubtful.empty());
}

TEST_CASE("a gate that lines do not agree about stays shut, and the answer says why") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"}, "gate", words("1:failed == 0"));
  const auto printing = [&](const char* text) {
    return w.run("done", "command", Value::List{"printf", text}).value();
  };
  const Answer differs = printing("failed: 2\nfailed: 0\n");
  REQUIRE(differs.refusal);
  CHECK(differs.refusal->message.find("failed 2, needs == 0") != std::string::npos);
  CHECK(differs.text == "note: failed was printed as 2, 0: the gate uses 2");
  CHECK(differs.data.find("notices")->as_list().size() == 1);
  const Answer doubtful = printing("failed: 1,234\nfailed: 0\n");
  REQUIRE(doubtful.refusal);
  CHECK(doubtful.refusal->message.find("failed is missing") != std::string::npos);
  CHECK(doubtful.text == "note: failed was not measured: \"failed: 1,234\" is ambiguous");
  CHECK_FALSE(printing("failed: 0\nfailed: 0\n").refusal);
}

TEST_CASE("a gate stays shut when the number it asks for belongs to another word") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"}, "gate", words("1:failed == 0"));
  const Answer shut =
      w.run("done", "command", Value::List{"sh", "-c", "echo 'Tests: 3 failed, 0 todo'"}).value();
  REQUIRE(shut.refusal);
  CHECK(shut.refusal->message.find("failed 3, needs == 0") != std::string::npos);
  const Answer open =
      w.run("done", "command", Value::List{"sh", "-c", "echo 'Tests: 0 failed, 3 todo'"}).value();
  CHECK_FALSE(open.refusal);
  CHECK(open.text.find("failed 0 measured") != std::string::npos);
}

}  // namespace
}  // namespace clew
