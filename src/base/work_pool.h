#pragma once
// Independent work spread over the processors. Threads begin only when there is much to do; the
// caller's own thread works along. What a job touches must be its own, or never change.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace clew {

// A thread costs about as much to begin as a few jobs take.
inline constexpr size_t kWorthThreads = 16;

class WorkPool {
 public:
  using Job = std::function<void()>;

  // As many as are worth using.
  static size_t processors();
  // As many threads as there are processors, this one included.
  WorkPool() : WorkPool(processors()) {}
  explicit WorkPool(size_t threads) : helpers_(threads > 0 ? threads - 1 : 0) {}
  ~WorkPool() { finish(); }
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // Returns at once, unless so much is waiting that a job is done here first: what waits is
  // bounded.
  void add(Job job);
  // Returns when every job is done.
  void finish();

 private:
  bool run_one();
  void help();

  const size_t helpers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  bool finishing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace clew
