#include "interface/hooks/hook_input.h"

#include "document/json/json.h"
#include "interface/hooks/hooks_test.h"

namespace clew {
namespace {

std::string taken(const std::string& all, size_t at_once) {
  HookInput input;
  for (size_t at = 0; at < all.size() && !input.is_over(); at += at_once) {
    input.take(std::string_view(all).substr(at, at_once));
  }
  return std::move(input).text();
}

const std::string kLong = R"("\\\"ends with a backslash )" + std::string(6'000'000, 'x') + R"(\\")";

TEST_CASE("input within the limit is taken as it came, whatever it is") {
  for (const std::string& text : {std::string(), std::string("{\"a"), std::string(8 << 20, '"')}) {
    CHECK(taken(text, 65536) == text);
  }
}

TEST_CASE("of more than 8 MiB the long texts are left out, wherever the bytes are cut") {
  const std::string all = R"({"a":)" + kLong + R"(,"b\"":"\u00e9","c":)" + kLong + R"(,"d":[""]})";
  const std::string rest = R"({"a":null,"b\"":"\u00e9","c":null,"d":[""]})";
  for (const size_t at_once : {size_t{1}, size_t{7}, size_t{65536}, all.size()}) {
    CAPTURE(at_once);
    CHECK(taken(all, at_once) == rest);
  }
}

TEST_CASE("what stays too long is over the limit") {
  std::string many = "[";
  for (int i = 0; i < 100; ++i) many += '"' + std::string(100'000, 'x') + "\",";
  CHECK(taken(many, 65536).size() == kMaxHookInput + 1);
}

TEST_CASE("the edit of a huge file is recorded by the file itself") {
  Hooks hooks;
  hooks.prompt("Make it large");
  const std::string content = std::string(6'000'000, 'x') + "\n";
  hooks.write("large.txt", content);
  Value json = hooks.claude("PostToolUse");
  json.set("tool_name", "Write");
  Value given = Value::object();
  given.set("file_path", hooks.project() + "/large.txt");
  given.set("content", content);
  json.set("tool_input", given);
  Value response = Value::object();
  response.set("type", "create");
  response.set("content", content);
  json.set("tool_response", response);
  hooks.is_shortened = true;
  hooks.fire_text("claude-code", taken(write_json(json), 65536));
  const auto files = hooks.session().files.items;
  REQUIRE(files.size() == 1);
  CHECK(files[0].hash_after == sha256(content));
  CHECK(files[0].lines_added == 1);
  CHECK(hooks.log_text().ends_with(
      " claude-code left out: texts over 256 KiB of input over 8 MiB\n"));
}

}  // namespace
}  // namespace clew
