// What test runners, linters and coverage tools really print.

#include "command/measured_value.h"

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
     "Test Suites: 1 passed, 1 total\nTests:       1 failed, 12 passed, 13 total\nSnapshots:   0 "
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
    {"clang",          "0 errors in a.c\n1 error generated.",                                            "errors",       1      },
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
    {"progress",       "coverage 12\rcoverage 83",                                                       "coverage",     83     },
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
    {"another line's number",    "coverage:\n83",                     "coverage", Value()},
    {"nothing at all",           "",                                  "coverage", Value()},
};

void check_rows(const auto& rows) {
  for (const PrintedRow& row : rows) {
    INFO(std::string(row.who), ": ", std::string(row.name), " in ", std::string(row.text));
    const Value found = find_measured({row.text}, row.name);
    CHECK(to_text(found) == to_text(row.wanted));
    CHECK(find_measured({"", row.text}, row.name) == found);
  }
}

TEST_CASE("a value is read out of what real tools print") { check_rows(kPrinted); }

TEST_CASE("what can be read in two ways is not read") { check_rows(kNotPrinted); }

TEST_CASE("a later line counts more, and the text around it does not matter") {
  const std::string early = "coverage: 12\n";
  CHECK(find_measured({early + "WARN: coverage (>= 80 wanted)\n"}, "coverage") == Value(12));
  CHECK(find_measured({early + "…\nTotal coverage: 83\n"}, "coverage") == Value(83));
}

TEST_CASE("two streams that differ say nothing") {
  CHECK(find_measured({"coverage: 83", "coverage: 12"}, "coverage").is_null());
  CHECK(find_measured({"coverage: 83", "coverage: 83"}, "coverage") == Value(83));
  CHECK(find_measured({"coverage: 83", "coverage: 8,312"}, "coverage").is_null());
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
