#pragma once
// The one scanner of JSON: the tokens of a text, how far each reaches, and what is wrong with one
// that is none. The parser (json.cc) and the finder of spans (json_spans.cc) stand on it.
//
// Three others go by quotes and brackets alone, because what they read is not a whole JSON text:
// LeanJson and UnreadMessage get theirs in pieces of any size, jsonc_edit has comments in it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clew {

// Reads tokens one after the other. The text must outlive it.
class JsonScanner {
 public:
  struct Problem {
    std::string message;  // expected ',' or '}', found a string
    size_t offset = 0;
  };

  struct Number {
    std::string_view spelling;
    std::optional<int64_t> small;  // its value, when it is a short integer
  };

  explicit JsonScanner(std::string_view text)
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

  size_t offset() const { return static_cast<size_t>(at_ - begin_); }
  bool at_end() const { return at_ == end_; }
  // The next byte; NUL at the end.
  char peek() const { return at_ == end_ ? '\0' : *at_; }
  void skip() { ++at_; }  // REQUIRES: !at_end()
  void skip_blanks() {
    if (at_ != end_ && static_cast<unsigned char>(*at_) <= ' ') skip_more_blanks();
  }

  // Each of these reads a whole token. false: it is none, see take_problem().
  bool skip_mark();                  // a byte order mark, when there is one
  bool skip_word(std::string_view);  // true, false, null; no problem is noted
  bool read_number(Number& number);  // REQUIRES: at - or a digit
  // REQUIRES: at a quote. Most strings stand for themselves: then `out` is a part of the text, and
  // else what it means, in `room`.
  bool read_string(std::string_view& out, std::string& room);

  // Notes that something else stands here than what is expected. false.
  bool refuse_next(std::string_view expected);
  bool refuse(size_t offset, std::string message);  // false
  Problem take_problem() { return std::move(problem_); }

 private:
  void skip_more_blanks();
  std::string_view text() const { return {begin_, static_cast<size_t>(end_ - begin_)}; }
  bool refuse_here(std::string message) { return refuse(offset(), std::move(message)); }
  bool refuse_word(std::string_view expected, size_t at);
  bool read_escaped(std::string& out);
  bool read_code_unit(uint32_t& unit);
  bool read_escape(std::string& out);
  bool skip_character();
  bool skip_digits(const char* problem);

  const char* begin_;
  const char* at_;
  const char* end_;
  Problem problem_;
};

}  // namespace clew
