#pragma once
// The members of a JSON object that came from elsewhere, read one by one; the first that is missing
// or not what it must be is remembered, so that one look at the end is enough. Members that nobody
// asks for are passed over: a later clew may have written them.

#include <string>

#include "base/hash.h"
#include "base/result.h"
#include "base/value.h"

namespace clew {

class FieldReader {
 public:
  explicit FieldReader(const Value& value) : value_(value) {}

  std::string text(const char* name);
  uint64_t number(const char* name, uint64_t most);
  Hash hash(const char* name);          // 64 hex digits, not all 0
  Hash hash_or_none(const char* name);  // the same, or the member is not there
  const Value::List& list(const char* name);
  bool has(const char* name) const { return value_.find(name) != nullptr; }
  void fail(const std::string& name);
  // The name of the first wrong one; empty when all were fine.
  const std::string& wrong() const { return wrong_; }

 private:
  const Value& value_;
  std::string wrong_;
};

// Whether this clew is at least as new as `needs` ("0.1.0") says, and knows the version. kInvalid.
Status check_needs(uint64_t version, uint64_t known, const std::string& needs);

}  // namespace clew
