#pragma once
// The definitions of the project that a name may mean, found in the index: those of one name when
// it is asked for, or all at once.

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "index/index_database.h"
#include "index/resolve.h"

namespace clew {

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

// The definitions of all names at once, for questions about the whole graph. Once they are sorted
// any number of threads may ask.
class AllCandidates final : public Candidates {
 public:
  void add(int64_t file, const std::string& path, const FileOutline& outline);
  void sort();
  const std::vector<Candidate>& named(const std::string& name) override;

 private:
  std::unordered_map<std::string, std::vector<Candidate>> known_;
};

}  // namespace clew
