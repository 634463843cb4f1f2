#pragma once
// What the objects of a remote are called. Names say nothing of what they hold.
//
//   clew1            the marker: here is a remote, and which
//   j/<20 digits>    entry n of the journal
//   s/<20 digits>    all heads after entry n; 10^20-1-n, so that the newest is first in a list
//   p/<sha256>       a pack, by the hash of its sealed bytes
//   e/<number>       an epoch: its key, sealed for each member, and who they are
//   i/<32 hex>       an invitation
//   r/<32 hex>/…     a realm: a remote of its own for sessions that are shared with others
//
// docs/format-remote.md has what is in them.

#include <cstdint>
#include <optional>
#include <string>

#include "base/hash.h"

namespace clew {

inline constexpr const char* kMarkerName = "clew1";
inline constexpr const char* kEntryPrefix = "j/";
inline constexpr const char* kHeadsPrefix = "s/";
inline constexpr const char* kEpochPrefix = "e/";
inline constexpr const char* kPackPrefix = "p/";

// Every so many entries all heads are written.
inline constexpr uint64_t kHeadsEvery = 256;

// No object is larger. An entry says what is new; what is large is in packs.
inline constexpr size_t kMaxMarkerBytes = 4096;
inline constexpr size_t kMaxEntryBytes = size_t{64} << 10;
inline constexpr size_t kMaxPackBytes = size_t{8} << 20;
inline constexpr size_t kMaxHeadsBytes = size_t{64} << 20;
inline constexpr size_t kMaxEpochBytes = size_t{1} << 20;
inline constexpr size_t kMaxInvitationBytes = size_t{64} << 10;

std::string entry_name(uint64_t n);
std::string heads_name(uint64_t n);
std::string pack_name(const Hash& pack);
std::string epoch_name(uint32_t epoch);
std::string invitation_name(const std::string& id);
std::string realm_prefix(const std::string& realm);

// Back again; nothing for what is none.
std::optional<uint64_t> entry_of_name(std::string_view name);
std::optional<uint64_t> heads_of_name(std::string_view name);
std::optional<uint32_t> epoch_of_name(std::string_view name);

}  // namespace clew
