#pragma once
// What is odd or wrong about foreign files. A finding names the rule, the place and what to do; it
// is data, so that text, JSON and SARIF are made from the same list.

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "document/text_position.h"

namespace clew {

enum class Severity {
  kError,    // validate refuses the file
  kWarning,  // it can be used; somebody should look
  kNote,     // nothing to do
};
template <>
struct EnumNames<Severity> {
  static constexpr const char* names[] = {"error", "warning", "note"};
};

struct Finding {
  Severity severity = Severity::kError;
  std::string rule;     // "workflow.type", "essay.prerequisite-not-started"
  std::string message;  // what is wrong, in the reader's words
  std::string next;     // what to do; may be empty
  std::string file;     // as it was named
  std::string pointer;  // JSON pointer within it; empty: the document
  std::optional<TextPosition> position;
  bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

inline bool has_errors(const Findings& findings) {
  for (const auto& finding : findings) {
    if (finding.severity == Severity::kError) return true;
  }
  return false;
}

}  // namespace clew
