#include "session/pattern.h"

#include <regex.h>

#include <algorithm>

namespace clew {
namespace {

constexpr size_t kMostPattern = 200;
constexpr size_t kMostText = 64 * 1024;
constexpr int kMostRepeats = 255;

bool is_tame(const std::string& expression) {
  if (expression.empty() || expression.size() > kMostPattern) return false;
  if (expression.find('\0') != std::string::npos) return false;
  if (std::count(expression.begin(), expression.end(), '{') > 1) return false;
  if (const size_t brace = expression.find('{'); brace != std::string::npos) {
    int number = 0;
    for (size_t i = brace + 1; i < expression.size() && expression[i] != '}'; ++i) {
      const bool is_digit = expression[i] >= '0' && expression[i] <= '9';
      number = is_digit ? number * 10 + (expression[i] - '0') : 0;
      if (number > kMostRepeats) return false;
    }
  }
  for (size_t i = 0; i + 1 < expression.size(); ++i) {
    if (expression[i] != '\\') continue;
    if (expression[i + 1] >= '1' && expression[i + 1] <= '9') return false;
    ++i;
  }
  return true;
}

}  // namespace

struct Pattern::Compiled {
  regex_t regex;
  ~Compiled() { regfree(&regex); }
};

Pattern::Pattern(const std::string& expression) {
  if (!is_tame(expression)) return;
  regex_t regex;
  if (regcomp(&regex, expression.c_str(), REG_EXTENDED | REG_NOSUB) != 0) return;
  compiled_ = std::make_unique<Compiled>();
  compiled_->regex = regex;
}

Pattern::~Pattern() = default;

bool Pattern::found_in(const std::string& text) const {
  if (text.size() > kMostText) return false;
  regmatch_t whole{0, static_cast<regoff_t>(text.size())};  // a NUL does not end the text
  return regexec(&compiled_->regex, text.data(), 0, &whole, REG_STARTEND) == 0;
}

}  // namespace clew
