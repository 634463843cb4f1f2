// Any words, one a line, as a command line: no crash. A refusal says what is wrong and what to
// type; what is taken has values of the verb's parameters only, each of its type, and no text that
// was not given.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "interface/cli/parse_arguments.h"

namespace clew {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

void check_text(const Value& text, const ParamInfo& info, const std::vector<std::string>& words) {
  CLEW_CHECK(text.is_string());
  const std::string_view given = text.as_string();
  CLEW_CHECK(std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    if (info.location != ParamLocation::kOption) return word == given;
    // The rule of a gate has the number of its step in front.
    return word.ends_with(given) || word.ends_with(given.substr(given.find(':') + 1));
  }));
}

void check_value(const Value& value, const ParamInfo& info, const std::vector<std::string>& words) {
  switch (info.type) {
    case ParamType::kFlag:
      CLEW_CHECK(value.is_bool());
      return;
    case ParamType::kInteger:
      CLEW_CHECK(value.is_int() || value.is_null());
      return;
    case ParamType::kTexts:
      CLEW_CHECK(value.is_list() && !value.as_list().empty());
      for (const auto& text : value.as_list()) check_text(text, info, words);
      return;
    case ParamType::kPairs:
    case ParamType::kText:
    case ParamType::kDuration:
      check_text(value, info, words);
  }
}

void check_line(const std::vector<std::string>& words) {
  const auto call = parse_arguments(words);
  if (!call) {
    CLEW_CHECK(call.error().code == ErrorCode::kUsage);
    CLEW_CHECK(!call.error().message.empty() && call.error().next.starts_with("clew"));
    return;
  }
  const auto& params = call->verb->params();
  for (const auto& [name, value] : call->request.as_object()) {
    const auto info = std::find_if(params.begin(), params.end(),
                                   [&](const ParamInfo& each) { return name == each.name; });
    CLEW_CHECK(info != params.end());
    check_value(value, *info, words);
  }
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  clew::check_line(clew::lines_of({reinterpret_cast<const char*>(data), size}));
  return 0;
}
