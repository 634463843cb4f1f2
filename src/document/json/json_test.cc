#include "document/json/json.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace clew {
namespace {

std::string refusal(std::string_view text) {
  const auto value = parse_json(text);
  if (value) return "accepted: " + write_json(*value);
  CHECK(value.error().code == ErrorCode::kInvalid);
  return value.error().message;
}

struct ReadRow {
  const char* claim;
  std::string_view text;
  Value value;
};

TEST_CASE("JSON text is read for what it says") {
  const ReadRow rows[] = {
      {"null", "null", nullptr},
      {"a word", "true", true},
      {"an integer", "-42", -42},
      {"the largest integer", "9223372036854775807", std::numeric_limits<int64_t>::max()},
      {"the smallest integer", "-9223372036854775808", std::numeric_limits<int64_t>::min()},
      {"minus zero is an integer", "-0", 0},
      {"a number with a point is a double", "1.0", 1.0},
      {"a number with an exponent is a double", "1e3", 1000.0},
      {"a large integer that is exact as a double", "9223372036854775808", 9223372036854775808.0},
      {"a larger one", "18446744073709551616", 18446744073709551616.0},
      {"one below all integers", "-18446744073709551616", -18446744073709551616.0},
      {"a string", R"("a\n\u00e4\ud83d\ude00\/")", "a\nä😀/"},
      {"a string with NUL", R"("a\u0000b")", std::string("a\0b", 3)},
      {"an empty list", "[]", Value::list()},
      {"an empty object", " {\r\n\t} ", Value::object()},
      {"a list", "[1,[2],null]", Value::List{1, Value::List{2}, nullptr}},
      {"an object in its order", R"({"b":1,"a":{"b":2}})",
       Value::Object{{"b", 1}, {"a", Value::Object{{"b", 2}}}}},
      {"the empty key", R"({"":""})", Value::Object{{"", ""}}},
      {"a byte order mark is passed over", "\xEF\xBB\xBF[]", Value::list()},
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    const auto value = parse_json(row.text);
    REQUIRE_MESSAGE(value.ok(), value.error().message);
    CHECK(*value == row.value);
  }
}

struct RefusalRow {
  std::string_view text;
  std::string message;
};

TEST_CASE("bad JSON is refused in the reader's words, at the place to look at") {
  const RefusalRow rows[] = {
      {"", "line 1, column 1: expected a value, found the end of the text"},
      {"{\"a\": 1\n \"b\": 2}", "line 2, column 2: expected ',' or '}', found a string"},
      {R"({"a" 1})", "line 1, column 6: expected ':', found a number"},
      {R"({"ä":1,"ü" 1})", "line 1, column 12: expected ':', found a number"},
      {R"({"a":1,})", "line 1, column 8: expected a key in double quotes, found '}'"},
      {"{'a': 1}", "line 1, column 2: expected a key in double quotes, found 'a'"},
      {"{true: 1}", "line 1, column 2: expected a key in double quotes, found true"},
      {"[1,]", "line 1, column 4: expected a value, found ']'"},
      {"[1 -2]", "line 1, column 4: expected ',' or ']', found a number"},
      {"[1\n", "line 2, column 1: expected ',' or ']', found the end of the text"},
      {"[] []", "line 1, column 4: expected the end of the text, found '['"},
      {"[] // no", "line 1, column 4: expected the end of the text, found //"},
      {"[True]", "line 1, column 2: expected a value, found True"},
      {"[tru]", "line 1, column 2: expected a value, found tru"},
      {"[nullx]", "line 1, column 2: expected ',' or ']', found nullx"},
      {"[\"a - unexpected ','; number overflow\xff",
       "line 1, column 38: invalid string: ill-formed UTF-8 byte"},
      {"[NaN]", "line 1, column 2: expected a value, found NaN"},
      {"[-Infinity]", "line 1, column 3: invalid number; expected digit after '-'"},
      {"[01]", "line 1, column 2: expected ',' or ']', found a number"},
      {"[1.]", "line 1, column 4: invalid number; expected digit after '.'"},
      {"[\"a", "line 1, column 4: invalid string: missing closing quote"},
      {"[\"a\n\"]",
       "line 1, column 4: invalid string: control character U+000A (LF) must be escaped "
       "to \\u000A or \\n"},
      {R"(["\q"])", "line 1, column 4: invalid string: forbidden character after backslash"},
      {"[\"\xff\"]", "line 1, column 3: invalid string: ill-formed UTF-8 byte"},
      {"[\"\xed\xa0\x80\"]", "line 1, column 4: invalid string: ill-formed UTF-8 byte"},
      {"[\xff]", "line 1, column 2: expected a value, found \uFFFD"},
      {std::string_view("[]\0[]", 5), "line 1, column 3: a NUL byte"},
      {R"({"a":{"x":1,"\"x":2,"x":3}})", "line 1, column 21: the key \"x\" appears twice"},
      {R"({"\u0061":1, "a":2})", "line 1, column 14: the key \"a\" appears twice"},
      {"[1e999]",
       "line 1, column 2: the number 1e999 is beyond what a double can hold; put it in "
       "quotes if it is text"},
      {"[1, 1e-999]",
       "line 1, column 5: the number 1e-999 is beyond what a double can hold; put it "
       "in quotes if it is text"},
      {"9223372036854775809",
       "line 1, column 1: the number 9223372036854775809 does not fit 64 "
       "bits and is not exact as a double; put it in quotes if it is text"},
      {"[-9223372036854775809]",
       "line 1, column 2: the number -9223372036854775809 does not fit 64 "
       "bits and is not exact as a double; put it in quotes if it is "
       "text"},
      {"{\n<<<<<<< HEAD\n\"a\":1\n=======\n\"a\":2\n>>>>>>> other\n}",
       "line 2, column 1: a merge conflict is not resolved (<<<<<<<)"},
      {"{\"a\":2\n>>>>>>> other\r\n}",
       "line 2, column 1: a merge conflict is not resolved (>>>>>>>)"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(refusal(row.text) == row.message);
  }
}

