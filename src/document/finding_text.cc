#include "document/finding_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kLongestName = 60;

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '$';
}

bool is_number(std::string_view part) {
  return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
}

// A part of a JSON pointer as the name it stands for, RFC 6901.
std::string unescaped(std::string_view part) {
  std::string name;
  for (size_t i = 0; i < part.size(); ++i) {
    const bool escaped = part[i] == '~' && i + 1 < part.size();
    name += escaped ? (part[i + 1] == '1' ? '/' : '~') : part[i];
    if (escaped) ++i;
  }
  return name;
}

// Whether a message has the words of a field, and not as a part of longer ones.
bool names_field(std::string_view message, std::string_view field) {
  for (size_t at = message.find(field); at != std::string_view::npos;
       at = message.find(field, at + 1)) {
    const size_t end = at + field.size();
    const bool begins = at == 0 || !is_name_char(message[at - 1]);
    const bool ends = end == message.size() || !is_name_char(message[end]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

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

std::string field_name(std::string_view pointer) {
  std::string field;
  while (!pointer.empty()) {
    const size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::string name = unescaped(pointer.substr(1, end - 1));
    pointer.remove_prefix(end);
    if (is_number(name)) {
      field += "[" + name + "]";
    } else if (!name.empty() && std::all_of(name.begin(), name.end(), is_name_char)) {
      field += (field.empty() ? "" : ".") + cut(name, kLongestName);
    } else {
      field += "[\"" + visible(cut(name, kLongestName)) + "\"]";
    }
  }
  return field;
}

std::string finding_message(const Finding& finding) {
  std::string_view pointer = finding.pointer;
  // In a file of lines the first part is the line, which is said already.
  if (finding.file.ends_with(".jsonl")) {
    pointer.remove_prefix(std::min(pointer.find('/', 1), pointer.size()));
  }
  const std::string field = field_name(pointer);
  if (field.empty() || names_field(finding.message, field)) return finding.message;
  return field + ": " + finding.message;
}

std::string finding_line(const Finding& finding) {
  const std::string location = finding.position ? fmt::format(":{}", finding.position->line) : "";
  return fmt::format("{}{}: {}", finding.file, location, finding_message(finding));
}

const Finding* main_finding(const Findings& findings) {
  const auto rank = [](const Finding& finding) {
    if (finding.rule.ends_with("-conflict")) return 0;
    if (finding.rule.ends_with(".syntax")) return 1;
    if (finding.rule.ends_with(".unreadable")) return 1;
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
