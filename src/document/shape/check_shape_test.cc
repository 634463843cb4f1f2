#include "document/shape/check_shape.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "document/json/json.h"
#include "document/shape/shape_rules.h"
#include "testing/shape_samples.h"

namespace clew {
namespace {

Value json(const std::string& text) {
  auto value = parse_json(text);
  REQUIRE_MESSAGE(value.ok(), text);
  return std::move(*value);
}

struct Row {
  const char* claim;
  Shape shape;
  const char* document;
  const char* problem;  // "rule pointer", or nothing
};

Shape filled_list(size_t least, size_t most) {
  Shape shape = list(integer());
  shape.shortest = least;
  shape.longest = most;
  return shape;
}

Shape distinct_list() {
  Shape shape = list(any());
  shape.distinct = true;
  return shape;
}

Shape point(Openness openness) {
  return object({required("x", integer(), "", core("x")), optional("y", number(), "", core("y"))},
                openness);
}

std::vector<Row> rows() {
  return {
      {"anything goes", any(), "[1, null]", ""},
      {"anything may be null", any(), "null", ""},
      {"text is text", text(), "\"\"", ""},
      {"a number is no text", text(), "1", "type "},
      {"null is no text", text(), "null", "type "},
      {"null is allowed where it is said", nullable(text()), "null", ""},
      {"text as short as allowed", text(2, 3), "\"ab\"", ""},
      {"text too short", text(2, 3), "\"a\"", "length "},
      {"length counts characters, not bytes", text(2, 3), "\"é漢😀\"", ""},
      {"text too long", text(2, 3), "\"abcd\"", "length "},
      {"one of the words", one_of({"a", "b"}), "\"b\"", ""},
      {"none of the words", one_of({"a", "b"}), "\"B\"", "word "},
      {"null is no word", one_of({"a"}), "null", "type "},
      {"a word or null", nullable(one_of({"a"})), "null", ""},
      {"a pattern that fits", pattern_text("^[a-z]+$"), "\"abc\"", ""},
      {"a pattern that does not", pattern_text("^[a-z]+$"), "\"abc1\"", "pattern "},
      {"a newline at the end does not fit", pattern_text("^[a-z]+$"), "\"abc\\n\"", "pattern "},
      {"a NUL does not end the text", pattern_text("^[a-z]+$"), "\"abc\\u0000/\"", "pattern "},
      {"a time", time(), "\"2026-11-16T09:30:00Z\"", ""},
      {"no time", time(), "\"yesterday\"", "pattern "},
      {"a time is text", time(), "1763200000", "type "},
      {"a date", date(), "\"2026-11-16\"", ""},
      {"a time is no date", date(), "\"2026-11-16T09:30:00Z\"", "pattern "},
      {"a date is text", date(), "20261116", "type "},
      {"a whole number", integer(), "7", ""},
      {"1.0 is whole", integer(), "1.0", ""},
      {"1.5 is not", integer(), "1.5", "type "},
      {"true is no number", integer(), "true", "type "},
      {"the least", integer(0, 3), "0", ""},
      {"less than the least", integer(0, 3), "-1", "range "},
      {"the most", number(0, 3), "3", ""},
      {"more than the most", number(0, 3), "3.5", "range "},
      {"a whole number is a number", number(), "2", ""},
      {"text is no number", number(), "\"2\"", "type "},
      {"true or false", boolean(), "false", ""},
      {"0 is not false", boolean(), "0", "type "},
      {"a list", list(integer()), "[1, 2]", ""},
      {"an object is no list", list(integer()), "{}", "type "},
      {"an entry of another kind", list(integer()), "[1, \"2\"]", "type /1"},
      {"enough entries", filled_list(1, 2), "[1]", ""},
      {"too few entries", filled_list(1, 2), "[]", "entries "},
      {"too many entries", filled_list(1, 2), "[1, 2, 3]", "entries "},
      {"no entry twice", distinct_list(), "[1, \"1\", [1]]", ""},
      {"an entry twice", distinct_list(), "[\"a\", \"b\", \"a\"]", "distinct /2"},
      {"1 and 1.0 are the same", distinct_list(), "[1, 1.0]", "distinct /1"},
      {"the order of members makes no difference", distinct_list(),
       "[{\"a\": 1, \"b\": [1]}, {\"b\": [1.0], \"a\": 1}]", "distinct /1"},
      {"an object with all it needs", point(Openness::kOpen), "{\"x\": 1}", ""},
      {"a required member is missing", point(Openness::kOpen), "{\"y\": 1}", "missing "},
      {"a member of another kind", point(Openness::kOpen), "{\"x\": 1, \"y\": []}", "type /y"},
      {"null is not absent", point(Openness::kOpen), "{\"x\": 1, \"y\": null}", "type /y"},
      {"others are allowed", point(Openness::kOpen), "{\"x\": 1, \"z\": 1}", ""},
      {"others are not allowed", point(Openness::kClosed), "{\"x\": 1, \"z\": 1}", "unknown /z"},
      {"a list is no object", point(Openness::kOpen), "[]", "type "},
      {"a map", map(integer()), "{\"a\": 1}", ""},
      {"a value of another kind", map(integer()), "{\"a\": \"1\"}", "type /a"},
      {"a name that fits", map(integer(), "^[a-z]$"), "{\"a\": 1}", ""},
      {"a name that does not", map(integer(), "^[a-z]$"), "{\"A\": 1}", "unknown /A"},
      {"a list is no map", map(integer()), "[]", "type "},
  };
}

}  // namespace

TEST_CASE("every rule of a shape") {
  for (const auto& row : rows()) {
    INFO(std::string(row.claim), ": ", std::string(row.document));
    std::string found;
    for (const auto& problem : check_shape(row.shape, json(row.document))) {
      CHECK(problem.severity == Severity::kError);
      if (!found.empty()) found += "; ";
      found += std::string(problem.rule) + " " + to_pointer(problem.path);
    }
    CHECK(found == std::string(row.problem));
  }
}

TEST_CASE("what is only odd is a warning") {
  const auto other = check_shape(usually({"a", "b"}), json("\"c\""));
  REQUIRE(other.size() == 1);
  CHECK(other[0].severity == Severity::kWarning);
  CHECK(std::string(other[0].rule) == "word");
  const auto zoneless = check_shape(time(), json("\"2026-11-16T09:30:00\""));
  REQUIRE(zoneless.size() == 1);
  CHECK(zoneless[0].severity == Severity::kWarning);
  CHECK(std::string(zoneless[0].rule) == "zone");
  CHECK(check_shape(time(), json("\"2026-11-16T09:30:00-01:00\"")).empty());
}

TEST_CASE("all problems are found, not the first") {
  const auto problems = check_shape(list(point(Openness::kClosed)),
                                    json("[{\"y\": true}, 3, {\"x\": 1, \"z\": 2, \"w\": 3}]"));
  std::vector<std::string> found;
  for (const auto& problem : problems) {
    found.push_back(std::string(problem.rule) + " " + to_pointer(problem.path));
  }
  CHECK(found == std::vector<std::string>{"missing /0", "type /0/y", "type /1", "unknown /2/z",
                                          "unknown /2/w"});
}

TEST_CASE("what is left without its problems has no problems but missing members") {
  Chance chance(11);
  const Shape& shape = specimen_shape();
  for (int i = 0; i < 2000; ++i) {
    Value document = sample_document(shape, chance, 60);
    for (int k = 0; k < 3; ++k) mutate_document(shape, document, chance);
    std::vector<TreePath> dropped;
    const Value clean = without_problems(shape, document, check_shape(shape, document), dropped);
    if (clean.is_null()) continue;  // not even an object
    for (const auto& problem : check_shape(shape, clean)) {
      if (problem.severity != Severity::kError) continue;
      INFO(write_json(document));
      CHECK_MESSAGE(std::string(problem.rule) == "missing", to_pointer(problem.path), " ",
                    problem.message);
    }
  }
}

TEST_CASE("of a list only the elements that are wrong go, and paths find their way to and fro") {
  Shape pair = list(integer());
  pair.shortest = 2;
  pair.longest = 2;
  const Shape shape = object({
      optional("points", list(object({optional("n", integer(), "", fixed(""))})), "", fixed("")),
      optional("pair", pair, "", fixed("")),
      optional("numbers", list(integer()), "", fixed("")),
  });
  const Value tree = json(R"({"points": [7, {"n": 1}, "x", {"n": "no"}, {"n": 2}],
      "pair": [1, "x"], "numbers": ["x", "y"]})");
  std::vector<TreePath> dropped;
  const Value clean = without_problems(shape, tree, check_shape(shape, tree), dropped);
  CHECK(write_json(clean) == R"({"points":[{"n":1},{},{"n":2}]})");
  CHECK(to_pointer(path_before({"points", size_t{2}, "n"}, dropped)) == "/points/4/n");
  CHECK(to_pointer(path_after({"points", size_t{4}, "n"}, dropped)) == "/points/2/n");
  CHECK(to_pointer(path_before({"points", size_t{0}}, dropped)) == "/points/1");
  CHECK(to_pointer(path_before({"other", size_t{0}}, dropped)) == "/other/0");
}

