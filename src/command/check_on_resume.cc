#include "command/check_on_resume.h"

#include <fmt/format.h>

#include "command/agreement.h"
#include "command/disk_answers.h"
#include "command/finding_words.h"
#include "command/view_state.h"
#include "dialect/essay/essay_dialect.h"
#include "files/relative_path.h"

namespace clew {

Status check_on_resume(Workspace& workspace, const SessionId& id) {
  if (workspace.caller().via != Via::kCli) return success();
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), id));
  const Dialect& essay = essay_dialect();
  if (!view || view->dialect != essay.name() || view->files.empty()) return success();
  const auto found =
      find_dialect_files(workspace, join_path(view->folder, view->files.front().path), &essay);
  if (!found || found->size() != 1) return success();  // a lost file is made anew by the command
  Readings readings = essay.read(found->front().files);
  tell_disk(workspace, found->front(), readings);
  std::string lines;
  for (const auto& finding : readings.findings) {
    if (finding.severity != Severity::kError || finding.rule.ends_with(".syntax")) continue;
    lines += finding_line(finding) + "\n";
    if (!finding.next.empty()) lines += "  " + finding.next + "\n";
  }
  if (lines.empty()) return success();
  return agree(workspace,
               fmt::format("the files do not bear out the session:\n{}go on all the same?", lines),
               id.text, "clew resume " + id.text);
}

}  // namespace clew
