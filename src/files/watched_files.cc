#include "files/watched_files.h"

#include <algorithm>
#include <set>
#include <utility>

#include "files/relative_path.h"

namespace clew {
namespace {

constexpr size_t kMostLooks = 512;
constexpr int64_t kYoungNs = 2'000'000'000;

using Aspect = SeenFiles::Aspect;
using Notes = std::shared_ptr<SeenFiles>;

class WatchedFile final : public File {
 public:
  WatchedFile(std::unique_ptr<File> file, Notes notes)
      : file_(std::move(file)), notes_(std::move(notes)) {}

  const std::string& path() const override { return file_->path(); }
  Result<FileInfo> info() override { return file_->info(); }
  Result<size_t> read(uint64_t offset, std::span<char> into) override {
    return file_->read(offset, into);
  }
  Result<size_t> write(BytesView bytes) override { return changing().write(bytes); }
  Status truncate(uint64_t size) override { return changing().truncate(size); }
  Status set_mode(uint32_t mode) override { return changing().set_mode(mode); }
  Status sync(SyncKind kind) override { return changing().sync(kind); }
  Result<LockAttempt> try_lock() override { return changing().try_lock(); }
  std::optional<int> lock_holder() override { return changing().lock_holder(); }

 private:
  File& changing() {
    notes_->give_up();
    return *file_;
  }

  std::unique_ptr<File> file_;
  Notes notes_;
};

// A file as it was when it was opened: whatever is read comes after that.
Result<std::unique_ptr<File>> watched(Result<std::unique_ptr<File>> opened, const std::string& path,
                                      const Notes& notes) {
  if (!opened) {
    notes->see(path, Aspect::kAll, opened.error());
    return opened;
  }
  notes->see(path, Aspect::kAll, (*opened)->info());
  return std::unique_ptr<File>(std::make_unique<WatchedFile>(std::move(*opened), notes));
}

class WatchedFolder final : public Folder {
 public:
  WatchedFolder(std::unique_ptr<Folder> folder, std::string path, FileSystem& files, Notes notes)
      : folder_(std::move(folder)),
        path_(std::move(path)),
        files_(files),
        notes_(std::move(notes)) {}

  const std::string& path() const override { return folder_->path(); }

  Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override {
    if (mode != OpenMode::kRead) return changing().open(path, mode);
    return watched(folder_->open(path, mode), full(path), notes_);
  }

  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override {
    auto opened = folder_->open_folder(path);
    if (!opened) {
      notes_->see(full(path), Aspect::kPlace, opened.error());
      return opened;
    }
    notes_->see(full(path), Aspect::kPlace, folder_->info(path));
    return std::unique_ptr<Folder>(
        std::make_unique<WatchedFolder>(std::move(*opened), full(path), files_, notes_));
  }

  Result<FileInfo> info(const std::string& path) override {
    auto info = folder_->info(path);
    notes_->see(full(path), Aspect::kAll, info);
    return info;
  }

  // A name that comes or goes changes the folder's own time.
  Result<std::vector<std::string>> list() override {
    notes_->see(path_, Aspect::kAll, files_.info(path_));
    return folder_->list();
  }

  Status make_folder(const std::string& name) override { return changing().make_folder(name); }
  Result<LinkOutcome> link(const std::string& from, const std::string& to) override {
    return changing().link(from, to);
  }
  Status rename(const std::string& from, const std::string& to) override {
    return changing().rename(from, to);
  }
  Status remove(const std::string& name) override { return changing().remove(name); }
  Status sync() override { return changing().sync(); }

 private:
  std::string full(const std::string& path) const { return join_path(path_, path); }
  Folder& changing() {
    notes_->give_up();
    return *folder_;
  }

