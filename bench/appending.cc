// One durable append through a long-lived connection: CPU in memory, and, on the disk that is
// there, against a bare fdatasync, taken in turn and paced because such disks are rate-limited.
//   appending           the rows
//   appending loop N D  N appends in folder D, for counting calls from outside

#include "paced.h"

namespace clew::bench {
namespace {

void cpu_per_append() {
  const std::string folder = folder_in_memory();
  auto store = open_at(folder + "/store.db");
  Appender appender(*store, "cpu");
  appender.fill(100);
  for (uint32_t i = 0; i < 500; ++i) appender.append(small_note(i));
  constexpr uint32_t kCount = 20'000;
  const double start = cpu_us();
  for (uint32_t i = 0; i < kCount; ++i) appender.append(small_note(i));
  row_at_most("CPU of one durable append (tmpfs)", 50, (cpu_us() - start) / kCount, " us");
  std::filesystem::remove_all(folder);
}

void disk_per_append() {
  const std::string folder = folder_on_disk();
  {
    auto store = open_at(folder + "/store.db");
    Appender appender(*store, "disk");
    appender.fill(100);
    RawFile raw(folder + "/raw");
    uint32_t count = 0;
    const double ratio = paced_ratio(
        300, [&] { appender.append(small_note(count++)); }, [&] { raw.write_and_sync(); });
    row_at_most("one durable append / write and fdatasync of a file (disk)", 1.3, ratio, "x");
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  using namespace clew::bench;
  if (argc == 4) {
    auto store = open_at(std::string(argv[3]) + "/store.db");
    Appender appender(*store, "loop");
    appender.fill(200);
    const auto count = static_cast<uint32_t>(std::stoul(argv[2]));
    for (uint32_t i = 0; i < count; ++i) appender.append(small_note(i));
    return 0;
  }
  cpu_per_append();
  disk_per_append();
}
