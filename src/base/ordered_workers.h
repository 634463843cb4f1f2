#pragma once
// A worker pool: jobs are done ahead on all processors, and their results taken in the order in
// which the jobs were given. Threads begin only when there is much to do; whoever takes works along
// instead of waiting. What a job touches must be its own, or never change.
//
// A result stays in its slot when it was taken, and is let go when the slot is filled again: on the
// thread that fills it, so that the one who takes has no trees to take down.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace clew {

// A thread costs about as much to begin as a few jobs take.
inline constexpr size_t kWorthThreads = 16;

// As many threads as are worth using, the caller's own included.
size_t worker_count();

// Which jobs are waiting, being done and ready. The slots are WorkAhead's.
class JobLine {
 public:
  using Run = std::function<void(size_t slot)>;  // called on any thread

  JobLine(size_t slots, size_t threads, Run run);
  ~JobLine();
  JobLine(const JobLine&) = delete;
  JobLine& operator=(const JobLine&) = delete;

  bool full() const { return added_ - taken_ == ready_.size(); }
  bool empty() const { return added_ == taken_; }
  size_t next_slot() const { return added_ % ready_.size(); }
  // The job of next_slot() may begin. REQUIRES: !full()
  void add();
  // The slot of the oldest job not taken yet, once it is done. REQUIRES: !empty()
  size_t take();

 private:
  void help();
  void run_one(std::unique_lock<std::mutex>& lock);

  const size_t helpers_;
  const Run run_;
  std::mutex mutex_;
  std::condition_variable waiting_;  // there is something to do, or nothing more will come
  std::condition_variable done_;     // a job is done
  std::vector<char> ready_;          // of each slot
  size_t added_ = 0;                 // jobs, from the first on
  size_t begun_ = 0;
  size_t taken_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

// `Job` is what a slot is given, `Result` what the work makes of it.
template <class Job, class Result>
class WorkAhead {
 public:
  // Pure, or safe on any thread.
  using Work = std::function<void(Job&, Result&)>;

  WorkAhead(size_t slots, Work work) : WorkAhead(slots, worker_count(), std::move(work)) {}
  WorkAhead(size_t slots, size_t threads, Work work)
      : work_(std::move(work)), slots_(slots), line_(slots, threads, [this](size_t slot) {
          work_(slots_[slot].job, slots_[slot].result);
        }) {}

  // Full: something must be taken before more is added.
  bool full() const { return line_.full(); }
  bool empty() const { return line_.empty(); }
  void add(Job job) {
    slots_[line_.next_slot()].job = std::move(job);
    line_.add();
  }
  // Valid until the next call of add.
  Result& take() { return slots_[line_.take()].result; }

 private:
  struct Slot {
    Job job;
    Result result;
  };
  const Work work_;
  std::vector<Slot> slots_;
  JobLine line_;  // last: ends before what it works on
};

}  // namespace clew
