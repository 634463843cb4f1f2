#include "interface/cli/parse_arguments.h"

#include <doctest/doctest.h>

#include "base/text.h"

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
    {"decide X --why cheap",   "clew decide has no option --why",              "clew help decide"                                                  },
    {"decide X --why=cheap",   "clew decide has no option --why",              "clew help decide"                                                  },
    {"log -n 5",               "clew log has no option -n",                    "clew help log"                                                     },
    {"decide use the cookies",
     "too many words for clew decide CHOICE; text of several words is quoted", "clew decide \"hybrid JWT\" --over cookies --because \"revocation\""},
    {"decide",                 "CHOICE is missing",
     "clew decide \"hybrid JWT\" --over cookies --because \"revocation\""                                                                          },
    {"statsu",                 "there is no verb \"statsu\"",                  "clew status"                                                       },
    {"note x -- ls",           "note takes no command after --",               "clew help note"                                                    },
};

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

TEST_CASE("a negative number is no option") {
  const auto call = parse_arguments({"set", "offset=-3"});
  REQUIRE(call.ok());
  CHECK(std::string(call->verb->name) == "set");
}

}  // namespace
}  // namespace clew
