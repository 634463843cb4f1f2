#include "bundle/bundle_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "bundle/signed_text.h"
#include "store/codec/compress.h"

namespace clew {
namespace {

constexpr SignedKind kBundle{"clew-bundle 1", "clew bundle manifest 1\n", "a bundle"};

Error bad_bundle(const char* what) { return make_error(ErrorCode::kCorrupt, what); }

struct Packed {
  Packing packing = Packing::kNone;
  Bytes bytes;
};

Result<Packed> pack(Compressor& compressor, const Bytes& log) {
  CLEW_ASSIGN(Bytes smaller, compressor.compress(log, Compressor::Effort::kEven));
  const bool too_much = log.size() > kSmallLog && log.size() / kMaxRatio > smaller.size();
  if (too_much || smaller.size() >= log.size()) return Packed{Packing::kNone, log};
  return Packed{Packing::kZstd, std::move(smaller)};
}

// Whoever opens a bundle can seal its inside again, for somebody it was not made for.
Status check_recipient(const Manifest& manifest, const std::optional<AgeRecipient>& opened_by) {
  const std::string name = opened_by ? opened_by->text() : std::string(kByPassphrase);
  const auto& all = manifest.recipients;
  if (std::find(all.begin(), all.end(), name) != all.end()) return success();
  return bad_bundle("was sealed again by somebody else: its maker did not address it to this key");
}

Status find_parts(VerifiedBundle& bundle, size_t start) {
  for (const auto& session : bundle.manifest.sessions) {
    if (session.packed > bundle.plain.size() - start) return bad_bundle("lacks a part");
    const BytesView part = BytesView(bundle.plain).substr(start, session.packed);
    if (sha256(part) != session.part) return bad_bundle("has a part that is not its own");
    bundle.part_starts.push_back(start);
    start += session.packed;
  }
  if (start != bundle.plain.size()) return bad_bundle("has something after its last part");
  return success();
}

}  // namespace

Result<Bytes> write_bundle(Manifest manifest, const std::vector<Bytes>& logs, const DeviceKey& by,
                           const SealFor& who, const RandomSource& random) {
  CLEW_CHECK(manifest.sessions.size() == logs.size());
  manifest.device_key = by.recipient().text();
  manifest.signing_key = by.signing_key();
  manifest.recipients.clear();
  for (const auto& recipient : who.recipients) manifest.recipients.push_back(recipient.text());
  if (manifest.recipients.empty()) manifest.recipients.emplace_back(kByPassphrase);
  Compressor compressor;
  Bytes parts;
  for (size_t i = 0; i < logs.size(); ++i) {
    BundledSession& session = manifest.sessions[i];
    CLEW_ASSIGN(const Packed packed, pack(compressor, logs[i]));
    session.packing = packed.packing;
    session.size = logs[i].size();
    session.packed = packed.bytes.size();
    session.part = sha256(packed.bytes);
    parts += packed.bytes;
  }
  const std::string line = write_manifest(manifest);
  // What nobody could open is not written.
  CLEW_TRY(read_manifest(line));
  if (line.size() > kMaxManifestBytes || parts.size() > kMaxBundleBytes - 2 * line.size()) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("would be larger than {} bytes", kMaxBundleBytes));
  }
  const Bytes plain = write_signed(kBundle, line, by) + parts;
  return seal(plain, who, random);
}

Result<VerifiedBundle> verify_bundle(BytesView file, const Openers& openers) {
  CLEW_ASSIGN(Unsealed unsealed, unseal(file, openers));
  VerifiedBundle bundle{{}, std::move(unsealed.by), std::move(unsealed.plain), {}};
  CLEW_ASSIGN(const SignedText text, read_signed(kBundle, bundle.plain, kMaxManifestBytes));
  CLEW_ASSIGN(bundle.manifest, read_manifest(text.line));
  if (bundle.manifest.signing_key != text.signing_key) {
    return bad_bundle("is signed by another device than the one it names");
  }
  CLEW_TRY(check_recipient(bundle.manifest, bundle.opened_by));
  CLEW_TRY(find_parts(bundle, text.rest));
  return bundle;
}

Result<Bytes> expand_logs(const VerifiedBundle& bundle) {
  Compressor compressor;
  Bytes logs;
  for (size_t i = 0; i < bundle.part_starts.size(); ++i) {
    const BundledSession& session = bundle.manifest.sessions[i];
    const BytesView part = BytesView(bundle.plain).substr(bundle.part_starts[i], session.packed);
    Bytes log(session.packing == Packing::kNone ? part : BytesView());
    if (session.packing == Packing::kZstd) {
      CLEW_ASSIGN(log, compressor.expand(part, session.size));
    }
    if (log.size() != session.size) return bad_bundle("has a part of another size than it says");
    if (logs.empty()) {
      logs = std::move(log);
    } else {
      logs += log;
    }
  }
  return logs;
}

}  // namespace clew
