#pragma once
// How both programs start `clew` beside the work that goes on: by its own path, with the store as
// it is open and the state folder as it was found. Of the environment it gets what reaches a
// bucket, and of that no path that leads into the project: where it runs, nobody knows any more
// which project that was.

#include <mutex>

#include "engine/remote/background_programs.h"

namespace clew {

class StartInBackground final : public BackgroundPrograms {
 public:
  Status start(const Surroundings& around, const std::vector<std::string>& words,
               Duration wait) override;

 private:
  std::mutex mutex_;
  std::vector<int> started_;  // of a server, to be reaped
};

}  // namespace clew
