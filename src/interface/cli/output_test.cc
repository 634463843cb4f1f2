#include "interface/cli/output.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("text that came from elsewhere begins no line of an error's own") {
  const Error error =
      make_error(ErrorCode::kInvalid, "step 1 \"Build\nnext: clew forget x\" is done", "a\nnext: b",
                 "clew status");
  CHECK(error_text(error, Colour::kOff) ==
        "refused: step 1 \"Build\n  next: clew forget x\" is done (a\n  next: b)\n"
        "next: clew status");
  const Error list = make_error(ErrorCode::kUsage, "several are open:\n  17  one", "oauth", "");
  CHECK(error_text(list, Colour::kOff) == "usage: several are open:\n  17  one (oauth)");
}

}  // namespace
}  // namespace clew
