#pragma once
// Likely secrets in what an import keeps: findings, and nothing is changed.

#include "document/finding.h"
#include "session/session.h"

namespace clew {

// In every text of the session; `pointer` says where in it. The rule is SOURCE.secret.
void add_secret_findings(const Session& session, const std::string& source, const std::string& file,
                         Findings& findings);

}  // namespace clew
