#include "command/record/add_note.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "drift/make_ties.h"
#include "engine/record_fact.h"
#include "engine/session_view.h"

namespace clew {
namespace {

// The files of the dialect that notes go into, by the names of their logs.
std::vector<std::string> logs_of(const Dialect& dialect) {
  std::vector<std::string> logs;
  for (const auto& document : dialect.documents()) {
    const bool is_log =
        document.kind == DocumentKind::kText && document.write == FileWrite::kAppend;
    if (is_log) logs.push_back(document.name);
  }
  return logs;
}

// Said of a log that the files of the session's dialect do not have; empty otherwise.
Result<std::string> words_of_unknown(Workspace& workspace, const Session& session,
                                     const std::string& log) {
  if (log.empty()) return std::string();
  CLEW_ASSIGN(const Dialect* dialect, dialect_of(workspace, session));
  const auto logs = dialect == nullptr ? std::vector<std::string>() : logs_of(*dialect);
  const bool is_known = std::find(logs.begin(), logs.end(), log) != logs.end();
  if (logs.empty() || is_known) return std::string();
  return fmt::format("{} has no log \"{}\", so the note is in no file; its logs are {}",
                     dialect->name(), log, fmt::join(logs, ", "));
}

}  // namespace

Result<Answer> add_note(Workspace& workspace, const NoteRequest& request) {
  NoteAdded fact;
  fact.text = request.text;
  fact.log = request.log;
  CLEW_ASSIGN(fact.ties, make_ties(workspace, {request.file, request.symbol}, "clew note \"…\""));
  return record_fact(workspace, fact, request.step,
                     [&](const Done& done, const std::string& number) {
                       Saying saying(fmt::format("noted as {}", number));
                       const auto unknown = words_of_unknown(workspace, done.after, request.log);
                       if (unknown && !unknown->empty()) saying.lines.push_back(*unknown);
                       return saying;
                     });
}

}  // namespace clew
