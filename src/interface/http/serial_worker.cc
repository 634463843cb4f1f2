#include "interface/http/serial_worker.h"

namespace clew {

SerialWorker::SerialWorker() : thread_([this] { run(); }) {}

SerialWorker::~SerialWorker() { finish(); }

bool SerialWorker::post(std::function<void()>&& work) {
  {
    const std::lock_guard lock(mutex_);
    if (finishing_) return false;
    queue_.push_back(std::move(work));
  }
  changed_.notify_one();
  return true;
}

void SerialWorker::finish() {
  {
    const std::lock_guard lock(mutex_);
    finishing_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void SerialWorker::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return finishing_ || !queue_.empty(); });
    if (queue_.empty()) return;
    std::function<void()> work = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    work();
    work = nullptr;  // what it holds is let go here, not under the lock
    lock.lock();
  }
}

}  // namespace clew
