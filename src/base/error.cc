#include "base/error.h"

namespace clew {

Error make_error(ErrorCode code, std::string message, std::string subject, std::string next) {
  return Error{code, std::move(message), std::move(subject), std::move(next)};
}

KeptError::KeptError(const Error& error) : error_(new Error(error)) {}
KeptError::KeptError(Error&& error) : error_(new Error(std::move(error))) {}
KeptError::KeptError(const KeptError& other)
    : error_(other.error_ == nullptr ? nullptr : new Error(*other.error_)) {}

const Error& KeptError::get() const {
  static const Error kNone;
  return error_ == nullptr ? kNone : *error_;
}

void KeptError::drop() { delete error_; }

}  // namespace clew
