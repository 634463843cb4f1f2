// Sync with a remote: what one new event costs at a place with 10,000 sessions, counted; and how
// long a session of 100,000 events takes to arrive, against importing its exported log.
//   syncing CLEW

#include <random>

#include "bench_store.h"
#include "child.h"
#include "command/verb.h"
#include "engine/workspace.h"
#include "files/machine.h"
#include "files/posix_file_system.h"
#include "remote/folder_store.h"
#include "remote/open_object_store.h"

namespace clew::bench {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kSessions = 10'000;
constexpr uint32_t kEventsOfLarge = 100'000;
constexpr int kRounds = 3;
constexpr int kPushes = 20;
constexpr double kBytesOfNote = 80;  // about what the text of small_note() and its fields are

// A folder that counts what is asked of it.
struct Traffic {
  int requests = 0;
  size_t bytes_put = 0;
};
class CountingPlace final : public ObjectStore {
 public:
  CountingPlace(std::unique_ptr<ObjectStore> place, Traffic& traffic)
      : place_(std::move(place)), traffic_(traffic) {}
  Result<PutOutcome> put_if_absent(const std::string& name, BytesView bytes) override {
    count(bytes.size());
    return place_->put_if_absent(name, bytes);
  }
  Status put(const std::string& name, BytesView bytes) override {
    count(bytes.size());
    return place_->put(name, bytes);
  }
  Result<std::optional<Bytes>> get(const std::string& name, size_t max_bytes) override {
    count(0);
    return place_->get(name, max_bytes);
  }
  Result<std::vector<std::string>> list(const std::string& prefix, const std::string& start_after,
                                        size_t max) override {
    count(0);
    return place_->list(prefix, start_after, max);
  }
  Status remove(const std::string& name) override {
    count(0);
    return place_->remove(name);
  }

 private:
  void count(size_t bytes) {
    ++traffic_.requests;
    traffic_.bytes_put += bytes;
  }

  std::unique_ptr<ObjectStore> place_;
  Traffic& traffic_;
};
class CountingPlaces final : public ObjectStoreFactory {
 public:
  explicit CountingPlaces(Traffic& traffic) : traffic_(traffic) {}
  Result<std::unique_ptr<ObjectStore>> open(const RemoteAddress& address,
                                            FileSystem& files) const override {
    CLEW_ASSIGN(auto place, folders_.open(address, files));
    return std::unique_ptr<ObjectStore>(
        std::make_unique<CountingPlace>(std::move(place), traffic_));
  }

 private:
  FolderStoreFactory folders_;
  Traffic& traffic_;
};

// Verbs in this process, so that requests can be counted.
class Desk {
 public:
  Desk(const std::string& root, const ObjectStoreFactory& places) : store_(open_at(root + "/db")) {
    around_.cwd = root;
    around_.device = "desk";
    around_.user = geteuid();
    around_.verbs = find_verb_kind;
    around_.state_folder = root + "/state";
    around_.remotes = &places;
  }

  EventStore& store() { return *store_; }
  void run(const std::string& name, Value::Object request) {
    const Verb* verb = find_verb(name);
    if (verb == nullptr) std::abort();
    Caller caller;
    caller.actor = ActorId("bench@desk");
    caller.agreed = true;
    ask_for(caller, *verb);
    caller.request = Value(std::move(request));
    const RandomSource random = [this](Bytes& bytes) {
      for (char& c : bytes) c = static_cast<char>(chance_());
    };
    Workspace workspace(
        *store_, files_, [] { return Time{1'800'000'000'000}; }, random, caller, around_);
    must(verb->run(workspace, caller.request));
  }

 private:
  std::unique_ptr<EventStore> store_;
  PosixFileSystem files_;
  Surroundings around_;
  std::mt19937_64 chance_{7};
};

void count_requests(const std::string& root) {
  Traffic traffic;
  const CountingPlaces places(traffic);
  fs::create_directories(root);
  Desk desk(root, places);
  for (uint32_t i = 0; i < kSessions; ++i) {
    Appender(desk.store(), "session-" + std::to_string(i)).fill(3);
  }
  Appender busy(desk.store(), "busy");
  busy.fill(3);
  desk.run("remote add", {
                             {"words", Value::List{"home", root + "/place"}}
  });
  desk.run("sync", {});

  traffic = {};
  desk.run("sync", {});
  row_at_most("sync with nothing to do, 10,000 sessions: requests", 1, traffic.requests, "");

  int most = 0;
  double bytes = 0;
  for (int i = 0; i < kPushes; ++i) {
    busy.append(small_note(static_cast<uint32_t>(i)));
    traffic = {};
    desk.run("push", {});
    most = std::max(most, traffic.requests);
    bytes = std::max(bytes, static_cast<double>(traffic.bytes_put));
  }
  row_at_most("push of one event, 10,000 sessions: requests", 4, most, "");
  row_at_most("push of one event, 10,000 sessions: KB beside the event", 2,
              (bytes - kBytesOfNote) / 1024, "");
}

class Home {
 public:
  explicit Home(std::string folder) : folder_(std::move(folder)) {
    fs::create_directories(folder_);
  }
  void run(std::vector<std::string> words, const std::string& output = "/dev/null",
           const std::string& input = "/dev/null") const {
    setenv("HOME", folder_.c_str(), 1);
    for (const char* name : {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CLEW_STORE"}) {
      unsetenv(name);
    }
    const auto back = fs::current_path();
    fs::current_path(folder_);
    spawn(words, output, input);
    fs::current_path(back);
  }
  std::string store() const { return folder_ + "/.local/share/clew/store.db"; }
  void forget_store() const { fs::remove_all(folder_ + "/.local/share/clew"); }

 private:
  std::string folder_;
};

// Whoever was invited pulls; somebody else imports the same.
void measure_arrival(const std::string& clew, const std::string& root) {
  const Home desk(root + "/desk");
  desk.run({clew, "start", "measure", "--id", "other"});
  {
    const auto store = open_at(desk.store());
    Appender large(*store, "large");
    while (large.session().head.number < kEventsOfLarge) large.fill(10'000);
  }
  desk.run({clew, "remote", "add", "home", root + "/place"});
  desk.run({clew, "sync", "--yes"});
  desk.run({clew, "export", "large", "--log"}, root + "/log.ndjson");
  const Home importer(root + "/importer");
  std::vector<double> pulled;
  std::vector<double> imported;
  for (int round = 0; round < kRounds; ++round) {
    const Home laptop(root + "/laptop-" + std::to_string(round));
    desk.run({clew, "remote", "invite", "home"}, root + "/code");
    laptop.run({clew, "remote", "join", "home"}, "/dev/null", root + "/code");
    double start = now_us();
    laptop.run({clew, "pull", "large", "home"});
    pulled.push_back(now_us() - start);
    importer.forget_store();
    start = now_us();
    importer.run({clew, "import", root + "/log.ndjson"});
    imported.push_back(now_us() - start);
  }
  row_at_most("pull of 100,000 events into an empty store / clew import", 1.5,
              median(pulled) / median(imported), "x");
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  using namespace clew::bench;
  if (argc != 2) return 2;
  const std::string root = folder_in_memory();
  count_requests(root + "/counted");
  measure_arrival(argv[1], root);
  std::filesystem::remove_all(root);
}
