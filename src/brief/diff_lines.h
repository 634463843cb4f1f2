#pragma once
// One difference between two states of a session as a line of text, and the collector that makes
// such lines. What the two halves of diff_sessions (session_diff.cc, diff_facts.cc) share.

#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

// For a table: whose difference, in a few words; for JSON: whole.
struct DiffLine {
  std::string subject;  // step 3 "Build", lifecycle, decision 12, file src/x.ts
  std::string what;     // pending → done, added: …, answered: …; one line, cut
  std::string before;   // whole; empty when it was not there
  std::string after;
  bool operator==(const DiffLine&) const = default;
};

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
