// Eight processes appending at once, against one alone.

#include <sys/wait.h>

#include "bench_store.h"

namespace clew::bench {
namespace {

struct Outcome {
  uint32_t appends = 0;
  double longest_us = 0;
};

Outcome append_for(const std::string& path, const std::string& session, double seconds_long) {
  auto store = open_at(path);
  Appender appender(*store, session);
  appender.fill(2);
  Outcome outcome;
  const double end = now_us() + seconds_long * 1e6;
  for (double start = now_us(); start < end;) {
    appender.append(small_note(outcome.appends));
    const double done = now_us();
    outcome.longest_us = std::max(outcome.longest_us, done - start);
    start = done;
    ++outcome.appends;
  }
  return outcome;
}

std::vector<Outcome> run(const std::string& path, int writers, double seconds_long) {
  std::vector<int> pipes;
  for (int i = 0; i < writers; ++i) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    if (fork() == 0) {
      const Outcome outcome =
          append_for(path, "w" + std::to_string(writers) + "-" + std::to_string(i), seconds_long);
      if (write(ends[1], &outcome, sizeof outcome) != sizeof outcome) _exit(1);
      _exit(0);
    }
    close(ends[1]);
    pipes.push_back(ends[0]);
  }
  std::vector<Outcome> outcomes;
  for (const int end : pipes) {
    Outcome outcome;
    if (read(end, &outcome, sizeof outcome) != sizeof outcome) std::exit(1);
    outcomes.push_back(outcome);
    close(end);
  }
  while (wait(nullptr) > 0) {
  }
  return outcomes;
}

}  // namespace
}  // namespace clew::bench

int main() {
  using namespace clew::bench;
  const std::string folder = folder_in_memory();
  {
    Appender(*open_at(folder + "/store.db"), "first").fill(2);
  }
  const double alone = run(folder + "/store.db", 1, 5)[0].appends / 5.0;
  double total = 0;
  double least = 1e18;
  double longest = 0;
  for (const Outcome& one : run(folder + "/store.db", 8, 10)) {
    total += one.appends;
    least = std::min(least, static_cast<double>(one.appends));
    longest = std::max(longest, one.longest_us);
  }
  row_at_least("eight processes appending / one (appends per second, tmpfs)", 0.6,
               total / 10 / alone, "x");
  row_at_least("smallest share of eight", 5, least / total * 100, " %");
  row_at_most("longest wait of eight", 500, longest / 1000, " ms");
  std::filesystem::remove_all(folder);
}
