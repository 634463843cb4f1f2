#include "interface/mcp_tools/next_call.h"

#include <doctest/doctest.h>

#include <string>

#include "command/verb.h"
#include "interface/mcp_tools/session_tool.h"

namespace clew {
namespace {

struct Row {
  const char* command;
  const char* call;
};
constexpr Row kRows[] = {
    {"clew start \"…\"   or  clew list --all",                                                    "session_start or session_find {\"all\":true}"                      },
    {"clew step retry 2",                                                                         "session_update {\"action\":\"retry\",\"step\":\"2\"}"              },
    {"clew done",                                                                                 "session_update {\"action\":\"done\"}"                              },
    {"bring coverage to >= 80, then  clew done 2      or  clew done 2 --override --reason \"…\"",
     "bring coverage to >= 80, then session_update {\"action\":\"done\",\"step\":\"2\"} or "
     "session_update {\"action\":\"done\",\"step\":\"2\",\"override\":true,\"reason\":\"…\"}"                                                                         },
    {"clew done 3 approved=true",
     "session_update {\"action\":\"done\",\"step\":\"3\",\"evidence\":{\"approved\":true}}"                                                                           },
    {"clew done 3 coverage=… approved=true",
     "session_update "
     "{\"action\":\"done\",\"step\":\"3\",\"evidence\":{\"coverage\":…,\"approved\":true}}"                                                                           },
    {"clew done 2 -- make coverage",
     "session_update {\"action\":\"done\",\"step\":\"2\",\"evidence\":{…}} after running make "
     "coverage"                                                                                                                                                       },
    {"clew brief oauth-7f3a --budget 9500",
     "session_resume {\"session\":\"oauth-7f3a\",\"detail\":\"detailed\"}"                                                                                            },
    {"clew done 2 --fence 7",                                                                     "session_update {\"action\":\"done\",\"step\":\"2\",\"fence\":7}"   },
    {"clew revisit 2 --impact minor",
     "session_update {\"action\":\"revisit\",\"step\":\"2\",\"impact\":\"minor\"}"                                                                                    },
    {"clew done -s other 2",
     "session_update {\"action\":\"done\",\"step\":\"2\",\"session\":\"other\"}"                                                                                      },
    {"clew close --aborted --reason \"…\"",
     "session_update {\"action\":\"close\",\"outcome\":\"aborted\",\"reason\":\"…\"}"                                                                                 },
    {"clew next --claim",                                                                         "session_update {\"action\":\"claim\"}"                             },
    {"clew resume oauth-7f3a",                                                                    "session_resume {\"session\":\"oauth-7f3a\"}"                       },
    {"clew log --type question_asked",                                                            "session_find {\"detail\":\"detailed\"}"                            },
    {"clew ask \"…\"",                                                                            "session_log {\"entries\":[{\"type\":\"question\",\"text\":\"…\"}]}"},
    {"clew repair oauth-7f3a --from 87 --dry-run",
     "a person can run: clew repair oauth-7f3a --from 87 --dry-run"                                                                                                   },
    {"clew fork oauth-7f3a@1",
     "omit \"@\" in session to change the latest state, or a person can run: clew fork "
     "oauth-7f3a@1"                                                                                                                                                   },
    {"clew undo --as ana@vm -s oauth-7f3a",
     "a person can run: clew undo --as ana@vm -s oauth-7f3a"                                                                                                          },
    {"clew artifact add FILE   stores long text",
     "session_checkpoint {\"name\":\"…\",\"artifacts\":[\"…\"]} stores long text"                                                                                     },
    {"clew help all",                                                                             "see the tool's arguments"                                          },
    {"name one with -s, or  clew use a",                                                          "session_find lists them; name one in \"session\""                  },
    {"use --store PATH or set CLEW_STORE",
     "a person can choose another store with CLEW_STORE, or clew mcp --store URL"                                                                                     },
    {"use another key, or repeat the first request",
     "use another key, or repeat the first request"                                                                                                                   },
    {"clew is not a verb here",                                                                   "clew is not a verb here"                                           },
    {"clew",                                                                                      "clew"                                                              },
    {"",                                                                                          ""                                                                  },
};

}  // namespace

TEST_CASE("what to type becomes what to call") {
  for (const auto& row : kRows) CHECK(next_call(row.command) == row.call);
}

TEST_CASE("the example of every verb becomes a call of a tool that is there, or is for a person") {
  for (const auto& verb : catalogue()) {
    const std::string call = next_call(verb.example);
    INFO(verb.example, " → ", call);
    bool known = call.find("a person can run: clew") != std::string::npos ||
                 verb.example == std::string("clew");
    known = known || call == "see the tool's arguments";
    for (const auto& tool : session_tools()) known = known || call.starts_with(tool.name);
    CHECK(known);
  }
}

TEST_CASE(
    "an error has its code, message, subject and the way on, and no option is spelled as one") {
  CHECK(error_words(make_error(ErrorCode::kUsage, "--limit must be between 1 and 9", "--limit"),
                    "session_find") ==
        "usage: limit must be between 1 and 9\nnext: see the arguments of session_find");
  CHECK(error_words(make_error(ErrorCode::kFailed, "the disk is full", "/x/store.db"),
                    "session_log") ==
        "failed: the disk is full (/x/store.db)\nnext: call it again; if it fails again, a person "
        "can "
        "run: clew doctor");
  CHECK(error_words(make_error(ErrorCode::kInvalid, "a\x1b[31mb", ""), "x").find('\x1b') ==
        std::string::npos);
  const std::string endless(1'000'000, 'x');
  CHECK(error_words(make_error(ErrorCode::kInvalid, endless, "y" + endless, endless), "x").size() <
        10'000);
}

TEST_CASE("an answer's next line is translated and the others stay") {
  CHECK(in_tool_words("step 2 failed: no\nnext  clew step retry 2\nnote: a") ==
        "step 2 failed: no\nnext: session_update {\"action\":\"retry\",\"step\":\"2\"}\nnote: a");
}

}  // namespace clew
