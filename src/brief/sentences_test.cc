#include "brief/sentences.h"

#include <doctest/doctest.h>

#include "base/text.h"

namespace clew {
namespace {

std::vector<std::string> texts(std::string_view text) {
  std::vector<std::string> out;
  for (const auto& sentence : sentences_of(text)) out.push_back(with_lead(sentence));
  return out;
}

using Texts = std::vector<std::string>;

struct SentenceRow {
  const char* claim;
  const char* text;
  Texts expected;
};

TEST_CASE("a text is read as the sentences that somebody meant as words") {
  const SentenceRow rows[] = {
      {"full stops, exclamation and question marks end one",
       "Fix it. Now! Really?",                                                                                {"Fix it.", "Now!", "Really?"}                                                    },
      {"so do those of East Asian scripts, without a blank",
       "修复它。不要改 API！好吗？",                                                                          {"修复它。", "不要改 API！", "好吗？"}                                            },
      {"abbreviations do not",
       "Use a cache, e.g. redis, vs. memory. Nr. 5 is next.",                                                 {"Use a cache, e.g. redis, vs. memory.", "Nr. 5 is next."}                        },
      {"neither do numbers, paths and code",
       "Set 1.5 in src/a.py, run `make. all` twice.",                                                         {"Set 1.5 in src/a.py, run `make. all` twice."}                                   },
      {"\"no.\" ends one unless a number follows",
       "The answer is no. Go on. See no. 5 there.",                                                           {"The answer is no.", "Go on.", "See no. 5 there."}                               },
      {"code between fences is left out",
       "Before.\n```py\nx = 1. y\n```\nAfter.",                                                               {"Before.", "After."}                                                             },
      {"so are tables",                                      "Look:\n| a | b |\n|---|---|\n| 1 | 2 |\nDone.", {"Look:", "Done."}                                                                },
      {"and differences",
       "I did this:\n\ndiff --git a/x b/x\n@@ -1 +1 @@\n-old\n+new\n\nThat is all.",                          {"I did this:", "That is all."}                                                   },
      {"and pasted output of three lines",
       "It says\n$ make\nsrc/a.cc:3:1: error: no\nFAILED x\nPlease fix.",                                     {"It says", "Please fix."}                                                        },
      {"but one line of it is quoted",
       "It says\nFAILED test_x\nPlease fix.",                                                                 {"It says", "FAILED test_x", "Please fix."}                                       },
      {"list items are units under their heading",
       "Open:\n- the proxy\n- the docs\n\nThanks.",                                                           {"Open: the proxy", "Open: the docs", "Thanks."}                                  },
      {"a heading leads what follows",
       "## Not done\nThe header is not trusted. Ask ops.",                                                    {"Not done: The header is not trusted.", "Not done: Ask ops."}                    },
      {"bold headings too",
       "**Next steps**\n1. write tests\n2) ship",                                                             {"Next steps: write tests", "Next steps: ship"}                                   },
      {"a wrapped line goes on",
       "The counter is kept per address and not per process, because\nfour workers run.",                     {"The counter is kept per address and not per process, because four workers run."}},
      {"a short line does not",                              "do a\ndo b",                                    {"do a", "do b"}                                                                  },
      {"a question mark in quotes stays with them",
       "He said \"why?\" Then left.",                                                                         {"He said \"why?\"", "Then left."}                                                },
      {"nothing gives nothing",                              " \n\n```\nx\n```",                              {}                                                                                },
      {"only a line with a colon is what was said",          "Fix this:\n```\nx\n```",                        {"Fix this:"}                                                                     },
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    CHECK(texts(row.text) == row.expected);
  }
}

TEST_CASE("a long sentence comes in pieces, cut where it pauses") {
  std::string text = "First we look at the parser";
  while (count_characters(text) < 500) text += ", then at the next of the many parts";
  const auto pieces = texts(text + " and never touch billing.");
  REQUIRE(pieces.size() == 3);
  for (const auto& piece : pieces) CHECK(count_characters(piece) <= kLongestSentence + 2);
  CHECK(pieces[0].ends_with(", …"));
  CHECK(pieces[2].starts_with("… "));
  CHECK(pieces[2].ends_with("never touch billing."));
  CHECK(texts(std::string(1000, 'x')).size() == 5);
}

TEST_CASE("only the first sentence is the first, and there is an end to it") {
  const auto sentences = sentences_of("One. Two.");
  CHECK(sentences[0].first);
  CHECK_FALSE(sentences[1].first);
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "go. ";
  CHECK(sentences_of(many).size() == kMaxSentences);
}

}  // namespace
}  // namespace clew
