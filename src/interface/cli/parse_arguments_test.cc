#include "interface/cli/parse_arguments.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "command/help_pages.h"
#include "document/json/json.h"

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
    {"decide X --why cheap",         "clew decide has no option --why",                                           "clew help decide"                                                  },
    {"decide X --why=cheap",         "clew decide has no option --why",                                           "clew help decide"                                                  },
    {"log -n 5",                     "clew log has no option -n",                                                 "clew help log"                                                     },
    {"decide use the cookies",
     "too many arguments for clew decide CHOICE; quote text that contains spaces",                                "clew decide \"hybrid JWT\" --over cookies --because \"revocation\""},
    {"note x --step 1 --step 2",     "--step is given 2 times: 1, 2",                                             "clew help note"                                                    },
    {"status -s a -s b",             "--session is given 2 times: a, b",                                          "clew help status"                                                  },
    {"decide",                       "CHOICE is missing",
     "clew decide \"hybrid JWT\" --over cookies --because \"revocation\""                                                                                                             },
    {"statsu",                       "unknown command \"statsu\"",                                                "clew status"                                                       },
    {"note x -- ls",                 "too many arguments for clew note TEXT; quote text that contains spaces",
     "clew note \"the clock skew test is flaky\""                                                                                                                                     },
    {"note hello --step",            "--step needs a value",                                                      "clew help note"                                                    },
    {"done --reason",                "--reason needs a value",                                                    "clew help done"                                                    },
    {"done --reason -- ls",          "--reason needs a value",                                                    "clew help done"                                                    },
    {"status -s",                    "-s needs a value",                                                          "clew help status"                                                  },
    {"pause w1 --reason --json",
     "--reason needs a value; to pass the text \"--json\", write --reason=--json",                                "clew help pause"                                                   },
    {"start G --step --id=w2",
     "--step needs a value; to pass the text \"--id=w2\", write --step=--id=w2",                                  "clew help start"                                                   },
    {"note -x",                      "clew note has no option \"-x\"; put text that begins with a dash after --",
     "clew note -- -x"                                                                                                                                                                },
    {"tried -O3 --because slow",
     "clew tried has no option \"-O3\"; put text that begins with a dash after --",                               "clew tried --because=slow -- -O3"                                  },
    {"ran ls -q",                    "clew ran has no option -q; put a command with options of its own after --",
     "clew ran -- ls -q"                                                                                                                                                              },
    {"ran pytest -q tests --failed",
     "clew ran has no option -q; put a command with options of its own after --",                                 "clew ran --failed -- pytest -q tests"                              },
    {"done 2 ok=1 pytest --cov=src",
     "clew done has no option --cov; put a command with options of its own after --",                             "clew done 2 ok=1 -- pytest --cov=src"                              },
    {"done 2 --overide",             "clew done has no option --overide",                                         "clew help done"                                                    },
    {"ran -q",                       "clew ran has no option -q",                                                 "clew help ran"                                                     },
    {"done --",                      "no command after \"--\"",                                                   "clew done -- make coverage"                                        },
    {"done 2 --json --",             "no command after \"--\"",
     "clew done 2 --json -- CMD      or  clew done 2 --json"                                                                                                                          },
    {"ran --",                       "no command after \"--\"",                                                   "clew ran --failed --duration 41s -- make -j2 test"                 },
    {"init -- -x",                   "unexpected argument \"-x\" for clew init; quote text that contains spaces",
     "clew help init"                                                                                                                                                                 },
};

