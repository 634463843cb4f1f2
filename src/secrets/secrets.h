#pragma once
// Finds likely secrets (keys, tokens, passwords in URLs) in text, and takes them out: what arrives
// by hook, MCP or command line never reaches the log with them. Ids, hashes and paths are not
// touched. A scanner by shape and name, not an oracle: it may miss one.

#include <string>
#include <string_view>
#include <vector>

#include "session/decide.h"

namespace clew {

struct SecretFinding {
  size_t start = 0;
  size_t length = 0;
  const char* kind = "";  // "AWS access key", "private key", …
};
std::vector<SecretFinding> find_secrets(std::string_view text);
// The text as the log would keep it: [redacted: KIND] stands for each.
std::string without_secrets(std::string_view text);
std::string without_secrets(std::string_view text, const std::vector<SecretFinding>& findings);

// Replaces each likely secret by [redacted: KIND]; `notices` says so for people, and a note says so
// in the log.
Status redact_secrets(Drafts& drafts, std::vector<std::string>& notices);

}  // namespace clew
