#include "command/check_on_resume.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/shell_word.h"
#include "command/agreement.h"
#include "command/disk_answers.h"
#include "command/finding_words.h"
#include "command/home_of_files.h"
#include "command/next_command.h"
#include "command/view_state.h"
#include "dialect/essay/essay_dialect.h"
#include "files/relative_path.h"

namespace clew {
namespace {

// It is about the session, and the folder that its files came from.
Finding of_import(Finding finding, const std::string& folder) {
  finding.file = folder;
  finding.position.reset();
  return finding;
}

// What was kept of a file that is gone brings it back.
void name_way_back(const Session& session, const CommandWording& worded, DiskQuestion& question) {
  for (const auto& artifact : session.artifacts.items) {
    const bool is_it =
        artifact.path == question.path || artifact.path.ends_with("/" + question.path);
    if (!is_it || artifact.content.empty() || !artifact.archived_as.empty()) continue;
    question.finding.next = worded("clew artifact restore " + shell_word(artifact.path));
  }
}

}  // namespace

Result<std::vector<std::string>> check_on_resume(Workspace& workspace, const SessionId& id) {
  std::vector<std::string> broken;
  const Dialect& essay = essay_dialect();
  CLEW_ASSIGN(const Loaded loaded, workspace.load({id, std::nullopt}));
  CLEW_ASSIGN(const auto home, home_of_files(workspace, loaded.session));
  if (!home || home->dialect != &essay) return broken;
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), id));
  Readings readings;
  if (view) {
    const auto found =
        find_dialect_files(workspace, join_path(home->folder, home->place.files.front()), &essay);
    if (!found || found->size() != 1) return broken;  // a lost file is made anew by the command
    readings = essay.read(found->front().files);
  } else {
    // As it stands now, which is more than the files say that it came from.
    const auto files = essay.write(loaded.session, {});
    if (!files) return broken;
    readings = essay.read(*files);
    const std::string folder = own_folder_of(*home);
    for (auto& finding : readings.findings) finding = of_import(std::move(finding), folder);
    for (auto& reading : readings.sessions) {
      for (auto& question : reading.disk) {
        question.finding = of_import(std::move(question.finding), folder);
      }
    }
  }
  const CommandWording worded = wording_for(workspace, id);
  for (auto& reading : readings.sessions) {
    for (auto& question : reading.disk) name_way_back(loaded.session, worded, question);
  }
  tell_disk(workspace, *home, readings);
  const bool is_asked = workspace.caller().via == Via::kCli;
  for (const auto& finding : readings.findings) {
    if (finding.severity != Severity::kError || finding.rule.ends_with(".syntax")) continue;
    const std::string advice =
        finding.next.empty() ? "" : (is_asked ? "\n  " : "; ") + finding.next;
    broken.push_back(finding_line(finding) + advice);
  }
  if (broken.empty() || !is_asked) return broken;
  CLEW_TRY(agree(workspace,
                 fmt::format("the files do not bear out the session:\n{}\ngo on all the same?",
                             fmt::join(broken, "\n")),
                 id.text, "clew resume " + id.text));
  return std::vector<std::string>();
}

}  // namespace clew