const Refused kBadValues[] = {
    {"list --limit ten",                   "invalid value for --limit: ten",                                         "clew help list"  },
    {"list --limit 1.5",                   "invalid value for --limit: 1.5",                                         "clew help list"  },
    {"list --limit 0x",                    "invalid value for --limit: 0x",                                          "clew help list"  },
    {"list --limit 1 --limit x",           "--limit is given 2 times: 1, x",                                         "clew help list"  },
    {"list a b --limit x",                 "too many arguments for clew list TEXT; quote text that contains spaces",
     "clew list --status paused"                                                                                                       },
    {"decide a b --because c --because d", "--because is given 2 times: c, d",                                       "clew help decide"},
    {"close --aborted=maybe",              "invalid value for --aborted: maybe",                                     "clew help close" },
    {"close --aborted --aborted=maybe",    "invalid value for --aborted: true,maybe",
     "clew help close"                                                                                                                 },
    {"status --json=a --json=b",           "invalid value for --json: a,b",                                          "clew help status"},
    {"status a -s b",                      "two different sessions are named",                                       "clew help status"},
};

// Several letters in one word; what is none of them has no place.
const Refused kBadLetters[] = {
    {"status -help",
     "unexpected argument \"-elp\" for clew status; quote text that contains spaces",                    "clew help status"        },
    {"status -yx a b",
     "unexpected argument \"-x b\" for clew status; quote text that contains spaces",                    "clew help status"        },
    {"status -y=false",
     "unexpected argument \"-=false\" for clew status; quote text that contains spaces",                 "clew help status"        },
    {"status -y5",        "unexpected argument \"-5\" for clew status; quote text that contains spaces",
     "clew help status"                                                                                                            },
    {"status -ys",        "-s needs a value",                                                            "clew help status"        },
    {"status -ys --json", "-s needs a value; to pass the text \"--json\", write -s=--json",
     "clew help status"                                                                                                            },
    {"note -x -ys w1",    "clew note has no option \"-x\"; put text that begins with a dash after --",
     "clew note -y --session=w1 -- -x"                                                                                             },
    {"note -x -yh -sw1",
     "clew note has no option \"-x\"; put text that begins with a dash after --",                        "clew note -yh -sw1 -- -x"},
};

const Refused kToTypeInstead[] = {
    {"tried caching",                    "--because WHY is missing",           "clew tried caching --because \"…\""   },
    {"step fail 2 -s w1",                "--reason REASON is missing",         "clew step fail 2 -s w1 --reason \"…\""},
    {"tried -- -O3",                     "--because WHY is missing",           "clew tried --because \"…\" -- -O3"    },
    {"-s w1 status",                     "put -s after the command name",      "clew status -s w1"                    },
    {"--store x.db step add A --as ana", "put --store after the command name",
     "clew step add A --as ana --store x.db"                                                                          },
    {"--key k done -- make -q",          "put --key after the command name",   "clew done --key k -- make -q"         },
    {"-s w1 statsu",                     "put -s after the command name",      "clew help all"                        },
    {"-s",                               "put -s after the command name",      "clew help all"                        },
};

void check_refused(const Refused& row) {
  CAPTURE(row.line);
  const auto call = parse_arguments(words_of(row.line));
  REQUIRE_FALSE(call.ok());
  CHECK(call.error().code == ErrorCode::kUsage);
  CHECK(call.error().message == row.message);
  CHECK(call.error().next == row.next);
}

TEST_CASE("what lacks a word, or has it in the wrong place, is told what to type instead") {
  for (const auto& row : kToTypeInstead) check_refused(row);
  CHECK(parse_arguments({"tried", "caching", "--help"})->help);
}

TEST_CASE("a command line that cannot be meant is refused with what is wrong and what to try") {
  for (const auto& row : kRefused) check_refused(row);
}

TEST_CASE("a value that is not of its option's type, or is one too many, is refused") {
  for (const auto& row : kBadValues) check_refused(row);
}

