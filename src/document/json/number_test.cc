#include "document/json/number.h"

#include <doctest/doctest.h>

#include <string>

namespace clew {
namespace {

TEST_CASE("a decimal is what YAML's core schema says it is") {
  for (const auto* text :
       {"0", "-1", "+1", "007", "1.", ".5", "-.5", "1.5", "1e3", "1.e-3", ".5E+3"}) {
    CAPTURE(text);
    CHECK(is_decimal(text));
  }
  for (const auto* text : {"", "-", "+", ".", "-.", "e3", "1e", "1e+", "1.2.3", "1_000", "--1",
                           "+-1", "1 ", " 1", "0x1", "1e3.5", ".e3", "1.2e3x", "١"}) {
    CAPTURE(text);
    CHECK_FALSE(is_decimal(text));
  }
}

struct Row {
  std::string text;
  Value value;
};

TEST_CASE("numbers are kept exactly") {
  const Row rows[] = {
      {"+7", 7},
      {"007", 7},
      {"-007", -7},
      {"1.", 1.0},
      {".5", 0.5},
      {"+.5e1", 5.0},
      {"9223372036854775807", int64_t{9223372036854775807}},
      {"0009223372036854775808", 9223372036854775808.0},
      {"-36893488147419103232", -36893488147419103232.0},
      {"1" + std::string(22, '0'), 1e22},
      {"0." + std::string(1'000'000, '0') + "1e1000001", 1.0},
      {"5e-324", 5e-324},
      {"1.7976931348623157e308", 1.7976931348623157e308},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text.substr(0, 40));
    const auto value = read_decimal(row.text);
    REQUIRE(value.ok());
    CHECK(*value == row.value);
  }
}

TEST_CASE("numbers that cannot be kept are refused by name") {
  const std::string rows[] = {
      "9223372036854775809",
      "-9223372036854775809",
      "1" + std::string(23, '0'),
      "1" + std::string(309, '0'),
      "1" + std::string(1'000'000, '0'),
      "1e309",
      "-1e309",
      "1e-400",
      "1.0e99999999999999999999",
  };
  for (const auto& text : rows) {
    CAPTURE(text.substr(0, 40));
    const auto value = read_decimal(text);
    REQUIRE_FALSE(value.ok());
    CHECK(value.error().code == ErrorCode::kInvalid);
    CHECK(value.error().message.find(text.substr(0, 39)) != std::string::npos);
    CHECK(value.error().message.size() < 200);
  }
}

TEST_CASE("octal and hexadecimal digits are kept exactly or refused") {
  CHECK(*read_digits("17", NumberBase::kOctal) == Value(15));
  CHECK(*read_digits("00fF", NumberBase::kHex) == Value(255));
  CHECK(*read_digits("7fffffffffffffff", NumberBase::kHex) == Value(int64_t{9223372036854775807}));
  CHECK(*read_digits("8000000000000000", NumberBase::kHex) == Value(9223372036854775808.0));
  CHECK(*read_digits("1" + std::string(255, '0'), NumberBase::kHex) == Value(0x1p1020));
  CHECK_FALSE(read_digits("8000000000000001", NumberBase::kHex).ok());
  CHECK_FALSE(read_digits("1" + std::string(256, '0'), NumberBase::kHex).ok());
  CHECK_FALSE(read_digits(std::string(1'000'000, '7'), NumberBase::kOctal).ok());
}

}  // namespace
}  // namespace clew
