#pragma once
// How many edges of the whole graph are certain, kept beside the rows so that every answer can say
// it. After a change of few files only the edges that it can touch are counted, before and after:
// those in the changed files, and those elsewhere whose name has other definitions than before.

#include <map>
#include <set>

#include "index/index_database.h"

namespace clew {

// What is kept, or counted over everything and then kept.
Result<IndexCounts> load_or_count(IndexDatabase& database);
Status drop_counts(IndexDatabase& database);

// In an open transaction: name every change, count, make the changes, count again.
class CountedChange {
 public:
  explicit CountedChange(IndexDatabase& database) : database_(database) {}
  Status remove(int64_t file);
  Status replace(int64_t file, const FileRecord& record);  // 0: a new one
  Status count_before();
  void came(int64_t file) { files_.insert(file); }  // the number that a new one got
  Status count_after();

 private:
  using MentionCounts = std::map<std::string, int>;  // how often each stands in a file

  Status note_definitions(const FileOutline& outline, const std::string& path, int sign);
  Result<IndexCounts> count_touched();

  IndexDatabase& database_;
  std::set<int64_t> files_;  // that change
  // Of a file that is replaced: mentions that it has before and after, and which mean the same as
  // long as no definition of their names changes. They are not counted.
  std::map<int64_t, MentionCounts> kept_;
  std::map<std::string, int> definitions_;  // as resolving sees them: how many more there are
  std::map<std::string, std::string> name_of_;
  std::set<std::string> names_;  // whose definitions change
  IndexCounts before_;
  bool is_counting_ = false;  // false: everything is counted again
};

}  // namespace clew
