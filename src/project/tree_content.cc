#include "project/tree_content.h"

#include <algorithm>

#include "files/whole_file.h"
#include "project/git_attributes.h"
#include "project/git_command.h"
#include "project/git_index.h"
#include "project/git_object.h"
#include "project/work_tree.h"

namespace clew {
namespace {

constexpr uint64_t kMaxRead = uint64_t{32} << 20;      // bytes of one file
constexpr size_t kMaxUntrackedList = size_t{8} << 20;  // bytes of untracked paths
constexpr size_t kUsualHash = 20;                      // SHA-1

bool is_below(std::string_view path, const std::string& folder) {
  if (folder.empty()) return true;
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// What git would keep of the files as they are now. One that cannot be read has no content that
// another one could have.
// Content is hashed as git would store it, so that a file is the same before and after a commit.
void read_files(FileSystem& files, const GitRepository& repository,
                const std::vector<std::string>& paths, size_t hash_size, TreeContent& out) {
  if (paths.empty()) return;
  const auto root = files.open_folder(repository.root);
  if (!root) return;
  const auto conversions = read_conversions(repository, paths);
  for (const std::string& path : paths) {
    auto content = read_whole_file(**root, path, kMaxRead);
    if (!content) {
      out[path] = content.error().code == ErrorCode::kInvalid ? "too large" : "unreadable";
      continue;
    }
    const auto attributes = conversions ? conversions->attributes.find(path)
                                        : decltype(conversions->attributes.end()){};
    const bool is_known = conversions && attributes != conversions->attributes.end();
    const auto kept =
        is_known ? check_in(*content, attributes->second, conversions->settings) : std::nullopt;
    out[path] = blob_object(kept && !kept->empty() ? kept->back() : *content, hash_size);
  }
}

}  // namespace

// Hashes come from the index; only files that differ from it are read.
Result<TreeContent> read_tracked(FileSystem& files, const GitRepository& repository,
                                 const std::string& below) {
  const std::string path = repository.git_dir + "/index";
  // Looked at before it is read: when another one comes in between, more is compared by content.
  CLEW_ASSIGN(const FileInfo info, files.info(path));
  CLEW_ASSIGN(const Bytes bytes, read_whole_file(files, path, kMaxIndex));
  TreeContent tracked;
  size_t hash_size = kUsualHash;
  const bool is_index = read_index(bytes, [&](const IndexEntry& entry) {
    hash_size = entry.object.size();
    if (is_below(entry.path, below)) tracked[std::string(entry.path)] = Bytes(entry.object);
    return true;
  });
  std::vector<std::string> changed;
  const auto take = [&](const std::string& file, WorkTreeFile what) {
    if (!is_below(file, below)) return;
    if (what == WorkTreeFile::kDeleted) tracked.erase(file);
    if (what == WorkTreeFile::kModified || what == WorkTreeFile::kToBeAdded) {
      changed.push_back(file);
    }
  };
  if (!is_index || !compare_work_tree(files, repository, bytes, info.modified_ns, take)) {
    return make_error(ErrorCode::kFailed, "the index of git cannot be read", path, "git status");
  }
  read_files(files, repository, changed, hash_size, tracked);
  return tracked;
}

// Too many of them are an error, since leaving some out would give another digest each time.
Result<TreeContent> read_untracked(FileSystem& files, const GitRepository& repository,
                                   const std::string& below, size_t most) {
  GitCall call;
  call.question = GitQuestion::kUntrackedFiles;
  call.bounds = {.head = kMaxUntrackedList, .tail = 0};
  CLEW_ASSIGN(const ProcessResult result, run_git(repository, call));
  if (!result.succeeded()) return git_refused(result, repository.root);
  std::vector<std::string> paths;
  const std::string& text = result.output.head();
  for (size_t start = 0, end; (end = text.find('\0', start)) != std::string::npos;
       start = end + 1) {
    const std::string path = text.substr(start, end - start);
    if (!path.ends_with('/') && is_below(path, below)) paths.push_back(path);
  }
  if (result.output.left_out() > 0 || paths.size() > most) {
    return make_error(ErrorCode::kFailed, "there are too many untracked files", repository.root,
                      "git status");
  }
  return read_contents(files, repository, paths);
}

// The same form for files whose paths are known.
TreeContent read_contents(FileSystem& files, const GitRepository& repository,
                          const std::vector<std::string>& paths) {
  std::vector<std::string> there;
  if (paths.empty()) return {};
  const auto root = files.open_folder(repository.root);
  if (!root) return {};
  for (const std::string& path : paths) {
    const auto info = (*root)->info(path);
    if (info && info->kind == FileKind::kFile) there.push_back(path);
  }
  TreeContent out;
  // The size of git's hashes is told by its index; whoever has none yet has no other name for them.
  size_t hash_size = kUsualHash;
  const auto index = read_whole_file(files, repository.git_dir + "/index", kMaxIndex);
  if (index) {
    (void)read_index(*index, [&](const IndexEntry& entry) {
      hash_size = entry.object.size();
      return false;
    });
  }
  read_files(files, repository, there, hash_size, out);
  return out;
}

// Paths are sorted, as both maps are; NULs keep path and content apart.
Hash tree_digest(const TreeContent& tracked, const TreeContent& beside) {
  TreeContent all = tracked;
  all.insert(beside.begin(), beside.end());
  Hasher hasher;
  for (const auto& [path, object] : all) {
    hasher.add(path).add(std::string_view("\0", 1)).add(object).add(std::string_view("\0", 1));
  }
  return hasher.finish();
}

}  // namespace clew
