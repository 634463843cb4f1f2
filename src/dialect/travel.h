#pragma once
// How a session goes from device to device, as the remotes of its store have it: for formats that
// say so (Dialect::set_travel).

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"

namespace clew {

enum class TravelStatus {
  kSuccess,  // the remote has all of it
  kPending,  // something of it waits to be sent
  kError,    // the last try failed
};
template <>
struct EnumNames<TravelStatus> {
  static constexpr const char* names[] = {"success", "pending", "error"};
};

struct Travel {
  std::string last_sync;  // when a remote was last reached; empty: never
  TravelStatus status = TravelStatus::kPending;
  std::string error;                 // of the last try
  std::vector<std::string> devices;  // members of the remotes
  bool in_bucket = false;            // else in a folder
  // With whom it is shared beyond that; unset: nobody says.
  std::optional<std::vector<std::string>> shared_with;
  bool operator==(const Travel&) const = default;
  static constexpr auto fields() {
    return field_list(
        field(1, "last_sync", &Travel::last_sync), field(2, "status", &Travel::status),
        field(3, "error", &Travel::error), field(4, "devices", &Travel::devices),
        field(5, "in_bucket", &Travel::in_bucket), field(6, "shared_with", &Travel::shared_with));
  }
};

}  // namespace clew
