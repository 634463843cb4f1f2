#pragma once
// The contract that agents acknowledge before they touch these files: its checksum, the block in
// which an agent says that it has read it, and whether that still holds. Pure; nobody here reads a
// file or a clock.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "base/value.h"

namespace clew {

// In `.ai-session/`: the latest block of all, and each agent's own.
inline constexpr const char* kLatestAcknowledgment = "contract-acknowledgment.md";
// contract-acknowledgments/<agent>.md; characters that do not belong into a name become %XX.
std::string acknowledgment_path(std::string_view agent);

struct Acknowledgment {
  std::string agent;
  std::string date;      // ISO 8601
  std::string version;   // of the contract
  std::string checksum;  // SHA-256, 64 hex digits
  bool operator==(const Acknowledgment&) const = default;
};

std::string contract_checksum(std::string_view contract);
// What the line `**Version**: 1.0` says, without the marks; "1.0" when there is none.
std::string contract_version(std::string_view contract);

Acknowledgment acknowledge(std::string_view contract, std::string_view agent, Time now);
std::string render_acknowledgment(const Acknowledgment& acknowledgment);
// kInvalid lists the lines that are missing.
Result<Acknowledgment> parse_acknowledgment(std::string_view text);

enum class AcknowledgmentState {
  kAcknowledged,
  kRequiredAgain,  // the contract has changed since
  kMissing,
};
const char* to_words(AcknowledgmentState state);  // "re-acknowledgment required"
AcknowledgmentState judge(const std::optional<Acknowledgment>& acknowledgment,
                          std::string_view contract);

// What an error that touches these files says about itself.
enum class FileOperation { kCreate, kRead, kUpdate, kDelete };
Value error_context(FileOperation operation, const std::string& file, const std::string& feature_id,
                    Time timestamp, const std::string& details);

}  // namespace clew
