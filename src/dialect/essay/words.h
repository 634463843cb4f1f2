#pragma once
// The essay's words: stages, statuses, file names, and how steps are called. Each table is total; a
// word of the core that the format lacks is written as the nearest, and the exact one is kept under
// x-clew.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "session/session.h"

namespace clew::essay {

inline constexpr const char* kDialect = "essay";
inline constexpr int kStageCount = 4;

struct StageWords {
  int number;
  const char* id;         // as under `stages`
  const char* name;       // as in current_stage_name
  const char* title;      // for people
  const char* reference;  // the field that names its artifact; empty: its sections do
  const char* artifact;   // that file
};
inline constexpr StageWords kStages[kStageCount] = {
    {1, "stage_1", "thesis_development",   "Thesis Development",   "thesis_file",  "stage-1-thesis.md" },
    {2, "stage_2", "essay_structuring",    "Essay Structuring",    "outline_file", "stage-2-outline.md"},
    {3, "stage_3", "argument_development", "Argument Development", "",             ""                  },
    {4, "stage_4", "paragraph_writing",    "Paragraph Writing",    "draft_file",   "stage-4-draft.md"  },
};
// REQUIRES: 1 <= number <= kStageCount
const StageWords& stage_words(int number);

inline constexpr const char* kStateFile = "session-state.yaml";
inline constexpr const char* kFinalEssay = "final-essay.md";

// A log of the session directory: where the notes of that log go, and the field that names it.
struct LogWords {
  const char* log;  // Note::log
  const char* file;
  const char* title;
  int stage;  // 0: no field names it
  const char* reference;
};
inline constexpr LogWords kLogs[] = {
    {"development", "stage-1-development-log.md", "Development log", 1, "development_log"},
    {"paragraph",   "stage-4-paragraph-log.md",   "Paragraph log",   4, "paragraph_log"  },
    {"fact-check",  "fact-check-log.md",          "Fact-check log",  0, ""               },
    {"voice-check", "voice-check-log.md",         "Voice-check log", 0, ""               },
};

const char* word_of(Lifecycle status);
const char* word_of(StepStatus status);
// What the word means by itself; the first meaning for words not in the table.
Lifecycle lifecycle_from(std::string_view word);
StepStatus status_from(std::string_view word);
// The format has a word of its own for it.
// How a step that was done is told while its file is not there: "completed" promises it.
inline constexpr const char* kWithoutFile = "needs_review";
bool is_exact(Lifecycle status);
bool is_exact(StepStatus status);

// stage_3/section-2, stage_4/section-2/paragraph-3
struct Spot {
  int stage = 0;  // 0: the session itself
  std::optional<int64_t> section = {};
  std::optional<int64_t> paragraph = {};
  bool operator==(const Spot&) const = default;
};
std::string id_of(const Spot& spot);  // empty for the session itself
std::optional<Spot> spot_from(std::string_view id);
// "Stage 3, Section 2"
std::string to_words(const Spot& spot);
// stage-3-section-2-arguments.md
std::string argument_file(int64_t section);
// The number in such a name.
std::optional<int64_t> argument_section(std::string_view name);

// The whole text as a number of at most nine digits, without sign or leading zero.
std::optional<int64_t> small_number(std::string_view text);

}  // namespace clew::essay
