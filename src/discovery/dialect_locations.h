#pragma once
// Which of many files belong together as a session, and by whose claim: what the dialects say of
// the names alone, put in order. Pure.

#include <map>
#include <string>
#include <vector>

#include "dialect/registry.h"

namespace clew {

using Dialects = std::vector<const Dialect*>;

// A dialect's claim on files.
struct LocationClaim {
  const Dialect* dialect = nullptr;
  std::string base;  // the folder that the place is relative to; "" is the one that was listed
  Location location;
};

// By the path of the primary file. At most one claim per dialect, in the order of `dialects`: seen
// from the folder that shows most of the session's files, and its name if possible.
using LocationClaims = std::map<std::string, std::vector<LocationClaim>>;

// `names` are files beneath one folder; every folder among them is tried.
LocationClaims claims_in(const std::vector<std::string>& names, const Dialects& dialects);
// Adds the claims that dialects make on the names as seen from one folder only.
void add_claims(LocationClaims& claims, const std::string& base,
                const std::vector<std::string>& names, const Dialects& dialects);

}  // namespace clew
