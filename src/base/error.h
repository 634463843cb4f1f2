#pragma once
// The error type of clew: what went wrong in the reader's words, what it concerns, and the command
// to try next. There are few codes, chosen by what the caller does next; kErrorCodes is the one
// table that maps them to exit codes and to names in JSON. An Error is a value: who gets one passes
// it on, adds to it or answers with it.

#include <string>
#include <utility>

namespace clew {

enum class ErrorCode {
  kFailed,      // the machine or a library failed: disk, memory, network
  kUsage,       // the request itself is malformed
  kNotFound,    // what was named does not exist
  kNotAllowed,  // permission or policy
  kInvalid,     // refused by state, gate or schema
  kConflict,    // somebody else was first: lock, key, stale fence
  kCorrupt,     // stored bytes do not match what was promised
};

struct Error {
  ErrorCode code = ErrorCode::kFailed;
  std::string message;  // what went wrong
  std::string subject;  // the session, file or row it concerns
  std::string next;     // the command to try next; may be empty

  bool operator==(const Error&) const = default;
};

// How a code is told to the outside. Both columns are promises to scripts: they never change.
struct ErrorCodeRow {
  ErrorCode code;
  const char* name;  // as in the JSON answer
  int exit;
};

inline constexpr ErrorCodeRow kErrorCodes[] = {
    {ErrorCode::kFailed,     "failed",      1},
    {ErrorCode::kUsage,      "usage",       2},
    {ErrorCode::kNotFound,   "not_found",   3},
    {ErrorCode::kNotAllowed, "not_allowed", 4},
    {ErrorCode::kInvalid,    "refused",     5},
    {ErrorCode::kConflict,   "conflict",    6},
    {ErrorCode::kCorrupt,    "corrupt",     8},
};
inline constexpr int kExitDrift = 7;  // a result, not an error

inline const ErrorCodeRow& describe(ErrorCode code) {
  for (const auto& row : kErrorCodes) {
    if (row.code == code) return row;
  }
  return kErrorCodes[0];
}

Error make_error(ErrorCode code, std::string message, std::string subject = {},
                 std::string next = {});

// An Error or none, the size of a pointer. Everything about it happens out of line: it stands in
// every function that can fail.
class KeptError {
 public:
  KeptError() = default;
  explicit KeptError(const Error& error);
  explicit KeptError(Error&& error);
  KeptError(const KeptError& other);
  KeptError(KeptError&& other) noexcept : error_(std::exchange(other.error_, nullptr)) {}
  KeptError& operator=(KeptError other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~KeptError() {
    if (error_ != nullptr) drop();
  }

  // An empty one when there is none, or it was moved away.
  const Error& get() const;

 private:
  void drop();

  Error* error_ = nullptr;
};

}  // namespace clew
