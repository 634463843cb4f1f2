#pragma once
// A machine on which sleeping takes no time, chance repeats itself and processes run as told.

#include <map>
#include <random>
#include <string>

#include "files/machine.h"

namespace clew {

class FakeMachine final : public Machine {
 public:
  explicit FakeMachine(uint64_t seed = 1) : chance_(seed) {}

  Duration uptime() override { return now; }
  void sleep(Duration duration) override {
    now += duration;
    ++sleeps;
  }
  uint64_t random() override { return chance_(); }
  int process_id() override { return 100; }
  std::optional<std::string> process_name(int pid) override {
    const auto found = processes.find(pid);
    if (found == processes.end()) return std::nullopt;
    return found->second;
  }

  Duration now;
  int sleeps = 0;
  std::map<int, std::string> processes = {
      {100, "clew"}
  };

 private:
  std::mt19937_64 chance_;
};

}  // namespace clew