  std::unique_ptr<Folder> folder_;
  std::string path_;
  FileSystem& files_;
  Notes notes_;
};

bool is_same(const FileInfo& then, const FileInfo& now, Aspect aspect) {
  return aspect == Aspect::kPlace ? then.id == now.id && then.kind == now.kind : then == now;
}

}  // namespace

void SeenFiles::see(const std::string& path, Aspect aspect, const Result<FileInfo>& info) {
  // An empty path leads nowhere, now and later.
  if (!exact_ || (path.empty() && !info)) return;
  // Looking again follows symbolic links, and answers "not there" alone for sure.
  const bool repeatable =
      info ? info->kind != FileKind::kSymlink : info.error().code == ErrorCode::kNotFound;
  if (!repeatable || path.empty() || path[0] != '/') return give_up();
  const auto known = std::find_if(looks_.begin(), looks_.end(), [&](const Look& look) {
    return look.aspect == aspect && look.path == path;
  });
  if (known == looks_.end()) {
    if (looks_.size() == kMostLooks) return give_up();
    looks_.push_back({path, aspect, info ? std::optional(*info) : std::nullopt});
    return;
  }
  // It changed while it was being looked at.
  const bool same =
      known->info.has_value() == info.ok() && (!info || is_same(*known->info, *info, aspect));
  if (!same) give_up();
}

void SeenFiles::see_real_path(const std::string& path, const Result<std::string>& real) {
  if (!exact_) return;
  if (!real || path.empty() || path[0] != '/') return give_up();
  for (const auto& known : real_paths_) {
    if (known.path != path) continue;
    if (known.real != *real) give_up();
    return;
  }
  if (real_paths_.size() == kMostLooks) return give_up();
  real_paths_.push_back({path, *real});
}

bool SeenFiles::exact(Time looked) const {
  const int64_t young = looked.ms * 1'000'000 - kYoungNs;
  return exact_ && std::none_of(looks_.begin(), looks_.end(), [&](const Look& look) {
           return look.aspect == Aspect::kAll && look.info && look.info->modified_ns > young;
         });
}

bool SeenFiles::still_so(FileSystem& files) const {
  for (const auto& look : looks_) {
    const auto now = files.info(look.path);
    if (!now && (look.info || now.error().code != ErrorCode::kNotFound)) return false;
    if (now && (!look.info || !is_same(*look.info, *now, look.aspect))) return false;
  }
  for (const auto& [path, then] : real_paths_) {
    const auto now = files.real_path(path);
    if (!now || *now != then) return false;
  }
  return true;
}

std::vector<std::string> SeenFiles::folders() const {
  std::set<std::string> folders;
  const auto add_above = [&](std::string path) {
    while (path.size() > 1) folders.insert(path = parent_of(path));
  };
  for (const auto& look : looks_) {
    add_above(look.path);
    const bool is_folder = look.info && look.info->kind == FileKind::kFolder;
    if (is_folder && look.aspect == Aspect::kAll) folders.insert(look.path);
  }
  for (const auto& known : real_paths_) add_above(known.path);
  return {folders.begin(), folders.end()};
}

size_t SeenFiles::bytes() const {
  size_t bytes = looks_.capacity() * sizeof(Look) + real_paths_.capacity() * sizeof(RealPath);
  for (const auto& look : looks_) bytes += look.path.size();
  for (const auto& known : real_paths_) bytes += known.path.size() + known.real.size();
  return bytes;
}

void WatchedFiles::watch() { seen_ = std::make_shared<SeenFiles>(); }

SeenFiles WatchedFiles::take() {
  const Notes notes = std::exchange(seen_, nullptr);
  return notes == nullptr ? SeenFiles() : *notes;
}

Result<std::unique_ptr<Folder>> WatchedFiles::open_folder(const std::string& path) {
  auto opened = files_.open_folder(path);
  if (seen_ == nullptr) return opened;
  if (!opened) {
    seen_->see(path, Aspect::kPlace, opened.error());
    return opened;
  }
  seen_->see(path, Aspect::kPlace, files_.info(path));
  return std::unique_ptr<Folder>(
      std::make_unique<WatchedFolder>(std::move(*opened), path, files_, seen_));
}

// What the kernel tells of a process is always young: whoever reads it asks for the time too, and
// that bounds how long it holds.
Result<std::unique_ptr<File>> WatchedFiles::open_file(const std::string& path) {
  auto opened = files_.open_file(path);
  return seen_ == nullptr || path.starts_with("/proc/") ? std::move(opened)
                                                        : watched(std::move(opened), path, seen_);
}

Result<FileInfo> WatchedFiles::info(const std::string& path) {
  auto info = files_.info(path);
  if (seen_ != nullptr) seen_->see(path, Aspect::kAll, info);
  return info;
}

Result<std::string> WatchedFiles::real_path(const std::string& path) {
  auto real = files_.real_path(path);
  if (seen_ != nullptr) seen_->see_real_path(path, real);
  return real;
}

}  // namespace clew
