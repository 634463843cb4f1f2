#include "command/convert/validate_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/convert/sarif.h"
#include "command/verb.h"
#include "discovery/judge_files.h"
#include "document/finding_text.h"
#include "document/json/json.h"
#include "engine/workspace.h"

namespace clew {

enum class ValidateFormat { kText, kJson, kSarif };
template <>
struct EnumNames<ValidateFormat> {
  static constexpr const char* names[] = {"text", "json", "sarif"};
};

namespace {

const char* name_of(Severity severity) {
  return EnumNames<Severity>::names[static_cast<size_t>(severity)];
}

struct Counts {
  size_t errors = 0;
  size_t warnings = 0;
  size_t notes = 0;
  size_t bad_files = 0;  // with at least one error
};

Counts count(const Findings& findings) {
  Counts counts;
  const std::string* last_bad = nullptr;  // findings stand by file
  for (const auto& finding : findings) {
    switch (finding.severity) {
      case Severity::kError:
        ++counts.errors;
        if (last_bad == nullptr || *last_bad != finding.file) ++counts.bad_files;
        last_bad = &finding.file;
        break;
      case Severity::kWarning:
        ++counts.warnings;
        break;
      case Severity::kNote:
        ++counts.notes;
        break;
    }
  }
  return counts;
}

std::string several(size_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

Value position_or_null(const Finding& finding, size_t TextPosition::* part) {
  if (!finding.position) return nullptr;
  return static_cast<int64_t>((*finding.position).*part);
}

Value fields_of(const Finding& finding) {
  Value fields = Value::object();
  fields.set("severity", name_of(finding.severity));
  fields.set("rule", finding.rule);
  fields.set("message", finding.message);
  fields.set("next", finding.next);
  fields.set("file", finding.file);
  fields.set("line", position_or_null(finding, &TextPosition::line));
  fields.set("column", position_or_null(finding, &TextPosition::column));
  fields.set("pointer", finding.pointer);
  return fields;
}

Value fields_of(const Judged& judged, const Counts& counts) {
  Value data = Value::object();
  data.set("valid", counts.errors == 0);
  Value files = Value::list();
  for (const auto& file : judged.files) {
    Value fields = Value::object();
    fields.set("path", file.path);
    fields.set("dialect", file.dialect);
    files.push(std::move(fields));
  }
  data.set("files", std::move(files));
  Value findings = Value::list();
  for (const auto& finding : judged.findings) findings.push(fields_of(finding));
  data.set("findings", std::move(findings));
  Value numbers = Value::object();
  numbers.set("sessions", static_cast<int64_t>(judged.sessions));
  numbers.set("files", static_cast<int64_t>(judged.files.size()));
  numbers.set("errors", static_cast<int64_t>(counts.errors));
  numbers.set("warnings", static_cast<int64_t>(counts.warnings));
  numbers.set("notes", static_cast<int64_t>(counts.notes));
  data.set("counts", std::move(numbers));
  return data;
}

std::string line_of(const Finding& finding) {
  std::string location = finding.file;
  if (finding.position) {
    location += fmt::format(":{}:{}", finding.position->line, finding.position->column);
  }
  return fmt::format("{}  {}  {}  [{}]\n", location, name_of(finding.severity),
                     finding_message(finding), finding.rule);
}

std::string summary_of(const Judged& judged, const Counts& counts) {
  std::string names;
  for (const Dialect* dialect : judged.dialects) {
    names += (names.empty() ? "" : ", ") + std::string(dialect->name());
  }
  std::string found = counts.errors == 0 ? "valid" : several(counts.errors, "error");
  if (counts.warnings > 0) found += fmt::format(", {}", several(counts.warnings, "warning"));
  if (counts.notes > 0) found += fmt::format(", {}", several(counts.notes, "note"));
  return fmt::format("{} · {} in {}{}", found, several(judged.sessions, "session"),
                     several(judged.files.size(), "file"), names.empty() ? "" : " · " + names);
}

std::string text_of(const Judged& judged, const Counts& counts) {
  std::string text;
  const auto& findings = judged.findings;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (i > 0 && findings[i].file != findings[i - 1].file) text += "\n";
    text += line_of(findings[i]);
    // What to do about several in a row is said once, after them.
    const bool again = i + 1 < findings.size() && findings[i + 1].file == findings[i].file &&
                       findings[i + 1].next == findings[i].next;
    if (!findings[i].next.empty() && !again) text += fmt::format("  next: {}\n", findings[i].next);
  }
  if (!findings.empty()) text += "\n";
  return text + summary_of(judged, counts);
}

Error refusal_for(const Judged& judged, const Counts& counts) {
  const Finding* first = main_finding(judged.findings);
  const bool one = counts.bad_files == 1;
  std::string next = first->next;
  if (next.empty() && first->rule == kUnreadableRule) next = "ls -l " + shell_word(first->file);
  if (next.empty()) next = "clew schema " + first->rule.substr(0, first->rule.find('.'));
  return make_error(ErrorCode::kInvalid,
                    one ? fmt::format("{} is not valid", first->file)
                        : fmt::format("{} of {} are not valid", counts.bad_files,
                                      several(judged.files.size(), "file")),
                    first->file, next);
}

}  // namespace

Result<Answer> validate_paths(Workspace& workspace, const ValidateRequest& request,
                              const Dialects& dialects) {
  ValidateFormat format = ValidateFormat::kText;
  if (!request.format.empty()) CLEW_TRY(read_option("--format", request.format, format));
  if (request.paths.empty()) {
    return make_error(ErrorCode::kUsage, "PATH is missing", "validate", "clew validate .");
  }
  CLEW_ASSIGN(const Lookup lookup, look_for(request.dialect, dialects));
  CLEW_ASSIGN(const Judged judged, judge_files(workspace, lookup, request.paths));
  const Counts counts = count(judged.findings);
  Answer answer;
  if (counts.errors > 0) answer.refusal = refusal_for(judged, counts);
  if (format == ValidateFormat::kSarif) {
    answer.data = sarif_log(judged.findings, judged.dialects, CLEW_VERSION);
    answer.text = write_json(answer.data, JsonStyle::kPretty);
    return answer;
  }
  answer.data = fields_of(judged, counts);
  answer.text = format == ValidateFormat::kJson ? json_document(answer) : text_of(judged, counts);
  return answer;
}

Result<Answer> validate_files(Workspace& workspace, const ValidateRequest& request) {
  return validate_paths(workspace, request, all_dialects());
}

}  // namespace clew
