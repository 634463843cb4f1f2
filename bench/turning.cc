// What a long session costs whoever works in it: hooks after 40 turns against hooks after one, in
// turn.
//   turning CLEW

#include <cmath>

#include "agent_messages.h"
#include "bench_store.h"
#include "child.h"

namespace clew::bench {
namespace {

constexpr int kRounds = 200;
constexpr int kEditsOfTurn = 3;

// A folder whose agent has done so many turns, with a store of its own.
class Work {
 public:
  Work(std::string clew, std::string folder, int turns)
      : clew_(std::move(clew)), folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
    for (int turn = 1; turn <= turns; ++turn) do_turn(turn);
  }

  void write_edit() {
    ++edits_;
    write_text(folder_ + "/a.cc", std::to_string(edits_) + "\n");
    write_text(event_file(), edit_event(folder_, edits_));
  }
  // Somebody new, who is told all of it.
  void write_start() {
    const std::string id = "newcomer-" + std::to_string(++starts_);
    write_text(event_file(), R"({"session_id":")" + id + R"(","cwd":")" + folder_ +
                                 R"(","hook_event_name":"SessionStart","source":"startup"})");
  }
  void hook() {
    use_store_in(folder_ + "-store");
    if (chdir(folder_.c_str()) != 0) std::abort();
    spawn({clew_, "hook", "claude-code"}, answer_file(), event_file());
  }
  void end_turn(int turn) {
    const std::string number = std::to_string(turn);
    tell("Stop", R"("last_assistant_message":"In turn )" + number +
                     R"( I extended the exporter. I tried streaming first, but the parser needs )"
                     R"(the whole file, so it is buffered now. Open: the retry policy of part )" +
                     number + " is not decided. test_export_" + number +
                     " fails with a timeout of " + number +
                     R"( ms because the fixture is slow. Next I will look at the retry.")");
  }
  // A hook never fails: whether it told anything is seen in its answer.
  void check_reported() const {
    if (std::filesystem::file_size(answer_file()) > 400) return;
    std::fprintf(stderr, "bench: SessionStart told nothing\n");
    std::exit(1);
  }

 private:
  std::string event_file() const { return folder_ + "-event.json"; }
  std::string answer_file() const { return folder_ + "-answer.json"; }
  void tell(const std::string& event, const std::string& fields) {
    write_text(event_file(), hook_event(folder_, event, fields));
    hook();
  }
  void do_turn(int turn) {
    const std::string number = std::to_string(turn);
    tell("UserPromptSubmit", R"("prompt":"Turn )" + number +
                                 ": extend the exporter in src/export_" + number +
                                 ".py, never touch billing, and keep it under " + number +
                                 R"( ms for the whole batch.")");
    for (int i = 0; i < kEditsOfTurn; ++i) {
      write_edit();
      hook();
    }
    end_turn(turn);
  }

  std::string clew_;
  std::string folder_;
  int edits_ = 0;
  int starts_ = 0;
};

// Whoever comes second finds everything awake: each does, half of the time.
template <class Prepare>
double ratio(Work& older, Work& younger, Prepare&& prepare) {
  const auto one = [&](Work& work) {
    return [&] {
      prepare(work);
      work.hook();
    };
  };
  return std::sqrt(paired_ratio(kRounds / 2, one(older), one(younger)) /
                   paired_ratio(kRounds / 2, one(younger), one(older)));
}

int run(const std::string& clew) {
  const std::string folder = folder_in_memory();
  Work older(clew, folder + "/older", 40);
  Work younger(clew, folder + "/younger", 1);
  row_at_most("clew hook for an edit, turn 40 / turn 1", 1.1,
              ratio(older, younger, [](Work& work) { work.write_edit(); }), "x");
  older.end_turn(41);
  younger.end_turn(2);
  row_at_most("clew hook, SessionStart, turn 40 / turn 1", 1.3,
              ratio(older, younger, [](Work& work) { work.write_start(); }), "x");
  older.check_reported();
  younger.check_reported();
  if (chdir("/") != 0) return 1;
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  return clew::bench::run(argv[1]);
}
