#include "command/lifecycle/check_on_resume.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_word.h"
#include "dialect/dialect.h"
#include "discovery/disk_questions.h"
#include "document/finding_text.h"
#include "engine/confirm.h"
#include "engine/suggestion.h"
#include "files/relative_path.h"
#include "view/session_folder.h"
#include "view/view_record.h"

namespace clew {
namespace {

// It is about the session, and the folder that its files came from.
Finding of_import(Finding finding, const std::string& folder) {
  finding.file = folder;
  finding.position.reset();
  return finding;
}

bool is_called(const std::string& path, const std::string& name) {
  return path == name || path.ends_with("/" + name);
}

// The command that brings a file back which is gone: what was kept of it, or the view's own files
// made anew. Empty: nobody can.
std::string way_back(const Session& session, const std::optional<ViewState>& view,
                     const std::string& name) {
  for (const auto& artifact : session.artifacts.items) {
    const bool is_kept = !artifact.content.empty() && artifact.archived_as.empty();
    if (is_kept && is_called(artifact.path, name)) {
      return "clew artifact restore " + shell_word(artifact.path);
    }
  }
  const bool is_own =
      view && std::any_of(view->files.begin(), view->files.end(),
                          [&](const ViewFile& file) { return is_called(file.path, name); });
  return is_own ? "clew repair " + shell_word(view->own_path()) : std::string();
}

}  // namespace

Result<std::vector<std::string>> check_on_resume(Workspace& workspace, const SessionId& id) {
  std::vector<std::string> broken;
  CLEW_ASSIGN(const Loaded loaded, workspace.load({id, std::nullopt}));
  CLEW_ASSIGN(const auto home, home_of_files(workspace, loaded.session));
  if (!home || home->dialect->resume_protocol() == nullptr) return broken;
  const Dialect& dialect = *home->dialect;
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), id));
  Readings readings;
  if (view) {
    const auto found = find_dialect_files(
        workspace, join_path(home->folder, home->location.files.front()), &dialect);
    if (!found || found->size() != 1) return broken;  // a lost file is made anew by the command
    readings = dialect.read(found->front().files);
  } else {
    // As it stands now, which is more than the files say that it came from.
    const auto files = dialect.write(loaded.session, {});
    if (!files) return broken;
    readings = dialect.read(*files);
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
    for (auto& question : reading.disk) {
      const std::string command = way_back(loaded.session, view, question.path);
      if (!command.empty()) question.finding.next = worded(command);
    }
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
                 fmt::format("files on disk do not match the session:\n{}\nResume anyway?",
                             fmt::join(broken, "\n")),
                 id.text, "clew resume " + id.text));
  return std::vector<std::string>();
}

}  // namespace clew
