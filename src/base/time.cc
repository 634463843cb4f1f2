#include "base/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace clew {
namespace {

// The years that four digits can write.
constexpr Time kFirst{-62'167'219'200'000};  // 0000-01-01T00:00:00.000Z
constexpr Time kLast{253'402'300'799'999};   // 9999-12-31T23:59:59.999Z

struct Civil {
  int year;
  unsigned month, day, hour, minute, second, ms;
};

Civil to_civil(Time time) {
  using namespace std::chrono;
  const sys_time<milliseconds> point{milliseconds(std::clamp(time, kFirst, kLast).ms)};
  const auto day_point = floor<std::chrono::days>(point);
  const year_month_day date{day_point};
  const hh_mm_ss<milliseconds> clock{point - day_point};
  return {static_cast<int>(date.year()),
          static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day()),
          static_cast<unsigned>(clock.hours().count()),
          static_cast<unsigned>(clock.minutes().count()),
          static_cast<unsigned>(clock.seconds().count()),
          static_cast<unsigned>(clock.subseconds().count())};
}

// Reads exactly `count` digits at `at`; -1 when they are not there.
int digits(std::string_view text, size_t& at, size_t count) {
  if (at + count > text.size()) return -1;
  int value = 0;
  for (size_t i = 0; i < count; ++i) {
    const char c = text[at + i];
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  at += count;
  return value;
}

bool take(std::string_view text, size_t& at, char wanted) {
  if (at >= text.size() || text[at] != wanted) return false;
  ++at;
  return true;
}

// `number` with that many digits, at `out`. To format it otherwise takes ten times as long, and
// lists are full of times.
char* put_digits(char* out, unsigned number, size_t count) {
  for (size_t i = count; i > 0; --i, number /= 10)
    out[i - 1] = static_cast<char>('0' + number % 10);
  return out + count;
}

// 2026-11-15T14:32
char* put_minutes(char* out, const Civil& c) {
  out = put_digits(out, static_cast<unsigned>(c.year), 4);
  *out++ = '-';
  out = put_digits(out, c.month, 2);
  *out++ = '-';
  out = put_digits(out, c.day, 2);
  *out++ = 'T';
  out = put_digits(out, c.hour, 2);
  *out++ = ':';
  return put_digits(out, c.minute, 2);
}

Error bad_time(std::string_view text) {
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("invalid time \"{}\"; write ISO 8601, for example 2026-11-15T14:32:00Z", text),
      std::string(text));
}

}  // namespace

std::string to_iso(Time time) {
  const Civil c = to_civil(time);
  std::array<char, sizeof "0000-00-00T00:00:00.000Z"> text;
  char* out = put_minutes(text.data(), c);
  *out++ = ':';
  out = put_digits(out, c.second, 2);
  *out++ = '.';
  out = put_digits(out, c.ms, 3);
  *out++ = 'Z';
  return {text.data(), out};
}

std::string to_iso_minutes(Time time) {
  std::array<char, sizeof "0000-00-00T00:00Z"> text;
  char* out = put_minutes(text.data(), to_civil(time));
  *out++ = 'Z';
  return {text.data(), out};
}

std::string to_clock(Time time) {
  const Civil c = to_civil(time);
  return fmt::format("{:02}:{:02}", c.hour, c.minute);
}

