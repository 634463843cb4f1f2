#include "base/text.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace clew {
namespace {

struct Row {
  const char* claim;
  std::string before;
  std::string after;
};

TEST_CASE("only ASCII letters have a lower case here") {
  CHECK(lower_case("Core.AutoCRLF 1") == "core.autocrlf 1");
  CHECK(lower_case("ÄÖ") == "ÄÖ");
}

TEST_CASE("text from elsewhere cannot move the cursor or turn the line around") {
  const Row kRows[] = {
      {"plain text stays", "naïve 日本 ✓ 🎉", "naïve 日本 ✓ 🎉"},
      {"newline and tab stay", "a\n\tb", "a\n\tb"},
      {"colour is shown", "\x1b[31mred", "\\x1b[31mred"},
      {"a return is shown", "a\rb", "a\\x0db"},
      {"a NUL is shown", std::string("a\0b", 3), "a\\x00b"},
      {"a bell and a backspace", "\a\b", "\\x07\\x08"},
      {"DEL", "\x7f", "\\u007f"},
      {"C1: CSI in one character", "\u009b31m", "\\u009b31m"},
      {"C1: next line", "a\u0085b", "a\\u0085b"},
      {"right-to-left override", "a\u202eb", "a\\u202eb"},
      {"isolates", "\u2066\u2069", "\\u2066\\u2069"},
      {"direction marks", "\u200e\u200f\u061c", "\\u200e\\u200f\\u061c"},
      {"line separator", "\u2028\u2029", "\\u2028\\u2029"},
      {"byte order mark", "\ufeffa", "\\ufeffa"},
      {"tag characters", "\U000e0041", "\\udb40\\udc41"},
      {"zero-width characters", "a\u200bb\u2060c\u200dd\u00ade",
       "a\\u200bb\\u2060c\\u200dd\\u00ade"},
      {"fillers", "\u3164\u115f\uffa0", "\\u3164\\u115f\\uffa0"},
      {"variation selectors out of place", "a\ufe0f\ufe01", "a\\ufe0f\\ufe01"},
      {"text hidden behind an emoji", "🎉\ufe0f\ufe01\U000e0162", "🎉\ufe0f\\ufe01\\udb40\\udd62"},
      {"emoji joined, and drawn as such", "👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3",
       "👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3"},
      {"joiners of Persian and Hindi", "می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"},
      {"a stray byte",
       "a\xff"
       "b", "a\uFFFDb"},
      {"a raw C1 byte",
       "\x9b"
       "1m", "\uFFFD1m"},
      {"a cut sequence", "a\xe6\x97", "a\uFFFD\uFFFD"},
      {"an overlong slash", "\xc0\xaf", "\uFFFD\uFFFD"},
      {"a surrogate", "\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
      {"beyond Unicode", "\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    CHECK(visible(row.before) == row.after);
  }
}

TEST_CASE("one line has no breaks and no runs of blanks") {
  const Row kRows[] = {
      {"nothing",               "",                                  ""               },
      {"blanks alone",          " \n\t ",                            ""               },
      {"ends are trimmed",      "  a b  ",                           "a b"            },
      {"breaks of all kinds",   "a\r\nb\vc\fd\u0085e\u2028f\u2029g", "a b c d e f g"  },
      {"invalid bytes",
       "a\xff \xfe"
       "b",                                                          "a\uFFFD \uFFFDb"},
      {"other characters stay", "日本\n✓",                           "日本 ✓"         },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    CHECK(one_line(row.before) == row.after);
  }
}

TEST_CASE("a cut counts characters and says that it cut") {
  struct CutRow {
    const char* text;
    size_t most;
    const char* cut;
  };
  constexpr CutRow kRows[] = {
      {"hello",    5, "hello"   },
      {"hello",    4, "hel…"    },
      {"hello",    1, "…"       },
      {"hello",    0, ""        },
      {"",         0, ""        },
      {"",         3, ""        },
      {"日本語",   3, "日本語"  },
      {"日本語",   2, "日…"     },
      {"a\xff"
       "b", 3, "a\uFFFDb"},
      {"a\xff"
       "b", 2, "a…"      },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    CAPTURE(row.most);
    CHECK(cut(row.text, row.most) == row.cut);
  }
}

TEST_CASE("columns and characters are counted apart") {
  CHECK(count_characters("naïve") == 5);
  CHECK(count_columns("naïve") == 5);
  CHECK(count_characters("日本") == 2);
  CHECK(count_columns("日本") == 4);
  CHECK(count_columns("e\u0301") == 1);
  CHECK(count_columns("🎉") == 2);
  CHECK(count_columns("❤\ufe0f") == 1);
  CHECK(count_columns("\xff") == 1);
}

TEST_CASE("only well-formed UTF-8 is UTF-8") {
  CHECK(is_utf8(""));
  CHECK(is_utf8("日本 \U0010ffff \u0000"));
  for (const char* text :
       {"\xff", "\xc0\x80", "\xe6\x97", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x80"}) {
    CHECK_FALSE(is_utf8(text));
  }
}

TEST_CASE("whatever bytes come in, safe text goes out, within its limits") {
  CHECK(rc::check([](const std::string& bytes) {
    const size_t most = *rc::gen::inRange<size_t>(0, 20);
    for (const auto& out : {visible(bytes), one_line(bytes), cut(bytes, most)}) {
      RC_ASSERT(is_utf8(out));
    }
    RC_ASSERT(visible(visible(bytes)) == visible(bytes));
    RC_ASSERT(one_line(one_line(bytes)) == one_line(bytes));
    RC_ASSERT(count_characters(cut(bytes, most)) <= most);
    RC_ASSERT(cut(bytes, count_characters(bytes)) == cut(bytes, count_characters(bytes) + 1));
    for (const char c : visible(bytes)) {
      const auto byte = static_cast<unsigned char>(c);
      RC_ASSERT(byte >= 0x20 || c == '\n' || c == '\t');
    }
  }));
}

}  // namespace
}  // namespace clew
