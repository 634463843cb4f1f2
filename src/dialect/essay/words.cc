#include "dialect/essay/words.h"

#include <fmt/format.h>

#include "base/check.h"

namespace clew::essay {
namespace {

template <class T>
struct Row {
  T status;
  const char* word;
};

// The first row with a word says what the word means.
constexpr Row<Lifecycle> kLifecycles[] = {
    {Lifecycle::kActive,    "in_progress"},
    {Lifecycle::kPaused,    "paused"     },
    {Lifecycle::kCompleted, "completed"  },
    {Lifecycle::kAbandoned, "abandoned"  },
    {Lifecycle::kFailed,    "abandoned"  },
    {Lifecycle::kAborted,   "abandoned"  },
};
constexpr Row<StepStatus> kStatuses[] = {
    {StepStatus::kPending,     "not_started" },
    {StepStatus::kActive,      "in_progress" },
    {StepStatus::kDone,        "completed"   },
    {StepStatus::kNeedsReview, "needs_review"},
    {StepStatus::kFailed,      "in_progress" },
    {StepStatus::kBlocked,     "in_progress" },
    {StepStatus::kSkipped,     "completed"   },
};

template <class T, size_t N>
const char* find_word(const Row<T> (&rows)[N], T status) {
  for (const auto& row : rows) {
    if (row.status == status) return row.word;
  }
  return rows[0].word;
}

template <class T, size_t N>
T find_status(const Row<T> (&rows)[N], std::string_view word) {
  for (const auto& row : rows) {
    if (word == row.word) return row.status;
  }
  return rows[0].status;
}

// Takes `prefix` and a number from the front.
std::optional<int64_t> take_number(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  const std::string_view rest = text.substr(prefix.size());
  const size_t end = std::min(rest.find('/'), rest.size());
  const auto number = small_number(rest.substr(0, end));
  if (number) text = rest.substr(end);
  return number;
}

}  // namespace

const StageWords& stage_words(int number) {
  CLEW_CHECK(number >= 1 && number <= kStageCount);
  return kStages[number - 1];
}

const char* word_of(Lifecycle status) { return find_word(kLifecycles, status); }
const char* word_of(StepStatus status) { return find_word(kStatuses, status); }
Lifecycle lifecycle_from(std::string_view word) { return find_status(kLifecycles, word); }
StepStatus status_from(std::string_view word) { return find_status(kStatuses, word); }
bool is_exact(Lifecycle status) { return lifecycle_from(word_of(status)) == status; }
bool is_exact(StepStatus status) { return status_from(word_of(status)) == status; }

std::optional<int64_t> small_number(std::string_view text) {
  if (text.empty() || text.size() > 9 || text[0] == '0') return std::nullopt;
  int64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

std::string id_of(const Spot& spot) {
  if (spot.stage == 0) return {};
  std::string id = fmt::format("stage_{}", spot.stage);
  if (spot.section) id += fmt::format("/section-{}", *spot.section);
  if (spot.section && spot.paragraph) id += fmt::format("/paragraph-{}", *spot.paragraph);
  return id;
}

std::optional<Spot> spot_from(std::string_view id) {
  Spot spot;
  const auto stage = take_number(id, "stage_");
  if (!stage || *stage > kStageCount) return std::nullopt;
  spot.stage = static_cast<int>(*stage);
  if (id.empty()) return spot;
  spot.section = take_number(id, "/section-");
  if (!spot.section || id.empty()) return spot.section ? std::optional(spot) : std::nullopt;
  spot.paragraph = take_number(id, "/paragraph-");
  return spot.paragraph && id.empty() ? std::optional(spot) : std::nullopt;
}

std::string to_words(const Spot& spot) {
  if (spot.stage == 0) return "the beginning";
  std::string text = fmt::format("Stage {}", spot.stage);
  if (spot.section) text += fmt::format(", Section {}", *spot.section);
  if (spot.section && spot.paragraph) text += fmt::format(", Paragraph {}", *spot.paragraph);
  return text;
}

std::string argument_file(int64_t section) {
  return fmt::format("stage-3-section-{}-arguments.md", section);
}

std::optional<int64_t> argument_section(std::string_view name) {
  constexpr std::string_view kBefore = "stage-3-section-";
  constexpr std::string_view kAfter = "-arguments.md";
  if (!name.starts_with(kBefore) || !name.ends_with(kAfter)) return std::nullopt;
  if (name.size() < kBefore.size() + kAfter.size()) return std::nullopt;
  return small_number(name.substr(kBefore.size(), name.size() - kBefore.size() - kAfter.size()));
}

}  // namespace clew::essay
