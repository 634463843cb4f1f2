#pragma once
// What somebody else must know of a device to share with it, as one line that can be pasted: its
// name, the key to seal for, and the key that it signs with. None of it is secret.
//
//   laptop:age1jr2nxq0w…:a773cdd7…82c0-9f3c01d2
//
// What comes after the dash is the beginning of the SHA-256 of what comes before it, so that no
// line that was cut off or mistyped is taken for a key.

#include "remote/epoch.h"

namespace clew {

std::string write_member_key(const std::string& name, const DeviceKey& key);
std::string write_member_key(const Member& member);
Result<Member> read_member_key(std::string_view text);  // kUsage

}  // namespace clew
