#pragma once
// A POSIX extended regular expression from a plan or a dialect's file, so neither trusted nor long:
// without back-references glibc matches it in linear time, and counted repeats, which copy what
// they repeat, are allowed once and up to 255.

#include <memory>
#include <string>

namespace clew {

class Pattern {
 public:
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
