#pragma once
// What an answer is made of besides the request: the state of the store, the files that were looked
// at, and the clock. A long-lived server gives its workspaces these files and this clock; what was
// noted while an answer was made tells later whether the same answer would be made again.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "files/folder_bell.h"
#include "files/watched_files.h"
#include "store/versioned_store.h"

namespace clew {

// What one answer was made of.
struct AnswerInputs {
  std::string store;  // its version
  SeenFiles files;
  // The second of the clock in which it was made, when it asked for the time at all. Ages are shown
  // in seconds at the finest, so an answer holds for the rest of its second and no longer.
  std::optional<int64_t> second;

  // When the files were last seen to be so. For the rest of that second silence in their folders
  // says that they still are, and saves looking at each.
  struct Check {
    uint64_t rings = 0;
    int64_t second = 0;
    bool operator==(const Check&) const = default;
  };
  std::optional<Check> checked = {};
};

// Which store, and its settings_version (store/versioned_store.h).
struct SettingsVersion {
  uint64_t store = 0;
  uint64_t number = 0;
  bool operator==(const SettingsVersion&) const = default;
};

class Observation {
 public:
  using Clock = std::function<Time()>;
  Observation(FileSystem& files, Clock clock) : files_(files), clock_(std::move(clock)) {}

  FileSystem& files() { return files_; }
  Time now();
  // The store that is open, or null.
  void use(EventStore* store);

  // Everything between these two belongs to one answer. Nothing when it may not be given again: the
  // store changed meanwhile, a file was changed or is too young to tell, a program was run.
  void begin();
  std::optional<AnswerInputs> end();

  bool still_so(AnswerInputs& inputs);
  // Of the store that is open; nothing when it cannot be told.
  std::optional<SettingsVersion> settings_version();

 private:
  bool store_is_at(const std::string& version) { return store_ && store_->is_at(version); }
  bool files_still_so(AnswerInputs& inputs, int64_t second);
  std::optional<std::string> version() { return store_ ? store_->version() : std::nullopt; }

  WatchedFiles files_;
  FolderBell bell_;
  Clock clock_;
  VersionedStore* store_ = nullptr;
  uint64_t stores_ = 0;                 // how many there have been
  std::optional<std::string> version_;  // when it began
  Time began_;
  uint64_t programs_ = 0;
  bool asked_time_ = false;
};

}  // namespace clew
