#pragma once
// How differences become lines; what the two halves of diff_sessions share.

#include <string>
#include <vector>

#include "brief/session_diff.h"

namespace clew {

class DiffLines {
 public:
  // Nothing when both are the same.
  void changed(const std::string& subject, const std::string& before, const std::string& after);
  void added(const std::string& subject, const std::string& after);
  void removed(const std::string& subject, const std::string& before);
  void say(const std::string& subject, const std::string& what, const std::string& before,
           const std::string& after);
  // Attributes by key; each is a subject of its own.
  void attributes(const std::string& owner, const std::vector<Attribute>& before,
                  const std::vector<Attribute>& after);

  std::vector<DiffLine> take() { return std::move(lines_); }

 private:
  std::vector<DiffLine> lines_;
};

void diff_facts(const Session& a, const Session& b, DiffLines& lines);

}  // namespace clew