Result<ParsedTime> parse_time(std::string_view text) {
  using namespace std::chrono;
  size_t at = 0;
  const int y = digits(text, at, 4);
  if (y < 0 || !take(text, at, '-')) return bad_time(text);
  const int mo = digits(text, at, 2);
  if (mo < 0 || !take(text, at, '-')) return bad_time(text);
  const int d = digits(text, at, 2);
  if (d < 0) return bad_time(text);
  const year_month_day date{year(y), month(static_cast<unsigned>(mo)),
                            day(static_cast<unsigned>(d))};
  if (!date.ok()) return bad_time(text);
  int64_t ms = duration_cast<milliseconds>(sys_days(date).time_since_epoch()).count();
  if (at == text.size()) return ParsedTime{Time{ms}, false};
  if (text[at] != 'T' && text[at] != 't' && text[at] != ' ') return bad_time(text);
  ++at;
  const int h = digits(text, at, 2);
  if (h < 0 || h > 23 || !take(text, at, ':')) return bad_time(text);
  const int mi = digits(text, at, 2);
  if (mi < 0 || mi > 59) return bad_time(text);
  int s = 0;
  if (take(text, at, ':')) {
    s = digits(text, at, 2);
    if (s < 0 || s > 60) return bad_time(text);
    if (take(text, at, '.') || take(text, at, ',')) {
      int scale = 100;
      size_t count = 0;
      while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
        ms += scale * (text[at] - '0');
        scale /= 10;
        ++at;
        ++count;
      }
      if (count == 0) return bad_time(text);
    }
  }
  ms += (int64_t{h} * 3600 + int64_t{mi} * 60 + s) * 1000;
  if (at == text.size()) return ParsedTime{Time{ms}, false};
  if (text[at] == 'Z' || text[at] == 'z') {
    return at + 1 == text.size() ? Result<ParsedTime>(ParsedTime{Time{ms}, true}) : bad_time(text);
  }
  if (text[at] != '+' && text[at] != '-') return bad_time(text);
  const int sign = text[at] == '+' ? 1 : -1;
  ++at;
  const int oh = digits(text, at, 2);
  if (oh < 0 || oh > 23) return bad_time(text);
  const bool has_minutes = take(text, at, ':') || at != text.size();
  const int om = has_minutes ? digits(text, at, 2) : 0;
  if (om < 0 || om > 59 || at != text.size()) return bad_time(text);
  ms -= sign * (int64_t{oh} * 3600 + int64_t{om} * 60) * 1000;
  if (Time{ms} < kFirst || Time{ms} > kLast) return bad_time(text);
  return ParsedTime{Time{ms}, true};
}

std::string to_words(Duration duration) {
  const int64_t total = duration.ms < 0 ? 0 : duration.ms / 1000;
  const int64_t d = total / 86400;
  const int64_t h = total / 3600 % 24;
  const int64_t m = total / 60 % 60;
  if (d > 0) return h > 0 ? fmt::format("{} d {} h", d, h) : fmt::format("{} d", d);
  if (h > 0) return m > 0 ? fmt::format("{} h {} min", h, m) : fmt::format("{} h", h);
  if (m > 0) return fmt::format("{} min", m);
  return fmt::format("{} s", total);
}

Result<Duration> parse_duration(std::string_view text) {
  const auto bad = [&] {
    return make_error(
        ErrorCode::kUsage,
        fmt::format("invalid duration \"{}\"; write for example 30m, 1h30m or 45s", text),
        std::string(text));
  };
  constexpr int64_t kMax = int64_t{3650} * 86'400'000;  // ten years
  int64_t total = 0;
  size_t at = 0;
  if (text.empty()) return bad();
  while (at < text.size()) {
    int64_t n = 0;
    const size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && at - start < 12) {
      n = n * 10 + (text[at++] - '0');
    }
    if (at == start || at == text.size()) return bad();
    int64_t unit = 0;
    if (text.substr(at, 2) == "ms") {
      unit = 1;
      ++at;
    } else if (text[at] == 's') {
      unit = 1000;
    } else if (text[at] == 'm') {
      unit = 60'000;
    } else if (text[at] == 'h') {
      unit = 3'600'000;
    } else if (text[at] == 'd') {
      unit = 86'400'000;
    } else if (text[at] == 'w') {
      unit = 7 * int64_t{86'400'000};
    } else {
      return bad();
    }
    ++at;
    if (n > kMax / unit) return bad();
    total += n * unit;
    if (total > kMax) return bad();
  }
  return Duration{total};
}

}  // namespace clew
