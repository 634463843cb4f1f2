#include "index/source_list.h"

#include <algorithm>

#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/git_command.h"
#include "project/git_ignore.h"

namespace clew {
namespace {

constexpr size_t kMaxPathBytes = size_t{256} << 20;
constexpr size_t kDeepest = 64;

Error too_many_files(const std::string& root) {
  return make_error(ErrorCode::kInvalid,
                    "there are too many files for a code index; run it in a project's folder", root,
                    "git init");
}

Result<std::vector<std::string>> ask_git(const GitRepository& repository) {
  GitCall call{.question = GitQuestion::kListedFiles};
  call.bounds = {.head = kMaxPathBytes, .tail = 0};
  CLEW_ASSIGN(const ProcessResult result, run_git(repository, call));
  if (!result.succeeded()) return git_refused(result, repository.root);
  if (result.output.left_out() > 0) return too_many_files(repository.root);
  std::vector<std::string> paths;
  const std::string& text = result.output.head();
  paths.reserve(static_cast<size_t>(std::count(text.begin(), text.end(), '\0')));
  for (size_t start = 0, end; (end = text.find('\0', start)) != std::string::npos;
       start = end + 1) {
    // A repository in the repository is listed as a folder.
    if (end > start && text[end - 1] != '/') paths.push_back(text.substr(start, end - start));
  }
  return paths;
}

// A walk that knows the .gitignore files on its way.
class IgnoringWalk {
 public:
  explicit IgnoringWalk(std::vector<std::string>& found) : found_(found) {}

  Status walk(Folder& folder, const std::string& prefix) {
    CLEW_ASSIGN(const auto names, folder.list());
    const auto ignoring = read_whole_file(folder, ".gitignore", rules_.room());
    if (ignoring) rules_.push(prefix, *ignoring);
    ++depth_;
    for (const auto& name : names) CLEW_TRY(visit(folder, prefix, name));
    --depth_;
    if (ignoring) rules_.pop();
    return success();
  }

 private:
  Status visit(Folder& folder, const std::string& prefix, const std::string& name) {
    if (name == ".git") return success();
    const auto info = folder.info(name);
    if (!info) return success();  // gone meanwhile
    const std::string path = join_path(prefix, name);
    const bool is_folder = info->kind == FileKind::kFolder;
    if (!is_folder && info->kind != FileKind::kFile) return success();
    if (path.size() > kPathLimit || depth_ > kDeepest) return success();
    const PathKind kind = is_folder ? PathKind::kFolder : PathKind::kFile;
    if (rules_.judge(path, kind) == IgnoreVerdict::kIgnored) return success();
    if (!is_folder) {
      if (found_.size() >= kMaxListedFiles) return too_many_files(folder.path());
      found_.push_back(path);
      return success();
    }
    // What git passes over unasked is nobody's source: it is often not even in a .gitignore.
    if (name == "node_modules") return success();
    const auto below = folder.open_folder(name);
    return below ? walk(**below, path) : success();  // or not ours to read
  }

  std::vector<std::string>& found_;
  IgnoreRules rules_;
  size_t depth_ = 0;
};

}  // namespace

Result<std::vector<std::string>> list_sources(FileSystem& files, const std::string& root,
                                              const std::optional<GitRepository>& repository) {
  std::vector<std::string> paths;
  if (repository) {
    CLEW_ASSIGN(paths, ask_git(*repository));
  } else {
    CLEW_ASSIGN(const auto folder, files.open_folder(root));
    CLEW_TRY(IgnoringWalk(paths).walk(*folder, ""));
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace clew