TEST_CASE("letters behind one dash are options, or refused") {
  for (const auto& row : kBadLetters) check_refused(row);
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

// Values as they are typed, and nothing read into them.
const Taken kValues[] = {
    {"note [x]",                                  "text",    R"("[x]")",               ""     },
    {"note [a,b]",                                "text",    R"("[a,b]")",             ""     },
    {"note []",                                   "text",    R"("[]")",                ""     },
    {"search [a,b] c",                            "words",   R"(["[a,b]","c"])",       ""     },
    {"decide X --over [a,b]",                     "over",    R"(["[a,b]"])",           ""     },
    {"list --limit 010",                          "limit",   "10",                     ""     },
    {"list --limit 09",                           "limit",   "9",                      ""     },
    {"list --limit 0x10",                         "limit",   "16",                     ""     },
    {"list --limit=-3",                           "limit",   "-3",                     ""     },
    {"list --limit -3",                           "limit",   "-3",                     ""     },
    {"list --limit=",                             "limit",   "null",                   ""     },
    {"close --aborted",                           "aborted", "true",                   ""     },
    {"close --aborted=",                          "aborted", "true",                   ""     },
    {"close --aborted=false",                     "aborted", "false",                  ""     },
    {"close --aborted=OFF",                       "aborted", "false",                  ""     },
    {"close --aborted=2",                         "aborted", "true",                   ""     },
    {"close --aborted --aborted",                 "aborted", "true",                   ""     },
    {"close --aborted=no --aborted",              "aborted", "false",                  ""     },
    {"start --gate a --step P --gate=b --gate c", "gate",    R"(["0:a","1:b","1:c"])", ""     },
    {"step add T --gate ok",                      "gate",    R"(["ok"])",              ""     },
    {"note x -sw1",                               "text",    R"("x")",                 "w1"   },
    {"note x -s=w1",                              "text",    R"("x")",                 "w1"   },
    {"note x -yhsw1",                             "text",    R"("x")",                 "w1"   },
    {"note -ys w1 x",                             "text",    R"("x")",                 "w1"   },
    {"log @17 -s w1 --limit 1",                   "limit",   "1",                      "w1@17"},
};

void check_taken(const Taken& row) {
  CAPTURE(row.line);
  const auto call = parse_arguments(words_of(row.line));
  REQUIRE(call.ok());
  const Value* given = call->request.find(row.name);
  REQUIRE(given != nullptr);
  CHECK(write_json(*given) == row.json);
  CHECK(call->common.session == row.session);
}

TEST_CASE("an option takes one word, and the words behind it are the verb's own") {
  for (const auto& row : kTaken) check_taken(row);
}

TEST_CASE("a value is taken as it was typed") {
  for (const auto& row : kValues) check_taken(row);
}

struct Flags {
  const char* line;
  bool json;
  bool yes;
  bool help;
};

TEST_CASE("of a flag that every verb has the last use counts") {
  const Flags rows[] = {
      {"status",                   false, false, false},
      {"status --json -y",         true,  true,  false},
      {"status --yes=false",       false, false, false},
      {"status --yes=on --json=0", false, true,  false},
      {"status --yes --yes=false", false, false, false},
      {"status --yes=false --yes", false, true,  false},
      {"status -yh",               false, true,  true },
      {"status --json= --help",    true,  false, true },
  };
  for (const auto& row : rows) {
    CAPTURE(row.line);
    const auto call = parse_arguments(words_of(row.line));
    REQUIRE(call.ok());
    CHECK(call->common.json == row.json);
    CHECK(call->common.yes == row.yes);
    CHECK(call->help == row.help);
  }
}

TEST_CASE("every option of every verb takes its value as the next word or behind =") {
  for (const auto& verb : catalogue()) {
    for (const auto& info : verb.params()) {
      if (info.location != ParamLocation::kOption) continue;
      const bool is_flag = info.type == ParamType::kFlag;
      const std::string value = is_flag ? "true" : info.type == ParamType::kInteger ? "7" : "x";
      std::vector<std::string> words = words_of(verb.name);
      words.emplace_back("--help");  // what is missing does not matter then
      std::vector<std::string> with_equals = words;
      words.push_back(option_name(info));
      if (!is_flag) words.push_back(value);
      with_equals.push_back(option_name(info) + "=" + value);
      CAPTURE(words);
      const auto call = parse_arguments(words);
      REQUIRE(call.ok());
      CHECK(call->request.find(info.name) != nullptr);
      const auto same = parse_arguments(with_equals);
      REQUIRE(same.ok());
      CHECK(call->request == same->request);
    }
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
