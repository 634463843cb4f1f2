#pragma once
// Findings as a SARIF 2.1.0 log, for editors and CI. The same findings give the same bytes.

#include <string>

#include "discovery/dialect_locations.h"
#include "document/finding.h"

namespace clew {

// The rules of `dialects`, broken or not, describe the run.
Value sarif_log(const Findings& findings, const Dialects& dialects, const std::string& version);

}  // namespace clew
