#include "brief/words.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

using Texts = std::vector<std::string>;

TEST_CASE("letters are folded in every alphabet that has a case") {
  CHECK(folded("ÄÖÜ Éa ŁÓDŹ ПРИВЕТ ΑΒΓ Don’t") == "äöü éa łódź привет αβγ don't");
  CHECK(folded("\xFFx") == "\xFFx");
}

TEST_CASE("words are runs of letters; scripts without blanks give a word per character") {
  CHECK(words_of("Don't touch `src/a.py`, please!") ==
        Texts{"don't", "touch", "src", "a", "py", "please"});
  CHECK(words_of("不要改API") == Texts{"不", "要", "改", "api"});
  CHECK(words_of(" — … ✓ 🙂").empty());
}

struct StemRow {
  const char* a;
  const char* b;
  bool same;
};
constexpr StemRow kStems[] = {
    {"test",    "tests",    true },
    {"limit",   "limiter",  true },
    {"window",  "windows",  true },
    {"parser",  "parse",    true },
    {"api",     "apis",     false},
    {"auth",    "author",   true },
    {"token",   "tone",     false},
    {"zähler",  "zählers",  true },
    {"billing", "building", false},
};

TEST_CASE("a stem is the shorter word less a letter, four at least") {
  for (const auto& row : kStems) {
    INFO(row.a, " ", row.b);
    CHECK(have_same_stem(row.a, row.b) == row.same);
    CHECK(have_same_stem(row.b, row.a) == row.same);
  }
}

TEST_CASE("paths, identifiers and counted numbers name one certain thing") {
  CHECK(names_in("see src/limit.py and rate_limit, parseGoal() or X-Forwarded-For.") ==
        Texts{"src/limit.py", "rate_limit", "parsegoal", "x-forwarded-for"});
  CHECK(names_in("41 passed, port 8080 and 5 per minute") ==
        Texts{"41 passed", "8080", "8080 and", "5 per"});
  CHECK(names_in("Just plain words. And more, e.g. these").empty());
  CHECK(shares_name("use README.md", "not in readme.md"));
  CHECK_FALSE(shares_name("use the readme", "not in the readme"));
}

TEST_CASE("the same words are the same whatever their case and punctuation") {
  CHECK(same_words("Never touch billing!", "never touch: billing"));
  CHECK_FALSE(same_words("never touch billing", "touch billing"));
}

TEST_CASE("a wording keeps its words wherever it is moved") {
  std::vector<Wording> all;
  for (const char* text : {"Do It", "Don't touch src/a.py", "ÄNDERE nichts"}) {
    all.push_back(wording_of(text));
  }
  CHECK(plain_words(all[0].words) == "do it");
  CHECK(plain_words(all[1].words) == "don't touch src a py");
  CHECK(plain_words(all[2].words) == "ändere nichts");
}

TEST_CASE("words in common are counted by their stems, common words left out") {
  CHECK(shared_stems(content_words("Refuse the sixth login with 429"),
                     content_words("logins are refused with an error")) == 2);
  CHECK(content_words("please make this with that").empty());
}

TEST_CASE("a number is read with what it counts") {
  const auto read = [](std::string_view text) {
    std::string out;
    for (const auto& each : quantities_in(text)) out += each.number + "/" + each.unit + " ";
    return out;
  };
  CHECK(read("at most 30 MB, or 35MB") == "30/mb 35/mb ");
  CHECK(read("15 minutes, not 10, at 60 %") == "15/minutes 10/ 60/% ");
  CHECK(read("1800 Wörter statt 1.5 Seiten") == "1800/wörter 1.5/seiten ");
  CHECK(read("from 06:00 on 2026-11-02, in 2024") == "");
}

}  // namespace
}  // namespace clew
