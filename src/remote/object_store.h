#pragma once
// A place outside this machine that holds named objects: a folder, or a bucket. Create-if-absent is
// all it must do right. Names are made by clew and say nothing of what they hold: letters, digits,
// '.', '-' and '/' alone, no part that is empty or begins with '.', at most 1,024 bytes. An error's
// code says what the caller can do: kFailed, the place cannot be reached or is out of order, try
// later; kNotAllowed, it refuses these credentials; kInvalid, it holds something that cannot be
// ours. tests/object_store has what every implementation must do.

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace clew {

enum class PutOutcome { kCreated, kExists };

class ObjectStore {
 public:
  virtual ~ObjectStore() = default;

  // All or nothing, and of many who try at once one creates it. kExists: what was there is
  // untouched. After an error it may or may not have been created. An object without bytes is
  // refused (kInvalid): an empty file is what a crash leaves on some disks.
  virtual Result<PutOutcome> put_if_absent(const std::string& name, BytesView bytes) = 0;
  // For names that follow from the content: a second time does no harm.
  virtual Status put(const std::string& name, BytesView bytes) = 0;
  // Nothing when there is no such object; kInvalid when it is larger than `max_bytes`.
  virtual Result<std::optional<Bytes>> get(const std::string& name, size_t max_bytes) = 0;
  // Names with that prefix that come after `start_after` in byte order, ascending, at most `max`.
  virtual Result<std::vector<std::string>> list(const std::string& prefix,
                                                const std::string& start_after, size_t max) = 0;
  // Nothing happens when there is none.
  virtual Status remove(const std::string& name) = 0;
};

// For every implementation: kInvalid for a name that is not as said above.
Status check_object_name(const std::string& name);
bool is_object_name(std::string_view name);

}  // namespace clew
