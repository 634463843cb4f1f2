#pragma once
// One thread that runs what it is given, one piece after the other, in order: handlers and what
// they defer never run at the same time.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace clew {

class SerialWorker {
 public:
  SerialWorker();
  ~SerialWorker();  // finishes
  SerialWorker(const SerialWorker&) = delete;
  SerialWorker& operator=(const SerialWorker&) = delete;

  // False after `finish`: the work was not taken, and still is the caller's.
  bool post(std::function<void()>&& work);
  // Runs what is queued, takes nothing more, and returns when the thread has ended. Not from the
  // thread itself.
  void finish();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;
  bool finishing_ = false;
  std::thread thread_;
};

}  // namespace clew
