#include "project/uncommitted_files.h"

#include <algorithm>
#include <map>
#include <optional>

#include "files/whole_file.h"
#include "project/git_command.h"
#include "project/git_state.h"
#include "project/work_tree.h"

namespace clew {
namespace {

constexpr size_t kMaxPaths = size_t{8} << 20;  // bytes of them

// What is told of a file of which several hold: the first of these.
constexpr UncommittedKind kOrder[] = {
    UncommittedKind::kConflicted, UncommittedKind::kRenamed,  UncommittedKind::kDeleted,
    UncommittedKind::kAdded,      UncommittedKind::kModified, UncommittedKind::kUntracked,
};

std::optional<UncommittedKind> staged_kind(char letter) {
  switch (letter) {
    case 'U':
      return UncommittedKind::kConflicted;
    case 'R':
      return UncommittedKind::kRenamed;
    case 'D':
      return UncommittedKind::kDeleted;
    case 'A':
      return UncommittedKind::kAdded;
    case 'M':
    case 'T':
      return UncommittedKind::kModified;
    default:
      return std::nullopt;
  }
}

// Three sources that overlap: untracked, staged, and the work tree. For a file that is in several,
// the first kind of kOrder counts.
class UncommittedList {
 public:
  UncommittedList(FileSystem& files, const GitRepository& repository)
      : files_(files), repository_(repository) {}

  Result<UncommittedFiles> read() {
    CLEW_ASSIGN(const GitState state, read_git_state(files_, repository_));
    CLEW_TRY(add_untracked());
    if (!state.commit.empty()) CLEW_TRY(add_staged(state.commit));
    add_from_work_tree(state.commit.empty());
    for (auto& [path, file] : found_) out_.files.push_back(std::move(file));
    return std::move(out_);
  }

 private:
  // Each part of git's answer that came whole.
  Result<std::vector<std::string>> ask(GitCall call) {
    call.bounds = {.head = kMaxPaths, .tail = 0};
    CLEW_ASSIGN(const ProcessResult result, run_git(repository_, call));
    if (!result.succeeded()) return git_refused(result, repository_.root);
    if (result.output.left_out() > 0) out_.complete = false;
    std::vector<std::string> parts;
    const std::string& text = result.output.head();
    for (size_t start = 0, end; (end = text.find('\0', start)) != std::string::npos;
         start = end + 1) {
      parts.push_back(text.substr(start, end - start));
    }
    return parts;
  }

  Status add_untracked() {
    CLEW_ASSIGN(const auto paths, ask({.question = GitQuestion::kUntrackedFiles}));
    for (const std::string& path : paths) add(UncommittedKind::kUntracked, path);
    return success();
  }

  // A letter and a path; after R and a number the old path and the new one.
  Status add_staged(const std::string& commit) {
    CLEW_ASSIGN(const auto parts,
                ask({
                    .question = GitQuestion::kStagedFiles, .arguments = {commit, "--"}
    }));
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
      const auto kind = parts[i].empty() ? std::nullopt : staged_kind(parts[i][0]);
      if (kind == UncommittedKind::kRenamed) {
        if (i + 2 >= parts.size()) break;
        add(*kind, parts[i + 2], parts[i + 1]);
        i += 2;
      } else {
        if (kind) add(*kind, parts[i + 1]);
        ++i;
      }
    }
    return success();
  }

  // Before the first commit everything in the index is added.
  void add_from_work_tree(bool is_first_commit) {
    const std::string path = repository_.git_dir + "/index";
    // Looked at before it is read: when another one comes in between, more is compared by content.
    const auto info = files_.info(path);
    if (!info && info.error().code == ErrorCode::kNotFound) return;
    const auto bytes = read_whole_file(files_, path, kMaxIndex);
    if (!info || !bytes) {
      out_.complete = false;
      return;
    }
    const auto take_staged = [&](const IndexEntry& entry) {
      add(entry.stage == 0 ? UncommittedKind::kAdded : UncommittedKind::kConflicted,
          std::string(entry.path));
      return true;
    };
    bool understood = !is_first_commit || read_index(*bytes, take_staged);
    understood &= compare_work_tree(files_, repository_, *bytes, info->modified_ns,
                                    [&](const std::string& file, WorkTreeFile what) {
                                      switch (what) {
                                        case WorkTreeFile::kModified:
                                          return add(UncommittedKind::kModified, file);
                                        case WorkTreeFile::kDeleted:
                                          return add(UncommittedKind::kDeleted, file);
                                        case WorkTreeFile::kToBeAdded:
                                          return add(UncommittedKind::kAdded, file);
                                        case WorkTreeFile::kNotCompared:
                                          ++out_.not_compared;
                                      }
                                    });
    if (!understood) out_.complete = false;
  }

  void add(UncommittedKind kind, const std::string& path, const std::string& renamed_from = "") {
    if (path_bytes_ > kMaxPaths) {
      out_.complete = false;
      return;
    }
    const auto [location, is_new] =
        found_.try_emplace(path, UncommittedFile{kind, path, renamed_from});
    if (is_new) {
      path_bytes_ += path.size() + renamed_from.size();
      return;
    }
    const auto rank = [](UncommittedKind k) { return std::find(kOrder, std::end(kOrder), k); };
    if (rank(kind) < rank(location->second.kind)) location->second = {kind, path, renamed_from};
  }

  FileSystem& files_;
  const GitRepository& repository_;
  UncommittedFiles out_;
  size_t path_bytes_ = 0;
  std::map<std::string, UncommittedFile> found_;
};

}  // namespace

Result<UncommittedFiles> list_uncommitted(FileSystem& files, const GitRepository& repository) {
  return UncommittedList(files, repository).read();
}

}  // namespace clew
