#include "dialect/feature/words.h"

#include <algorithm>
#include <set>

namespace clew::feature {
namespace {

template <class Status>
struct Row {
  Status status;
  const char* word;
  bool exact;  // the word means this status and no other
};

constexpr Row<StepStatus> kTasks[] = {
    {StepStatus::kPending,     "pending",     true },
    {StepStatus::kActive,      "in_progress", true },
    {StepStatus::kDone,        "completed",   true },
    {StepStatus::kFailed,      "blocked",     false},
    {StepStatus::kBlocked,     "blocked",     true },
    {StepStatus::kNeedsReview, "pending",     false},
    {StepStatus::kSkipped,     "completed",   false},
};

constexpr Row<Lifecycle> kSessions[] = {
    {Lifecycle::kActive,    "active",    true },
    {Lifecycle::kPaused,    "paused",    true },
    {Lifecycle::kCompleted, "completed", true },
    {Lifecycle::kFailed,    "completed", false},
    {Lifecycle::kAborted,   "completed", false},
    {Lifecycle::kAbandoned, "completed", false},
};

template <class Status, size_t N>
const Row<Status>& row_of(const Row<Status> (&rows)[N], Status status) {
  for (const auto& row : rows) {
    if (row.status == status) return row;
  }
  return rows[0];
}

template <class Status, size_t N>
std::optional<Status> status_of(const Row<Status> (&rows)[N], std::string_view word) {
  for (const auto& row : rows) {
    if (row.exact && word == row.word) return row.status;
  }
  return std::nullopt;
}

template <class Status, size_t N>
Status refined(const Row<Status> (&rows)[N], Status reported, std::string_view exact) {
  const auto status = enum_from<Status>(exact);
  if (!status) return reported;
  return std::string_view(row_of(rows, *status).word) == row_of(rows, reported).word ? *status
                                                                                     : reported;
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

const char* word_of(StepStatus status) { return row_of(kTasks, status).word; }
const char* word_of(Lifecycle lifecycle) { return row_of(kSessions, lifecycle).word; }
std::optional<StepStatus> task_status(std::string_view word) { return status_of(kTasks, word); }
std::optional<Lifecycle> session_status(std::string_view word) {
  return status_of(kSessions, word);
}
bool is_exact(StepStatus status) { return row_of(kTasks, status).exact; }
bool is_exact(Lifecycle lifecycle) { return row_of(kSessions, lifecycle).exact; }
StepStatus refine(StepStatus reported, std::string_view exact) {
  return refined(kTasks, reported, exact);
}
Lifecycle refine(Lifecycle reported, std::string_view exact) {
  return refined(kSessions, reported, exact);
}

std::optional<std::string> model_word(const std::vector<std::string>& words,
                                      const std::string& model) {
  const auto is_listed = [&](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_listed(model)) return model;
  std::set<std::string> found;
  std::string part;
  for (size_t i = 0; i <= model.size(); ++i) {
    if (i < model.size() && is_letter_or_digit(model[i])) {
      part += model[i];
      continue;
    }
    if (is_listed(part)) found.insert(part);
    part.clear();
  }
  return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
}

std::string exact_model(const std::vector<std::string>& words, const std::string& reported,
                        const std::string& exact) {
  if (exact.empty()) return reported;
  return model_word(words, exact).value_or(std::string()) == reported ? exact : reported;
}

}  // namespace clew::feature
