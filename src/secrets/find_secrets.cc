#include "secrets/find_secrets.h"

#include <fmt/format.h>

#include "secrets/secret_scanner.h"

namespace clew {

std::vector<SecretFinding> find_secrets(std::string_view text) {
  std::vector<SecretFinding> findings;
  for (const ScannedSecret& each : SecretScanner(text).scan()) {
    findings.push_back({each.span.start, each.span.size(), each.kind});
  }
  return findings;
}

std::string secret_mark(const char* kind) { return fmt::format("[redacted: {}]", kind); }

std::string without_secrets(std::string_view text, const std::vector<SecretFinding>& findings) {
  std::string out;
  size_t from = 0;
  for (const auto& finding : findings) {
    out += text.substr(from, finding.start - from);
    out += secret_mark(finding.kind);
    from = finding.start + finding.length;
  }
  return out += text.substr(from);
}

std::string without_secrets(std::string_view text) {
  return without_secrets(text, find_secrets(text));
}

}  // namespace clew
