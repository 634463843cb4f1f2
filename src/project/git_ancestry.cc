// What is kept of one repository: lines of two commits and a word, the latest first.
//   COMMIT HEAD yes
//   COMMIT HEAD no

#include "project/git_ancestry.h"

#include <algorithm>

#include "project/git_command.h"
#include "project/git_state.h"

namespace clew {
namespace {

constexpr std::string_view kYes = "yes";
constexpr std::string_view kNo = "no";

std::string key_of(const GitRepository& repository) { return "ancestry " + repository.common_dir; }

std::optional<Ancestry> find_kept(std::string_view kept, const std::string& pair) {
  while (!kept.empty()) {
    const std::string_view line = kept.substr(0, kept.find('\n'));
    kept.remove_prefix(std::min(kept.size(), line.size() + 1));
    if (!line.starts_with(pair)) continue;
    const std::string_view word = line.substr(pair.size());
    if (word == kYes) return Ancestry::kAncestor;
    if (word == kNo) return Ancestry::kNotAncestor;
  }
  return std::nullopt;
}

void keep(GitAnswers& answers, const std::string& key, std::string_view kept,
          const std::string& line) {
  // The oldest go: HEAD has moved on from them.
  const size_t room = kMaxGitAnswer - line.size();
  if (kept.size() > room) {
    const size_t last_end = kept.rfind('\n', room - 1);
    kept = last_end == std::string_view::npos ? std::string_view() : kept.substr(0, last_end + 1);
  }
  answers.put(key, line + std::string(kept));
}

}  // namespace

Result<Ancestry> compare_to_head(FileSystem& files, GitAnswers& answers,
                                 const GitRepository& repository, const std::string& head,
                                 const std::string& commit) {
  if (!is_commit_hash(commit)) {
    return make_error(ErrorCode::kInvalid, "this is not the hash of a commit", commit);
  }
  if (head == commit) return Ancestry::kAncestor;
  if (head.empty()) return Ancestry::kUnknownCommit;

  const std::string key = key_of(repository);
  const std::string pair = commit + " " + head + " ";
  const std::string kept = answers.get(key).value_or("");
  if (const auto known = find_kept(kept, pair)) return *known;

  CLEW_ASSIGN(
      const ProcessResult result,
      run_git(repository, {
                              .question = GitQuestion::kIsAncestor, .arguments = {commit, head}
  }));
  if (result.succeeded()) {
    keep(answers, key, kept, pair + std::string(kYes) + "\n");
    return Ancestry::kAncestor;
  }
  if (result.end == ProcessEnd(Exited{1})) {
    // What is cut off from a shallow clone may come with the next fetch, as an unknown commit may.
    if (!is_shallow(files, repository)) keep(answers, key, kept, pair + std::string(kNo) + "\n");
    return Ancestry::kNotAncestor;
  }
  if (result.errors.text().find("Not a valid commit name") != std::string::npos) {
    return Ancestry::kUnknownCommit;
  }
  return git_refused(result, repository.root);
}

}  // namespace clew
