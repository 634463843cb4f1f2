#include "base/ordered_workers.h"

#include <algorithm>

namespace clew {
namespace {

constexpr size_t kMaxWorkers = 8;

}  // namespace

size_t worker_count() { return std::min<size_t>(std::thread::hardware_concurrency(), kMaxWorkers); }

JobLine::JobLine(size_t slots, size_t threads, Run run)
    : helpers_(threads > 0 ? threads - 1 : 0), run_(std::move(run)), ready_(slots, 0) {}

JobLine::~JobLine() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    begun_ = added_;  // what nobody began is not wanted any more
  }
  waiting_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void JobLine::add() {
  size_t waiting = 0;
  {
    const std::lock_guard lock(mutex_);
    ready_[next_slot()] = 0;
    ++added_;
    waiting = added_ - begun_;
  }
  if (threads_.empty() && waiting >= kWorthThreads) {
    for (size_t i = 0; i < helpers_; ++i) threads_.emplace_back([this] { help(); });
  }
  waiting_.notify_one();
}

size_t JobLine::take() {
  std::unique_lock lock(mutex_);
  const size_t slot = taken_ % ready_.size();
  while (ready_[slot] == 0) {
    if (begun_ < added_) {
      run_one(lock);
    } else {
      done_.wait(lock);
    }
  }
  ++taken_;
  return slot;
}

void JobLine::help() {
  std::unique_lock lock(mutex_);
  while (true) {
    waiting_.wait(lock, [this] { return ending_ || begun_ < added_; });
    if (ending_) return;
    run_one(lock);
  }
}

void JobLine::run_one(std::unique_lock<std::mutex>& lock) {
  const size_t slot = begun_++ % ready_.size();
  lock.unlock();
  run_(slot);
  lock.lock();
  ready_[slot] = 1;
  done_.notify_one();
}

}  // namespace clew
