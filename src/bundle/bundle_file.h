#pragma once
// A bundle: sessions as one sealed file, for mail or a stick. What is inside the seal:
//
//   clew-bundle 1
//   {"clew_bundle":1,…}                    the manifest
//   <signing key> <signature>              Ed25519 over "clew bundle manifest 1\n" and the manifest
//   the parts, one per session, in the manifest's order, with nothing between or after them
//
// A part is the log of a session as `clew export --log` writes it, compressed. The seal keeps
// everybody else out; the signature says who made it and ties the parts together.
// docs/format-bundle.md.

#include "bundle/age_file.h"
#include "bundle/device_key.h"
#include "bundle/manifest.h"

namespace clew {

// Fills in what the manifest says of parts, device and recipients. kInvalid beyond the limits.
Result<Bytes> write_bundle(Manifest manifest, const std::vector<Bytes>& logs, const DeviceKey& by,
                           const SealFor& who, const RandomSource& random);

// A bundle whose seal, signature and parts all hold; its logs are not expanded yet.
struct VerifiedBundle {
  Manifest manifest;
  std::optional<AgeRecipient> opened_by;  // unset: by a passphrase
  Bytes plain;
  std::vector<size_t> part_starts;  // in `plain`
};
// Errors are about the file: what they say follows its name. kCorrupt, kNotAllowed as in unseal();
// kInvalid beyond the limits, or for a newer clew.
Result<VerifiedBundle> verify_bundle(BytesView file, const Openers& openers);
// One after the other, as one log file.
Result<Bytes> expand_logs(const VerifiedBundle& bundle);

}  // namespace clew
