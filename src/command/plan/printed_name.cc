#include "command/plan/printed_name.h"

#include <algorithm>
#include <string>

#include "document/json/typed_text.h"
#include "secrets/signs.h"

namespace clew {
namespace {

const PrintedValue kNoValue;
const PrintedValue kDoubtful{PrintedValue::Kind::kDoubt};
// A number stands there, and belongs to another word.
const PrintedValue kOthersBefore{PrintedValue::Kind::kNothing, {}, false, true};
const PrintedValue kOthersBehind{PrintedValue::Kind::kNothing, {}, true, false};

constexpr std::string_view kGoesOn = "/+*<>=~";

bool is_gap(char c) { return c == ' ' || c == '\t'; }

bool is_any_of(char c, std::string_view signs) { return signs.find(c) != std::string_view::npos; }

bool is_part_of_name(char c) { return is_word(c) || is_any_of(c, "-/."); }

template <size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view each) {
    return word.size() == each.size() && starts_with_any_case(word, each);
  });
}

// "required coverage: 80" is what somebody wants, "previous coverage" what was.
bool is_of_something_else(std::string_view word_before) {
  constexpr std::string_view kWords[] = {
      "min",    "minimum",   "max",      "maximum", "required", "expected", "wanted",  "needed",
      "target", "threshold", "previous", "old",     "last",     "baseline", "allowed", "limit"};
  return is_one_of(word_before, kWords);
}

// "Found 3 errors" counts, "shard 3 failed" does not.
bool introduces_count(std::string_view word) {
  constexpr std::string_view kWords[] = {"found", "and", "with",  "had",
                                         "ran",   "got", "tests", "generated"};
  return is_one_of(word, kWords);
}

bool is_rate(std::string_view name) {
  constexpr std::string_view kRates[] = {"coverage", "covered", "percent", "pct",
                                         "rate",     "ratio",   "score"};
  const size_t last = name.find_last_of("_- ");
  return is_one_of(last == std::string_view::npos ? name : name.substr(last + 1), kRates);
}

PrintedValue one_of_both(PrintedValue behind, PrintedValue before) {
  using Kind = PrintedValue::Kind;
  if (behind.kind == Kind::kDoubt || before.kind == Kind::kDoubt) return kDoubtful;
  if (behind.kind == Kind::kValue && before.kind == Kind::kValue) {
    const bool agree = behind.value == before.value || (behind.has_sign && before.is_taken);
    return agree ? behind : kDoubtful;
  }
  if (before.kind == Kind::kValue) return before;
  // "failed: 3 tests" says something of failures, and clew cannot tell what.
  if (behind.kind == Kind::kNothing) return behind.has_sign ? kDoubtful : kNoValue;
  // "failed 3 passed 12" counts from the left or from the right.
  return before.is_taken && !behind.has_sign ? kDoubtful : behind;
}

}  // namespace

bool PrintedName::is_usable() const {
  if (begin_ > 0 && is_part_of_name(line_[begin_ - 1])) return false;
  const std::string_view rest = line_.substr(end_);
  const bool dotted = rest.starts_with(".") && (rest.size() == 1 || !is_word(rest[1]));
  if (!rest.empty() && !dotted && is_part_of_name(rest[0])) return false;
  size_t word = back_over_gap(begin_);
  if (word > 0 && line_[word - 1] == '.') --word;  // "max. errors"
  if (is_of_something_else(word_before(word))) return false;
  // "0 errors and 1 warning potentially fixable" counts some of them.
  return rest.find("fixable") == std::string_view::npos &&
         rest.find(" fixed") == std::string_view::npos;
}

PrintedValue PrintedName::value(std::string_view name) const {
  return one_of_both(value_behind(), count_before(name));
}

PrintedValue PrintedName::value_behind() const {
  size_t at = end_;
  if (at < line_.size() && is_quote(line_[at])) ++at;
  const size_t behind_name = at;
  at = over_gap(at);
  bool has_sign = false;
  if (const size_t dots = run_of('.', at); dots >= 2) {
    at = over_gap(at + dots);
    has_sign = true;
  }
  for (const char sign : {':', '=', '|'}) {
    if (run_of(sign, at) != 1) continue;
    at = over_gap(at + 1);
    has_sign = true;
    break;
  }
  if (at == behind_name) return kNoValue;
  if (at < line_.size() && is_quote(line_[at])) ++at;
  return token_at(at, has_sign);
}

PrintedValue PrintedName::count_before(std::string_view name) const {
  size_t end = back_over_gap(begin_);
  if (end == begin_ || end == 0) return kNoValue;
  // "100% tests passed" is no count of them; "83% coverage" is what it says.
  if (line_[end - 1] == '%') {
    if (!is_rate(name)) return kNoValue;
    --end;
  }
  size_t start = end;
  while (start > 0 && (is_digit(line_[start - 1]) || line_[start - 1] == '.')) --start;
  if (start == end || !is_digit(line_[end - 1])) return kNoValue;
  PrintedValue found{PrintedValue::Kind::kValue,
                     typed(std::string(line_.substr(start, end - start)))};
  if (!found.value.is_number()) return kDoubtful;
  return judged_by_what_precedes(std::move(found), start);
}

