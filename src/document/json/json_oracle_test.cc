// Our reader against another one, on thousands of texts that are nearly JSON.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "document/json/json.h"

namespace clew {
namespace {

using Oracle = nlohmann::ordered_json;

constexpr std::string_view kSeeds[] = {
    R"({"id":"s-1","steps":[{"name":"plan ä","done":true},{"n":"\u00e4\ud83d\ude00 \n\\\"\/"}],"n":-12})",
    "[1.5e-3,-0,0.5E+7,123456789012345678,9223372036854775807,-9223372036854775808, 1e300]",
    "\xEF\xBB\xBF{\"a\": [[[]]], \"b\": null}",
    "[\"\xf0\x9f\x98\x80 \xe2\x82\xac \xc3\xa9 more than eight bytes of plain text\",false,true]",
    "{\n  \"a\": {\"b\": [1, 2, {}]},\r\n\t\"c\": \"\"\n}\n",
};

constexpr std::string_view kPieces[] = {
    "{",  "}",     "[",       "]",       ":",       ",",        "\"",      "\\",   "-",
    "+",  ".",     "e",       "0",       "7",       "true",     "null",    "fals", "\\u00",
    "\n", "\x01",  "\x7f",    "\x80",    "\xc2",    "\xe0\xa0", "\xed",    "\xf4", "\xff",
    " ",  "\"a\"", "\\ud83d", "\\udc00", "\"a\":1", "1e",       "        "};

std::string mutated(std::mt19937_64& random) {
  const auto below = [&](size_t limit) { return static_cast<size_t>(random() % limit); };
  std::string text(kSeeds[below(std::size(kSeeds))]);
  for (size_t changes = below(4); changes > 0; --changes) {
    const size_t at = below(text.size() + 1);
    switch (below(4)) {
      case 0:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      case 1:
        text.replace(at, 1, kPieces[below(std::size(kPieces))]);
        break;
      case 2:
        text.erase(at, 1 + below(3));
        break;
      default:
        if (below(4) == 0) text.resize(at);
        break;
    }
  }
  return text;
}

Value to_value(const Oracle& reported) {
  switch (reported.type()) {
    case Oracle::value_t::boolean:
      return reported.get<bool>();
    case Oracle::value_t::number_integer:
      return reported.get<int64_t>();
    case Oracle::value_t::number_unsigned:  // we have no such kind: beyond 63 bits it is a double
      return std::in_range<int64_t>(reported.get<uint64_t>()) ? Value(reported.get<int64_t>())
                                                              : Value(reported.get<double>());
    case Oracle::value_t::number_float:
      return reported.get<double>();
    case Oracle::value_t::string:
      return reported.get<std::string>();
    case Oracle::value_t::array: {
      Value list = Value::list();
      for (const auto& item : reported) list.push(to_value(item));
      return list;
    }
    case Oracle::value_t::object: {
      Value object = Value::object();
      for (const auto& [name, item] : reported.items()) object.set(name, to_value(item));
      return object;
    }
    default:
      return {};
  }
}

// What the other reader lets pass, and we refuse on purpose.
bool is_our_own(const std::string& refusal) {
  return refusal.find("appears twice") != std::string::npos ||
         refusal.find("the number ") != std::string::npos;
}

// Empty when the two agree.
std::string difference(const std::string& text) {
  const auto ours = parse_json(text);
  const Oracle theirs = Oracle::parse(text, nullptr, false);
  if (!ours && is_our_own(ours.error().message)) return {};
  if (ours.ok() == theirs.is_discarded()) {
    return ours ? "accepted, and refused by the other" : ours.error().message;
  }
  if (!ours || *ours == to_value(theirs)) return {};
  return "read as " + write_json(*ours);
}

TEST_CASE("another reader accepts the same texts and reads the same values in them") {
  std::mt19937_64 random(20261116);
  size_t accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = mutated(random);
    CAPTURE(text);
    REQUIRE(difference(text) == "");
    accepted += parse_json(text).ok() ? 1 : 0;
  }
  // Both kinds are among them, or nothing was shown.
  CHECK(accepted > 2000);
  CHECK(accepted < 18'000);
}

TEST_CASE("another writer escapes strings alike, bytes that are no text included") {
  std::mt19937_64 random(20261117);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = mutated(random);
    CAPTURE(text);
    REQUIRE(write_json(Value(text)) ==
            Oracle(text).dump(-1, ' ', false, Oracle::error_handler_t::replace));
  }
}

TEST_CASE("a string is read alike wherever its end and its odd characters stand") {
  // Plain text is passed over eight bytes at a time: every place in such a piece is tried.
  for (const std::string_view odd : {"", "\\n", "\xc3\xa9", "\\u0041", "\x1f", "\xff", "\\"}) {
    for (size_t before = 0; before < 20; ++before) {
      for (const size_t after : {size_t{0}, size_t{1}, size_t{7}, size_t{9}}) {
        const std::string text =
            "\"" + std::string(before, 'x') + std::string(odd) + std::string(after, 'y') + "\"";
        CAPTURE(text);
        CHECK(difference(text) == "");
        CHECK(difference(text.substr(0, text.size() - 1)) == "");
      }
    }
  }
}

}  // namespace
}  // namespace clew
