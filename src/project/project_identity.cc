#include "project/project_identity.h"

#include <algorithm>

#include "files/relative_path.h"
#include "project/git_command.h"
#include "project/git_state.h"
#include "project/remote_url.h"

namespace clew {
namespace {

// The lowest hash, since merged histories have several roots in no particular order.
// git is asked about a commit, not about HEAD, which links could make another repository's.
std::optional<std::string> find_root_commit(const GitRepository& repository,
                                            const std::string& head) {
  // A question that is answered at once: only of a git that answers is the whole history asked.
  const auto answers =
      run_git(repository, {.question = GitQuestion::kResolve, .arguments = {head + "^{commit}"}});
  if (!answers || !answers->succeeded()) return std::nullopt;
  const auto result = run_git(
      repository,
      {
          .question = GitQuestion::kRootCommits, .arguments = {head, "--"},
               .bounds = {.tail = 0}
  });
  if (!result.ok() || !result->succeeded()) return std::nullopt;
  const std::string& text = result->output.head();
  std::string lowest;
  for (size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos;
       start = end + 1) {
    std::string commit = text.substr(start, end - start);
    if (lowest.empty() || commit < lowest) lowest = std::move(commit);
  }
  if (lowest.empty()) return std::nullopt;
  return "git:" + lowest;
}

// Nothing when only the path is left: no commit yet, no git, or a git that refuses.
std::optional<std::string> identify_repository(FileSystem& files, GitAnswers& answers,
                                               const GitRepository& repository) {
  const bool shallow = is_shallow(files, repository);
  const auto info = files.info(repository.common_dir);
  if (!info.ok()) return std::nullopt;
  // The inode tells a repository from a later one in its place.
  const std::string key = std::string(shallow ? "project-remote " : "project-root ") +
                          std::to_string(info->id.inode) + " " + repository.common_dir;
  if (auto known = answers.get(key)) return known;

  const auto head = read_own_commit(files, repository);
  if (!head || head->empty()) return std::nullopt;
  const auto found = shallow ? remote_project(repository) : find_root_commit(repository, *head);
  if (found) answers.put(key, *found);
  return found;
}

// A worktree is named after its repository, not after the folder it happens to be in.
std::string name_of(const GitRepository& repository) {
  if (repository.common_dir == repository.git_dir) return last_part_of(repository.root);
  std::string last = last_part_of(repository.common_dir);
  if (last == ".git") return last_part_of(parent_of(repository.common_dir));
  if (last.ends_with(".git")) last.resize(last.size() - 4);
  return last;
}

}  // namespace

std::optional<std::string> remote_project(const GitRepository& repository) {
  // "remote.origin.url", a line end, the address and a NUL.
  for (const char* pattern : {R"(^remote\.origin\.url$)", R"(^remote\..*\.url$)"}) {
    const auto result =
        run_git(repository, {.question = GitQuestion::kSettings, .arguments = {pattern}});
    if (!result.ok() || !result->succeeded()) continue;
    const std::string& text = result->output.head();
    // Of several addresses of one remote the last holds, as `git config --get` says.
    const bool is_origin = pattern == std::string_view(R"(^remote\.origin\.url$)");
    const size_t last = text.size() < 2 ? std::string::npos : text.rfind('\0', text.size() - 2);
    const size_t start = is_origin && last != std::string::npos ? last + 1 : 0;
    const std::string entry = text.substr(start, text.find('\0', start) - start);
    const std::string address = entry.substr(entry.find('\n') + 1);
    return "remote:" + normalize_remote_url(address.substr(0, address.find('\n')));
  }
  return std::nullopt;
}

// Starts with the path and gets better as far as git answers: repository, root, name, folder in it,
// and the id.
Result<ProjectIdentity> identify_project(FileSystem& files, GitAnswers& answers,
                                         const std::string& folder) {
  CLEW_ASSIGN(const std::string real, files.real_path(folder));
  ProjectIdentity identity;
  identity.id = identity.repository = identity.path_id = "path:" + real;
  identity.root = real;
  identity.name = last_part_of(real);

  const auto repository = find_repository(files, real);
  if (!repository.ok() || !*repository) return identity;
  const GitRepository& found = **repository;
  identity.checkout = found;
  identity.root = found.root;
  identity.name = name_of(found);
  if (real.size() > found.root.size()) {
    identity.folder = real.substr(found.root == "/" ? 1 : found.root.size() + 1);
    identity.name += "/" + identity.folder;
  }

  const auto id = identify_repository(files, answers, found);
  identity.repository = id.value_or("path:" + found.root);
  if (id) identity.id = identity.folder.empty() ? *id : *id + ":" + identity.folder;
  return identity;
}

}  // namespace clew
