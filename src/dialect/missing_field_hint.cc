#include "dialect/missing_field_hint.h"

#include <utility>
#include <vector>

#include "base/shell_word.h"

namespace clew {
namespace {

constexpr std::string_view kSet = "clew set ";

using Pairs = std::vector<std::pair<std::string, std::string>>;

// What stands behind `clew set`; nothing for any other advice. Values have no spaces.
Pairs pairs_in(const std::string& next, const std::string& dialect) {
  Pairs pairs;
  if (!next.starts_with(kSet)) return pairs;
  for (size_t at = kSet.size(); at < next.size();) {
    const size_t end = std::min(next.find(' ', at), next.size());
    const std::string word = next.substr(at, end - at);
    const size_t equals = word.find('=');
    if (equals == std::string::npos) return {};
    std::string key = word.substr(0, equals);
    if (key.starts_with(dialect + ".")) key.erase(0, dialect.size() + 1);
    pairs.emplace_back(std::move(key), word.substr(equals + 1));
    at = end + 1;
  }
  return pairs;
}

struct StartOption {
  const char* key;
  const char* option;
};
constexpr StartOption kStartOptions[] = {
    {"mode",          "--mode"    },
    {"model",         "--model"   },
    {"target_file",   "--target"  },
    {"workflow_type", "--workflow"},
};

}  // namespace

Error lacking_at_start(Error error, const std::string& dialect, const std::string& goal,
                       const std::string& given) {
  const Pairs pairs = pairs_in(error.next, dialect);
  std::string line =
      "clew start " + (goal.empty() ? "GOAL" : shell_word(goal)) + " --dialect " + dialect + given;
  for (const auto& [key, value] : pairs) {
    const StartOption* found = nullptr;
    for (const auto& row : kStartOptions) {
      if (key == row.key) found = &row;
    }
    if (found == nullptr) {
      // Nothing that a session begins with: then it begins without the view.
      error.next = "clew start " + (goal.empty() ? "GOAL" : shell_word(goal)) + ", then  " +
                   error.next + ", then  clew view attach " + dialect;
      return error;
    }
    // A kind of plan begins with its folder.
    line += std::string(" ") + found->option + " " + (key == "workflow_type" ? "DIR" : value);
  }
  if (!pairs.empty()) error.next = std::move(line);
  return error;
}

Error lacking_in_view(Error error, const std::string& dialect, const std::string& session) {
  for (const auto& [key, unused] : pairs_in(error.next, dialect)) {
    if (key == "workflow_type") return lacking_in_export(std::move(error), dialect, session);
  }
  return error;
}

Error lacking_in_export(Error error, const std::string& dialect, const std::string& source) {
  const Pairs pairs = pairs_in(error.next, dialect);
  if (pairs.empty()) return error;
  error.next = "clew export " + shell_word(source) + " --to " + dialect;
  for (const auto& [key, value] : pairs) error.next += " --map " + key + "=" + value;
  return error;
}

}  // namespace clew
