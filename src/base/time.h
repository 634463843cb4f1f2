#pragma once
// Points in time and durations. Times are UTC with milliseconds, durations are milliseconds; both
// are types of their own, so that neither is ever mistaken for a count. Arithmetic stops at the
// ends of the range and never wraps. No clock lives here: the present arrives as an argument.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/result.h"

namespace clew {

// Numbers may come from foreign files: at the ends of their range they stay there, never wrap.
constexpr int64_t capped_sum(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
}
constexpr int64_t capped_difference(int64_t a, int64_t b) {
  int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
}
constexpr int64_t capped_product(int64_t a, int64_t b) {
  int64_t product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? std::numeric_limits<int64_t>::max()
                            : std::numeric_limits<int64_t>::min();
}

struct Duration {
  int64_t ms = 0;

  auto operator<=>(const Duration&) const = default;
  constexpr Duration operator+(Duration other) const { return {capped_sum(ms, other.ms)}; }
  constexpr Duration operator-(Duration other) const { return {capped_difference(ms, other.ms)}; }
  constexpr Duration operator*(int64_t times) const { return {capped_product(ms, times)}; }
  constexpr Duration& operator+=(Duration other) { return *this = *this + other; }
};

inline constexpr Duration seconds(int64_t n) { return {n * 1000}; }
inline constexpr Duration minutes(int64_t n) { return {n * 60'000}; }
inline constexpr Duration hours(int64_t n) { return {n * 3'600'000}; }
inline constexpr Duration days(int64_t n) { return {n * 86'400'000}; }

struct Time {
  int64_t ms = 0;  // since 1970-01-01T00:00:00Z

  auto operator<=>(const Time&) const = default;
  constexpr Time operator+(Duration d) const { return {capped_sum(ms, d.ms)}; }
  constexpr Time operator-(Duration d) const { return {capped_difference(ms, d.ms)}; }
  constexpr Duration operator-(Time other) const { return {capped_difference(ms, other.ms)}; }
};

// 2026-11-15T14:32:01.250Z; what lies outside the years 0000 to 9999 is shown as their end.
std::string to_iso(Time time);
// 2026-11-15T14:32Z, for people
std::string to_iso_minutes(Time time);
// 14:32
std::string to_clock(Time time);

struct ParsedTime {
  Time time;
  bool had_zone = true;  // without one the time was read as UTC
};
// ISO 8601 / RFC 3339 with any fraction and offset; a date alone is midnight.
Result<ParsedTime> parse_time(std::string_view text);

// "41 s", "30 min", "1 h 26 min", "3 d 4 h"
std::string to_words(Duration duration);
// "30m", "1h30m", "45s", "2d", "500ms"
Result<Duration> parse_duration(std::string_view text);

}  // namespace clew
