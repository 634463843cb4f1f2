#pragma once
// The files of one session, found from one of them or from its folder: what lies beside them and
// above belongs to it too.

#include <optional>

#include "discovery/dialect_locations.h"
#include "discovery/found_session.h"
#include "files/file_system.h"

namespace clew {

// Adds symbolic links that are called like a document of a dialect. They are never followed, but a
// file behind one is there: it is refused with that reason, and not said to be missing.
void add_linked_documents(const std::vector<std::string>& links, const Dialects& dialects,
                          std::vector<std::string>& names);

// The claims on one file, seen from its folder and from the one above.
Result<LocationClaims> claims_on(FileSystem& files, const std::string& path,
                                 const Dialects& dialects);

// A session that was found in `folder` without a name of its own, seen from the folder above: where
// its name is that of `folder`, and an index may stand. Unset when it is nothing to the dialect
// from there.
std::optional<LocationClaim> claim_from_above(FileSystem& files, const std::string& folder,
                                              const LocationClaim& found);

// `folder` is the one that the claim is relative to.
FoundSession read_claim(Folder& folder, const LocationClaim& claim);

}  // namespace clew
