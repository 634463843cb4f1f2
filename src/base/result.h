#pragma once
// Result<T>: a value, or the Error that kept it from being made. Anything that can go wrong in
// normal life returns one; it must be looked at (nodiscard). Status is a Result without a value.
// Asking for the value of a failed one, or for the error of a good one, is a bug and stops the
// program.
//
//   Result<Session> load(…) {
//     CLEW_ASSIGN(const Bytes bytes, read(path));   // returns the error, or goes on with the value
//     CLEW_TRY(check(bytes));                       // the same for a Status
//     …

#include <optional>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace clew {

struct Unit {
  bool operator==(const Unit&) const = default;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::in_place, std::move(value)) {}  // NOLINT: implicit
  Result(const Error& error) : error_(error) {}                 // NOLINT: implicit
  Result(Error&& error) : error_(std::move(error)) {}           // NOLINT: implicit

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  T& value() & {
    CLEW_CHECK(ok());
    return *value_;
  }
  T&& value() && {
    CLEW_CHECK(ok());
    return std::move(*value_);
  }
  const T& value() const& {
    CLEW_CHECK(ok());
    return *value_;
  }
  const Error& error() const {
    CLEW_CHECK(!ok());
    return error_.get();
  }
  T value_or(T other) const { return ok() ? value() : std::move(other); }

 private:
  std::optional<T> value_;
  KeptError error_;  // when there is no value
};

using Status = Result<Unit>;
inline Status success() { return Unit{}; }

}  // namespace clew

// Returns the error of `expression` from the enclosing function, if there is one.
#define CLEW_TRY(expression)                              \
  do {                                                    \
    if (auto clew_try_ = (expression); !clew_try_.ok()) { \
      return clew_try_.error();                           \
    }                                                     \
  } while (false)

#define CLEW_CONCAT_INNER(a, b) a##b
#define CLEW_CONCAT(a, b) CLEW_CONCAT_INNER(a, b)

// CLEW_ASSIGN(auto x, compute()): x is the value, or the error is returned.
#define CLEW_ASSIGN(declaration, expression)               \
  auto CLEW_CONCAT(clew_result_, __LINE__) = (expression); \
  if (!CLEW_CONCAT(clew_result_, __LINE__).ok()) {         \
    return CLEW_CONCAT(clew_result_, __LINE__).error();    \
  }                                                        \
  declaration = std::move(CLEW_CONCAT(clew_result_, __LINE__)).value()
