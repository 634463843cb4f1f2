#pragma once
// How a device becomes a member of a remote: it makes one, or it was invited.

#include "remote/invitation.h"
#include "remote/membership.h"

namespace clew {

// Who does it, and when.
struct JoiningDevice {
  std::string name;
  DeviceKey key;
  Time now;
  RandomSource random;
};

// What the marker says. Nothing when there is none; kInvalid: something else, or of a newer clew.
Result<std::optional<std::string>> read_marker(ObjectStore& store);
// For one whose marker was lost with everything else.
Status write_marker(ObjectStore& store, const std::string& remote);

// The epochs of a new remote, with this device as its only member. The marker comes last, when the
// device has kept what it needs: a place without one is no remote yet, and making it goes on where
// it was cut off. kConflict when there is one already.
Result<std::vector<Bytes>> create_remote(ObjectStore& store, const JoiningDevice& device);

// Good for one device, for a day.
Result<JoinCode> invite_device(ObjectStore& store, const RemoteAddress& address,
                               const Membership& membership, const JoiningDevice& device);

// The epochs, of which this device is a member now, and what opens them. The invitation is used up
// last, when the device has kept them: cut off before, joining goes on. kNotFound: the invitation
// is gone. kNotAllowed: it is over.
struct Joined {
  std::vector<Bytes> epochs;
  std::vector<AgeIdentity> openers;
  std::string invited_by;
};
Result<Joined> join_remote(ObjectStore& store, const JoinCode& code, const JoiningDevice& device);
Status use_up_invitation(ObjectStore& store, const JoinCode& code);

}  // namespace clew
