#pragma once
// For dialects whose files agents may touch only after they have acknowledged a document, the
// contract: the block in which an agent says that it has read it, and whether that still holds.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace clew {

struct Acknowledgment {
  std::string agent;
  std::string date;      // ISO 8601
  std::string version;   // of the contract
  std::string checksum;  // SHA-256, 64 hex digits
  bool operator==(const Acknowledgment&) const = default;
};

enum class AcknowledgmentState {
  kAcknowledged,
  kRequiredAgain,  // the contract has changed since
  kMissing,
};

class AgentContract {
 public:
  // What the document is usually called.
  virtual std::string document_name() const = 0;
  // In the folder of the files: the latest block of all, and each agent's own.
  virtual std::string latest_path() const = 0;
  virtual std::string own_path(std::string_view agent) const = 0;

  virtual std::string checksum(std::string_view contract) const = 0;
  virtual std::string version(std::string_view contract) const = 0;
  virtual Acknowledgment acknowledge(std::string_view contract, std::string_view agent,
                                     Time now) const = 0;
  virtual std::string render(const Acknowledgment& acknowledgment) const = 0;
  // kInvalid lists the lines that are missing.
  virtual Result<Acknowledgment> parse(std::string_view text) const = 0;
  virtual AcknowledgmentState judge(const std::optional<Acknowledgment>& acknowledgment,
                                    std::string_view contract) const = 0;
  virtual const char* to_words(AcknowledgmentState state) const = 0;

 protected:
  ~AgentContract() = default;
};

}  // namespace clew
