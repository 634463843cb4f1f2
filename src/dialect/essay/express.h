#pragma once
// Sessions to trees and logs.

#include "dialect/essay/logs.h"
#include "dialect/essay/paths.h"
#include "dialect/fixed_plan.h"
#include "dialect/tree_dialect.h"

namespace clew::essay {

// kInvalid lists the stages the session lacks.
Result<Documents> express_session(const Session& session);
// Whatever of it the session can tell.
Documents express_known(const Session& session);

std::string path_in(const std::string& entry, std::string_view file);

// express_facts.cc
Value deferred_verifications(const Session& session, const Names& names);
Value user_overrides(const Session& session);
Value revision_history(const Session& session, const Names& names);
// The file a field names: by the attribute `key` or else by its usual name; null when there is no
// such artifact, or it was archived.
Value reference(const Session& session, const SessionFolder& folder, const Step& owner,
                std::string_view key, const std::string& usual);

// Of a stage, of a section of stage 3, and of whatever part of stage 4: its draft. With stage 4
// itself the final essay.
std::vector<StepFile> files_of_step(const Session& session, const Step& step);

// The session with what it has let go of and the files still tell: older claims, revisions and
// artifacts, in their order.
Session with_what_stands(const Session& session, const Session& standing);

}  // namespace clew::essay
