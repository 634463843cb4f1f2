#include "dialect/feature/contract.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr std::string_view kTitle = "# Contract Acknowledgment";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// What stands behind `name:` on a line of its own; `marks` may surround the name and the colon.
std::string find_line(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    while (line.starts_with('*')) line.remove_prefix(1);
    if (!line.starts_with(name)) continue;
    line.remove_prefix(name.size());
    while (line.starts_with('*')) line.remove_prefix(1);
    if (!line.starts_with(':')) continue;
    line.remove_prefix(1);
    while (line.starts_with('*')) line.remove_prefix(1);
    return std::string(trimmed(line));
  }
  return {};
}

bool belongs_into_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

}  // namespace

std::string acknowledgment_path(std::string_view agent) {
  std::string name;
  for (const char c : agent) {
    const bool is_plain = belongs_into_name(c) || (c == '.' && !name.empty());
    name += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return "contract-acknowledgments/" + name + ".md";
}

std::string contract_checksum(std::string_view contract) { return sha256(contract).hex(); }

std::string contract_version(std::string_view contract) {
  const std::string version = find_line(contract, "Version");
  return version.empty() ? "1.0" : version;
}

Acknowledgment acknowledge(std::string_view contract, std::string_view agent, Time now) {
  return {one_line(agent), to_iso(now), contract_version(contract), contract_checksum(contract)};
}

std::string render_acknowledgment(const Acknowledgment& acknowledgment) {
  return fmt::format(
      "{}\n\n"
      "Agent: {}\n"
      "Date: {}\n"
      "Contract Version: {}\n"
      "Checksum: {}\n\n"
      "I acknowledge that I have read and will adhere to the Session State Specification v{}.\n",
      kTitle, acknowledgment.agent, acknowledgment.date, acknowledgment.version,
      acknowledgment.checksum, acknowledgment.version);
}

Result<Acknowledgment> parse_acknowledgment(std::string_view text) {
  Acknowledgment found{find_line(text, "Agent"), find_line(text, "Date"),
                       find_line(text, "Contract Version"), find_line(text, "Checksum")};
  std::string missing;
  const auto demand = [&](const char* name, const std::string& value) {
    if (value.empty()) missing += (missing.empty() ? "" : ", ") + std::string(name);
  };
  demand("Agent", found.agent);
  demand("Date", found.date);
  demand("Contract Version", found.version);
  demand("Checksum", found.checksum);
  if (missing.empty()) return found;
  return make_error(ErrorCode::kInvalid, "the acknowledgment lacks " + missing,
                    kLatestAcknowledgment, "clew contract ack");
}

const char* to_words(AcknowledgmentState state) {
  switch (state) {
    case AcknowledgmentState::kAcknowledged:
      return "acknowledged";
    case AcknowledgmentState::kRequiredAgain:
      return "re-acknowledgment required";
    case AcknowledgmentState::kMissing:
      break;
  }
  return "missing";
}

AcknowledgmentState judge(const std::optional<Acknowledgment>& acknowledgment,
                          std::string_view contract) {
  if (!acknowledgment) return AcknowledgmentState::kMissing;
  std::string told = acknowledgment->checksum;
  std::transform(told.begin(), told.end(), told.begin(),
                 [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c; });
  return told == contract_checksum(contract) ? AcknowledgmentState::kAcknowledged
                                             : AcknowledgmentState::kRequiredAgain;
}

Value error_context(FileOperation operation, const std::string& file, const std::string& feature_id,
                    Time timestamp, const std::string& details) {
  static constexpr const char* kWords[] = {"create", "read", "update", "delete"};
  Value context = Value::object();
  context.set("operation", kWords[static_cast<size_t>(operation)]);
  context.set("file", file);
  context.set("feature_id", feature_id.empty() ? Value() : Value(feature_id));
  context.set("timestamp", to_iso(timestamp));
  context.set("details", details);
  return context;
}

}  // namespace clew
