#include "brief/own_words.h"

#include <doctest/doctest.h>

#include "base/text.h"

namespace clew {
namespace {

std::string shortened(std::string_view message, size_t most) {
  return shorten_words(score_words(message), most);
}

TEST_CASE("every row of the table is found in a sentence that has it") {
  for (const auto& row : kCueRows) {
    INFO(row.phrase);
    const std::string_view written = row.phrase;
    const std::string phrase(written.substr(0, written.find('*')));
    const auto scored = score_words("Alpha " + phrase + " beta");
    REQUIRE(scored.size() == 1);
    switch (row.about) {
      case WordsAbout::kOpen:
        CHECK(scored[0].open);
        break;
      case WordsAbout::kFailure:
        CHECK(scored[0].failure);
        break;
      case WordsAbout::kAttempt:
        CHECK(scored[0].attempt);
        CHECK(scored[0].failure);
        break;
      case WordsAbout::kChoice:
        CHECK(scored[0].choice);
        CHECK(scored[0].decision);
        break;
      case WordsAbout::kDecision:
        CHECK(scored[0].decision);
        break;
      case WordsAbout::kOffer:
        CHECK(scored[0].offer);
        break;
    }
  }
}

TEST_CASE("what is open, failed or decided goes before what was done; order and gaps are kept") {
  const std::string message =
      "I looked around. The counter is per address. A dict never forgets, so I use a ring of 60. "
      "It reads well. The tests look nice. The proxy's address is not yet known. Let me know!";
  CHECK(shortened(message, 500) ==
        "I looked around. The counter is per address. A dict never forgets, so I use a ring of 60. "
        "It reads well. The tests look nice. The proxy's address is not yet known.");
  CHECK(shortened(message, 110) ==
        "I looked around. … A dict never forgets, so I use a ring of 60. … The proxy's address is "
        "not yet known.");
}

TEST_CASE("an offer is left out, and a message of nothing else takes no place") {
  CHECK(shortened("Let me know if you want more.", 400).empty());
  CHECK(shortened("", 400).empty());
  CHECK(shortened("```\ncode\n```", 400).empty());
}

TEST_CASE("the items of a list stand behind what they stand under") {
  CHECK(shortened("Done with step 1.\n\nStill open:\n- the proxy\n- the docs", 400) ==
        "Done with step 1. Still open: the proxy; the docs");
}

TEST_CASE("the best sentence alone is cut when it does not fit") {
  const std::string out = shortened("The tests fail because of " + std::string(200, 'x'), 60);
  CHECK(count_characters(out) <= 60);
  CHECK(out.ends_with("…"));
}

TEST_CASE("what was said before is not said again") {
  CHECK(shorten_words(score_words("The build fails. The docs need work."), 400,
                      {"the build fails"}) == "The docs need work.");
}

TEST_CASE("of a sentence that ends in an offer the beginning is kept; which of several is asked") {
  CHECK(shortened("The build fails. All 38 tests pass, let me know if you want more.", 400) ==
        "The build fails. All 38 tests pass.");
  CHECK(shortened("The build fails. Let me know which queue it is.", 400) ==
        "The build fails. Let me know which queue it is.");
}

}  // namespace
}  // namespace clew
