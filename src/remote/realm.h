#pragma once
// A realm: a remote of its own below the prefix of another, for the sessions that are shared with
// one set of people. It has its own marker, epochs, journal and packs; its members are the devices
// of the remote it hangs on, and the keys that it is shared with, which are guests: they read and
// append, and have no say in who else does.

#include "remote/join_remote.h"

namespace clew {

// Of the keys in that epoch: those that it is shared with.
std::vector<Member> guests_of(const Epoch& epoch);
bool same_guests(const std::vector<Member>& one, const std::vector<Member>& other);

// The id of the realm for these guests: the same on all devices of a remote, so that two who share
// at once make one realm, and it says nothing to others. `generation` counts up where one was used
// for other guests since.
std::string realm_id(const Membership& outer, const std::vector<Member>& guests,
                     uint32_t generation);

// The first epoch of a realm, with all members of `outer` and the guests, unless one is there. All
// epochs that are there.
Result<std::vector<Bytes>> create_realm(ObjectStore& store, const std::string& realm,
                                        const Membership& outer, const std::vector<Member>& guests,
                                        const JoiningDevice& device);

// The epochs of a realm, all of which this device can open with `openers`. kNotFound: there is
// none. kNotAllowed: this device is none of its members. kCorrupt: it was not made by a device of
// `outer`.
struct RealmEpochs {
  std::vector<Bytes> epochs;
  std::vector<AgeIdentity> openers;
  Epoch newest;
};
Result<RealmEpochs> read_realm(ObjectStore& store, const std::string& realm,
                               const Membership& outer, const DeviceKey& device);

// What a guest is sent: where the realm is, and what its first epoch must be. Nothing in it is
// secret: whoever is no guest opens nothing with it.
//
//   clew-shared-eyJ1cmwiOiJmaWxlOi8vL21udC9zdGljayIsInJlYWxtIjoi…
struct ShareCode {
  RemoteAddress address;  // of the remote that it hangs on
  std::string realm;
  Hash first_epoch;  // of its sealed bytes
};
std::string write_share_code(const ShareCode& code);
bool is_share_code(std::string_view line);
Result<ShareCode> read_share_code(std::string_view line);  // kUsage
// Where a realm is, given where the remote is that it hangs on.
RemoteAddress realm_address(const RemoteAddress& outer, const std::string& realm);

// As read_realm(), for a guest. kNotAllowed: it is shared with others than this device.
Result<RealmEpochs> read_shared_realm(ObjectStore& store, const ShareCode& code,
                                      const DeviceKey& device);

}  // namespace clew
