#pragma once
// Reads found sessions ahead of the one that takes them in: while a session goes into the store,
// the files of the next ones are parsed on other threads.

#include <functional>
#include <vector>

#include "command/dialect_files.h"
#include "command/work_pool.h"

namespace clew {

class ReadAhead {
 public:
  // Pure; called on any thread.
  using Read = std::function<Readings(const FoundSession&)>;

  // `found` must outlive it.
  ReadAhead(const std::vector<FoundSession>& found, Read read);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // What was read of found[index]. REQUIRES: called for 0, 1, 2, … in turn
  Readings take(size_t index);

 private:
  void begin(size_t from);

  const std::vector<FoundSession>& found_;
  Read read_;
  std::vector<Readings> ready_;
  std::vector<Readings> coming_;
  WorkPool pool_;  // last: ends before what it works on
};

}  // namespace clew
