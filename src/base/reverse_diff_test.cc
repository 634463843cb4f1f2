#include "base/line_diff.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

struct Row {
  const char* what;
  const char* after;
  const char* diff;
  const char* before;  // nullptr: not to be told
};

const Row kRows[] = {
    {"a line",                            "a\nB\nc\n",          "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",                           "a\nb\nc\n"      },
    {"counts of one",                     "B\n",                "@@ -1 +1 @@\n-b\n+B\n",                                       "b\n"            },
    {"what is outside of it stays",       "0\na\nB\nc\n9\n",    "@@ -2,3 +2,3 @@\n a\n-b\n+B\n c\n",
     "0\na\nb\nc\n9\n"                                                                                                                          },
    {"two places",                        "A\n2\n3\n4\nx\nE\n",
     "@@ -1,2 +1,2 @@\n-a\n+A\n 2\n@@ -4,2 +4,3 @@\n 4\n-e\n+x\n+E\n",                                                         "a\n2\n3\n4\ne\n"},
    {"everything was added",              "a\nb\n",             "@@ -0,0 +1,2 @@\n+a\n+b\n",                                   ""               },
    {"everything was removed",            "",                   "@@ -1,2 +0,0 @@\n-a\n-b\n",                                   "a\nb\n"         },
    {"lines were removed between others", "a\nd\n",             "@@ -2,2 +1,0 @@\n-b\n-c\n",                                   "a\nb\nc\nd\n"   },
    {"lines were added between others",   "a\nb\nc\n",          "@@ -1,0 +2 @@\n+b\n",                                         "a\nc\n"         },
    {"the last end was missing",          "a\nB\n",
     "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+B\n",                                                            "a\nb"           },
    {"the last end is missing",           "a\nB",
     "@@ -1,2 +1,2 @@\n a\n-b\n+B\n\\ No newline at end of file\n",                                                            "a\nb\n"         },
    {"it was and is missing",             "A\nb",               "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n",
     "a\nb"                                                                                                                                     },
    {"it is missing far below",           "A\nb\nc\nd",         "@@ -1,2 +1,2 @@\n-a\n+A\n b\n",                               "a\nb\nc\nd"     },
    {"longer line ends",                  "a\r\nB\r\n",         "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+B\r\n",                         "a\r\nb\r\n"     },
    {"lines like marks",                  "@@ -1 +1 @@\n+\n",   "@@ -1,2 +1,2 @@\n @@ -1 +1 @@\n--\n++\n",
     "@@ -1 +1 @@\n-\n"                                                                                                                         },
    {"blank lines",                       "\nb\n\n",            "@@ -1,3 +1,3 @@\n \n-a\n+b\n \n",                             "\na\n\n"        },
    {"words behind the place",            "B\n",                "@@ -1 +1 @@ int main()\n-b\n+B\n",                            "b\n"            },
    {"no difference",                     "a\n",                "",                                                            "a\n"            },

    {"another text by now",               "a\nX\nc\n",          "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",                           nullptr          },
    {"other blanks",                      "a \nB\nc\n",         "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",                           nullptr          },
    {"moved by a line",                   "0\na\nB\nc\n",       "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",                           nullptr          },
    {"too short",                         "a\n",                "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",                           nullptr          },
    {"far too short",                     "a\n",                "@@ -901 +900 @@\n-b\n+B\n",                                   nullptr          },
    {"the end is missing now",            "a\nB",               "@@ -1,2 +1,2 @@\n a\n-b\n+B\n",                               nullptr          },
    {"the end is there now",              "a\nB\n",             "@@ -1 +1,2 @@\n a\n+B\n\\ No newline at end of file\n",
     nullptr                                                                                                                                    },
    {"a missing end in the middle",       "a\nc\n",
     "@@ -1,2 +1 @@\n-b\n\\ No newline at end of file\n a\n",                                                                  nullptr          },
    {"cut off in a line",                 "B\nc\n",             "@@ -1,2 +1,2 @@\n-b\n+B\n c",                                 nullptr          },
    {"cut off between lines",             "B\nc\n",             "@@ -1,2 +1,2 @@\n-b\n+B\n",                                   nullptr          },
    {"more lines than counted",           "B\nc\n",             "@@ -1 +1 @@\n-b\n+B\n c\n",                                   nullptr          },
    {"places out of order",               "A\nb\nC\n",          "@@ -3 +3 @@\n-c\n+C\n@@ -1 +1 @@\n-a\n+A\n",                  nullptr          },
    {"the old place is another",          "a\nB\n",             "@@ -1 +2 @@\n-b\n+B\n",                                       nullptr          },
    {"a line 0",                          "B\n",                "@@ -0 +0 @@\n-b\n+B\n",                                       nullptr          },
    {"numbers that are none",             "B\n",                "@@ -x +1 @@\n-b\n+B\n",                                       nullptr          },
    {"numbers too large",                 "B\n",                "@@ -1,99999999999999999999 +1 @@\n-b\n+B\n",                  nullptr          },
    {"the largest numbers",               "B\n",
     "@@ -1,18446744073709551615 +1,18446744073709551615 @@\n-b\n+B\n",                                                        nullptr          },
    {"no diff at all",                    "B\n",                "- b\n+ B\n",                                                  nullptr          },
    {"names of files",                    "B\n",                "--- a\n+++ b\n@@ -1 +1 @@\n-b\n+B\n",                         nullptr          },
    {"a lone return",                     "a\rB\n",             "@@ -1 +1 @@\n-a\rb\n+a\rB\n",                                 nullptr          },
};

}  // namespace

TEST_CASE("a diff is taken back exactly, or not at all") {
  for (const auto& row : kRows) {
    CAPTURE(std::string(row.what));
    const auto before = reverse_diff(row.after, row.diff);
    CHECK(before.has_value() == (row.before != nullptr));
    if (before && row.before != nullptr) CHECK(*before == row.before);
  }
}

}  // namespace clew
