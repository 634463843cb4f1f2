#include "remote/objects_below.h"

namespace clew {

Result<PutOutcome> ObjectsBelow::put_if_absent(const std::string& name, BytesView bytes) {
  CLEW_TRY(check_object_name(name));
  return outer_.put_if_absent(prefix_ + name, bytes);
}

Status ObjectsBelow::put(const std::string& name, BytesView bytes) {
  CLEW_TRY(check_object_name(name));
  return outer_.put(prefix_ + name, bytes);
}

Result<std::optional<Bytes>> ObjectsBelow::get(const std::string& name, size_t max_bytes) {
  CLEW_TRY(check_object_name(name));
  return outer_.get(prefix_ + name, max_bytes);
}

Result<std::vector<std::string>> ObjectsBelow::list(const std::string& prefix,
                                                    const std::string& start_after, size_t max) {
  CLEW_ASSIGN(auto names, outer_.list(prefix_ + prefix, prefix_ + start_after, max));
  for (auto& name : names) name.erase(0, prefix_.size());
  return names;
}

Status ObjectsBelow::remove(const std::string& name) {
  CLEW_TRY(check_object_name(name));
  return outer_.remove(prefix_ + name);
}

}  // namespace clew
