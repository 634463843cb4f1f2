#include "dialect/essay/draft_outline.h"

#include <doctest/doctest.h>

#include "dialect/essay/fixture_test.h"

namespace clew::essay {
namespace {

std::string reported(const std::string& markdown) {
  std::string out;
  for (const auto& section : sections_of_draft(markdown)) {
    out += out.empty() ? "" : ", ";
    if (section.number) out += std::to_string(*section.number) + " ";
    out += section.heading + ": " + std::to_string(section.paragraphs);
  }
  return out;
}

TEST_CASE("the headings of a draft are its sections, blocks of text its paragraphs") {
  struct Row {
    const char* draft;
    const char* reported;
  };
  const Row rows[] = {
      {"",                                                    ""                                },
      {"\n\n",                                                ""                                },
      {"one\n\ntwo\nstill two\n\n\nthree",                    ": 3"                             },
      {"# Title\n\none\n\ntwo",                               ": 2"                             },
      {"# Title\n\n## A\n\none\n\n## B\n\ntwo\n\nthree",      "A: 1, B: 2"                      },
      {"# A\none\n# B\ntwo",                                  "A: 1, B: 1"                      },
      {"## A\none\n\n### deeper\n\ntwo",                      "A: 2"                            },
      {"## A\none\n### deeper\ntwo\n## B\n",                  "A: 2, B: 0"                      },
      {"## Section 2: Why\none\n## 3. How\ntwo",              "2 Section 2: Why: 1, 3 3. How: 1"},
      {"## 1984\none\n## B\n",                                "1984 1984: 1, B: 0"              },
      {"## A\r\n\r\none\r\n\r\n---\r\n\r\ntwo\r\n## B\r\n",   "A: 2, B: 0"                      },
      {"## A\n<!-- one\n\ntwo -->\n```\n# x\n\ny\n```\n## B", "A: 1, B: 0"                      },
      {"#hashtag\n\n####### seven",                           ": 2"                             },
  };
  for (const auto& row : rows) CHECK_MESSAGE(reported(row.draft) == row.reported, row.draft);
}

TEST_CASE("an outline tells how many sections there are when it counts them") {
  CHECK(sections_of_outline("# Outline\n\n1. Hook\n2. Turn\n   more\n3. End\n") == 3);
  CHECK(sections_of_outline("## Section 1: Hook\n\n1200 words\n\n## Section 2: End\n") == 2);
  CHECK(sections_of_outline("## Hook\n\n## End\n") == 0);
  CHECK(sections_of_outline("2. not the first\n") == 0);
}

TEST_CASE("an outline tells what its sections are called") {
  struct Row {
    const char* outline;
    std::vector<std::string> titles;
  };
  const Row rows[] = {
      {"# Outline\n\n## 1. Hook\n\nx\n\n## 2. The turn: why\n",                      {"Hook", "The turn: why"}},
      {"## Section 1: Hook (~200 words)\n1. a\n2. b\n## Section 2\n",                {"Hook", ""}             },
      {"# Outline\n## **Hook**\n### deeper\n## End (300 words)\n",                   {"Hook", "End"}          },
      {"1. Hook (~200 words): Open with\n   1. sub\n   2. sub\n2. The End: of it\n",
       {"Hook", "The End"}                                                                                    },
      {"1) Hook -- a trial\n2) End",                                                 {"Hook", "End"}          },
      {"## Thesis\n## Sections\n## Notes\n\n1. Hook\n2. End\n",                      {"Hook", "End"}          },
      {"## Hook\n",                                                                  {}                       },
      {"1. a\n2. b\n3. c\n",                                                         {}                       },
      {"",                                                                           {}                       },
  };
  for (const auto& row : rows)
    CHECK_MESSAGE(titles_of_outline(row.outline, 2) == row.titles, row.outline);
}

TEST_CASE("the fixture's draft has two sections with three paragraphs and one") {
  CHECK(reported(fixture_text(std::string(kMidway) + "/stage-4-draft.md")) ==
        "What the water leaves: 3, What it takes: 1");
}

}  // namespace
}  // namespace clew::essay
