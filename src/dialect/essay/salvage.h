#pragma once
// What the files of a session directory tell without its state file.

#include <set>

#include "dialect/essay/draft_outline.h"
#include "dialect/essay/words.h"
#include "dialect/tree_dialect.h"

namespace clew::essay {

struct Remains {
  std::string entry;
  std::set<std::string> names;
  std::set<int64_t> argued;         // sections with an argument map
  std::vector<DraftSection> draft;  // as far as it is written
  int64_t outlined = 0;             // sections the outline counts
  Documents logs;
  std::optional<Time> began;  // by the directory's name, else by the first entry of a log
  std::optional<Time> last;   // by the last entry of a log

  bool has(const std::string& name) const { return names.contains(name); }
  bool has_artifact() const;
  int64_t draft_number(size_t i) const;
  int64_t total_sections() const;
};

// One for each directory.
std::vector<Remains> find_remains(const FileSet& files);

}  // namespace clew::essay
