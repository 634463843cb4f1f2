#include "discovery/claimed_files.h"

#include <algorithm>

#include "files/document_limit.h"
#include "files/list_tree.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr TreeBounds kTwoLevels{2, 20'000};
constexpr TreeBounds kOneLevel{1, 20'000};

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Adds the claims on what is in `folder`, whose files are `names`, as seen from the folder above.
Status add_from_above(FileSystem& files, const std::string& folder,
                      const std::vector<std::string>& names, const Dialects& dialects,
                      LocationClaims& claims) {
  if (folder == "/") return success();
  const auto above = files.open_folder(parent_of(folder));
  if (!above) return success();
  CLEW_ASSIGN(const TreeListing beside, list_tree(**above, kOneLevel));
  std::vector<std::string> seen = beside.names;
  add_linked_documents(beside.links, dialects, seen);
  for (const auto& each : names) seen.push_back(join_path(last_part_of(folder), each));
  add_claims(claims, parent_of(folder), seen, dialects);
  return success();
}

bool is_document_name(const std::string& name, const Dialects& dialects) {
  return std::any_of(dialects.begin(), dialects.end(), [&](const Dialect* dialect) {
    const auto& documents = dialect->documents();
    return std::any_of(documents.begin(), documents.end(), [&](const DocumentShape& document) {
      return document.kind != DocumentKind::kText && last_part_of(document.path) == name;
    });
  });
}

}  // namespace

void add_linked_documents(const std::vector<std::string>& links, const Dialects& dialects,
                          std::vector<std::string>& names) {
  for (const auto& link : links) {
    if (is_document_name(last_part_of(link), dialects)) names.push_back(link);
  }
}

Result<LocationClaims> claims_on(FileSystem& files, const std::string& path,
                                 const Dialects& dialects) {
  const std::string parent = parent_of(path);
  const std::string name = last_part_of(path);
  CLEW_ASSIGN(const auto folder, files.open_folder(parent));
  CLEW_ASSIGN(TreeListing listing, list_tree(*folder, kTwoLevels));
  if (!is_among(listing.names, name)) listing.names.push_back(name);
  add_linked_documents(listing.links, dialects, listing.names);
  LocationClaims claims;
  add_claims(claims, parent, listing.names, dialects);
  CLEW_TRY(add_from_above(files, parent, listing.names, dialects, claims));
  return claims;
}

// The session as the folder above sees it, if that gives it the folder's name as its id.
std::optional<LocationClaim> claim_from_above(FileSystem& files, const std::string& folder,
                                              const LocationClaim& found) {
  // What lies beside it may belong to it too.
  std::vector<std::string> names = found.location.files;
  const auto opened = files.open_folder(folder);
  const auto beside = opened ? list_tree(**opened, kOneLevel) : Result<TreeListing>(opened.error());
  if (!beside) return {};
  for (const auto& name : beside->names) {
    if (!is_among(names, name)) names.push_back(name);
  }
  LocationClaims claims;
  if (!add_from_above(files, folder, names, {found.dialect}, claims)) return {};
  const std::string entry = last_part_of(folder);
  const std::string wanted = join_path(entry, found.location.files.front());
  for (const auto& [unused, all] : claims) {
    const LocationClaim& above = all.front();
    if (above.location.entry == entry && is_among(above.location.files, wanted)) return above;
  }
  return {};
}

// Files that are missing are left out; those that cannot be read are kept with the reason.
FoundSession read_claim(Folder& folder, const LocationClaim& claim) {
  FoundSession found{claim.dialect, claim.base, claim.location, {}};
  for (const auto& file : claim.location.files) {
    auto text = read_whole_file(folder, file, document_limit(file));
    if (text) {
      found.files.files.push_back({file, std::move(*text)});
    } else if (text.error().code != ErrorCode::kNotFound) {
      found.unread.push_back(text.error());
      found.unread.back().subject = file;
    }
  }
  return found;
}

}  // namespace clew
