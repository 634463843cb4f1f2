#pragma once
// The key of this device: one secret, from which come the X25519 key that others seal for and the
// Ed25519 key that it signs with. It is kept in the user's state folder in a file that only its
// owner can read, which the program `age` takes as an identity file too:
//
//   # clew: the key of laptop
//   # public key: age1…
//   AGE-SECRET-KEY-1…
//
// It is never in a store, in a backup of one, or in a bundle.

#include "base/hash.h"
#include "bundle/age_recipient.h"
#include "files/file_system.h"

namespace clew {

class DeviceKey {
 public:
  explicit DeviceKey(AgeIdentity identity);

  const AgeIdentity& identity() const { return identity_; }
  const AgeRecipient& recipient() const { return recipient_; }
  const Bytes& signing_key() const { return verifies_; }  // the public half, 32 bytes
  Bytes sign(BytesView message) const;                    // 64 bytes

 private:
  AgeIdentity identity_;
  AgeRecipient recipient_;
  SecretBytes<64> signs_;
  Bytes verifies_;
};

// Whether who has the secret half of `signing_key` signed the message.
bool is_signed_by(BytesView signing_key, BytesView message, BytesView signature);

inline constexpr const char* kDeviceKeyFile = "device.key";

// kNotFound when there is none; kNotAllowed when others could have read or written it.
Result<DeviceKey> read_device_key(FileSystem& files, const std::string& state_folder,
                                  uint32_t user);
// The one that this device signs with as a member of a remote: an identity for that remote alone
// where it has one, else its own. Empty: of no remote.
Result<DeviceKey> read_member_key(FileSystem& files, const std::string& state_folder,
                                  const std::string& remote, uint32_t user);
// Where all that this device keeps of a remote stands.
std::string membership_folder(const std::string& state_folder, const std::string& remote);
// kConflict when there is one already, however many make one at once. Durable when this returns.
Result<DeviceKey> make_device_key(FileSystem& files, const std::string& state_folder,
                                  const std::string& device, const RandomSource& random);

}  // namespace clew
