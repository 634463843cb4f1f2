#pragma once
// Context: what most code needs of the place it runs in. The store, the files, the clock,
// randomness, the surroundings of the process, and the project of the current folder. It knows
// nobody who asks and no session. One per thread; everything it names must outlive it.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "engine/verb_kind.h"
#include "files/file_system.h"
#include "project/git_repository.h"
#include "store/event_store.h"

namespace clew {

class StoreFactory;
class ObjectStoreFactory;
class BackgroundPrograms;

// Where clew runs. Read once, in app; nothing below it looks at the environment.
struct Surroundings {
  std::string cwd;
  std::string home;           // may be empty
  std::string known_home;     // the same, unless a project may have said it; may be empty
  std::string device;         // host name
  std::string session;        // CLEW_SESSION
  std::string store_url;      // as opened
  std::string store_path;     // the same, for people
  std::string store_note;     // which other store was passed over, and why; may be empty
  std::string cache_folder;   // what can be found out again; may be empty
  std::string state_folder;   // what is kept for the user; may be empty
  std::string shared_folder;  // where everybody keeps temporary files; may be empty
  uint32_t user = 0;          // whose files are one's own
  std::string program;        // this binary, for the tour
  bool off = false;           // CLEW_OFF
  // The databases that this program knows.
  const StoreFactory* stores = nullptr;
  // The verbs that it knows; unset: suggestions are left as they are written.
  VerbLookup verbs = nullptr;
  // The places between machines that it can reach. A verb opens one before it asks, prints or
  // writes (app/reach_by_clew_net.h).
  const ObjectStoreFactory* remotes = nullptr;
  // What is started beside the work that goes on; unset: nothing is.
  BackgroundPrograms* background = nullptr;
  // Any other variable of the environment, empty when it is not set. Unset: there are none.
  std::function<std::string(const std::string& name)> variable;
};

// The project of a folder: a stable id, and where it stands.
struct Project {
  std::string id;
  std::string repository;           // id of the whole repository; empty without one
  std::string root;                 // absolute path of the checkout or folder
  std::vector<std::string> ids;     // this folder's id, then those further up, then former ones
  std::vector<std::string> former;  // ids under which this very folder was known before
  std::vector<std::string>
      known_as;  // ids that it has on other machines (engine/project/known_projects.h)
  std::optional<GitRepository> checkout;  // the one at `root`; unset without git
  bool is_or_was(const std::string& project) const;
};

class Context {
 public:
  using Clock = std::function<Time()>;

  Context(EventStore& store, FileSystem& files, Clock clock, RandomSource random,
          std::shared_ptr<const Surroundings> surroundings);

  EventStore& store() { return store_; }
  FileSystem& files() { return files_; }
  const Surroundings& surroundings() const { return *surroundings_; }
  Time now() const { return clock_(); }
  Bytes random(size_t bytes) const;
  // Of the current folder; found when it is first asked for.
  const Project& project();
  // For a context of the same folder: the project is found once for both.
  void share_project_of(const Context& other) { project_ = other.project_; }

 private:
  EventStore& store_;
  FileSystem& files_;
  Clock clock_;
  RandomSource random_;
  std::shared_ptr<const Surroundings> surroundings_;
  std::shared_ptr<std::optional<Project>> project_ = std::make_shared<std::optional<Project>>();
};

// A path that a person gave, made absolute: as it is, or from the current folder.
std::string caller_path(const Context& context, const std::string& path);

}  // namespace clew
