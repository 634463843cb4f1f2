#include "project/work_tree.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/git_attributes.h"
#include "project/git_object.h"
#include "project/git_state.h"

namespace clew {
namespace {

constexpr uint64_t kMaxCompared = uint64_t{32} << 20;        // bytes of one file
constexpr uint64_t kMaxComparedInAll = uint64_t{512} << 20;  // then the rest is not compared
constexpr uint32_t kFileType = 0170000;
constexpr uint32_t kPlainFile = 0100000;
constexpr uint32_t kLink = 0120000;
constexpr uint32_t kSubmodule = 0160000;
constexpr uint32_t kMayRun = 0100;
constexpr int64_t kSecond = 1'000'000'000;

// Only the low 32 bits of the seconds are in the index.
bool has_other_time(const IndexEntry& entry, const FileInfo& info) {
  if (entry.seconds != static_cast<uint32_t>(info.modified_ns / kSecond)) return true;
  // Some programs that write an index keep no parts of a second.
  return entry.nanoseconds != 0 &&
         entry.nanoseconds != static_cast<uint32_t>(info.modified_ns % kSecond);
}

// Written in the same moment as the index, a file may have changed since without another time.
bool may_be_newer(const IndexEntry& entry, int64_t written_ns) {
  const int64_t seconds = entry.seconds;
  if (entry.nanoseconds == 0) return seconds >= written_ns / kSecond;
  return seconds * kSecond + entry.nanoseconds >= written_ns;
}

// Goes through the index twice: first by what the system says of each file, then by content for
// those of which that is not certain. Content is compared as git would store it, without running a
// filter.
class WorkTree {
 public:
  WorkTree(FileSystem& files, const GitRepository& repository, Folder& root, int64_t written_ns,
           const TakeWorkTreeFile& take)
      : files_(files), repository_(repository), root_(root), written_ns_(written_ns), take_(take) {}

  // One entry of the index. Conflicts, and entries that git was told not to look at, are passed
  // over.
  void look_at(const IndexEntry& entry) {
    const uint32_t type = entry.mode & kFileType;
    const bool is_known = type == kPlainFile || type == kLink || type == kSubmodule;
    if (entry.stage != 0 || entry.not_looked_at || !is_known) return;
    const std::string path(entry.path);
    if (entry.to_be_added) return take_(path, WorkTreeFile::kToBeAdded);
    const auto info = info_of_entry(path);
    if (!info) {
      const ErrorCode code = info.error().code;
      const bool is_gone = code == ErrorCode::kNotFound ||
                           (code == ErrorCode::kNotAllowed && leads_through_link(path));
      return take_(path, is_gone ? WorkTreeFile::kDeleted : WorkTreeFile::kNotCompared);
    }
    if (type == kSubmodule) return look_at_submodule(path, *info, entry.object);
    look_at_file(entry, path, *info);
  }

  // What times and sizes left open.
  void compare_contents() {
    if (doubtful_.empty()) return;
    std::vector<std::string> paths;
    for (const Doubtful& file : doubtful_) paths.push_back(file.path);
    const auto conversions = read_conversions(repository_, paths);
    for (const Doubtful& file : doubtful_) {
      const auto same = conversions ? is_same(file, *conversions) : std::nullopt;
      if (!same) take_(file.path, WorkTreeFile::kNotCompared);
      if (same && !*same) take_(file.path, WorkTreeFile::kModified);
    }
  }

 private:
  // A file whose facts leave it open whether its content is another.
  struct Doubtful {
    std::string path;
    Bytes object;
    uint32_t type = 0;
    FileInfo info;
    bool other_mode = false;
    bool same_facts = false;
  };

  // Entries are in order: a folder is opened once for those in it.
  Result<FileInfo> info_of_entry(const std::string& path) {
    const size_t slash = path.rfind('/');
    if (slash == std::string::npos) return root_.info(path);
    const std::string_view folder = std::string_view(path).substr(0, slash);
    if (!folder_ || folder != folder_path_) {
      folder_path_ = folder;
      folder_ = root_.open_folder(folder_path_);
    }
    if (!*folder_) return folder_->error();
    return (**folder_)->info(path.substr(slash + 1));
  }

  // As git has it, what was below a folder that is a link by now is gone.
  bool leads_through_link(const std::string& path) {
    for (size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1)) {
      const auto info = root_.info(path.substr(0, at));
      if (!info || info->kind != FileKind::kFolder) return info && info->kind == FileKind::kSymlink;
    }
    return false;
  }

