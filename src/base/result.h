#pragma once
// Result<T>: a value or an Error. Anything that can go wrong in normal life returns one.

#include <utility>
#include <variant>

#include "base/check.h"
#include "base/error.h"

namespace clew {

struct Unit {
  bool operator==(const Unit&) const = default;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  T& value() & {
    CLEW_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    CLEW_CHECK(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  const T& value() const& {
    CLEW_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  const Error& error() const {
    CLEW_CHECK(!ok());
    return *std::get_if<1>(&state_);
  }
  T value_or(T other) const { return ok() ? value() : std::move(other); }

 private:
  std::variant<T, Error> state_;
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