TEST_CASE("samples of a shape are accepted, and mutations often are not") {
  Chance chance(3);
  const Shape& shape = specimen_shape();
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    Value document = sample_document(shape, chance, static_cast<unsigned>(i % 101));
    for (const auto& problem : check_shape(shape, document)) {
      CHECK_MESSAGE(problem.severity != Severity::kError, write_json(document), " ",
                    problem.message);
    }
    mutate_document(shape, document, chance);
    const auto problems = check_shape(shape, document);
    refused += std::any_of(problems.begin(), problems.end(),
                           [](const auto& p) { return p.severity == Severity::kError; });
  }
  CHECK(refused > 300);
  CHECK(refused < 950);
}

TEST_CASE("every rule that check_shape names is in the table of rules") {
  Chance chance(5);
  const Shape& shape = specimen_shape();
  std::vector<std::string> seen;
  for (int i = 0; i < 5000; ++i) {
    Value document = sample_document(shape, chance, 60);
    mutate_document(shape, document, chance);
    for (const auto& problem : check_shape(shape, document)) {
      if (std::find(seen.begin(), seen.end(), problem.rule) == seen.end()) {
        seen.emplace_back(problem.rule);
      }
    }
  }
  for (const auto& rule : seen) {
    const auto& table = shape_rules();
    CHECK_MESSAGE(
        std::any_of(table.begin(), table.end(), [&](const Rule& row) { return rule == row.name; }),
        rule);
  }
  CHECK(seen.size() == shape_rules().size() - 1);  // all but syntax
}

