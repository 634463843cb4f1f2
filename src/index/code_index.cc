#include "index/code_index.h"

#include <algorithm>

#include "files/file_lock.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "index/structural_version.h"

namespace clew {
namespace {

// As long as a large checkout may take another process.
constexpr Duration kIndexLockDeadline = seconds(60);
// Whoever only asks where something went does not wait for an update.
constexpr Duration kIndexReadDeadline{20};

// By path. Reads one snapshot from here on, whatever others write.
Result<std::vector<FileRow>> read_rows(IndexDatabase& database) {
  CLEW_TRY(database.begin_reading());
  CLEW_ASSIGN(auto rows, database.files());
  std::sort(rows.begin(), rows.end(),
            [](const FileRow& a, const FileRow& b) { return a.path < b.path; });
  return rows;
}

Result<IndexSummary> update_and_hold(IndexDatabase& database, FileSystem& files,
                                     const IndexLocation& location, const Extractor& extractor,
                                     std::vector<FileRow>& rows) {
  CLEW_ASSIGN(IndexSummary summary, update_index(database, files, location, extractor));
  CLEW_ASSIGN(rows, read_rows(database));
  return summary;
}

Time write_time(Folder& folder, const std::string& name) {
  Time latest;
  for (const char* part : {"", "-wal"}) {
    const auto info = folder.info(name + part);
    // Whoever reads makes an empty log anew.
    if (info && info->size > 0) latest = std::max(latest, Time{info->modified_ns / 1'000'000});
  }
  return latest;
}

}  // namespace

std::string index_path(const IndexLocation& location) {
  return join_path(location.cache_folder,
                   "code/" + sha256(location.root).hex().substr(0, 32) + ".db");
}

Result<std::unique_ptr<CodeIndex>> CodeIndex::open(FileSystem& files, Machine& machine,
                                                   const IndexLocation& location,
                                                   const Extractor& extractor) {
  if (location.cache_folder.empty()) {
    return make_error(ErrorCode::kUsage, "no folder for the code index: HOME is not set",
                      "XDG_CACHE_HOME", "set XDG_CACHE_HOME");
  }
  const std::string path = index_path(location);
  CLEW_ASSIGN(const auto folder, make_folders(files, parent_of(path)));
  CLEW_ASSIGN(const FileLock lock,
              take_lock(*folder, lock_name_of(last_part_of(path)), machine, kIndexLockDeadline));
  CLEW_ASSIGN(auto database, IndexDatabase::open(path, location.root, extractor.version));
  std::vector<FileRow> rows;
  auto summary = update_and_hold(*database, files, location, extractor, rows);
  // Damage that shows only when a row is read: a cache is made again.
  if (!summary && summary.error().code == ErrorCode::kCorrupt) {
    database.reset();
    CLEW_ASSIGN(database, IndexDatabase::open(path, location.root, extractor.version,
                                              IndexDatabase::Keep::kNothing));
    summary = update_and_hold(*database, files, location, extractor, rows);
  }
  if (!summary) return summary.error();
  return std::unique_ptr<CodeIndex>(new CodeIndex(std::move(database), *summary, std::move(rows)));
}

Result<std::unique_ptr<CodeIndex>> CodeIndex::open_as_it_is(FileSystem& files, Machine& machine,
                                                            const IndexLocation& location,
                                                            const Extractor& extractor) {
  const std::string path = index_path(location);
  CLEW_ASSIGN(const auto folder, files.open_folder(parent_of(path)));
  const std::string name = last_part_of(path);
  CLEW_ASSIGN(const FileLock lock,
              take_lock(*folder, lock_name_of(name), machine, kIndexReadDeadline));
  CLEW_ASSIGN(auto database, IndexDatabase::open_existing(path, location.root, extractor.version));
  CLEW_ASSIGN(auto rows, read_rows(*database));
  std::unique_ptr<CodeIndex> index(
      new CodeIndex(std::move(database), IndexSummary(), std::move(rows)));
  index->written_at_ = write_time(*folder, name);
  return index;
}

CodeIndex::CodeIndex(std::unique_ptr<IndexDatabase> database, IndexSummary summary,
                     std::vector<FileRow> files)
    : database_(std::move(database)), summary_(summary), files_(std::move(files)) {
  for (size_t i = 0; i < files_.size(); ++i) by_number_.emplace(files_[i].file, i);
}

const FileRow* CodeIndex::find_file(const std::string& path) const {
  const auto found = std::lower_bound(
      files_.begin(), files_.end(), path,
      [](const FileRow& row, const std::string& wanted) { return row.path < wanted; });
  return found != files_.end() && found->path == path ? &*found : nullptr;
}

const std::string& CodeIndex::path_of(int64_t file) const {
  static const std::string kNone;
  const auto found = by_number_.find(file);
  return found == by_number_.end() ? kNone : files_[found->second].path;
}

Result<std::string> CodeIndex::version() {
  std::vector<Hash> digests;
  CLEW_TRY(database_->visit_shapes([&](const std::string& path, const Hash& shape) {
    digests.push_back(file_digest(path, shape));
  }));
  return structural_version(std::move(digests));
}

Result<std::string> CodeIndex::version(const std::set<std::string>& paths) {
  std::vector<Hash> digests;
  CLEW_TRY(database_->visit_shapes([&](const std::string& path, const Hash& shape) {
    if (paths.contains(path)) digests.push_back(file_digest(path, shape));
  }));
  return structural_version(std::move(digests));
}

}  // namespace clew
