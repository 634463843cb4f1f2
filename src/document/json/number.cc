#include "document/json/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kShownNumber = 40;
// The largest double has this many digits before its point.
constexpr size_t kMaxDigits = std::numeric_limits<double>::max_exponent10 + 1;

Error refuse(std::string_view number, std::string_view why) {
  return make_error(ErrorCode::kInvalid,
                    fmt::format("the number {} {}; put it in quotes if it is text",
                                cut(number, kShownNumber), why));
}

Error refuse_inexact(std::string_view number) {
  return refuse(number, "does not fit 64 bits and is not exact as a double");
}

std::string_view skip_digits(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
}

std::string_view without_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

Result<Value> read_large_integer(std::string_view text) {
  const bool negative = text.front() == '-';
  const std::string_view digits = without_zeros(negative ? text.substr(1) : text);
  if (digits.size() > kMaxDigits) return refuse_inexact(text);

  double number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc() || !std::isfinite(number)) return refuse_inexact(text);

  std::array<char, kMaxDigits + 1> exact{};
  const auto written =
      std::to_chars(exact.data(), exact.data() + exact.size(), number, std::chars_format::fixed, 0);
  if (std::string_view(exact.data(), written.ptr) != digits) return refuse_inexact(text);
  return Value(negative ? -number : number);
}

}  // namespace

bool is_decimal(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  std::string_view rest = skip_digits(text);
  bool has_digits = rest.size() < text.size();
  if (!rest.empty() && rest.front() == '.') {
    const std::string_view fraction = rest.substr(1);
    rest = skip_digits(fraction);
    has_digits = has_digits || rest.size() < fraction.size();
  }
  if (!has_digits) return false;
  if (rest.empty()) return true;
  if (rest.front() != 'e' && rest.front() != 'E') return false;
  rest.remove_prefix(1);
  if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
  return !rest.empty() && skip_digits(rest).empty();
}

Result<Value> read_decimal(std::string_view text) {
  const std::string_view bare = text.front() == '+' ? text.substr(1) : text;
  const char* const end = bare.data() + bare.size();
  if (bare.find_first_of(".eE") == std::string_view::npos) {
    int64_t integer = 0;
    const auto read = std::from_chars(bare.data(), end, integer);
    return read.ec == std::errc() ? Value(integer) : read_large_integer(bare);
  }
  double number = 0;
  const auto read = std::from_chars(bare.data(), end, number);
  if (read.ec != std::errc() || !std::isfinite(number)) {
    return refuse(text, "is beyond what a double can hold");
  }
  return Value(number);
}

Result<Value> read_digits(std::string_view digits, NumberBase base) {
  const int radix = static_cast<int>(base);
  int64_t integer = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), integer, radix);
  if (read.ec == std::errc()) return Value(integer);
  // The radix is a power of two: if the whole number is exact, so is every number on the way.
  double number = 0;
  for (const char& c : digits) {
    int digit = 0;
    std::from_chars(&c, &c + 1, digit, radix);
    const double shifted = number * radix;
    number = shifted + digit;
    if (number - shifted != digit) {
      return refuse_inexact(fmt::format("{}{}", base == NumberBase::kHex ? "0x" : "0o", digits));
    }
  }
  return Value(number);
}

}  // namespace clew
