#pragma once
// One place of one line of printed text in which a name stands, and what is said of it there.

#include <string_view>

#include "base/value.h"

namespace clew {

// Doubt: there is a value, and nobody can tell which.
struct PrintedValue {
  enum class Kind { kNothing, kValue, kDoubt } kind = Kind::kNothing;
  Value value = {};
  bool has_sign = false;  // a sign stands between name and number: "failed: 3", not "failed 3"
  bool is_taken = false;  // the number may belong to a name before it: "passed: 3 failed: 0"
};

class PrintedName {
 public:
  PrintedName(std::string_view line, size_t begin, size_t end)
      : line_(line), begin_(begin), end_(end) {}

  // The whole name, said of the thing itself: not the middle of a longer word, path or option, not
  // what somebody wants, and not some of them only.
  bool is_usable() const;
  // By what stands behind the name, or before it. `name`: a percentage counts for a rate only.
  PrintedValue value(std::string_view name) const;
  // By what stands before it alone.
  PrintedValue count_before(std::string_view name) const;

 private:
  PrintedValue value_behind() const;
  PrintedValue token_at(size_t at, bool has_sign) const;
  PrintedValue judged_by_what_follows(PrintedValue found, size_t at) const;
  PrintedValue judged_by_what_precedes(PrintedValue found, size_t start) const;
  bool is_more_at(size_t at) const;
  bool is_free_of_next_word(size_t at) const;

  size_t over_gap(size_t at) const;
  size_t back_over_gap(size_t at) const;
  size_t run_of(char c, size_t at) const;
  bool is_digit_at(size_t at) const;
  std::string_view word_before(size_t end) const;

  std::string_view line_;
  size_t begin_;
  size_t end_;
};

}  // namespace clew
