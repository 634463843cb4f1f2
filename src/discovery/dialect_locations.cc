#include "discovery/dialect_locations.h"

#include <algorithm>
#include <tuple>

#include "files/relative_path.h"

namespace clew {
namespace {

// Of two views of the same session: more of its files, then one that tells its name, then nearer.
bool shows_more(const LocationClaim& a, const LocationClaim& b) {
  const auto rank = [](const LocationClaim& claim) {
    return std::tuple(claim.location.files.size(), !claim.location.entry.empty(),
                      claim.base.size());
  };
  return rank(a) > rank(b);
}

// One claim per dialect and primary file: the best view of it stays. The order is that of the
// dialects.
void add_claim(LocationClaims& claims, LocationClaim claim, const Dialects& dialects) {
  if (claim.location.files.empty()) return;
  auto& there = claims[join_path(claim.base, claim.location.files.front())];
  for (auto& other : there) {
    if (other.dialect != claim.dialect) continue;
    if (shows_more(claim, other)) other = std::move(claim);
    return;
  }
  there.push_back(std::move(claim));
  const auto rank = [&](const LocationClaim& c) {
    return std::find(dialects.begin(), dialects.end(), c.dialect);
  };
  std::stable_sort(there.begin(), there.end(), [&](const LocationClaim& a, const LocationClaim& b) {
    return rank(a) < rank(b);
  });
}

}  // namespace

void add_claims(LocationClaims& claims, const std::string& base,
                const std::vector<std::string>& names, const Dialects& dialects) {
  for (const Dialect* dialect : dialects) {
    for (auto& location : dialect->locations(names)) {
      add_claim(claims, {dialect, base, std::move(location)}, dialects);
    }
  }
}

// Names are claimed as seen from every folder above them, because a dialect may know its files only
// from its own folder.
LocationClaims claims_in(const std::vector<std::string>& names, const Dialects& dialects) {
  std::map<std::string, std::vector<std::string>> seen_from = {
      {"", names}
  };
  for (const auto& name : names) {
    for (size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
      seen_from[name.substr(0, at)].push_back(name.substr(at + 1));
    }
  }
  LocationClaims claims;
  for (const auto& [base, below] : seen_from) add_claims(claims, base, below, dialects);
  return claims;
}

}  // namespace clew
