#pragma once
// The header of an age file (age-encryption.org/v1): lines of text before the sealed bytes.
//
//   age-encryption.org/v1
//   -> X25519 TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc     a stanza: its type and arguments
//   EmECAEcKN+n/Vs9SbWiV+Hu0r+E8R77DdWYyd83nw7U              its body, lines of 64 columns
//   --- Vn+54jqiiUCE+WZcEVY3f1sqHjlu/z1LCQ/T7Xm7qI0         HMAC of everything before the space
//
// There is one spelling for a header: read strictly, or a changed byte could go unnoticed. Stanzas
// of unknown types are kept.

#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "bundle/secret_bytes.h"

namespace clew {

struct Stanza {
  std::string type;
  std::vector<std::string> arguments;
  Bytes body;
  bool operator==(const Stanza&) const = default;
};

inline constexpr size_t kMaxHeaderBytes = size_t{1} << 20;
inline constexpr size_t kMaxStanzas = 1024;

struct AgeHeader {
  std::vector<Stanza> stanzas;
  Bytes mac;      // 32 bytes
  Bytes covered;  // what the MAC is about: up to and with the ---
  size_t size = 0;
};

// Reads the header that the file begins with. kCorrupt.
Result<AgeHeader> read_age_header(BytesView file);
std::string stanza_text(const Stanza& stanza);
std::string write_age_header(const std::vector<Stanza>& stanzas, const FileKey& key);
// kCorrupt when the header was not written by who has the key.
Status check_header_mac(const AgeHeader& header, const FileKey& key);

}  // namespace clew
