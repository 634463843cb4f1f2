#include "document/json/lenient_json.h"

#include <doctest/doctest.h>

#include "document/json/json.h"

namespace clew {
namespace {

TEST_CASE("half of a pair is read as a replacement, and the rest stays") {
  const struct {
    const char* json;
    const char* text;
  } rows[] = {
      {R"(["\ud83d"])",             "\uFFFD"          },
      {R"(["a \ud83d"])",           "a \uFFFD"        },
      {R"(["\ude00 b"])",           "\uFFFD b"        },
      {R"(["\uD83D\uD83D\uDE00"])", "\uFFFD\U0001F600"},
      {R"(["\ud83d\ude00"])",       "\U0001F600"      },
      {R"(["\ude00\ud83d"])",       "\uFFFD\uFFFD"    },
      {R"(["\ud83d\n\u0041"])",     "\uFFFD\nA"       },
      {R"(["\\ud83d \ud83d"])",     "\\ud83d \uFFFD"  },
      {R"(["\\\ud83d"])",           "\\\uFFFD"        },
  };
  for (const auto& row : rows) {
    const auto value = parse_cut_json(row.json);
    REQUIRE_MESSAGE(value.ok(), row.json);
    CHECK(value->as_list().at(0).as_string() == row.text);
  }
}

TEST_CASE("what is wrong besides is refused where it stands") {
  for (const char* json :
       {R"(["\ud83d",])", R"(["\ud83d)", R"(["\ud83g"])", R"({"a":"\ud83d","a":1})", "{", ""}) {
    const auto value = parse_cut_json(json);
    REQUIRE_FALSE_MESSAGE(value.ok(), json);
    CHECK(value.error().code == ErrorCode::kInvalid);
  }
  CHECK(parse_cut_json(R"(["\ud83d",])").error() == parse_json(R"(["\ufffd",])").error());
  Limits limits;
  limits.document_bytes = 10;
  CHECK_FALSE(parse_cut_json(R"(["\ud83d", 1, 2])", limits).ok());
}

}  // namespace
}  // namespace clew
