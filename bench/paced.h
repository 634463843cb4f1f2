#pragma once
// Ratios that hold on a disk whose speed is limited by somebody else: taken in turn, with pauses.

#include <fcntl.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "bench_store.h"

namespace clew::bench {

// A file that exists in full, so that writing to it syncs data alone.
class RawFile {
 public:
  static constexpr size_t kBlock = 4096;
  static constexpr off_t kBlocks = 200;

  explicit RawFile(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CREAT, 0600)) {
    const std::string zeros(kBlock * kBlocks, '\0');
    if (write(file_, zeros.data(), zeros.size()) < 0 || fsync(file_) != 0) std::abort();
  }
  ~RawFile() { close(file_); }
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;

  void write_and_sync() {
    std::memset(block_, static_cast<int>(count_), sizeof block_);
    const off_t at = count_++ % kBlocks * off_t{kBlock};
    if (pwrite(file_, block_, sizeof block_, at) < 0 || fdatasync(file_) != 0) std::abort();
  }

 private:
  int file_;
  off_t count_ = 0;
  char block_[kBlock];
};

// A new folder in the working directory, which is on a disk.
inline std::string folder_on_disk() {
  std::string path = "clew-bench-disk-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) std::abort();
  return std::filesystem::absolute(path).string();
}

// `prepare` goes before each round and is not timed.
template <class A, class B, class P>
double paced_ratio(int rounds, A&& ours, B&& bare, P&& prepare) {
  const auto timed = [](auto&& what) {
    const double start = now_us();
    what();
    const double took = now_us() - start;
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
    return took;
  };
  std::vector<double> times_ours;
  std::vector<double> times_bare;
  for (int i = 0; i < rounds; ++i) {
    prepare();
    times_bare.push_back(timed(bare));
    times_ours.push_back(timed(ours));
  }
  // Rounds in which the disk was throttled say nothing about us.
  const double calm = median(times_bare) * 3;
  std::vector<double> kept_ours;
  std::vector<double> kept_bare;
  for (size_t i = 0; i < times_ours.size(); ++i) {
    if (times_bare[i] > calm || times_ours[i] > calm * 2) continue;
    kept_ours.push_back(times_ours[i]);
    kept_bare.push_back(times_bare[i]);
  }
  return median(kept_ours) / median(kept_bare);
}
template <class A, class B>
double paced_ratio(int rounds, A&& ours, B&& bare) {
  return paced_ratio(rounds, ours, bare, [] {});
}

}  // namespace clew::bench
