#include "dialect/orchestration/words.h"

namespace clew::orchestration {
namespace {

enum class Fit { kExact, kNearest };

struct StatusRow {
  Lifecycle status;
  const char* word;
  Fit fit;
};
constexpr StatusRow kStatus[] = {
    {Lifecycle::kActive,    "in_progress", Fit::kExact  },
    {Lifecycle::kPaused,    "paused",      Fit::kExact  },
    {Lifecycle::kCompleted, "completed",   Fit::kExact  },
    {Lifecycle::kFailed,    "error",       Fit::kExact  },
    {Lifecycle::kAborted,   "aborted",     Fit::kExact  },
    {Lifecycle::kAbandoned, "aborted",     Fit::kNearest},
};

constexpr const char* kModes[] = {"debug", "default", "optimize", "release"};
constexpr const char* kDefaultMode = "default";
// What nobody has put into a category is neither said to pass by itself nor to last.
constexpr ErrorCategory kNearestToUnknown = ErrorCategory::kLogical;

template <class E>
std::vector<std::string> names_of(size_t from = 0) {
  return {std::begin(EnumNames<E>::names) + from, std::end(EnumNames<E>::names)};
}

const StatusRow& row_of(Lifecycle status) {
  for (const auto& row : kStatus) {
    if (row.status == status) return row;
  }
  return kStatus[0];
}

}  // namespace

std::vector<std::string> status_words() {
  std::vector<std::string> words;
  for (const auto& row : kStatus) {
    if (row.fit == Fit::kExact) words.emplace_back(row.word);
  }
  return words;
}

std::vector<std::string> lifecycle_words() { return names_of<Lifecycle>(); }
std::vector<std::string> mode_words() { return {std::begin(kModes), std::end(kModes)}; }
std::vector<std::string> agent_words() { return names_of<AgentStatus>(); }
std::vector<std::string> result_words() { return names_of<AgentResult>(1); }
std::vector<std::string> error_words() { return names_of<ErrorCategory>(1); }
std::vector<std::string> file_words() { return names_of<FileAction>(); }
std::vector<std::string> step_words() { return names_of<StepStatus>(); }
std::vector<std::string> order_words() { return names_of<ChildOrder>(); }

const char* status_word(Lifecycle status) { return row_of(status).word; }
bool is_exact(Lifecycle status) { return row_of(status).fit == Fit::kExact; }

Lifecycle status_of(std::string_view word, std::string_view exact) {
  if (const auto kept = enum_from<Lifecycle>(exact); kept && row_of(*kept).word == word) {
    return *kept;
  }
  for (const auto& row : kStatus) {
    if (row.fit == Fit::kExact && row.word == word) return row.status;
  }
  return Lifecycle::kActive;
}

const char* mode_word(const std::string& mode) {
  for (const char* known : kModes) {
    if (mode == known) return known;
  }
  return kDefaultMode;
}

std::string mode_of(std::string_view word, std::string_view exact) {
  return std::string(word == kDefaultMode && !exact.empty() ? exact : word);
}

const char* error_word(ErrorCategory category) {
  return name_of(category == ErrorCategory::kUnknown ? kNearestToUnknown : category);
}

ErrorCategory error_of(std::string_view word, std::string_view exact) {
  const auto category = enum_from<ErrorCategory>(word).value_or(ErrorCategory::kUnknown);
  return category == kNearestToUnknown && exact == "unknown" ? ErrorCategory::kUnknown : category;
}

}  // namespace clew::orchestration
