#include "document/finding_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace clew {

Value findings_fields(const Findings& findings) {
  Value list = Value::list();
  for (const auto& finding : findings) {
    Value fields = Value::object();
    fields.set("severity", name_of(finding.severity));
    fields.set("rule", finding.rule);
    fields.set("message", finding.message);
    if (!finding.next.empty()) fields.set("next", finding.next);
    fields.set("file", finding.file);
    if (finding.position) {
      fields.set("line", static_cast<int64_t>(finding.position->line));
      fields.set("column", static_cast<int64_t>(finding.position->column));
    }
    if (!finding.pointer.empty()) fields.set("pointer", finding.pointer);
    list.push(std::move(fields));
  }
  return list;
}

std::string finding_line(const Finding& finding) {
  const std::string place = finding.position ? fmt::format(":{}", finding.position->line) : "";
  return fmt::format("{}{}: {}", finding.file, place, finding.message);
}

const Finding* main_finding(const Findings& findings) {
  const auto rank = [](const Finding& finding) {
    if (finding.rule.ends_with("-conflict")) return 0;
    if (finding.rule.ends_with(".syntax")) return 1;
    if (finding.rule.ends_with(".state-missing")) return 2;
    return finding.severity == Severity::kError ? 3 : 4;
  };
  const auto first =
      std::min_element(findings.begin(), findings.end(),
                       [&](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
  return first == findings.end() ? nullptr : &*first;
}

bool names_unknown_version(const Finding& finding) {
  return finding.rule.ends_with(".unknown-version");
}

}  // namespace clew
