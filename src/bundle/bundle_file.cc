#include "bundle/bundle_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "store/codec/compress.h"

namespace clew {
namespace {

constexpr std::string_view kFirstLine = "clew-bundle 1";
constexpr std::string_view kSignedAs = "clew bundle manifest 1\n";

Error bad_bundle(const char* what) { return make_error(ErrorCode::kCorrupt, what); }

Bytes signed_text(std::string_view manifest) { return Bytes(kSignedAs) + Bytes(manifest); }

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

// The next line of `rest`, at most this long.
Result<std::string_view> take_line(std::string_view& rest, size_t most) {
  const size_t end = rest.substr(0, most + 1).find('\n');
  if (end == std::string_view::npos) return bad_bundle("is sealed, but not a bundle");
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return line;
}

Status check_signature(std::string_view line, std::string_view manifest, Bytes& key) {
  const size_t space = line.find(' ');
  key = from_hex(line.substr(0, space));
  const Bytes signature =
      space == std::string_view::npos ? Bytes() : from_hex(line.substr(space + 1));
  if (is_signed_by(key, signed_text(manifest), signature)) return success();
  return bad_bundle("has a signature that does not hold");
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
  const Bytes plain = fmt::format("{}\n{}\n{} {}\n", kFirstLine, line, to_hex(by.signing_key()),
                                  to_hex(by.sign(signed_text(line)))) +
                      parts;
  return seal(plain, who, random);
}

Result<VerifiedBundle> verify_bundle(BytesView file, const Openers& openers) {
  CLEW_ASSIGN(Unsealed unsealed, unseal(file, openers));
  VerifiedBundle bundle{{}, std::move(unsealed.by), std::move(unsealed.plain), {}};
  std::string_view rest = bundle.plain;
  CLEW_ASSIGN(const std::string_view first, take_line(rest, kFirstLine.size()));
  if (first != kFirstLine) return bad_bundle("is sealed, but not a bundle");
  CLEW_ASSIGN(const std::string_view line, take_line(rest, kMaxManifestBytes));
  CLEW_ASSIGN(const std::string_view signature, take_line(rest, 256));
  Bytes signing_key;
  CLEW_TRY(check_signature(signature, line, signing_key));
  CLEW_ASSIGN(bundle.manifest, read_manifest(line));
  if (bundle.manifest.signing_key != signing_key) {
    return bad_bundle("is signed by another device than the one it names");
  }
  CLEW_TRY(check_recipient(bundle.manifest, bundle.opened_by));
  CLEW_TRY(find_parts(bundle, bundle.plain.size() - rest.size()));
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
