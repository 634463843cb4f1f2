#pragma once
// The documents of `.ai-session/`, described once (docs/dialects/feature.md):
//
//   active-features.yaml            the features there are; each session edits its own entry
//   README.md                       what this folder is; written when missing
//   <id>/state.yaml                 where the session stands (the primary document)
//   <id>/implementation-plan.yaml   phases and their tasks
//   <id>/history.jsonl              one line for each command that was run; only grows
//   <id>/artifacts/                 files the tasks produced
//
// What the format has no word for is kept in `x-clew` members of the plan. They are named so that
// line-based tools that look for `status:` or `active_task:` in state.yaml do not meet them.

#include <string>
#include <vector>

#include "dialect/dialect.h"

namespace clew::feature {

inline constexpr const char* kState = "state";
inline constexpr const char* kPlan = "implementation-plan";
inline constexpr const char* kHistory = "history";
inline constexpr const char* kIndex = "active-features";
inline constexpr const char* kReadme = "readme";

inline constexpr const char* kStateFile = "state.yaml";
inline constexpr const char* kPlanFile = "implementation-plan.yaml";
inline constexpr const char* kHistoryFile = "history.jsonl";
inline constexpr const char* kIndexFile = "active-features.yaml";
inline constexpr const char* kReadmeFile = "README.md";
inline constexpr const char* kArtifactsFolder = "artifacts";

// Attributes that reading gives, for what stands in a file and has no place in the core.
inline constexpr const char* kIsPhase = "feature.phase";          // step: a phase without tasks
inline constexpr const char* kArtifacts = "feature.artifacts";    // step: of a task not begun
inline constexpr const char* kStateStatus = "feature.status";     // session: state.yaml has one
inline constexpr const char* kNoModel = "feature.without_model";  // session: and state.yaml none
inline constexpr const char* kUnknownTask = "feature.task_id";    // run: the plan has no such task
inline constexpr const char* kNoAgent = "feature.without_agent";  // run: nobody was named

const std::vector<std::string>& default_models();  // gemini, opus, sonnet
std::vector<DocumentShape> documents(const std::vector<std::string>& models);
const std::vector<Rule>& rules();
std::string readme_text();

}  // namespace clew::feature
