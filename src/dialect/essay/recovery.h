#pragma once
// What can be saved when session-state.yaml and its backup are lost. Level 1, the backup, needs no
// knowledge of the format; its sentence and that of level 3 are for whoever climbs the ladder.

#include "dialect/dialect.h"

namespace clew {

inline constexpr const char* kEssayRecoveredFromBackup =
    "Session state recovered from backup. Last state update may be lost.";
inline constexpr const char* kEssayReconstructed =
    "Session state reconstructed from artifact files. Some metadata may be approximate.";
inline constexpr const char* kEssayNotRecovered =
    "Session state could not be automatically recovered.";

}  // namespace clew

namespace clew::essay {

// Level 2, for each directory that has an artifact or a part of its state: what the state says, and
// of the rest what the artifacts show.
Readings reconstruct(const Dialect& dialect, const FileSet& files);
// Level 3: "3", "stage 3", "stage_3/section-2", "Stage 4, Section 2, Paragraph 3".
Result<Session> begin_at(const FileSet& files, const std::string& step);

}  // namespace clew::essay
