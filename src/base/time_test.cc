#include "base/time.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace clew {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST_CASE("a time in any zone is read as UTC") {
  struct Row {
    const char* text;
    const char* utc;
    bool had_zone;
  };
  constexpr Row kRows[] = {
      {"2026-11-15T14:32:01.250Z",       "2026-11-15T14:32:01.250Z", true },
      {"2026-11-15t14:32:01z",           "2026-11-15T14:32:01.000Z", true },
      {"2026-11-15T14:32:01+02:00",      "2026-11-15T12:32:01.000Z", true },
      {"2026-11-15T14:32:01-0530",       "2026-11-15T20:02:01.000Z", true },
      {"2026-11-15T14:32:01+02",         "2026-11-15T12:32:01.000Z", true },
      {"2026-11-15T00:10:00+01:00",      "2026-11-14T23:10:00.000Z", true },
      {"2026-11-15 14:32:01",            "2026-11-15T14:32:01.000Z", false},
      {"2026-11-15T14:32",               "2026-11-15T14:32:00.000Z", false},
      {"2026-11-15T14:32Z",              "2026-11-15T14:32:00.000Z", true },
      {"2026-11-15",                     "2026-11-15T00:00:00.000Z", false},
      {"2026-11-15T14:32:01.1Z",         "2026-11-15T14:32:01.100Z", true },
      {"2026-11-15T14:32:01,123456789Z", "2026-11-15T14:32:01.123Z", true },
      {"2026-11-15T14:32:01.9999",       "2026-11-15T14:32:01.999Z", false},
      {"2016-12-31T23:59:60Z",           "2017-01-01T00:00:00.000Z", true },
      {"2024-02-29T00:00:00Z",           "2024-02-29T00:00:00.000Z", true },
      {"1969-12-31T23:59:59.999Z",       "1969-12-31T23:59:59.999Z", true },
      {"0000-01-01T00:00:00Z",           "0000-01-01T00:00:00.000Z", true },
      {"9999-12-31T23:59:59.999Z",       "9999-12-31T23:59:59.999Z", true },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    const auto parsed = parse_time(row.text);
    REQUIRE(parsed.ok());
    CHECK(to_iso(parsed->time) == row.utc);
    CHECK(parsed->had_zone == row.had_zone);
  }
}

TEST_CASE("what is no time is refused and named") {
  constexpr const char* kTexts[] = {"",
                                    "yesterday",
                                    "2026",
                                    "2026-13-01",
                                    "2026-00-01",
                                    "2026-02-29",
                                    "2026-11-31T00:00:00Z",
                                    "2026-1-5",
                                    "2026-11-15X14:32:00Z",
                                    "2026-11-15T",
                                    "2026-11-15T24:00:00Z",
                                    "2026-11-15T14:60:00Z",
                                    "2026-11-15T14:32:61Z",
                                    "2026-11-15T14:32:00.Z",
                                    "2026-11-15T14:32:00Zulu",
                                    "2026-11-15T14:32:00+",
                                    "2026-11-15T14:32:00+1",
                                    "2026-11-15T14:32:00+01:",
                                    "2026-11-15T14:32:00+01:6",
                                    "2026-11-15T14:32:00+24:00",
                                    "2026-11-15T14:32:00+01:60",
                                    "2026-11-15T14:32:00 +01:00",
                                    "2026-11-15T14:32:00+01:00Z",
                                    "2026-11-15Z",
                                    "0000-01-01T00:00:00+00:01",
                                    "9999-12-31T23:59:59-00:01",
                                    "-2026-11-15T14:32:00Z"};
  for (const char* text : kTexts) {
    CAPTURE(text);
    const auto parsed = parse_time(text);
    REQUIRE(!parsed.ok());
    CHECK(parsed.error().code == ErrorCode::kInvalid);
    CHECK(parsed.error().subject == text);
  }
}

