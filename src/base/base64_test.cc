#include "base/base64.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("base64 is written and read with and without padding") {
  struct Row {
    const char* bytes;
    const char* padded;
    const char* bare;
  };
  constexpr Row kRows[] = {
      {"",       "",         ""        },
      {"f",      "Zg==",     "Zg"      },
      {"fo",     "Zm8=",     "Zm8"     },
      {"foo",    "Zm9v",     "Zm9v"    },
      {"foobar", "Zm9vYmFy", "Zm9vYmFy"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.bytes);
    CHECK(to_base64(row.bytes) == row.padded);
    CHECK(to_base64(row.bytes, Padding::kWithout) == row.bare);
    CHECK(from_base64(row.padded) == Bytes(row.bytes));
    CHECK(from_base64(row.bare, Padding::kWithout) == Bytes(row.bytes));
  }
}

TEST_CASE("base64 has one spelling for the same bytes") {
  for (const char* padded :
       {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zg==\n", " Zg==", "Zg==Zg==", "====", "Zm-v", "=Zm9"}) {
    CAPTURE(padded);
    CHECK(!from_base64(padded));
  }
  for (const char* bare : {"Z", "Zg==", "Zh", "Zm9", "Zm9vY", "Zm 8"}) {
    CAPTURE(bare);
    CHECK(!from_base64(bare, Padding::kWithout));
  }
}

}  // namespace
}  // namespace clew
