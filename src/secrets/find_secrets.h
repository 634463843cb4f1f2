#pragma once
// Finds likely secrets (keys, tokens, passwords in URLs) in text by shape and by name: a scanner,
// not an oracle, it may miss one. Hashes, ids and paths that no name calls secret are left alone.
// Takes time in proportion to the text, whatever it says.

#include <string>
#include <string_view>
#include <vector>

namespace clew {

struct SecretFinding {
  size_t start = 0;
  size_t length = 0;
  const char* kind = "";  // "AWS access key", "private key", …
};
// In order, and apart from each other.
std::vector<SecretFinding> find_secrets(std::string_view text);
// The text as the log would keep it: [redacted: KIND] stands for each.
std::string without_secrets(std::string_view text);
std::string without_secrets(std::string_view text, const std::vector<SecretFinding>& findings);
std::string secret_mark(const char* kind);

}  // namespace clew
