// One durable append through a long-lived connection: CPU in memory, and, on the disk that is
// there, against a bare fdatasync, taken in turn and paced because such disks are rate-limited.
//   appending           the rows
//   appending loop N D  N appends in folder D, for counting calls from outside

#include <fcntl.h>

#include <cstring>
#include <thread>

#include "bench_store.h"

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
  std::string folder = "clew-bench-disk-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) std::abort();
  {
    auto store = open_at(folder + "/store.db");
    Appender appender(*store, "disk");
    appender.fill(100);
    const int raw = open((folder + "/raw").c_str(), O_RDWR | O_CREAT, 0600);
    std::string zeros(1 << 20, '\0');
    if (write(raw, zeros.data(), zeros.size()) < 0 || fsync(raw) != 0) std::abort();
    std::vector<double> ours;
    std::vector<double> bare;
    char block[4096];
    for (int i = 0; i < 300; ++i) {
      std::memset(block, i, sizeof block);
      double start = now_us();
      if (pwrite(raw, block, sizeof block, (i % 200) * 4096) < 0 || fdatasync(raw) != 0)
        std::abort();
      bare.push_back(now_us() - start);
      std::this_thread::sleep_for(std::chrono::milliseconds(4));
      start = now_us();
      appender.append(small_note(static_cast<uint32_t>(i)));
      ours.push_back(now_us() - start);
      std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
    close(raw);
    // Rounds in which the disk was throttled say nothing about us.
    const double calm = median(bare) * 3;
    std::vector<double> kept_ours;
    std::vector<double> kept_bare;
    for (size_t i = 0; i < ours.size(); ++i) {
      if (bare[i] > calm || ours[i] > calm * 2) continue;
      kept_ours.push_back(ours[i]);
      kept_bare.push_back(bare[i]);
    }
    row_at_most("one durable append / write and fdatasync of a file (disk)", 1.3,
                median(kept_ours) / median(kept_bare), "x");
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