  // Sure cases first: another kind of file, or another size. Equal size, inode and time mean an
  // equal file, unless it was written in the same moment as the index.
  void look_at_file(const IndexEntry& entry, const std::string& path, const FileInfo& info) {
    const uint32_t type = entry.mode & kFileType;
    if (info.kind == FileKind::kFolder) return take_(path, WorkTreeFile::kDeleted);
    const bool is_plain = info.kind == FileKind::kFile;
    if (!is_plain && (info.kind != FileKind::kSymlink || type == kPlainFile)) {
      return take_(path, WorkTreeFile::kModified);
    }
    // git wrote 0 for a file that it had not looked at yet, or too late to believe its time.
    const bool no_size = entry.size == 0 && entry.object != blob_object("", entry.object.size());
    if (!no_size && entry.size != static_cast<uint32_t>(info.size)) {
      return take_(path, WorkTreeFile::kModified);
    }
    const bool other_mode = type == kPlainFile && (entry.mode & kMayRun) != (info.mode & kMayRun);
    const bool other_inode =
        entry.inode != 0 && entry.inode != static_cast<uint32_t>(info.id.inode);
    const bool same_facts = !no_size && !other_inode && !has_other_time(entry, info) &&
                            !may_be_newer(entry, written_ns_) &&
                            (type == kLink) == (info.kind == FileKind::kSymlink);
    if (same_facts && !other_mode) return;
    doubtful_.push_back({path, Bytes(entry.object), type, info, other_mode, same_facts});
  }

  // A submodule is as it was when its checkout stands on the commit that the index has.
  void look_at_submodule(const std::string& path, const FileInfo& info, std::string_view object) {
    if (info.kind != FileKind::kFolder) {
      const bool is_link = info.kind == FileKind::kSymlink;
      return take_(path, is_link ? WorkTreeFile::kModified : WorkTreeFile::kDeleted);
    }
    const std::string root = join_path(repository_.root, path);
    const auto found = find_repository(files_, root, &repository_);
    // Without a .git of its own it was not checked out.
    if (!found || !*found || (*found)->root != root) return;
    const auto state = read_git_state(files_, **found);
    if (!state) return take_(path, WorkTreeFile::kNotCompared);
    if (state->commit != to_hex(object)) take_(path, WorkTreeFile::kModified);
  }

  // Nothing: it cannot be told without a program of the repository, or at a reasonable cost.
  std::optional<bool> is_same(const Doubtful& file, const GitConversions& conversions) {
    if (file.other_mode && conversions.settings.heeds_mode) return false;
    if (file.same_facts) return true;
    const bool is_link = file.info.kind == FileKind::kSymlink;
    if (file.type == kLink && !is_link && conversions.settings.makes_links) return false;
    if (file.info.size > kMaxCompared || compared_ + file.info.size > kMaxComparedInAll) {
      return std::nullopt;
    }
    compared_ += file.info.size;
    if (is_link) return target_of(file.path, file.object);
    auto content = read_whole_file(root_, file.path, kMaxCompared);
    if (!content) return std::nullopt;
    if (file.type == kLink) return blob_object(*content, file.object.size()) == file.object;
    const auto attributes = conversions.attributes.find(file.path);
    if (attributes == conversions.attributes.end()) return std::nullopt;
    const auto kept = check_in(std::move(*content), attributes->second, conversions.settings);
    if (!kept) return std::nullopt;
    return std::any_of(kept->begin(), kept->end(), [&](const Bytes& bytes) {
      return blob_object(bytes, file.object.size()) == file.object;
    });
  }

  // A link's content is where it points.
  std::optional<bool> target_of(const std::string& path, const Bytes& object) {
    std::error_code problem;
    const auto target =
        std::filesystem::read_symlink(join_path(repository_.root, path), problem).string();
    if (problem) return std::nullopt;
    return blob_object(target, object.size()) == object;
  }

  FileSystem& files_;
  const GitRepository& repository_;
  Folder& root_;
  int64_t written_ns_;
  const TakeWorkTreeFile& take_;
  std::string folder_path_;
  std::optional<Result<std::unique_ptr<Folder>>> folder_;
  std::vector<Doubtful> doubtful_;
  uint64_t compared_ = 0;
};

}  // namespace

// False: the index could not be understood as a whole, and what was told is not complete.
bool compare_work_tree(FileSystem& files, const GitRepository& repository, std::string_view bytes,
                       int64_t written_ns, const TakeWorkTreeFile& take) {
  const auto root = files.open_folder(repository.root);
  if (!root) return false;
  WorkTree tree(files, repository, **root, written_ns, take);
  const bool understood = read_index(bytes, [&](const IndexEntry& entry) {
    tree.look_at(entry);
    return true;
  });
  tree.compare_contents();
  return understood;
}

}  // namespace clew
