#pragma once
// An invitation to a remote: the key of its epoch, sealed to a secret that only the join code has,
// and signed by the member who invites. It is used once, and believed for a day. The join code is
// one line that names the place too:
//
//   clew-join-eyJ1cmwiOiJmaWxlOi8vL21udC9zdGljayIsInJlbW90ZSI6…

#include "base/time.h"
#include "remote/epoch.h"
#include "remote/remote_address.h"

namespace clew {

inline constexpr Duration kInvitationLife = hours(24);

struct Invitation {
  std::string remote;
  std::string id;
  uint32_t epoch = 0;
  Hash sealed_epoch;  // of the sealed bytes of that epoch
  AgeIdentity key;    // opens it
  std::string by;     // name of the device that invites
  Time expires;
};

// What one person sends to the other, by a way that they trust.
struct JoinCode {
  RemoteAddress address;
  std::string remote;
  std::string id;
  AgeIdentity secret;
};
std::string write_join_code(const JoinCode& code);
Result<JoinCode> read_join_code(std::string_view line);  // kUsage; never quotes the line

Result<Bytes> seal_invitation(const Invitation& invitation, const AgeRecipient& secret,
                              const DeviceKey& by, const RandomSource& random);
struct OpenedInvitation {
  Invitation invitation;
  UsedInvitation proof;
};
// kCorrupt: not the one that the code is about, or not whole.
Result<OpenedInvitation> open_invitation(BytesView sealed, const JoinCode& code);

// Whether `next` may follow all those `before` it, in order, the last of which has the sealed bytes
// of this hash: a member who is no guest signed it, or who a member invited and who added nobody
// but itself, by an invitation that was not used before. kCorrupt.
Status check_next_epoch(const std::vector<Epoch>& before, const Hash& sealed, const Epoch& next);

}  // namespace clew
