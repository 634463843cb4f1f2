#include "project/git_state.h"

#include <algorithm>
#include <optional>

#include "files/whole_file.h"
#include "project/git_command.h"

namespace clew {
namespace {

constexpr uint64_t kRefLimit = 4096;
constexpr uint64_t kPackedRefsLimit = uint64_t{64} << 20;
constexpr int kSymbolicDepth = 5;
constexpr size_t kAddedLimit = size_t{256} << 10;
constexpr std::string_view kSymbolic = "ref: ";
constexpr std::string_view kBranches = "refs/heads/";
// What HEAD holds in a repository that keeps its refs in another format (reftable).
constexpr std::string_view kElsewhere = "refs/heads/.invalid";

std::string_view without_line_end(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

// The commit of `ref` in the text of packed-refs: "HASH refs/heads/main" on a line of its own.
// A line of packed-refs is a hash, a blank and the ref's whole name; the line end belongs to the
// search, since names may begin alike.
std::string find_packed(std::string_view packed, std::string_view ref) {
  const std::string wanted = " " + std::string(ref) + "\n";
  for (size_t at = packed.find(wanted); at != std::string_view::npos;
       at = packed.find(wanted, at + 1)) {
    const size_t start = packed.rfind('\n', at) + 1;  // npos + 1 is 0, the first line
    const std::string_view commit = packed.substr(start, at - start);
    if (is_commit_hash(commit)) return std::string(commit);
  }
  return "";
}

// What git's files say about `ref`: a commit, "" when there is none yet, nothing when only git can
// tell. A loose ref wins over a packed one. Links between refs are followed a few times.
std::optional<std::string> look_up(Folder& common_dir, std::string ref) {
  for (int depth = 0; depth < kSymbolicDepth; ++depth) {
    const auto loose = read_whole_file(common_dir, ref, kRefLimit);
    if (loose.ok()) {
      const std::string_view text = without_line_end(*loose);
      if (is_commit_hash(text)) return std::string(text);
      if (!text.starts_with(kSymbolic)) return std::nullopt;
      ref = text.substr(kSymbolic.size());
      continue;
    }
    // A folder of this name is a branch that others begin with, once deleted itself.
    const ErrorCode code = loose.error().code;
    if (code != ErrorCode::kNotFound && code != ErrorCode::kInvalid) return std::nullopt;
    const auto packed = read_whole_file(common_dir, "packed-refs", kPackedRefsLimit);
    if (packed.ok()) return find_packed(*packed, ref);
    if (packed.error().code == ErrorCode::kNotFound) return "";
    return std::nullopt;
  }
  return std::nullopt;
}

Result<std::string> ask(const GitRepository& repository, const GitCall& call) {
  CLEW_ASSIGN(const ProcessResult result, run_git(repository, call));
  // With --quiet, 1 is how git says "no such thing".
  if (result.end == ProcessEnd(Exited{1})) return std::string();
  if (!result.succeeded()) return git_refused(result, repository.root);
  return std::string(without_line_end(result.output.text()));
}

// Two questions, where git's files do not tell.
Result<GitState> ask_git(const GitRepository& repository) {
  GitState state;
  CLEW_ASSIGN(state.branch,
              ask(repository, {.question = GitQuestion::kBranch, .arguments = {"HEAD"}}));
  CLEW_ASSIGN(state.commit,
              ask(repository, {.question = GitQuestion::kResolve, .arguments = {"HEAD^{commit}"}}));
  return state;
}

// Whether the refs that only git can read are files of the repository itself.
bool has_own_reftable(FileSystem& files, const std::string& git_dir) {
  const auto folder = files.open_folder(git_dir);
  if (!folder) return false;
  const auto tables = (*folder)->open_folder("reftable");
  if (!tables) return false;
  const auto names = (*tables)->list();
  return names && std::all_of(names->begin(), names->end(), [&](const std::string& name) {
           const auto info = (*tables)->info(name);
           return info && info->kind == FileKind::kFile;
         });
}

}  // namespace

bool is_commit_hash(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// HEAD is a commit, or "ref: refs/heads/NAME". Any other form is git's to read.
Result<GitState> read_git_state(FileSystem& files, const GitRepository& repository) {
  CLEW_ASSIGN(const Bytes head, read_whole_file(files, repository.git_dir + "/HEAD", kRefLimit));
  const std::string_view text = without_line_end(head);
  if (is_commit_hash(text)) return GitState{"", std::string(text)};
  if (!text.starts_with(kSymbolic)) return ask_git(repository);
  const std::string ref(text.substr(kSymbolic.size()));
  if (ref == kElsewhere || !ref.starts_with(kBranches)) return ask_git(repository);

  CLEW_ASSIGN(const auto common_dir, files.open_folder(repository.common_dir));
  const auto commit = look_up(*common_dir, ref);
  if (!commit) return ask_git(repository);
  return GitState{ref.substr(kBranches.size()), *commit};
}

// Like read_git_state, but never by way of a ref that leads out of the repository: the answer says
// which project this is, and a link could name somebody else's.
Result<std::string> read_own_commit(FileSystem& files, const GitRepository& repository) {
  CLEW_ASSIGN(const auto git_dir, files.open_folder(repository.git_dir));
  CLEW_ASSIGN(const Bytes head, read_whole_file(*git_dir, "HEAD", kRefLimit));
  const std::string_view text = without_line_end(head);
  if (is_commit_hash(text)) return std::string(text);
  const std::string ref(text.substr(std::min(text.size(), kSymbolic.size())));
  std::optional<std::string> commit;
  if (text.starts_with(kSymbolic) && ref != kElsewhere) {
    CLEW_ASSIGN(const auto common_dir, files.open_folder(repository.common_dir));
    commit = look_up(*common_dir, ref);
  } else if (ref == kElsewhere && has_own_reftable(files, repository.git_dir) &&
             has_own_reftable(files, repository.common_dir)) {
    CLEW_ASSIGN(commit, ask(repository,
                            {.question = GitQuestion::kResolve, .arguments = {"HEAD^{commit}"}}));
  }
  if (commit) return std::move(*commit);
  return make_error(ErrorCode::kNotAllowed, "the commit is not told by the repository's own files",
                    repository.git_dir, "git status");
}

// Files that HEAD has and `commit` had not. The list is cut at its bound; what is missing there is
// only not found as a rename.
Result<std::vector<std::string>> list_added_since(const GitRepository& repository,
                                                  const std::string& commit) {
  if (!is_commit_hash(commit)) {
    return make_error(ErrorCode::kInvalid, "this is not the hash of a commit", commit);
  }
  CLEW_ASSIGN(const ProcessResult result,
              run_git(repository, {
                                      .question = GitQuestion::kAddedFiles,
                                      .arguments = {commit, "HEAD", "--"},
                                      .bounds = {.head = kAddedLimit, .tail = 0}
  }));
  if (!result.succeeded()) return git_refused(result, repository.root);
  std::vector<std::string> paths;
  const std::string& text = result.output.head();
  for (size_t start = 0, end; (end = text.find('\0', start)) != std::string::npos;
       start = end + 1) {
    paths.push_back(text.substr(start, end - start));
  }
  return paths;
}

}  // namespace clew
