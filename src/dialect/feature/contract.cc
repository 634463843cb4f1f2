#include "dialect/feature/contract.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "dialect/feature/names.h"
#include "dialect/feature/shapes.h"

namespace clew::feature {
namespace {

constexpr std::string_view kTitle = "# Contract Acknowledgment";
constexpr const char* kLatest = "contract-acknowledgment.md";
constexpr std::string_view kTree = ".ai-session";

std::string_view without_blanks(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// What stands behind `name:` on a line of its own; `marks` may surround the name and the colon.
std::string find_line(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = without_blanks(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    while (line.starts_with('*')) line.remove_prefix(1);
    if (!line.starts_with(name)) continue;
    line.remove_prefix(name.size());
    while (line.starts_with('*')) line.remove_prefix(1);
    if (!line.starts_with(':')) continue;
    line.remove_prefix(1);
    while (line.starts_with('*')) line.remove_prefix(1);
    return std::string(without_blanks(line));
  }
  return {};
}

bool belongs_into_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

class FeatureContract final : public AgentContract {
 public:
  std::string document_name() const override { return "session-state-spec.md"; }
  std::string latest_path() const override { return kLatest; }

  std::string own_path(std::string_view agent) const override {
    std::string name;
    for (const char c : agent) {
      const bool is_plain = belongs_into_name(c) || (c == '.' && !name.empty());
      name += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return "contract-acknowledgments/" + name + ".md";
  }

  std::string checksum(std::string_view contract) const override { return sha256(contract).hex(); }

  std::string version(std::string_view contract) const override {
    const std::string version = find_line(contract, "Version");
    return version.empty() ? "1.0" : version;
  }

  Acknowledgment acknowledge(std::string_view contract, std::string_view agent,
                             Time now) const override {
    return {one_line(agent), to_iso(now), version(contract), checksum(contract)};
  }

  std::string render(const Acknowledgment& acknowledgment) const override {
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

  Result<Acknowledgment> parse(std::string_view text) const override {
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
    return make_error(ErrorCode::kInvalid, "the acknowledgment has no " + missing, kLatest,
                      "clew contract ack");
  }

  AcknowledgmentState judge(const std::optional<Acknowledgment>& acknowledgment,
                            std::string_view contract) const override {
    if (!acknowledgment) return AcknowledgmentState::kMissing;
    std::string reported = acknowledgment->checksum;
    std::transform(reported.begin(), reported.end(), reported.begin(),
                   [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c; });
    return reported == checksum(contract) ? AcknowledgmentState::kAcknowledged
                                          : AcknowledgmentState::kRequiredAgain;
  }

  const char* to_words(AcknowledgmentState state) const override {
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
};

// The part of a path below the tree; nothing when the path is not in one.
std::optional<std::string> below_tree(const std::string& path) {
  size_t at = path.find(kTree);
  while (at != std::string::npos) {
    const size_t end = at + kTree.size();
    const bool begins = at == 0 || path[at - 1] == '/';
    const bool ends = end == path.size() || path[end] == '/';
    if (begins && ends) return end == path.size() ? std::string() : path.substr(end + 1);
    at = path.find(kTree, end);
  }
  return std::nullopt;
}

// The same for a tree that is called otherwise: told by the name of the file or of the feature.
std::optional<std::string> below_other_tree(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  const std::string name = last_part(path);
  if (name == kIndexFile) return name;
  if (is_feature_id(name)) return join_path(name, kStateFile);
  const std::string folder = last_part(folder_of(path));
  const bool is_own = name == kStateFile || name == kPlanFile || name == kHistoryFile;
  if (is_own && (is_feature_id(folder) || name == kPlanFile)) return join_path(folder, name);
  return std::nullopt;
}

class FeatureErrors final : public ErrorContext {
 public:
  std::optional<ErrorFile> touched(const std::string& path) const override {
    auto below = below_tree(path);
    if (!below) below = below_other_tree(path);
    if (!below) return std::nullopt;
    const std::string first = below->substr(0, below->find('/'));
    const bool is_folder = first.size() < below->size() && !first.starts_with("contract-");
    return ErrorFile{*below, is_folder || is_feature_id(first) ? first : std::string()};
  }
  std::string folder_mark() const override { return kIndexFile; }
  ErrorFile primary_file(const std::string& entry) const override {
    return {entry + "/" + kStateFile, entry};
  }

  Value context(FileOperation operation, const ErrorFile& file, Time timestamp,
                const std::string& details) const override {
    static constexpr const char* kWords[] = {"create", "read", "update", "delete"};
    Value context = Value::object();
    context.set("operation", kWords[static_cast<size_t>(operation)]);
    context.set("file", file.path);
    context.set("feature_id", file.entry.empty() ? Value() : Value(file.entry));
    context.set("timestamp", to_iso(timestamp));
    context.set("details", details);
    return context;
  }
};

}  // namespace

const AgentContract& agent_contract() {
  static const FeatureContract contract;
  return contract;
}

const ErrorContext& error_context() {
  static const FeatureErrors errors;
  return errors;
}

}  // namespace clew::feature
