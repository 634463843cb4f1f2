#pragma once
// What the recipes need of the machine besides files: waiting, chance, and who else is running.
// Injected, so that tests are deterministic and take no time.

#include <cstdint>
#include <optional>
#include <string>

#include "base/time.h"

namespace clew {

class Machine {
 public:
  virtual ~Machine() = default;
  // Never goes backwards; only differences mean something.
  virtual Duration uptime() = 0;
  virtual void sleep(Duration duration) = 0;
  virtual uint64_t random() = 0;
  virtual int process_id() = 0;
  // Its name while it runs; nothing when there is no such process.
  virtual std::optional<std::string> process_name(int pid) = 0;
};

class SystemMachine final : public Machine {
 public:
  Duration uptime() override;
  void sleep(Duration duration) override;
  uint64_t random() override;
  int process_id() override;
  std::optional<std::string> process_name(int pid) override;
};

}  // namespace clew
