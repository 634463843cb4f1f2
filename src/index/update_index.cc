#include "index/update_index.h"

#include <algorithm>
#include <future>
#include <thread>
#include <unordered_map>

#include "base/ordered_workers.h"
#include "files/tree_reader.h"
#include "index/edge_counts.h"
#include "index/source_language.h"
#include "index/source_list.h"

namespace clew {
namespace {

// Enough to keep the other processors at work while a batch is written.
constexpr size_t kJobsAhead = 192;
// A batch that is committed at once: what it holds in memory, and what a kill loses.
constexpr size_t kMaxBatchBytes = size_t{16} << 20;
constexpr size_t kMaxBatchNames = 400'000;
// So many changed files are counted one by one; more, and the whole graph is counted again.
constexpr size_t kFewChanges = 48;
constexpr size_t kWorthStatThreads = 512;

struct ReadJob {
  std::string path;
  int64_t file = 0;        // its number; 0 when it is new
  SourceState state = {};  // what became of it before
  Hash content;            // what it held before
};

struct ReadResult {
  enum class Kind { kGone, kSame, kNew };
  Kind kind = Kind::kGone;
  FileRecord record;
};

ReadResult read_source(const TreeReader& tree, const Extractor& extractor, const ReadJob& job) {
  ReadResult result;
  FileRecord& record = result.record;
  auto file = tree.read(job.path, kSourceLimit);
  if (!file) return result;
  result.kind = ReadResult::Kind::kNew;
  record.path = job.path;
  record.stamp = file->stamp;
  record.content = file->too_large ? Hash{} : sha256(file->content);
  const bool was_large = job.state == SourceState::kTooLarge;
  if (job.file != 0 && record.content == job.content && was_large == file->too_large) {
    result.kind = ReadResult::Kind::kSame;
    return result;
  }
  const std::string_view bytes = file->content;
  if (file->too_large) {
    record.state = SourceState::kTooLarge;
  } else if (is_binary(bytes)) {
    record.state = SourceState::kBinary;
  } else if (is_generated(job.path, bytes)) {
    record.state = SourceState::kGenerated;
  } else if (const auto language = extractor.language_of(job.path, bytes)) {
    const FileOutline outline = extractor.outline(*language, bytes);
    if (outline.outcome == FileOutline::Outcome::kGivenUp) {
      record.state = SourceState::kGivenUp;
      return result;
    }
    const bool is_whole = outline.outcome == FileOutline::Outcome::kWhole;
    record.state = is_whole ? SourceState::kIndexed : SourceState::kPartly;
    record.shape = outline.shape;
    record.outline = encode_outline(outline);
    record.names = name_keys(outline);
  } else {
    record.state = SourceState::kGivenUp;
  }
  return result;
}

// The stamps that files have now, in the order of the rows.
std::vector<std::optional<FileStamp>> stamps_now(const TreeReader& tree,
                                                 const std::vector<FileRow>& rows) {
  std::vector<std::optional<FileStamp>> stamps(rows.size());
  const size_t threads = rows.size() < kWorthStatThreads ? 1 : worker_count();
  const auto look = [&](size_t first) {
    for (size_t i = first; i < rows.size(); i += threads) stamps[i] = tree.stamp(rows[i].path);
  };
  std::vector<std::thread> others;
  for (size_t i = 1; i < threads; ++i) others.emplace_back(look, i);
  look(0);
  for (auto& thread : others) thread.join();
  return stamps;
}

void count_state(IndexSummary& summary, SourceState state) {
  ++summary.files;
  switch (state) {
    case SourceState::kPartly:
      ++summary.partly;
      [[fallthrough]];
    case SourceState::kIndexed:
      ++summary.indexed;
      break;
    case SourceState::kGivenUp:
      ++summary.given_up;
      break;
    case SourceState::kTooLarge:
      ++summary.too_large;
      break;
    case SourceState::kBinary:
      ++summary.binary;
      break;
    case SourceState::kGenerated:
      ++summary.generated;
      break;
  }
}

class IndexUpdate {
 public:
  IndexUpdate(IndexDatabase& database, const Extractor& extractor, TreeReader tree)
      : database_(database), extractor_(extractor), tree_(std::move(tree)) {}

  Result<IndexSummary> run(FileSystem& files, const IndexLocation& location) {
    CLEW_TRY(find_changes(files, location));
    const Status done = apply();
    if (!done) {
      static_cast<void>(database_.roll_back());
      return done.error();
    }
    return summarize();
  }