TEST_CASE("a date is a day of the calendar, to the check and to the published pattern") {
  const std::regex time_pattern(kTimePattern);
  const std::regex date_pattern(kDatePattern);
  const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  for (const int year : {0, 4, 100, 400, 1900, 1996, 2000, 2023, 2024, 2026, 2100, 9996, 9999}) {
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    for (int month = 1; month <= 12; ++month) {
      for (int day = 27; day <= 32; ++day) {
        const std::string date = fmt::format("{:04}-{:02}-{:02}", year, month, day);
        const bool is_day = day <= days[month - 1] + (month == 2 && is_leap ? 1 : 0);
        INFO(date);
        CHECK(looks_like_date(date) == is_day);
        CHECK(std::regex_match(date, date_pattern) == is_day);
        CHECK(looks_like_time(date + "T00:00:00Z") == is_day);
        CHECK(std::regex_match(date + "T00:00:00Z", time_pattern) == is_day);
      }
    }
  }
}

TEST_CASE("a time or date looks like one exactly when it matches the published pattern") {
  const std::regex time_pattern(kTimePattern);
  const std::regex date_pattern(kDatePattern);
  const std::string bits[] = {"0", "1", "2", "3", "5", "9",  "-", ":", "T",
                              "Z", "+", ".", " ", "t", "\n", "é", "A", std::string(1, '\0')};
  const std::string starts[] = {"2026-11-16T09:30:00Z",
                                "2026-11-16T09:30:00.123+05:45",
                                "2026-11-16",
                                "2026-11-16T23:59",
                                "2026-11-16T09:30:00.5-23:59",
                                "2026-11-16T19:30:59",
                                "2026-11-16T09:30:00.000000001Z"};
  Chance chance(17);
  int times = 0;
  for (int i = 0; i < 40'000; ++i) {
    std::string text = starts[chance() % std::size(starts)];
    for (size_t edits = chance() % 3 + 1; edits > 0 && !text.empty(); --edits) {
      const size_t at = chance() % text.size();
      const std::string& bit = bits[chance() % std::size(bits)];
      switch (chance() % 4) {
        case 0:
          text.erase(at, 1);
          break;
        case 1:
          text.insert(at, bit);
          break;
        default:
          text.replace(at, 1, bit);
      }
    }
    INFO(text);
    times += looks_like_time(text);
    CHECK(looks_like_time(text) == std::regex_match(text, time_pattern));
    CHECK(looks_like_date(text) == std::regex_match(text, date_pattern));
  }
  CHECK(times > 1000);
}

}  // namespace clew
