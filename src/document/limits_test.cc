#include "document/limits.h"

#include <doctest/doctest.h>

#include <ctime>
#include <functional>
#include <string>

#include "document/json/json.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace {

constexpr size_t kMega = 1024 * 1024;

std::string repeat(std::string_view text, size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

// "" when accepted. Hostile text must be answered soon, on a slow machine with sanitizers too.
std::string answer(const std::function<Status()>& parse) {
  const std::clock_t start = std::clock();
  const Status status = parse();
  CHECK(std::clock() - start < 5 * CLOCKS_PER_SEC);
  if (status) return "";
  CHECK(status.error().code == ErrorCode::kInvalid);
  return status.error().message;
}

std::string json_answer(const std::string& text, const Limits& limits = {}) {
  return answer([&]() -> Status {
    CLEW_TRY(parse_json(text, limits));
    return success();
  });
}

std::string yaml_answer(const std::string& text, const Limits& limits = {}) {
  return answer([&]() -> Status {
    CLEW_TRY(parse_yaml(text, limits));
    return success();
  });
}

struct Bomb {
  const char* claim;
  std::string text;
  std::string refusal;  // how it ends
};

constexpr const char* kDeep = "nested deeper than the limit of 64 levels";
constexpr const char* kMany = "more values than the limit of 500000 nodes";

TEST_CASE("JSON within the limits is read, and one more is refused by name") {
  CHECK(json_answer(repeat("[", 64) + repeat("]", 64)) == "");
  CHECK(json_answer("[" + repeat("0,", 499'998) + "0]") == "");
  CHECK(json_answer("\"" + std::string(8 * kMega - 2, 'x') + "\"") == "");

  const Bomb rows[] = {
      {"one level too many", repeat("[", 65) + repeat("]", 65), kDeep},
      {"lists without end", repeat("[", 100'000), kDeep},
      {"objects without end", repeat("{\"a\":", 100'000), kDeep},
      {"one value too many", "[" + repeat("0,", 499'999) + "0]", kMany},
      {"a million values", "[" + repeat("0,", 1'000'000) + "0]", kMany},
      {"too many members", "{" + repeat("\"\":{},", 1) + "\"a\":[" + repeat("{},", 500'000) + "0]}",
       kMany},
      {"one byte too many", std::string(8 * kMega, ' ') + "0",
       "the document is too large: 8388609 bytes, the limit is 8388608"},
      {"nine mebibytes", std::string(9 * kMega, ' '),
       "the document is too large: 9437184 bytes, the limit is 8388608"},
      {"a number of a million digits", repeat("9", 1'000'000), "put it in quotes if it is text"},
      {"a key of quotes, twice",
       "{\"" + repeat("\\\"", 200'000) + "\":1,\"" + repeat("\\\"", 200'000) + "\":1}",
       "appears twice"},
      {"a string of quotes that does not end", "\"" + repeat("\\\"", 500'000),
       "missing closing quote"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    CHECK(json_answer(row.text).ends_with(row.refusal));
  }
}

TEST_CASE("YAML within the limits is read, and one more is refused by name") {
  CHECK(yaml_answer(repeat("[", 64) + repeat("]", 64)) == "");
  CHECK(yaml_answer(repeat("- ", 64) + "a") == "");
  CHECK(yaml_answer(repeat("- a\n", 499'999)) == "");
  CHECK(yaml_answer("a: " + std::string(8 * kMega - 3, 'x')) == "");

  const Bomb rows[] = {
      {"one level too many", repeat("[", 65) + repeat("]", 65), kDeep},
      {"lists without end", repeat("[", 100'000), kDeep},
      {"mappings without end", repeat("{a: ", 100'000), kDeep},
      {"block lists without end", repeat("- ", 100'000), kDeep},
      {"one value too many", repeat("- a\n", 500'000), kMany},
      {"a million values", "[" + repeat("0,", 1'000'000) + "0]", kMany},
      {"nine mebibytes", std::string(9 * kMega, ' '),
       "the document is too large: 9437184 bytes, the limit is 8388608"},
      {"the billion laughs", "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n",
       "anchors and aliases are not supported"},
      {"keys that are keys of keys", repeat("? ", 100'000), "cannot be a key"},
      {"a hundred thousand directives", repeat("%TAG !a! b\n", 100'000),
       "only YAML's core tags are supported"},
      {"directives behind a separator that only YAML knows",
       "#\xE2\x80\xA8" + repeat("%TAG !a! b\n", 100'000), "only YAML's core tags are supported"},
      {"documents without end", repeat("---\n", 100'000),
       "a second document; only one is supported"},
      {"a number of a million digits", repeat("9", 1'000'000), "put it in quotes if it is text"},
      {"a quoted text that does not end", "\"" + repeat("a\n", 500'000),
       "found unexpected end of stream while scanning a quoted scalar that starts on line 1"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    CHECK(yaml_answer(row.text).ends_with(row.refusal));
  }
}

TEST_CASE("large text that stays within the limits is read soon") {
  std::string keys;
  for (int i = 0; i < 30'000; ++i)
    keys += "\"a long key in an object of many " + std::to_string(i) + "\": 1,\n";
  CHECK(json_answer("{" + keys + "\"z\": 1}") == "");
  CHECK(yaml_answer("{" + keys + "\"z\": 1}") == "");
  CHECK(yaml_answer(repeat("# comment\n", 100'000)) == "");
  CHECK(yaml_answer(repeat("\n", kMega)) == "");
  CHECK(yaml_answer("a" + repeat(" ", 1'000'000)) == "");
  CHECK(yaml_answer("a: |\n" + repeat("  x\n", 200'000)) == "");
  CHECK(yaml_answer("a: >\n" + repeat("\n  x\n", 200'000)) == "");
  CHECK(yaml_answer("\"" + repeat("\\\n", 500'000) + "\"") == "");
}

TEST_CASE("the limits are the caller's to set") {
  CHECK(json_answer("[[1]]", {.depth = 1}).ends_with("nested deeper than the limit of 1 levels"));
  CHECK(yaml_answer("[1, 2]", {.nodes = 2}).ends_with("more values than the limit of 2 nodes"));
  CHECK(json_answer("[1, 2]", {.nodes = 3}) == "");
}

}  // namespace
}  // namespace clew
