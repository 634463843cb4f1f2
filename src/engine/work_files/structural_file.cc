#include "engine/work_files/structural_file.h"

#include <fmt/format.h>

#include "dialect/local_file.h"
#include "dialect/registry.h"
#include "discovery/found_session.h"
#include "document/finding_text.h"
#include "engine/confirm.h"
#include "engine/context.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"
#include "project/git_ignore.h"

namespace clew {

const Dialect& checkpoint_dialect() { return dialect_with(&Dialect::local_file); }

// The name ends in .json, as the dialect knows its files by that.
Result<StructuralFile> structural_file(Workspace& workspace, const std::string& given,
                                       const char* option) {
  const std::string usual(checkpoint_dialect().local_file()->default_file());
  StructuralFile path;
  path.whole =
      given.empty() ? join_path(workspace.project().root, usual) : caller_path(workspace, given);
  path.folder = parent_of(path.whole);
  path.name = last_part_of(path.whole);
  path.shown = given.empty() ? shown_path(real_here(workspace), path.whole) : given;
  if (path.name.ends_with(".json")) return path;
  return make_error(ErrorCode::kUsage, "the name of a structural checkpoint must end in .json",
                    path.shown, fmt::format("{} {}", option, usual));
}

// Outside of the project the person is asked first.
Result<std::string> check_local(Workspace& workspace, const StructuralFile& file,
                                const std::string& again) {
  const std::string root = canonical_path(workspace.files(), workspace.project().root);
  const std::string folder = canonical_path(workspace.files(), file.folder);
  if (folder == root || folder.starts_with(root + "/")) return folder;
  CLEW_TRY(agree(
      workspace,
      fmt::format("{} is outside the project {}; write there?", join_path(folder, file.name), root),
      file.shown, again));
  return folder;
}

std::string warning_lines(const Findings& findings, const StructuralFile& path) {
  std::string text;
  for (Finding finding : findings) {
    finding.file = path.shown;
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", name_of(finding.severity),
                        finding_line(finding));
  }
  return text;
}

// Nothing when there is no repository to ignore anything.
std::optional<bool> is_ignored(Workspace& workspace, const StructuralFile& path) {
  const auto folder = workspace.files().real_path(path.folder);
  if (!folder) return std::nullopt;
  const auto repository = find_repository(workspace.files(), *folder);
  if (!repository || !*repository) return std::nullopt;
  const std::string whole = join_path(*folder, path.name);
  const std::string& root = (*repository)->root;
  if (!whole.starts_with(root + "/")) return std::nullopt;
  return is_git_ignored(workspace.files(), **repository, whole.substr(root.size() + 1));
}

std::string not_ignored_warning(Workspace& workspace, const StructuralFile& path) {
  if (is_ignored(workspace, path).value_or(true)) return {};
  return fmt::format(
      "warning: {} is not ignored by git, but checkpoints should stay local: add it to .gitignore",
      path.shown);
}

std::string warning_of_view(Workspace& workspace, const ViewState& view) {
  const Dialect* dialect = find_dialect(view.dialect);
  if (dialect == nullptr || dialect->local_file() == nullptr || view.files.empty()) return {};
  const std::string whole = join_path(view.folder, view.files.front().path);
  return not_ignored_warning(workspace, {whole, parent_of(whole), last_part_of(whole),
                                         shown_path(real_here(workspace), whole)});
}

}  // namespace clew
