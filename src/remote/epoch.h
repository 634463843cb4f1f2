#pragma once
// An epoch of a remote: the key that its objects are sealed with from then on, and who is a member.
// It is sealed for each member and for its own key, and signed. Who opens it knows that their key
// is the right one. Epochs are numbered from 1, each names the hash of the one before it, and none
// is ever changed: whoever joins, leaves or changes a key makes the next.

#include <optional>
#include <string>
#include <vector>

#include "bundle/device_key.h"
#include "bundle/signed_text.h"

namespace clew {

struct Member {
  std::string name;  // that its owner gave the device
  AgeRecipient key;
  Bytes signing_key;
  // Reads and appends, and has no say in who else does: whom a session is shared with.
  bool guest = false;
  bool operator==(const Member&) const = default;
};

// An invitation that was used, so that others see that a member let the new one in.
struct UsedInvitation {
  std::string line;
  Bytes signing_key;
  Bytes signature;
};

struct Epoch {
  std::string remote;  // its id
  uint32_t number = 1;
  Hash before;                    // of the sealed bytes of the epoch before; none of the first
  std::vector<AgeIdentity> keys;  // all that objects were ever sealed with; the last is in use
  std::vector<Member> members;
  std::optional<UsedInvitation> invitation;
  std::string made_at;
  Bytes signed_by;  // a signing key

  const AgeIdentity& key() const { return keys.back(); }
  const Member* find(BytesView signing_key) const;
};

Result<Bytes> seal_epoch(const Epoch& epoch, const DeviceKey& by, const RandomSource& random);
// kNotAllowed: not sealed for any of `identities`. kCorrupt: no epoch, or not its signer's.
Result<Epoch> open_epoch(BytesView sealed, const std::vector<AgeIdentity>& identities);

// "7f3a…" of 32 hex digits, drawn; for remotes and invitations.
std::string draw_id(const RandomSource& random);
bool is_drawn_id(std::string_view id);

}  // namespace clew
