#include "command/add_note.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "command/attach_view.h"
#include "command/record_fact.h"

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

}  // namespace

Result<Answer> add_note(Workspace& workspace, const NoteRequest& request) {
  NoteAdded fact;
  fact.text = request.text;
  fact.log = request.log;
  return record_fact(
      workspace, fact, request.step, [&](const Done& done, const std::string& number) {
        Saying saying(fmt::format("noted as {}", number));
        const auto dialect = dialect_of(workspace, done.after);
        const auto logs =
            dialect && *dialect != nullptr ? logs_of(**dialect) : std::vector<std::string>();
        const bool is_elsewhere = !request.log.empty() && !logs.empty() &&
                                  std::find(logs.begin(), logs.end(), request.log) == logs.end();
        if (is_elsewhere) {
          saying.lines.push_back(
              fmt::format("{} has no log \"{}\", so no file tells it; its logs are {}",
                          (*dialect)->name(), request.log, fmt::join(logs, ", ")));
        }
        return saying;
      });
}

}  // namespace clew
