#include "command/convert/import_answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "agent_client/transcript/recognise.h"
#include "agent_client/transcript/transcript.h"
#include "base/shell_word.h"
#include "document/finding_text.h"
#include "files/relative_path.h"

namespace clew {
namespace {

std::string counted_findings(const Findings& findings) {
  const auto errors = std::count_if(findings.begin(), findings.end(), [](const Finding& each) {
    return each.severity == Severity::kError;
  });
  const auto warnings = std::count_if(findings.begin(), findings.end(), [](const Finding& each) {
    return each.severity == Severity::kWarning;
  });
  std::string text;
  if (errors > 0) text += fmt::format(" · {} error{}", errors, errors == 1 ? "" : "s");
  if (warnings > 0) text += fmt::format(" · {} warning{}", warnings, warnings == 1 ? "" : "s");
  return text;
}

// One line a rule; `clew validate` has them all.
std::string finding_lines(const Findings& findings) {
  std::string text;
  std::map<std::string, size_t> counts;
  for (const auto& finding : findings) ++counts[finding.rule];
  std::set<std::string> reported;
  for (const auto& finding : findings) {
    if (!reported.insert(finding.rule).second || finding.severity == Severity::kNote) continue;
    const size_t more = counts[finding.rule] - 1;
    text += "\n  " + finding_line(finding);
    if (more > 0) text += fmt::format(" (+{} more)", more);
  }
  return text;
}

Error refusal_of(size_t taken, const std::vector<std::string>& refused, const Findings& refusals) {
  const std::string& first = refused.front();
  // Clients leave transcripts without a word behind; in a folder they are passed over.
  const bool is_transcript = first.ends_with(".jsonl");
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("{} of {} could not be read: {}", refused.size(), refused.size() + taken,
                  refusals.empty() ? first : finding_line(refusals.front())),
      first,
      is_transcript ? "clew import " + shell_word(parent_of(first))
                    : "clew validate " + shell_word(first));
}

}  // namespace

Answer import_answer(const std::vector<ImportedSession>& sessions,
                     const std::vector<std::string>& refused, const Findings& refusals) {
  static constexpr const char* kWords[] = {"imported", "updated", "already in the store"};
  Answer answer;
  Value list = Value::list();
  bool changed = false;
  for (const auto& each : sessions) {
    const auto what = static_cast<size_t>(each.what);
    changed = changed || each.what != ImportedSession::What::kKnown;
    Value fields = Value::object();
    fields.set("session", each.id.text);
    fields.set("dialect", each.source);
    fields.set("entry", each.entry);
    fields.set("seq", each.head.seq.number);
    fields.set("hash", each.head.hash.hex());
    fields.set("changed", each.what != ImportedSession::What::kKnown);
    if (!each.read.is_null()) fields.set("read", each.read);
    fields.set("findings", findings_fields(each.findings));
    list.push(std::move(fields));
    answer.text +=
        fmt::format("{}{}  {} · {} {}{}{}", answer.text.empty() ? "" : "\n", each.id.text,
                    kWords[what], each.source, each.entry,
                    each.words.empty() ? "" : " · " + each.words, counted_findings(each.findings));
    answer.text += finding_lines(each.findings);
  }
  if (!sessions.empty()) {
    const ImportedSession& last = sessions.back();
    answer.data.set("session", last.id.text);
    answer.data.set("seq", last.head.seq.number);
    answer.data.set("hash", last.head.hash.hex());
  }
  answer.data.set("changed", changed);
  answer.data.set("sessions", std::move(list));
  if (!refused.empty()) answer.refusal = refusal_of(sessions.size(), refused, refusals);
  return answer;
}

Error with_transcripts(Error error) {
  error.message += fmt::format("; or transcripts of {}", transcript_clients());
  error.next = "clew help import";
  return error;
}

}  // namespace clew
