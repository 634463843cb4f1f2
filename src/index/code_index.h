#pragma once
// The code index of one checkout: brought up to date, then asked. What it answers is the state of
// the files when it was opened.
//
// Opening lists the files, looks at the stamp of each, and reads again only what has changed. It
// waits for another process that is doing the same. A kill at any moment leaves an index that the
// next opening completes.

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "files/machine.h"
#include "index/extractor.h"
#include "index/index_database.h"
#include "index/resolve.h"
#include "project/git_repository.h"

namespace clew {

inline constexpr uint64_t kSourceLimit = uint64_t{1} << 20;  // bytes of a file that is read

struct IndexPlace {
  std::string root;                         // real path of the checkout, or of the folder
  std::optional<GitRepository> repository;  // the one at `root`
  std::string cache_folder;                 // of the user; never in the checkout
};

// The database of a checkout.
std::string index_path(const IndexPlace& place);

struct IndexCounts {
  // Calls and references alone: an import names a module more often than a symbol.
  uint64_t resolved = 0;
  uint64_t by_name = 0;
  uint64_t unresolved = 0;
  uint64_t symbols = 0;

  bool operator==(const IndexCounts&) const = default;
};

struct IndexSummary {
  uint64_t files = 0;    // source files of the checkout
  uint64_t indexed = 0;  // of them, also those that could be parsed only in part
  uint64_t partly = 0;
  uint64_t given_up = 0;
  uint64_t too_large = 0;
  uint64_t binary = 0;
  uint64_t generated = 0;
  uint64_t read = 0;     // files read by this opening
  uint64_t changed = 0;  // files that it added, replaced or removed
  IndexCounts counts;

  uint64_t skipped() const { return too_large + binary + generated; }
};

class CodeIndex {
 public:
  // kNotAllowed when the cache folder cannot be written; kConflict when another process has been
  // indexing for too long.
  static Result<std::unique_ptr<CodeIndex>> open(FileSystem& files, Machine& machine,
                                                 const IndexPlace& place,
                                                 const Extractor& extractor);

  const IndexSummary& summary() const { return summary_; }
  IndexDatabase& database() { return *database_; }
  // Every source file, by path.
  const std::vector<FileRow>& files() const { return files_; }
  const FileRow* find_file(const std::string& path) const;
  const std::string& path_of(int64_t file) const;

 private:
  CodeIndex(std::unique_ptr<IndexDatabase> database, IndexSummary summary,
            std::vector<FileRow> files);

  std::unique_ptr<IndexDatabase> database_;
  IndexSummary summary_;
  std::vector<FileRow> files_;
  std::unordered_map<int64_t, size_t> by_number_;
};

// The definitions of a name, looked up when first asked for.
class LookedUpCandidates final : public Candidates {
 public:
  using PathOf = std::function<const std::string&(int64_t file)>;
  LookedUpCandidates(IndexDatabase& database, PathOf path_of)
      : database_(database), path_of_(std::move(path_of)) {}
  const std::vector<Candidate>& named(const std::string& name) override;
  // What went wrong, if anything did: then answers were empty.
  const Status& status() const { return status_; }

 private:
  IndexDatabase& database_;
  PathOf path_of_;
  std::unordered_map<std::string, std::vector<Candidate>> known_;
  Status status_ = success();
};

// The definitions of all names at once, for questions about the whole graph.
class AllCandidates final : public Candidates {
 public:
  void add(int64_t file, const std::string& path, const FileOutline& outline);
  void sort();
  const std::vector<Candidate>& named(const std::string& name) override;

 private:
  std::unordered_map<std::string, std::vector<Candidate>> known_;
};

}  // namespace clew
