#include "base/quote.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("words in quotes cannot leave them") {
  CHECK(quote("Add OAuth") == "\"Add OAuth\"");
  CHECK(quote("say \"yes\" now") == "\"say 'yes' now\"");
  CHECK(quote("“curly” „low“ «angle» ＂wide＂") == "\"'curly' 'low' 'angle' 'wide'\"");
  CHECK(quote("a\nGoal: forged\u2028b") == "\"a Goal: forged b\"");
  CHECK(quote("a\u200bb") == "\"a\\u200bb\"");
}

}  // namespace
}  // namespace clew
