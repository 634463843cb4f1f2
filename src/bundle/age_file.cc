#include "bundle/age_file.h"

#include "base/base64.h"
#include "base/hash.h"
#include "bundle/age_armor.h"
#include "bundle/age_payload.h"

namespace clew {
namespace {

// A stanza for nobody. It has a digest of those before it, so that a reader whose key does not open
// the file knows whether the file is damaged or meant for somebody else.
constexpr std::string_view kDigestType = "clew-digest";
constexpr size_t kDigestBytes = 16;

Stanza digest_of(const std::vector<Stanza>& stanzas) {
  Hasher hasher;
  for (const auto& stanza : stanzas) hasher.add(stanza_text(stanza));
  const Hash hash = hasher.finish();
  return {std::string(kDigestType),
          {to_base64(hash.view().substr(0, kDigestBytes), Padding::kWithout)},
          {}};
}

bool has_its_digest(const std::vector<Stanza>& stanzas) {
  if (stanzas.empty()) return false;
  const std::vector<Stanza> before(stanzas.begin(), stanzas.end() - 1);
  return stanzas.back() == digest_of(before);
}

Error cannot_open(const AgeHeader& header, const Openers& openers) {
  if (has_its_digest(header.stanzas)) {
    return make_error(ErrorCode::kNotAllowed, "is sealed for other keys than this device's");
  }
  const bool by_passphrase = header.stanzas.size() == 1 && header.stanzas[0].type == "scrypt";
  if (by_passphrase && openers.passphrases.empty()) {
    return make_error(ErrorCode::kNotAllowed, "is sealed with a passphrase");
  }
  return make_error(ErrorCode::kCorrupt,
                    by_passphrase ? "does not open: the passphrase is another, or it is damaged"
                                  : "does not open: it is sealed for other keys, or damaged");
}

Result<Unwrapped> open_header(const AgeHeader& header, const Openers& openers) {
  auto found = unwrap(header.stanzas, openers);
  if (!found && found.error().code == ErrorCode::kNotAllowed) return cannot_open(header, openers);
  if (found) CLEW_TRY(check_header_mac(header, found->key));
  return found;
}

}  // namespace

Result<Bytes> seal(BytesView plain, const SealFor& who, const RandomSource& random) {
  CLEW_CHECK(who.recipients.empty() != who.passphrase.empty());
  Bytes drawn(FileKey::size(), '\0');
  random(drawn);
  const FileKey key{drawn};
  wipe(drawn.data(), drawn.size());
  std::vector<Stanza> stanzas;
  if (who.recipients.empty()) {
    CLEW_ASSIGN(Stanza stanza,
                wrap_with_passphrase(who.passphrase, key, random, who.passphrase_work));
    stanzas.push_back(std::move(stanza));
  } else {
    for (const auto& recipient : who.recipients) {
      stanzas.push_back(wrap_for(recipient, key, random));
    }
    stanzas.push_back(digest_of(stanzas));
  }
  Bytes file = write_age_header(stanzas, key);
  file.reserve(file.size() + sealed_payload_size(plain.size()));
  seal_payload(key, plain, random, file);
  return file;
}

Result<Unsealed> unseal(BytesView file, const Openers& openers) {
  Bytes bare;
  if (is_armored(file)) {
    CLEW_ASSIGN(bare, take_off_armor(file));
    file = bare;
  }
  CLEW_ASSIGN(const AgeHeader header, read_age_header(file));
  CLEW_ASSIGN(const Unwrapped found, open_header(header, openers));
  CLEW_ASSIGN(PayloadReader reader, PayloadReader::begin(found.key, file.substr(header.size)));
  Unsealed unsealed{{}, found.by};
  unsealed.plain.reserve(file.size() - header.size);
  while (true) {
    CLEW_ASSIGN(const bool more, reader.next(unsealed.plain));
    if (!more) return unsealed;
  }
}

Status check_beginning(BytesView beginning, const Openers& openers) {
  if (is_armored(beginning)) return success();
  CLEW_ASSIGN(const AgeHeader header, read_age_header(beginning));
  // A passphrase takes its time on purpose: it is tried once, with the whole file.
  if (!openers.passphrases.empty()) return success();
  const auto found = open_header(header, openers);
  return found ? success() : Status(found.error());
}

}  // namespace clew