TEST_CASE("the same key may appear in different objects, however many there are") {
  std::string text = "{";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format(R"("k{}":{{"k{}":1}},)", i, i);
  }
  CHECK(parse_json(text + R"("k40":1})").ok());
  CHECK(refusal(text + R"("k0":1})").ends_with(R"(the key "k0" appears twice)"));
  CHECK(refusal(text + R"("k39":1})").ends_with(R"(the key "k39" appears twice)"));
}

struct WriteRow {
  const char* claim;
  Value value;
  std::string text;
};

TEST_CASE("JSON is written compactly, and doubles stay doubles") {
  const WriteRow rows[] = {
      {"null", nullptr, "null"},
      {"an integer", -7, "-7"},
      {"a double that looks like an integer", 1.0, "1.0"},
      {"the shortest text that reads back", 0.1, "0.1"},
      {"a third", 1.0 / 3, "0.3333333333333333"},
      {"minus zero", -0.0, "-0.0"},
      {"a large double", 1e300, "1e+300"},
      {"the smallest double", 5e-324, "5e-324"},
      {"two to the 63rd", 9223372036854775808.0, "9223372036854775808.0"},
      {"what is not finite has no word", std::nan(""), "null"},
      {"nor has infinity", -std::numeric_limits<double>::infinity(), "null"},
      {"plain text as it is", "aä😀/ \x7f", "\"aä😀/ \x7f\""},
      {"quotes and backslashes", "\"\\", R"("\"\\")"},
      {"control characters", std::string("\0\x1f\n\t", 4), R"("\u0000\u001f\n\t")"},
      {"invalid UTF-8", "a\xff\xc3z", "\"a\uFFFD\uFFFDz\""},
      {"invalid UTF-8 in a key", Value::Object{{"\xff", 1}}, "{\"\uFFFD\":1}"},
      {"empty containers", Value::List{Value::list(), Value::object()}, "[[],{}]"},
      {"members in their order", Value::Object{{"b", true}, {"a", Value::List{1, "x"}}},
       R"({"b":true,"a":[1,"x"]})"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    CHECK(write_json(row.value) == row.text);
  }
}

TEST_CASE("the pretty style has one value a line") {
  const Value value = Value::Object{
      {"a", Value::List{1, Value::Object{{"b", nullptr}}}},
      {"c", Value::list()                                },
      {"d", "x"                                          }
  };
  CHECK(write_json(value, JsonStyle::kPretty) == R"({
  "a": [
    1,
    {
      "b": null
    }
  ],
  "c": [],
  "d": "x"
})");
}

TEST_CASE("every prefix of a JSON document is refused, or is a shorter document") {
  constexpr std::string_view kDocuments[] = {
      R"({"id":"s-1","steps":[{"name":"plan ä","done":true},{"name":"\u00e4\ud83d\ude00"}],"n":-12})",
      "[1.5e-3, \"a\\\\\\\"b\", null, false, {\"\": {}}]\n",
      "\xEF\xBB\xBF{\"a\": [[[]]], \"b\": 9223372036854775808}",
      "12345",
  };
  for (const auto document : kDocuments) {
    REQUIRE(parse_json(document).ok());
    for (size_t length = 0; length < document.size(); ++length) {
      const auto value = parse_json(document.substr(0, length));
      const bool shorter = document.front() == '1' || document[length] == '\n';
      CHECK(value.ok() == (shorter && length > 0));
      if (!value) CHECK(value.error().message.starts_with("line 1, column "));
    }
  }
}

}  // namespace
}  // namespace clew
