#pragma once
// What a bundle says of itself, signed by the device that made it: encryption to a public key does
// not say who wrote. One line of JSON; docs/format-bundle.md has every field.

#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "base/time.h"

namespace clew {

inline constexpr int64_t kBundleVersion = 1;
// The oldest clew that understands what is written now.
inline constexpr const char* kBundleNeeds = "0.1.0";

// Against bundles that are made to fill a disk or a memory. Each refusal names its limit.
inline constexpr uint64_t kMaxBundleBytes = uint64_t{1} << 30;    // the file
inline constexpr uint64_t kMaxExpandedBytes = uint64_t{1} << 30;  // all logs together
inline constexpr size_t kMaxBundledSessions = 1000;
inline constexpr size_t kMaxManifestBytes = size_t{1} << 20;
// How much smaller a part may be than its log. What shrinks more is not compressed when it is
// written, so that nothing honest is refused. Small parts do no harm.
inline constexpr uint64_t kMaxRatio = 200;
inline constexpr uint64_t kSmallLog = uint64_t{1} << 20;

enum class Packing { kNone, kZstd };

struct BundledSession {
  std::string session;
  Hash genesis;         // of its first own event
  Hash parent;          // of the event that this one follows; none unless it is a fork
  uint32_t events = 0;  // of its own
  uint32_t seq = 0;     // of its head
  Hash head;
  // The part that has its log.
  Packing packing = Packing::kNone;
  uint64_t size = 0;    // of the log
  uint64_t packed = 0;  // of the part
  Hash part;            // SHA-256 of the part as it stands in the bundle
};

struct Manifest {
  std::string needs = kBundleNeeds;
  std::string store;  // tells stores of a device apart; says nothing else
  std::string made_at;
  std::string device;  // the name that its owner gave it
  std::string device_key;
  Bytes signing_key;
  std::vector<std::string> recipients;   // public keys, or kByPassphrase
  std::vector<BundledSession> sessions;  // a fork after the session that it was forked from
};

inline constexpr const char* kByPassphrase = "passphrase";

std::string write_manifest(const Manifest& manifest);  // without a line end
// kInvalid: it asks for a newer clew, or for more than the limits. kCorrupt: it is no manifest.
Result<Manifest> read_manifest(std::string_view line);

}  // namespace clew