PrintedValue PrintedName::token_at(size_t at, bool has_sign) const {
  size_t end = at;
  while (end < line_.size() &&
         (is_word(line_[end]) || line_[end] == '.' || (end == at && line_[end] == '-'))) {
    ++end;
  }
  std::string text(line_.substr(at, end - at));
  while (!text.empty() && text.back() == '.') text.pop_back();
  PrintedValue found{PrintedValue::Kind::kValue, typed(text), has_sign};
  if (found.value.is_number() || found.value.is_bool()) {
    return judged_by_what_follows(std::move(found), end);
  }
  // "12ms" and "1.2.3" are numbers of another kind.
  return has_sign && is_digit_at(at) ? kDoubtful : kNoValue;
}

PrintedValue PrintedName::judged_by_what_follows(PrintedValue found, size_t at) const {
  if (const size_t percent = over_gap(at); percent < line_.size() && line_[percent] == '%') {
    at = percent + 1;
  }
  if (at == line_.size()) return found;
  if (!is_gap(line_[at])) {
    const bool continues = is_word(line_[at]) || line_[at] == '-' ||
                           is_any_of(line_[at], kGoesOn) ||
                           (is_any_of(line_[at], ",:") && is_digit_at(at + 1)) || is_more_at(at);
    return continues ? kDoubtful : found;
  }
  at = over_gap(at);
  if (at == line_.size()) return found;
  if (is_more_at(at)) return kDoubtful;
  const std::string_view rest = line_.substr(at);
  if (is_letter(rest[0])) {
    if (is_free_of_next_word(at)) return found;
    return found.has_sign ? kOthersBehind : kNoValue;
  }
  const bool continues = is_digit(rest[0]) || is_any_of(rest[0], kGoesOn) ||
                         rest.starts_with("->") || rest.starts_with("→") || rest.starts_with("±");
  return continues ? kDoubtful : found;
}

// A second number of the same row or list: "errors | 0 | 5 |", "coverage: 85, 70".
bool PrintedName::is_more_at(size_t at) const {
  if (at < line_.size() && line_[at] == '(') {
    const size_t closes = line_.find(')', at);
    at = closes == std::string_view::npos ? line_.size() : over_gap(closes + 1);
  }
  if (at >= line_.size() || !is_any_of(line_[at], "|,;&-")) return false;
  const size_t next = over_gap(at + 1);
  if (!is_digit_at(next)) return false;
  // "passed: 3, 0 failed" counts something else.
  size_t end = next;
  while (end < line_.size() && (is_digit(line_[end]) || is_any_of(line_[end], ".%"))) ++end;
  const size_t word = over_gap(end);
  return word >= line_.size() || !is_letter(line_[word]);
}

// A word behind a number is what the number counts ("Tests: 3 failed"), unless it only joins
// ("83% of statements") or is the next name ("passed: 3 failed: 0").
bool PrintedName::is_free_of_next_word(size_t at) const {
  constexpr std::string_view kJoining[] = {"of", "in", "out"};
  size_t end = at;
  while (end < line_.size() && is_word(line_[end])) ++end;
  if (is_one_of(line_.substr(at, end - at), kJoining)) return true;
  const size_t sign = over_gap(end);
  if (run_of(':', sign) != 1 && run_of('=', sign) != 1) return false;
  return is_digit_at(over_gap(sign + 1));
}

PrintedValue PrintedName::judged_by_what_precedes(PrintedValue found, size_t start) const {
  if (start == 0) return found;
  const char beside = line_[start - 1];
  if (!is_gap(beside)) {
    if (is_any_of(beside, "([{|") || is_quote(beside)) return found;
    const bool separates = is_any_of(beside, ",;");
    if (separates && (start < 2 || !is_digit(line_[start - 2]))) return found;
    return separates || is_any_of(beside, "/-~") ? kDoubtful : kNoValue;
  }
  const size_t end = back_over_gap(start);
  if (end == 0) return found;
  const char before = line_[end - 1];
  if (is_digit(before) || is_any_of(before, "/<>")) return kDoubtful;
  if (is_word(before)) {
    const bool counts = start - end >= 2 || introduces_count(word_before(end));
    return counts ? found : kOthersBefore;
  }
  size_t rule = end;  // "==== 2 failed ====", but not ">= 2 failed"
  while (rule > 0 && line_[rule - 1] == '=') --rule;
  if (rule < end && rule > 0 && is_any_of(line_[rule - 1], "<>!")) return kDoubtful;
  found.is_taken = before == ':' || before == '=';
  return found;
}

size_t PrintedName::over_gap(size_t at) const {
  while (at < line_.size() && is_gap(line_[at])) ++at;
  return at;
}

size_t PrintedName::back_over_gap(size_t at) const {
  while (at > 0 && is_gap(line_[at - 1])) --at;
  return at;
}

size_t PrintedName::run_of(char c, size_t at) const {
  size_t count = 0;
  while (at + count < line_.size() && line_[at + count] == c) ++count;
  return count;
}

bool PrintedName::is_digit_at(size_t at) const { return at < line_.size() && is_digit(line_[at]); }

std::string_view PrintedName::word_before(size_t end) const {
  size_t start = end;
  while (start > 0 && is_word(line_[start - 1])) --start;
  return line_.substr(start, end - start);
}

}  // namespace clew
