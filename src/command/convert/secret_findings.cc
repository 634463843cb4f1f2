#include "command/convert/secret_findings.h"

#include <fmt/format.h>

#include "secrets/secrets.h"

namespace clew {
namespace {

// More of them say nothing new.
constexpr size_t kMaxSecrets = 50;

class SecretWalk {
 public:
  SecretWalk(const std::string& source, const std::string& file, Findings& findings)
      : source_(source), file_(file), findings_(findings) {}

  void walk(const Value& value, const std::string& pointer) {
    if (value.is_string()) scan(value.as_string(), pointer);
    for (const auto& [key, each] : value.as_object()) walk(each, pointer + "/" + key);
    size_t index = 0;
    for (const auto& each : value.as_list()) walk(each, fmt::format("{}/{}", pointer, index++));
  }

 private:
  void scan(const std::string& text, const std::string& pointer) {
    for (const auto& secret : find_secrets(text)) {
      if (++count_ > kMaxSecrets) return;
      Finding finding;
      finding.severity = Severity::kWarning;
      finding.rule = source_ + ".secret";
      finding.message =
          fmt::format("this looks like a secret ({}); it is kept unchanged", secret.kind);
      finding.next = "clew redact SEQ";
      finding.file = file_;
      finding.pointer = pointer;
      findings_.push_back(std::move(finding));
    }
  }

  const std::string& source_;
  const std::string& file_;
  Findings& findings_;
  size_t count_ = 0;
};

}  // namespace

void add_secret_findings(const Session& session, const std::string& source, const std::string& file,
                         Findings& findings) {
  SecretWalk(source, file, findings).walk(to_value(session), "");
}

}  // namespace clew
