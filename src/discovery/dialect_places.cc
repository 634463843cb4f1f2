#include "discovery/dialect_places.h"

#include <algorithm>
#include <tuple>

#include "files/relative_path.h"

namespace clew {
namespace {

// Of two views of the same session: more of its files, then one that tells its name, then nearer.
bool shows_more(const PlaceClaim& a, const PlaceClaim& b) {
  const auto rank = [](const PlaceClaim& claim) {
    return std::tuple(claim.place.files.size(), !claim.place.entry.empty(), claim.base.size());
  };
  return rank(a) > rank(b);
}

void add_claim(PlaceClaims& claims, PlaceClaim claim, const Dialects& dialects) {
  if (claim.place.files.empty()) return;
  auto& there = claims[join_path(claim.base, claim.place.files.front())];
  for (auto& other : there) {
    if (other.dialect != claim.dialect) continue;
    if (shows_more(claim, other)) other = std::move(claim);
    return;
  }
  there.push_back(std::move(claim));
  const auto rank = [&](const PlaceClaim& c) {
    return std::find(dialects.begin(), dialects.end(), c.dialect);
  };
  std::stable_sort(there.begin(), there.end(),
                   [&](const PlaceClaim& a, const PlaceClaim& b) { return rank(a) < rank(b); });
}

}  // namespace

void add_claims(PlaceClaims& claims, const std::string& base, const std::vector<std::string>& names,
                const Dialects& dialects) {
  for (const Dialect* dialect : dialects) {
    for (auto& place : dialect->places(names)) {
      add_claim(claims, {dialect, base, std::move(place)}, dialects);
    }
  }
}

PlaceClaims claims_in(const std::vector<std::string>& names, const Dialects& dialects) {
  std::map<std::string, std::vector<std::string>> seen_from = {
      {"", names}
  };
  for (const auto& name : names) {
    for (size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
      seen_from[name.substr(0, at)].push_back(name.substr(at + 1));
    }
  }
  PlaceClaims claims;
  for (const auto& [base, below] : seen_from) add_claims(claims, base, below, dialects);
  return claims;
}

}  // namespace clew
