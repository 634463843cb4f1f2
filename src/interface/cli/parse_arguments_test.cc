#include "interface/cli/parse_arguments.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "dialect/json.h"

namespace clew {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

struct Refused {
  const char* line;
  const char* message;
  const char* next;
};

const Refused kRefused[] = {
    {"decide X --why cheap",         "clew decide has no option --why",                                               "clew help decide"                                                  },
    {"decide X --why=cheap",         "clew decide has no option --why",                                               "clew help decide"                                                  },
    {"log -n 5",                     "clew log has no option -n",                                                     "clew help log"                                                     },
    {"decide use the cookies",
     "too many words for clew decide CHOICE; text of several words is quoted",                                        "clew decide \"hybrid JWT\" --over cookies --because \"revocation\""},
    {"note x --step 1 --step 2",     "--step is given 2 times: 1, 2",                                                 "clew help note"                                                    },
    {"status -s a -s b",             "--session is given 2 times: a, b",                                              "clew help status"                                                  },
    {"decide",                       "CHOICE is missing",
     "clew decide \"hybrid JWT\" --over cookies --because \"revocation\""                                                                                                                 },
    {"statsu",                       "there is no verb \"statsu\"",                                                   "clew status"                                                       },
    {"note x -- ls",                 "too many words for clew note TEXT; text of several words is quoted",
     "clew note \"the clock skew test is flaky\""                                                                                                                                         },
    {"note hello --step",            "--step needs a value",                                                          "clew help note"                                                    },
    {"done --reason",                "--reason needs a value",                                                        "clew help done"                                                    },
    {"done --reason -- ls",          "--reason needs a value",                                                        "clew help done"                                                    },
    {"status -s",                    "-s needs a value",                                                              "clew help status"                                                  },
    {"pause w1 --reason --json",
     "--reason needs a value; the text \"--json\" is given as --reason=--json",                                       "clew help pause"                                                   },
    {"start G --step --id=w2",
     "--step needs a value; the text \"--id=w2\" is given as --step=--id=w2",                                         "clew help start"                                                   },
    {"note -x",                      "clew note has no option \"-x\"; text that begins with a dash stands behind --",
     "clew note -- -x"                                                                                                                                                                    },
    {"tried -O3 --because slow",
     "clew tried has no option \"-O3\"; text that begins with a dash stands behind --",                               "clew tried --because=slow -- -O3"                                  },
    {"ran ls -q",                    "clew ran has no option -q; a command with options of its own stands behind --",
     "clew ran -- ls -q"                                                                                                                                                                  },
    {"ran pytest -q tests --failed",
     "clew ran has no option -q; a command with options of its own stands behind --",                                 "clew ran --failed -- pytest -q tests"                              },
    {"done 2 ok=1 pytest --cov=src",
     "clew done has no option --cov; a command with options of its own stands behind --",                             "clew done 2 ok=1 -- pytest --cov=src"                              },
    {"done 2 --overide",             "clew done has no option --overide",                                             "clew help done"                                                    },
    {"ran -q",                       "clew ran has no option -q",                                                     "clew help ran"                                                     },
    {"done --",                      "a command stands behind --, and there is none",                                 "clew done -- make coverage"                                        },
    {"done 2 --json --",             "a command stands behind --, and there is none",
     "clew done 2 --json -- CMD      or  clew done 2 --json"                                                                                                                              },
    {"ran --",                       "a command stands behind --, and there is none",
     "clew ran --failed --duration 41s -- make -j2 test"                                                                                                                                  },
    {"init -- -x",                   "clew init has no place for \"-x\"; text of several words is quoted",
     "clew help init"                                                                                                                                                                     },
};

const Refused kToTypeInstead[] = {
    {"tried caching",                    "--because WHY is missing",                              "clew tried caching --because \"…\""   },
    {"step fail 2 -s w1",                "--reason REASON is missing",                            "clew step fail 2 -s w1 --reason \"…\""},
    {"tried -- -O3",                     "--because WHY is missing",                              "clew tried --because \"…\" -- -O3"    },
    {"-s w1 status",                     "-s stands before the verb; options come after it",      "clew status -s w1"                    },
    {"--store x.db step add A --as ana", "--store stands before the verb; options come after it",
     "clew step add A --as ana --store x.db"                                                                                             },
    {"--key k done -- make -q",          "--key stands before the verb; options come after it",
     "clew done --key k -- make -q"                                                                                                      },
    {"-s w1 statsu",                     "-s stands before the verb; options come after it",      "clew help all"                        },
    {"-s",                               "-s stands before the verb; options come after it",      "clew help all"                        },
};

TEST_CASE("what lacks a word, or has it in the wrong place, is told what to type instead") {
  for (const auto& row : kToTypeInstead) {
    CAPTURE(row.line);
    const auto call = parse_arguments(words_of(row.line));
    REQUIRE_FALSE(call.ok());
    CHECK(call.error().code == ErrorCode::kUsage);
    CHECK(call.error().message == row.message);
    CHECK(call.error().next == row.next);
  }
  CHECK(parse_arguments({"tried", "caching", "--help"})->help);
}

TEST_CASE("a command line that cannot be meant is refused with what is wrong and what to try") {
  for (const auto& row : kRefused) {
    CAPTURE(row.line);
    const auto call = parse_arguments(words_of(row.line));
    REQUIRE_FALSE(call.ok());
    CHECK(call.error().code == ErrorCode::kUsage);
    CHECK(call.error().message == row.message);
    CHECK(call.error().next == row.next);
  }
}

struct Taken {
  const char* line;
  const char* name;
  const char* json;     // of that parameter
  const char* session;  // as -s or the first argument name it
};

// An option takes one word; those behind it are the verb's own.
const Taken kTaken[] = {
    {"done -s t --output report.md 2",         "words",  R"(["2"])",           "t" },
    {"done --output a.md --output b.md 2",     "output", R"(["a.md","b.md"])", ""  },
    {"done --evidence a=1 2",                  "words",  R"(["2"])",           ""  },
    {"decide --over a b --over c",             "choice", R"("b")",             ""  },
    {"decide --over a b --over c",             "over",   R"(["a","c"])",       ""  },
    {"set --step B k=1",                       "pairs",  R"(["k=1"])",         ""  },
    {"close --reason x ID",                    "reason", R"("x")",             "ID"},
    {"step fail --reason x 2",                 "step",   R"("2")",             ""  },
    {"fork --id n ID",                         "id",     R"("n")",             "ID"},
    {"start --step P Goal --id g",             "goal",   R"("Goal")",          ""  },
    {"start --step P Goal --gate ok --step Q", "step",   R"(["P","Q"])",       ""  },
    {"log --type note_added ID",               "type",   R"(["note_added"])",  "ID"},
    {"list --status active text",              "status", R"(["active"])",      ""  },
    {"revisit --affects 3 2",                  "step",   R"("2")",             ""  },
    {"brief --budget 100 ID",                  "budget", "100",                "ID"},
    {"step add --needs 1 Deploy",              "title",  R"(["Deploy"])",      ""  },
};

TEST_CASE("an option takes one word, and the words behind it are the verb's own") {
  for (const auto& row : kTaken) {
    CAPTURE(row.line);
    const auto call = parse_arguments(words_of(row.line));
    REQUIRE(call.ok());
    const Value* given = call->request.find(row.name);
    REQUIRE(given != nullptr);
    CHECK(write_json(*given) == row.json);
    CHECK(call->common.session == row.session);
  }
}

struct Dashed {
  std::vector<std::string> words;
  const char* name;
  const char* json;
};

TEST_CASE("text that begins with a dash stands behind --, or as the word of an option") {
  const Dashed rows[] = {
      {{"note", "--", "-x is bad"},                    "text",    R"("-x is bad")"    },
      {{"note", "--step", "1", "--", "--step"},        "text",    R"("--step")"       },
      {{"note", "- a list"},                           "text",    R"("- a list")"     },
      {{"tried", "--because", "slow", "--", "-O3"},    "what",    R"("-O3")"          },
      {{"tried", "a b", "--because", "-foo"},          "because", R"("-foo")"         },
      {{"tried", "a b", "--because=-foo"},             "because", R"("-foo")"         },
      {{"tried", "a b", "--because", "--json is odd"}, "because", R"("--json is odd")"},
      {{"pause", "w1", "--reason=--json"},             "reason",  R"("--json")"       },
      {{"pause", "--reason=", "w1"},                   "reason",  R"("")"             },
      {{"start", "G", "--step=--id=w2"},               "step",    R"(["--id=w2"])"    },
      {{"done", "2", "--", "ls", "-l"},                "command", R"(["ls","-l"])"    },
  };
  for (const auto& row : rows) {
    CAPTURE(row.words);
    const auto call = parse_arguments(row.words);
    REQUIRE(call.ok());
    const Value* given = call->request.find(row.name);
    REQUIRE(given != nullptr);
    CHECK(write_json(*given) == row.json);
    CHECK_FALSE(call->common.json);
  }
}

TEST_CASE("text with a dash in front is told how to be given") {
  const auto call = parse_arguments({"start", "-x is bad", "--step", "A b"});
  REQUIRE_FALSE(call.ok());
  CHECK(call.error().next == "clew start '--step=A b' -- '-x is bad'");
}

TEST_CASE("a negative number is no option") {
  const auto call = parse_arguments({"set", "offset=-3"});
  REQUIRE(call.ok());
  CHECK(std::string(call->verb->name) == "set");
}

}  // namespace
}  // namespace clew
