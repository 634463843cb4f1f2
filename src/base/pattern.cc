#include "base/pattern.h"

#include <regex.h>

#include <algorithm>
#include <bitset>
#include <charconv>
#include <optional>
#include <string_view>

namespace clew {

// ^[0-9a-f]{64}$: so many bytes, all of one set. What digests look like; the general matcher takes
// longer to compile this than a command may take to start.
struct FixedPattern {
  std::bitset<256> bytes;
  size_t count = 0;
};

namespace {

constexpr size_t kMaxPattern = 200;
constexpr size_t kMaxText = 64 * 1024;
constexpr int kMaxRepeats = 255;

bool is_tame(const std::string& expression) {
  if (expression.empty() || expression.size() > kMaxPattern) return false;
  if (expression.find('\0') != std::string::npos) return false;
  if (std::count(expression.begin(), expression.end(), '{') > 1) return false;
  if (const size_t brace = expression.find('{'); brace != std::string::npos) {
    int number = 0;
    for (size_t i = brace + 1; i < expression.size() && expression[i] != '}'; ++i) {
      const bool is_digit = expression[i] >= '0' && expression[i] <= '9';
      number = is_digit ? number * 10 + (expression[i] - '0') : 0;
      if (number > kMaxRepeats) return false;
    }
  }
  for (size_t i = 0; i + 1 < expression.size(); ++i) {
    if (expression[i] != '\\') continue;
    if (expression[i + 1] >= '1' && expression[i + 1] <= '9') return false;
    ++i;
  }
  return true;
}

std::optional<FixedPattern> as_fixed(std::string_view expression) {
  const size_t close = expression.find(']');
  if (!expression.starts_with("^[") || !expression.ends_with("}$") ||
      close == std::string_view::npos || !expression.substr(close).starts_with("]{")) {
    return std::nullopt;
  }
  const std::string_view set = expression.substr(2, close - 2);
  const std::string_view number = expression.substr(close + 2, expression.size() - close - 4);
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  FixedPattern fixed;
  for (size_t i = 0; i < set.size(); ++i) {
    const bool is_range = i + 2 < set.size() && set[i + 1] == '-';
    const char last = is_range ? set[i + 2] : set[i];
    if (!is_plain(set[i]) || !is_plain(last)) return std::nullopt;
    if (last < set[i]) return std::nullopt;
    for (char c = set[i]; c <= last; ++c) fixed.bytes.set(static_cast<unsigned char>(c));
    if (is_range) i += 2;
  }
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, fixed.count);
  if (set.empty() || number.empty() || error != std::errc() || stop != end) return std::nullopt;
  return fixed;
}

}  // namespace

struct Pattern::Compiled {
  std::optional<FixedPattern> fixed;
  regex_t regex = {};  // unless fixed
  ~Compiled() {
    if (!fixed) regfree(&regex);
  }
};

Pattern::Pattern(const std::string& expression) {
  if (!is_tame(expression)) return;
  if (auto fixed = as_fixed(expression)) {
    compiled_ = std::make_unique<Compiled>();
    compiled_->fixed = fixed;
    return;
  }
  regex_t regex;
  if (regcomp(&regex, expression.c_str(), REG_EXTENDED | REG_NOSUB) != 0) return;
  compiled_ = std::make_unique<Compiled>();
  compiled_->regex = regex;
}

Pattern::~Pattern() = default;

bool Pattern::found_in(const std::string& text) const {
  if (text.size() > kMaxText) return false;
  if (const auto& fixed = compiled_->fixed) {
    return text.size() == fixed->count && std::all_of(text.begin(), text.end(), [&](char c) {
             return fixed->bytes[static_cast<unsigned char>(c)];
           });
  }
  regmatch_t whole{0, static_cast<regoff_t>(text.size())};  // a NUL does not end the text
  return regexec(&compiled_->regex, text.data(), 0, &whole, REG_STARTEND) == 0;
}

}  // namespace clew