 private:
  // git lists the files while the rows are loaded and looked at.
  Status find_changes(FileSystem& files, const IndexLocation& location) {
    const auto list = [&] { return list_sources(files, location.root, location.repository); };
    auto listing = location.repository ? std::async(std::launch::async, list)
                                       : std::async(std::launch::deferred, list);
    auto loaded = database_.files();
    std::vector<std::optional<FileStamp>> stamps;
    if (loaded) stamps = stamps_now(tree_, *loaded);
    CLEW_ASSIGN(const auto paths, listing.get());
    if (!loaded) return loaded.error();
    std::unordered_map<std::string_view, size_t> known;
    known.reserve(loaded->size());
    for (size_t i = 0; i < loaded->size(); ++i) known.emplace((*loaded)[i].path, i);
    std::vector<char> listed(loaded->size(), 0);
    for (const std::string& path : paths) {
      const auto row = known.find(path);
      if (row == known.end()) {
        if (extractor_.is_source(path) && tree_.stamp(path)) jobs_.push_back({path, 0, {}, {}});
        continue;
      }
      const size_t i = row->second;
      listed[i] = stamps[i].has_value();
      if (!stamps[i]) continue;
      const FileRow& before = (*loaded)[i];
      if (*stamps[i] == before.stamp) {
        count_state(unchanged_, before.state);
        continue;
      }
      CLEW_ASSIGN(const Hash content, database_.content_of(before.file));
      jobs_.push_back({path, before.file, before.state, content});
    }
    for (size_t i = 0; i < loaded->size(); ++i) {
      if (listed[i] == 0) gone_.push_back((*loaded)[i].file);
    }
    return success();
  }

  Status apply() {
    if (jobs_.empty() && gone_.empty()) return success();
    return jobs_.size() + gone_.size() <= kFewChanges ? apply_few() : apply_many();
  }

  // All in one transaction, with the difference that it makes to the counts.
  Status apply_few() {
    std::vector<ReadResult> results;
    for (const ReadJob& job : jobs_) results.push_back(read_source(tree_, extractor_, job));
    CLEW_TRY(database_.begin());
    CountedChange counted(database_);
    for (const int64_t file : gone_) CLEW_TRY(counted.remove(file));
    for (size_t i = 0; i < jobs_.size(); ++i) {
      const bool is_other = results[i].kind != ReadResult::Kind::kSame;
      if (is_other) CLEW_TRY(counted.replace(jobs_[i].file, results[i].record));
    }
    CLEW_TRY(counted.count_before());
    for (const int64_t file : gone_) CLEW_TRY(database_.remove(file));
    for (size_t i = 0; i < jobs_.size(); ++i) CLEW_TRY(keep(jobs_[i], results[i]));
    for (const int64_t file : kept_) counted.came(file);
    CLEW_TRY(flush_names());
    CLEW_TRY(counted.count_after());
    return database_.commit();
  }

  Status apply_many() {
    CLEW_TRY(database_.begin());
    CLEW_TRY(drop_counts(database_));
    for (const int64_t file : gone_) CLEW_TRY(database_.remove(file));
    WorkAhead<ReadJob, ReadResult> work(kJobsAhead, [this](ReadJob& job, ReadResult& result) {
      result = read_source(tree_, extractor_, job);
    });
    for (size_t next = 0, taken = 0; taken < jobs_.size(); ++taken) {
      while (next < jobs_.size() && !work.full()) work.add(jobs_[next++]);
      CLEW_TRY(keep(jobs_[taken], work.take()));
      if (batch_bytes_ > kMaxBatchBytes || names_.size() > kMaxBatchNames) CLEW_TRY(next_batch());
    }
    CLEW_TRY(flush_names());
    CLEW_TRY(database_.commit());
    database_.checkpoint();
    return success();
  }

  Status next_batch() {
    CLEW_TRY(flush_names());
    CLEW_TRY(database_.commit());
    database_.checkpoint();
    batch_bytes_ = 0;
    return database_.begin();
  }

  Status flush_names() {
    CLEW_TRY(database_.add_names(std::move(names_)));
    names_.clear();
    return success();
  }

  Status keep(const ReadJob& job, const ReadResult& result) {
    ++read_;
    switch (result.kind) {
      case ReadResult::Kind::kGone:
        if (job.file == 0) return success();
        ++changed_;
        return database_.remove(job.file);
      case ReadResult::Kind::kSame:
        count_state(unchanged_, job.state);
        return database_.put_stamp(job.file, result.record.stamp);
      case ReadResult::Kind::kNew:
        break;
    }
    ++changed_;
    count_state(unchanged_, result.record.state);
    CLEW_ASSIGN(const auto put, database_.put(job.file, result.record));
    for (const int64_t name : put.new_names) names_.push_back({name, put.file});
    kept_.push_back(put.file);
    batch_bytes_ += result.record.outline.size() + result.record.path.size();
    return success();
  }

  Result<IndexSummary> summarize() {
    IndexSummary summary = unchanged_;
    summary.read = read_;
    summary.changed = changed_ + gone_.size();
    CLEW_ASSIGN(summary.counts, load_or_count(database_));
    return summary;
  }

  IndexDatabase& database_;
  const Extractor& extractor_;
  const TreeReader tree_;
  std::vector<ReadJob> jobs_;
  std::vector<int64_t> gone_;
  std::vector<IndexDatabase::NameRow> names_;
  std::vector<int64_t> kept_;  // the numbers of what is new or was replaced
  size_t batch_bytes_ = 0;
  uint64_t read_ = 0;
  uint64_t changed_ = 0;
  IndexSummary unchanged_;  // the files counted so far
};

}  // namespace

Result<IndexSummary> update_index(IndexDatabase& database, FileSystem& files,
                                  const IndexLocation& location, const Extractor& extractor) {
  CLEW_ASSIGN(TreeReader tree, TreeReader::open(location.root));
  return IndexUpdate(database, extractor, std::move(tree)).run(files, location);
}

}  // namespace clew
