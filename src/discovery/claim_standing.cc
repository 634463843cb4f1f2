#include "discovery/claim_standing.h"

#include <algorithm>

#include "document/yaml/yaml.h"
#include "files/relative_path.h"
#include "files/replace_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

const LocationClaim* recognised(const std::vector<LocationClaim>& claims, const std::string& path,
                                const std::string& text) {
  const auto found = std::find_if(claims.begin(), claims.end(), [&](const LocationClaim& claim) {
    return claim.dialect->recognises(path, text);
  });
  return found == claims.end() ? nullptr : &*found;
}

}  // namespace

// `kTaken` with the claim; `kDoubtful` when a single dialect claims the file by name and its
// content says nothing; without a claim, when several do.
Judgement judge_claims(const Lookup& lookup, const std::vector<LocationClaim>& claims,
                       Folder& folder, const std::string& path, const std::string& text) {
  if (lookup.choice == DialectChoice::kNamed) return {FileStanding::kTaken, &claims.front()};
  const std::string whole = join_path(folder.path(), path);
  if (const auto* claim = recognised(claims, whole, text)) return {FileStanding::kTaken, claim};
  // One that was emptied is what it was before.
  if (const auto backup = read_whole_file(folder, backup_name_of(path))) {
    if (const auto* claim = recognised(claims, whole, *backup)) {
      return {FileStanding::kTaken, claim};
    }
  }
  // Sessions of one dialect may share a file: then any of them leads there.
  const bool is_one = std::all_of(claims.begin(), claims.end(), [&](const LocationClaim& claim) {
    return claim.dialect == claims.front().dialect;
  });
  if (!is_one) return {};
  // What cannot be parsed cannot be recognised either: then the name has to do.
  const bool damaged = !parse_document(text, path).ok();
  return {damaged ? FileStanding::kTaken : FileStanding::kDoubtful, &claims.front()};
}

}  // namespace clew
