#pragma once
// The database of the code index: one SQLite file per checkout in the user's cache folder.
//
//   meta(key, value)        the extractor's version, the checkout, counts derived from the rest
//   files(file, path, …)    every source file: its stamp, state, content hash and shape
//   outlines(file, bytes)   what is kept of it (outline_codec.h)
//   names(name, file)       by a hash of a name, which files define it (even) or mention it (odd)
//
// Everything in it but `meta` and the numbers of files is a function of the files' bytes. It is a
// cache: whatever is wrong with it, it is thrown away and made again. Whoever reads or writes it
// opens it while holding the lock beside it, so that nobody else is making it anew.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "files/tree_reader.h"
#include "index/outline_codec.h"
#include "sqlite/connection.h"

namespace clew {

// What became of a file. Stored: values are never reused.
enum class SourceState {
  kIndexed = 0,
  kPartly = 1,    // indexed as far as it could be parsed
  kGivenUp = 2,   // took too much time or memory; not tried again until it changes
  kTooLarge = 3,  // this and the rest have no outline
  kBinary = 4,
  kGenerated = 5,
};

// How much a code index knows for certain, over all of its files.
struct IndexCounts {
  // Calls and references alone: an import names a module more often than a symbol.
  uint64_t resolved = 0;
  uint64_t by_name = 0;
  uint64_t unresolved = 0;
  uint64_t symbols = 0;

  bool operator==(const IndexCounts&) const = default;
};

struct FileRow {
  int64_t file = 0;
  std::string path;
  FileStamp stamp;  // empty: to be compared by content the next time
  SourceState state = SourceState::kIndexed;
};

// A file as it is to be kept.
struct FileRecord {
  std::string path;
  FileStamp stamp;
  SourceState state = SourceState::kIndexed;
  Hash content;
  Hash shape;
  Bytes outline;               // empty for states without one
  std::vector<int64_t> names;  // keys of names, sorted, each once
};

enum class NameUse { kDefined = 0, kMentioned = 1 };
// The key of a name in the table `names`. Two names may share one.
int64_t name_key(std::string_view name, NameUse use);
// The keys of all that an outline defines and mentions, sorted.
std::vector<int64_t> name_keys(const FileOutline& outline);

class IndexDatabase {
 public:
  // Opens the file, or makes it; one that is damaged, of another program or of another extractor is
  // made again. REQUIRES: the lock beside it is held.
  enum class Keep { kWhatIsThere, kNothing };
  static Result<std::unique_ptr<IndexDatabase>> open(const std::string& path,
                                                     const std::string& root, int extractor,
                                                     Keep keep = Keep::kWhatIsThere);

  // The file as it is, only to be read; kNotFound when there is none, or it is not what this
  // extractor made for the checkout. REQUIRES: the lock beside it is held.
  static Result<std::unique_ptr<IndexDatabase>> open_existing(const std::string& path,
                                                              const std::string& root,
                                                              int extractor);

  Status begin() { return db_->run("BEGIN IMMEDIATE"); }
  Status begin_reading() { return db_->run("BEGIN"); }
  Status commit() { return db_->commit(); }
  Status roll_back() { return db_->roll_back(); }
  // Empties the write-ahead log into the database, as far as nobody reads.
  void checkpoint();

  Result<std::vector<FileRow>> files();
  Result<Hash> content_of(int64_t file);
  Result<std::string> path_of(int64_t file);
  // Path and shape of every file that has one, by path.
  Status visit_shapes(const std::function<void(const std::string& path, const Hash& shape)>& take);
  Result<FileOutline> outline(int64_t file, OutlineParts parts);
  Result<std::vector<int64_t>> files_with(int64_t name_key);
  // For every file in turn; ends early when `take` answers an error.
  Status visit_outlines(OutlineParts parts,
                        const std::function<Status(int64_t file, FileOutline outline)>& take);
  // The same with outlines as they are kept (outline_codec.h), to be decoded elsewhere; the bytes
  // are valid during the call.
  Status visit_encoded(const std::function<Status(int64_t file, BytesView outline)>& take);

  // Replaces the row with that path's former number, or adds one when it is 0. Names that came with
  // it are added later, many files at once: add_names. Those it had before stay where they are:
  // they are spread over the whole table, and each would be a page to write.
  struct PutFile {
    int64_t file = 0;
    std::vector<int64_t> new_names;
  };
  Result<PutFile> put(int64_t file, const FileRecord& record);
  Status put_stamp(int64_t file, const FileStamp& stamp);
  Status remove(int64_t file);
  struct NameRow {
    int64_t name;
    int64_t file;
  };
  Status add_names(std::vector<NameRow> rows);

  // Empty when there is none.
  Result<std::string> meta(const std::string& key);
  Status set_meta(const std::string& key, const std::string& value);

 private:
  explicit IndexDatabase(std::unique_ptr<Connection> db) : db_(std::move(db)) {}

  Status remove_names(int64_t file, const std::vector<int64_t>& names);
  Status remove_rows(int64_t file);

  std::unique_ptr<Connection> db_;
};

}  // namespace clew
