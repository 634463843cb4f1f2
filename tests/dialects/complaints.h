#pragma once
// What a law was broken by, one line per kind of case: a law is tried thousands of times, and the
// first case of each kind says enough.

#include <map>
#include <string>

namespace clew {

class Complaints {
 public:
  // `kind` tells cases apart; `detail` is kept of the first.
  void add(const std::string& kind, const std::string& detail) {
    auto& [count, first] = kinds_[kind];
    if (count++ == 0) first = detail;
  }
  void unless(bool holds, const std::string& kind, const std::string& detail = {}) {
    if (!holds) add(kind, detail);
  }
  std::string text() const {
    std::string out;
    for (const auto& [kind, seen] : kinds_) {
      out += kind + " (" + std::to_string(seen.first) + "): " + seen.second + "\n";
    }
    return out;
  }

 private:
  std::map<std::string, std::pair<int, std::string>> kinds_;
};

}  // namespace clew
