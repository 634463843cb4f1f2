// What a git repository costs whoever works in one: the same in repositories of 2,000 and of 50,000
// files and in a folder without git, in turn.
//   in_git CLEW

#include <cmath>

#include "agent_messages.h"
#include "child.h"
#include "paced.h"

namespace clew::bench {
namespace {

constexpr int kRounds = 200;

// A folder with a session, in a store of its own: an agent is one process, which is bound to one
// session of a store.
struct Location {
  std::string folder;
  std::string store;
  int edits = 0;
};

constexpr const char* kSession = "measured";

void enter(const Location& location) {
  use_store_in(location.store);
  if (chdir(location.folder.c_str()) != 0) std::abort();
}

void git(const std::string& folder, std::vector<std::string> words,
         const std::string& input = "/dev/null") {
  std::vector<std::string> argv = {
      "git", "-C", folder, "-c", "user.name=bench", "-c", "user.email=bench@example.org"};
  argv.insert(argv.end(), words.begin(), words.end());
  spawn(argv, "/dev/null", input);
}

// One commit of so many files, fifty in a folder, checked out.
void make_repository(const std::string& folder, int files) {
  std::string stream =
      "commit refs/heads/main\ncommitter bench <bench@example.org> 1800000000 +0000\n"
      "data 5\nfirst\n";
  for (int i = 0; i < files; ++i) {
    const std::string text = "content of file " + std::to_string(i) + "\n";
    stream += "M 100644 inline src/part" + std::to_string(i / 50) + "/file" + std::to_string(i) +
              ".cc\ndata " + std::to_string(text.size()) + "\n" + text + "\n";
  }
  write_text(folder + ".stream", stream);
  git(folder, {"init", "-q", "-b", "main"});
  git(folder, {"fast-import", "--quiet"}, folder + ".stream");
  git(folder, {"reset", "-q", "--hard"});
}

// A hook never fails: whether it did its work is seen in the store.
void check_edits(const Location& location) {
  auto store = open_at(location.store + "/store.db");
  int recorded = 0;
  for (const auto& stored : must(store->read(SessionId(kSession), Seq{1}, 10'000))) {
    recorded += holds<FileChanged>(stored.event.data) ? 1 : 0;
  }
  if (recorded >= location.edits) return;
  std::fprintf(stderr, "bench: of %d edits %d were recorded\n", location.edits, recorded);
  std::exit(1);
}

class InGit {
 public:
  explicit InGit(std::string clew) : clew_(std::move(clew)) {}

  // A session with a plan, in which an agent has edited a file and ended its turn.
  void open(Location& location) {
    enter(location);
    spawn({clew_, "start", "measure", "--id", kSession, "--step", "one", "--step", "two"});
    for (int i = 0; i < 20; ++i) spawn({clew_, "note", "warm up"});
    for (int i = 0; i < 5; ++i) {
      next_edit(location);
      hook(location);
    }
    end_turn(location);
  }

  void compare(Location& bare, Location& repository, const std::string& size, double most) {
    const auto command = [&](const std::vector<std::string>& words) {
      return [this, words](const Location& location) {
        std::vector<std::string> argv = {clew_};
        argv.insert(argv.end(), words.begin(), words.end());
        enter(location);
        spawn(argv);
      };
    };
    const auto ratio = [&](const auto& run) {
      return paired_ratio(kRounds, [&] { run(repository); }, [&] { run(bare); });
    };
    const auto said = [&](const std::string& what) { return what + ", " + size + " / no git"; };
    row_at_most(said("clew status --json").c_str(), most, ratio(command({"status", "--json"})),
                "x");
    row_at_most(said("clew brief").c_str(), most, ratio(command({"brief"})), "x");
    row_at_most(said("clew hook, SessionStart").c_str(), most, starting(bare, repository), "x");
    row_at_most(said("clew hook for an edit").c_str(), 1.2, editing(bare, repository), "x");
    serving(bare, repository, size, most);
    git(repository.folder, {"commit", "-q", "--allow-empty", "-m", "moves on"});
    command({"brief"})(repository);  // asks git, once
    row_at_most(said("clew brief, HEAD moved").c_str(), most, ratio(command({"brief"})), "x");
  }

 private:
  void hook(const Location& location) {
    enter(location);
    spawn({clew_, "hook", "claude-code"}, "/dev/null", location.store + "/event.json");
  }
  void next_edit(Location& location) {
    ++location.edits;
    write_text(location.folder + "/a.cc", std::to_string(location.edits) + "\n");
    write_text(location.store + "/event.json", edit_event(location.folder, location.edits));
  }
  void tell(const Location& location, const std::string& event, const std::string& fields) {
    write_text(location.store + "/event.json", hook_event(location.folder, event, fields));
  }
  // Work that nobody ended is told with what git has not committed.
  void end_turn(const Location& location) {
    tell(location, "Stop", R"("stop_hook_active":false)");
    hook(location);
  }

  double starting(Location& bare, Location& repository) {
    for (const Location* location : {&bare, &repository}) {
      tell(*location, "SessionStart", R"("source":"startup")");
    }
    return paired_ratio(kRounds, [&] { hook(repository); }, [&] { hook(bare); });
  }

  double editing(Location& bare, Location& repository) {
    const auto prepare = [&] {
      next_edit(bare);
      next_edit(repository);
    };
    // Whoever comes second finds everything awake: each does, half of the time.
    const auto in_git = [&] { hook(repository); };
    const auto without = [&] { hook(bare); };
    const double ratio = std::sqrt(paced_ratio(kRounds / 2, in_git, without, prepare) /
                                   paced_ratio(kRounds / 2, without, in_git, prepare));
    end_turn(bare);
    end_turn(repository);
    return ratio;
  }

  void serving(Location& bare, Location& repository, const std::string& size, double most) {
    const OneProcessor together;
    const std::vector<std::string> argv = {clew_, "mcp"};
    const auto first_answer = [&](const Location& location) {
      enter(location);
      ServedChild(argv).ask(hello());
    };
    const auto said = [&](const std::string& what) { return what + ", " + size + " / no git"; };
    row_at_most(
        said("clew mcp, spawn to first answer").c_str(), most,
        paired_ratio(kRounds, [&] { first_answer(repository); }, [&] { first_answer(bare); }), "x");
    enter(bare);
    ServedChild there(argv);
    open_server(there);
    enter(repository);
    ServedChild here(argv);
    open_server(here);
    const auto ratio = [&](const auto& line) {
      const auto ask = [&](ServedChild& server) { server.ask(line(++id_)); };
      return paired_ratio(5 * kRounds, [&] { ask(here); }, [&] { ask(there); });
    };
    row_at_most(said("session_find, the list").c_str(), most,
                ratio([](int id) { return call(id, "session_find", "{}"); }), "x");
    row_at_most(said("session_find of one session").c_str(), most, ratio([](int id) {
                  return call(id, "session_find",
                              std::string(R"({"session":")") + kSession + "\"}");
                }),
                "x");
    row_at_most(said("session_log of a note").c_str(), most,
                ratio([](int id) { return note(id, kSession); }), "x");
  }

  std::string clew_;
  int id_ = 1;
};

struct Size {
  int files;
  const char* words;
  double most;
};

int run(const std::string& clew) {
  const std::string stores = folder_in_memory();
  // Not in the working directory, which may be in a repository itself.
  std::string projects = std::filesystem::temp_directory_path() / "clew-bench-XXXXXX";
  if (mkdtemp(projects.data()) == nullptr) std::abort();
  const auto location = [&](const std::string& name) {
    for (const auto& folder : {projects, stores}) {
      std::filesystem::create_directories(folder + "/" + name);
    }
    return Location{projects + "/" + name, stores + "/" + name};
  };
  InGit bench(clew);
  for (const Size& size : {
           Size{2'000,  "2,000 files",  1.5},
           Size{50'000, "50,000 files", 2  }
  }) {
    Location bare = location("bare-" + std::to_string(size.files));
    Location repository = location("git-" + std::to_string(size.files));
    make_repository(repository.folder, size.files);
    for (Location* each : {&bare, &repository}) bench.open(*each);
    bench.compare(bare, repository, size.words, size.most);
    for (const Location* each : {&bare, &repository}) check_edits(*each);
  }
  if (chdir("/") != 0) return 1;
  std::filesystem::remove_all(stores);
  std::filesystem::remove_all(projects);
  return 0;
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  return clew::bench::run(argv[1]);
}
