#pragma once
// The code index of one checkout: brought up to date, then asked. What it answers is the state of
// the files when it was opened.
//
// Opening lists the files, looks at the stamp of each, and reads again only what has changed. It
// waits for another process that is doing the same. A kill at any moment leaves an index that the
// next opening completes.

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "files/machine.h"
#include "index/index_database.h"
#include "index/update_index.h"

namespace clew {

// The database of a checkout.
std::string index_path(const IndexLocation& location);

class CodeIndex {
 public:
  // kNotAllowed when the cache folder cannot be written; kConflict when another process has been
  // indexing for too long.
  static Result<std::unique_ptr<CodeIndex>> open(FileSystem& files, Machine& machine,
                                                 const IndexLocation& location,
                                                 const Extractor& extractor);

  // As the last update left it, whatever the files hold now: nothing is listed, read or written,
  // and the summary says nothing. kNotFound when there is none; kConflict while somebody updates
  // it.
  static Result<std::unique_ptr<CodeIndex>> open_as_it_is(FileSystem& files, Machine& machine,
                                                          const IndexLocation& location,
                                                          const Extractor& extractor);

  // When it was last written: no file was indexed later.
  Time written_at() const { return written_at_; }
  const IndexSummary& summary() const { return summary_; }
  IndexDatabase& database() { return *database_; }
  // Every source file, by path.
  const std::vector<FileRow>& files() const { return files_; }
  const FileRow* find_file(const std::string& path) const;
  const std::string& path_of(int64_t file) const;
  // The structural version of all files.
  Result<std::string> version();
  // Of these alone; what is no source file of the checkout adds nothing.
  Result<std::string> version(const std::set<std::string>& paths);

 private:
  CodeIndex(std::unique_ptr<IndexDatabase> database, IndexSummary summary,
            std::vector<FileRow> files);

  std::unique_ptr<IndexDatabase> database_;
  IndexSummary summary_;
  Time written_at_ = {};
  std::vector<FileRow> files_;
  std::unordered_map<int64_t, size_t> by_number_;
};

}  // namespace clew
