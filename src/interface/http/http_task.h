#pragma once
// Coroutines of the thread that does all reading and writing. Asio's own know every executor and
// way to be told of an end, and take several times as long to compile.

#include <boost/system/error_code.hpp>
#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace clew {

// A coroutine that its caller awaits. It begins when it is awaited and goes with its handle.
template <class T>
class [[nodiscard]] HttpTask {
 public:
  struct promise_type {
    std::optional<T> value;
    std::exception_ptr failure;
    std::coroutine_handle<> caller;

    struct ToCaller {
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> done) noexcept {
        return done.promise().caller;
      }
      void await_resume() const noexcept {}
    };
    HttpTask get_return_object() {
      return HttpTask(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    ToCaller final_suspend() const noexcept { return {}; }
    void return_value(T result) { value = std::move(result); }
    void unhandled_exception() { failure = std::current_exception(); }
  };

  HttpTask(HttpTask&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  HttpTask& operator=(HttpTask&&) = delete;
  ~HttpTask() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    handle_.promise().caller = caller;
    return handle_;
  }
  T await_resume() {
    if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
    return std::move(*handle_.promise().value);
  }

 private:
  explicit HttpTask(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

// A coroutine that nobody awaits: it runs at once, and what it throws ends it alone.
struct HttpDetached {
  struct promise_type {
    HttpDetached get_return_object() const { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const {}
    void unhandled_exception() const {}
  };
};

struct HttpOutcome {
  boost::system::error_code error;
  size_t count = 0;  // of bytes
};

// One operation of Asio's that is awaited. `Start` begins it with a handler, which is called once
// and never before `Start` has returned.
struct HttpWaiting {
  HttpOutcome outcome;
  std::coroutine_handle<> caller;
};
struct HttpHandlerOf {
  HttpWaiting* waiting;
  void operator()(const boost::system::error_code& error, size_t count = 0) const {
    waiting->outcome = {error, count};
    waiting->caller.resume();
  }
};
template <class Start>
struct [[nodiscard]] HttpOperation : HttpWaiting {
  explicit HttpOperation(Start start) : start_(std::move(start)) {}
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waits) {
    caller = waits;
    start_(HttpHandlerOf{this});
  }
  HttpOutcome await_resume() const { return outcome; }

 private:
  Start start_;
};

}  // namespace clew
