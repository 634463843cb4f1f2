#pragma once
// A regular expression that is safe to take from a file. Patterns come from a plan or from a
// dialect's file, so they are neither trusted nor long: POSIX extended syntax without
// back-references, which glibc matches in linear time; counted repeats, which copy what they
// repeat, are allowed once and up to 255.

#include <memory>
#include <string>

namespace clew {

class Pattern {
 public:
  // Never fails aloud: an expression that is not accepted gives a pattern that is not ok().
  explicit Pattern(const std::string& expression);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  bool ok() const { return compiled_ != nullptr; }
  bool found_in(const std::string& text) const;  // REQUIRES: ok()

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace clew
