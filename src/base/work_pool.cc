#include "base/work_pool.h"

#include <algorithm>

namespace clew {
namespace {

constexpr size_t kMostWaiting = 64;
constexpr size_t kMostThreads = 8;

}  // namespace

size_t WorkPool::processors() {
  return std::min<size_t>(std::thread::hardware_concurrency(), kMostThreads);
}

void WorkPool::add(Job job) {
  size_t waiting = 0;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(job));
    waiting = waiting_.size();
  }
  changed_.notify_one();
  if (waiting >= kWorthThreads && threads_.empty()) {
    for (size_t i = 0; i < helpers_; ++i) threads_.emplace_back([this] { help(); });
  }
  if (waiting >= kMostWaiting) run_one();
}

void WorkPool::finish() {
  while (run_one()) {
  }
  {
    const std::lock_guard lock(mutex_);
    finishing_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
  finishing_ = false;
}

bool WorkPool::run_one() {
  Job job;
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return false;
    job = std::move(waiting_.front());
    waiting_.pop_front();
  }
  job();
  return true;
}

void WorkPool::help() {
  while (true) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return finishing_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
    }
    run_one();
  }
}

}  // namespace clew
