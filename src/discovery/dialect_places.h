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
struct PlaceClaim {
  const Dialect* dialect = nullptr;
  std::string base;  // the folder that the place is relative to; "" is the one that was listed
  Place place;
};

// By the path of the primary file. At most one claim per dialect, in the order of `dialects`: seen
// from the folder that shows most of the session's files, and its name if possible.
using PlaceClaims = std::map<std::string, std::vector<PlaceClaim>>;

// `names` are files beneath one folder; every folder among them is tried.
PlaceClaims claims_in(const std::vector<std::string>& names, const Dialects& dialects);
// Adds the claims that dialects make on the names as seen from one folder only.
void add_claims(PlaceClaims& claims, const std::string& base, const std::vector<std::string>& names,
                const Dialects& dialects);

}  // namespace clew