TEST_CASE("a time is printed for machines, for people and for the clock on the wall") {
  const Time time = parse_time("2026-01-05T04:03:02.007Z")->time;
  CHECK(to_iso(time) == "2026-01-05T04:03:02.007Z");
  CHECK(to_iso_minutes(time) == "2026-01-05T04:03Z");
  CHECK(to_clock(time) == "04:03");
}

TEST_CASE("a time outside the four-digit years is shown as their end") {
  CHECK(to_iso(Time{kMax}) == "9999-12-31T23:59:59.999Z");
  CHECK(to_iso(Time{kMin}) == "0000-01-01T00:00:00.000Z");
}

TEST_CASE("every time of the four-digit years is printed and read back") {
  CHECK(rc::check([] {
    const Time time{*rc::gen::inRange<int64_t>(-62'167'219'200'000, 253'402'300'800'000)};
    const auto parsed = parse_time(to_iso(time));
    RC_ASSERT(parsed.ok());
    RC_ASSERT(parsed->time == time);
    RC_ASSERT(parsed->had_zone);
  }));
}

TEST_CASE("reading a time never fails badly") {
  CHECK(rc::check([](const std::string& text) { RC_ASSERT(parse_time(text).ok() || true); }));
}

TEST_CASE("sums stay at the ends of their range") {
  CHECK(Duration{kMax} + Duration{1} == Duration{kMax});
  CHECK(Duration{kMin} - Duration{1} == Duration{kMin});
  CHECK(Duration{kMax} * 2 == Duration{kMax});
  CHECK(Duration{kMax} * -2 == Duration{kMin});
  CHECK(Time{kMax} + days(1) == Time{kMax});
  CHECK(Time{kMin} - days(1) == Time{kMin});
  CHECK(Time{kMax} - Time{kMin} == Duration{kMax});
  CHECK(Time{kMin} - Time{kMax} == Duration{kMin});
  CHECK(Time{} - Time{kMin} == Duration{kMax});
  CHECK(hours(24) == days(1));
  CHECK(minutes(1) == seconds(60));
}

TEST_CASE("a duration is said in at most two units") {
  struct Row {
    Duration duration;
    const char* words;
  };
  constexpr Row kRows[] = {
      {{0},                   "0 s"       },
      {{999},                 "0 s"       },
      {{-5000},               "0 s"       },
      {seconds(41),           "41 s"      },
      {seconds(60),           "1 min"     },
      {seconds(119),          "1 min"     },
      {minutes(30),           "30 min"    },
      {hours(1),              "1 h"       },
      {minutes(86),           "1 h 26 min"},
      {days(3) + hours(4),    "3 d 4 h"   },
      {days(1) + minutes(59), "1 d"       },
      {days(400),             "400 d"     },
  };
  for (const auto& row : kRows) CHECK(to_words(row.duration) == row.words);
}

TEST_CASE("a duration is read from numbers with units") {
  struct Row {
    const char* text;
    Duration duration;
  };
  constexpr Row kRows[] = {
      {"30m",   minutes(30)},
      {"1h30m", minutes(90)},
      {"45s",   seconds(45)},
      {"2d",    days(2)    },
      {"1w",    days(7)    },
      {"500ms", {500}      },
      {"1m5ms", {60'005}   },
      {"0s",    {0}        },
      {"3650d", days(3650) },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    REQUIRE(parse_duration(row.text).ok());
    CHECK(*parse_duration(row.text) == row.duration);
  }
}

TEST_CASE("what is no duration is refused") {
  constexpr const char* kTexts[] = {"",
                                    "30",
                                    "m",
                                    "1h30",
                                    "-5m",
                                    "1.5h",
                                    "5 m",
                                    "5x",
                                    "5m ",
                                    "3651d",
                                    "99999999999999s",
                                    "999999999999d",
                                    "1y",
                                    "m5",
                                    "5M"};
  for (const char* text : kTexts) {
    CAPTURE(text);
    REQUIRE(!parse_duration(text).ok());
    CHECK(parse_duration(text).error().code == ErrorCode::kUsage);
  }
}

}  // namespace
}  // namespace clew
