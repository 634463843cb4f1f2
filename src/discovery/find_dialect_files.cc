#include "discovery/find_dialect_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/shell_word.h"
#include "dialect/resume_protocol.h"
#include "discovery/claim_standing.h"
#include "discovery/claimed_files.h"
#include "discovery/nearest_dialect.h"
#include "discovery/no_session.h"
#include "document/yaml/yaml.h"
#include "engine/context.h"
#include "files/document_limit.h"
#include "files/list_tree.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

// Of a folder without a session: how many documents are held against the dialects for a hint, and
// how many fields make one near. Most JSON has a version and a name.
constexpr size_t kMaxCompared = 64;
constexpr size_t kFewestKnown = 4;

bool may_be_a_document(const std::string& name) {
  return name.ends_with(".json") || name.ends_with(".yaml") || name.ends_with(".yml");
}

// One folder that a person named, with what is below it. A file is believed in this order: its
// content says whose it is; a neighbour of the same dialect or another file of the session vouches
// for it; its name alone. What no name claims is sniffed by content, files of the folder itself
// first.
class FolderVisit {
 public:
  FolderVisit(FileSystem& files, Folder& folder, const Lookup& lookup, const FoundVisitor& visit)
      : files_(files), folder_(folder), lookup_(lookup), visit_(visit) {}

  // Every session is visited as soon as it is certain, so that a folder of any size is never in
  // memory as a whole. `expect` hears how many to expect.
  Result<size_t> run(const std::function<void(size_t)>& expect) {
    const TreeBounds bounds;
    CLEW_ASSIGN(TreeListing listing, list_tree(folder_, bounds));
    if (!listing.complete) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("more than {} files under this folder", bounds.names),
                        folder_.path(), "choose a folder further down");
    }
    std::vector<std::string> names = listing.names;
    for (const auto& link : listing.links) add_behind(link, names);
    add_linked_documents(listing.links, lookup_.dialects, names);
    claims_ = claims_in(names, lookup_.dialects);
    const LocationClaims& claims = claims_;
    if (expect) expect(claims.size());
    for (const auto& [primary, all] : claims) count_files(all);
    for (const auto& [primary, all] : claims) CLEW_TRY(take_primary(primary, all));
    for (const auto& [primary, all] : doubtful_) {
      const auto believed = std::find_if(all->begin(), all->end(), [&](const LocationClaim& claim) {
        return lively_.contains({claim.dialect, parent_of(primary)}) || is_vouched_for(claim);
      });
      if (believed != all->end()) CLEW_TRY(take(*believed, nullptr));
    }
    // What cannot be read is its neighbours' if they claim it, and told with the reason.
    for (const auto& [primary, all] : unread_) {
      const auto lively = std::find_if(all->begin(), all->end(), [&](const LocationClaim& claim) {
        return lively_.contains({claim.dialect, parent_of(primary)});
      });
      CLEW_TRY(take(lively == all->end() ? all->front() : *lively, nullptr));
    }
    for (const auto& name : listing.names) {
      if (name.find('/') == std::string::npos) CLEW_TRY(sniff(name));
    }
    if (found_ > 0) return found_;
    for (const auto& name : listing.names) {
      if (name.find('/') != std::string::npos) CLEW_TRY(sniff(name));
    }
    if (found_ == 0) names_ = std::move(listing.names);
    return found_;
  }

  // When nothing was found: the file that is most like a session.
  Error refusal(const std::string& given) {
    std::string near;
    Nearest nearest;
    size_t looked_at = 0;
    for (const auto& name : names_) {
      if (!may_be_a_document(name)) continue;
      if (++looked_at > kMaxCompared) break;
      const auto text = read_whole_file(folder_, name);
      const auto fit =
          text ? nearest_dialect(lookup_.dialects, name, *text) : std::optional<Nearest>();
      if (!fit || fit->known < kFewestKnown || fit->known <= nearest.known) continue;
      near = join_path(given, name);
      nearest = *fit;
    }
    return no_session_below(lookup_, given, near, nearest.dialect);
  }

  // A primary file of which nobody can say whose it is; null: none. Lives as long as this.
  const LocationClaims::value_type* first_unreadable() const { return unreadable_; }
  const std::string& why_unreadable() const { return why_unreadable_; }
  // A document that nobody could look into, such as one that is too large.
  std::optional<Error> first_refused(const std::string& given) const {
    if (!refused_) return std::nullopt;
    const std::string path = join_path(given, refused_->first);
    return make_error(ErrorCode::kInvalid, refused_->second.message, path,
                      "ls -lh " + shell_word(path));
  }

 private:
  // A folder behind a symbolic link that is called like a session is claimed like one: it is then
  // refused by its name, and not passed over.
  void add_behind(const std::string& link, std::vector<std::string>& names) const {
    const auto info = files_.info(join_path(folder_.path(), link));
    if (!info || info->kind != FileKind::kFolder) return;
    for (const Dialect* dialect : lookup_.dialects) {
      const ResumeProtocol* protocol = dialect->resume_protocol();
      const bool is_called_so =
          protocol != nullptr && last_part_of(link).starts_with(protocol->folder_prefix());
      for (const auto& document : dialect->documents()) {
        if (document.owner != FileOwner::kSession) continue;
        const std::string name = last_part_of(document.path);
        const bool is_known_by_name = dialect->locations({join_path("x", name)}).empty() &&
                                      !dialect->locations({join_path(link, name)}).empty();
        if (is_known_by_name || is_called_so) names.push_back(join_path(link, name));
        break;  // the primary
      }
    }
  }

  void count_files(const std::vector<LocationClaim>& claims) {
    for (const auto& claim : claims) {
      for (const auto& file : claim.location.files) ++uses_[join_path(claim.base, file)];
    }
  }

  // Reads the primary file and decides whose it is, or puts it off until the neighbours are known.
  Status take_primary(const std::string& primary, const std::vector<LocationClaim>& claims) {
    auto text = read_whole_file(folder_, primary);
    if (!text) {
      unread_.emplace_back(primary, &claims);
      return success();
    }
    const Judgement judged = judge_claims(lookup_, claims, folder_, primary, *text);
    if (judged.standing == FileStanding::kDoubtful) {
      doubtful_.emplace_back(primary, &claims);
      const auto parsed = parse_document(*text, primary);
      if (unreadable_ == nullptr && !parsed) {
        unreadable_ = &*claims_.find(primary);
        why_unreadable_ = parsed.error().message;
      }
      return success();
    }
    lively_.insert({judged.claim->dialect, parent_of(primary)});
    return take(*judged.claim, &*text);
  }

  // Whether another file of the same session, or the list that it stands in, is what it should be:
  // then a primary that says nothing is a damaged one.
  bool is_vouched_for(const LocationClaim& claim) {
    const auto& paths = claim.location.files;
    return std::any_of(paths.begin() + 1, paths.end(), [&](const std::string& file) {
      const std::string path = join_path(claim.base, file);
      const auto text = read(path);
      return text && !text->empty() &&
             claim.dialect->recognises(join_path(folder_.path(), path), *text);
    });
  }

  // Only names that a document could have are opened. A file that was refused, for its size or its
  // kind, is remembered for the error.
  Status sniff(const std::string& name) {
    if (taken_.contains(name) || !may_be_a_document(name)) return success();
    auto text = read_whole_file(folder_, name);
    if (!text) {
      if (!refused_ && text.error().code == ErrorCode::kInvalid) refused_ = {name, text.error()};
      return success();
    }
    for (const Dialect* dialect : lookup_.dialects) {
      if (!dialect->recognises(join_path(folder_.path(), name), *text)) continue;
      const bool nested = name.find('/') != std::string::npos;
      const LocationClaim claim{
          dialect, nested ? parent_of(name) : "", Location{"", {last_part_of(name)}}
      };
      return take(claim, &*text);
    }
    return success();
  }

  // `primary`: the text of the first file, when it is already there; it is taken.
  // A claim without a name may be a session of the folder above ("essay-…/session-state.yaml" seen
  // from inside): then it is read from there, so that it has the same id as always.
  Status take(const LocationClaim& claim, std::string* primary) {
    const bool is_nameless = claim.base.empty() && claim.location.entry.empty();
    if (const auto above = is_nameless ? claim_from_above(files_, folder_.path(), claim)
                                       : std::optional<LocationClaim>()) {
      for (const auto& file : claim.location.files) taken_.insert(file);
      ++found_;
      CLEW_ASSIGN(const auto parent, files_.open_folder(above->base));
      return visit_(read_claim(*parent, *above));
    }
    FoundSession found{claim.dialect, join_path(folder_.path(), claim.base), claim.location, {}};
    for (const auto& file : claim.location.files) {
      const std::string path = join_path(claim.base, file);
      taken_.insert(path);
      const bool is_primary = &file == &claim.location.files.front();
      auto text =
          is_primary && primary != nullptr ? Result<std::string>(std::move(*primary)) : read(path);
      if (text) {
        found.files.files.push_back({file, std::move(*text)});
      } else if (text.error().code != ErrorCode::kNotFound) {
        Error error = text.error();
        error.subject = file;
        found.unread.push_back(std::move(error));
      }
    }
    ++found_;
    return visit_(std::move(found));
  }

  // A file of the folder rather than of one session is read once.
  Result<std::string> read(const std::string& path) {
    if (uses_[path] < 2) return read_whole_file(folder_, path, document_limit(path));
    const auto kept = shared_.find(path);
    if (kept != shared_.end()) return kept->second;
    auto text = read_whole_file(folder_, path, document_limit(path));
    if (text) shared_[path] = *text;
    return text;
  }

  FileSystem& files_;
  Folder& folder_;
  const Lookup& lookup_;
  const FoundVisitor& visit_;
  std::vector<std::string> names_;
  LocationClaims claims_;
  const LocationClaims::value_type* unreadable_ = nullptr;
  std::string why_unreadable_;
  std::optional<std::pair<std::string, Error>> refused_;
  // By path: how many sessions of the listing claim the file.
  std::map<std::string, size_t> uses_;
  // Texts of files that several sessions claim.
  std::map<std::string, std::string> shared_;
  std::set<std::string> taken_;
  std::vector<std::pair<std::string, const std::vector<LocationClaim>*>> doubtful_;
  std::vector<std::pair<std::string, const std::vector<LocationClaim>*>> unread_;
  // Folders that hold a session of a dialect for certain: its names are believed there.
  std::set<std::pair<const Dialect*, std::string>> lively_;
  size_t found_ = 0;
};

// One file that a person named. Its neighbours are looked at too, since the other files of a
// session belong to it.
Status visit_file(FileSystem& files, const Lookup& lookup, const std::string& whole,
                  const std::string& given, const FoundVisitor& visit) {
  auto read = read_whole_file(files, whole, document_limit(whole));
  if (!read) {
    Error error = read.error();
    error.subject = given;
    if (error.code == ErrorCode::kInvalid) error.next = "ls -lh " + shell_word(given);
    return error;
  }
  const std::string& text = *read;
  CLEW_ASSIGN(const LocationClaims claims, claims_on(files, whole, lookup.dialects));
  std::vector<LocationClaim> ours;
  for (const auto& [unused, all] : claims) {
    for (const auto& claim : all) {
      for (const auto& file : claim.location.files) {
        if (join_path(claim.base, file) == whole) ours.push_back(claim);
      }
    }
  }
  Judgement judged;
  if (!ours.empty()) {
    CLEW_ASSIGN(const auto folder, files.open_folder(parent_of(whole)));
    judged = judge_claims(lookup, ours, *folder, last_part_of(whole), text);
  }
  LocationClaim claim;
  if (judged.claim != nullptr) {
    claim = *judged.claim;
  } else {
    for (const Dialect* dialect : lookup.dialects) {
      if (lookup.choice != DialectChoice::kNamed && !dialect->recognises(whole, text)) continue;
      claim = {
          dialect, parent_of(whole), Location{"", {last_part_of(whole)}}
      };
      break;
    }
  }
  if (claim.dialect == nullptr) {
    const auto parsed = parse_document(text, whole);
    return parsed.ok() ? no_session_in(lookup, given, text)
                       : unreadable_session(lookup, ours, given, parsed.error().message);
  }
  CLEW_ASSIGN(const auto folder, files.open_folder(claim.base));
  return visit(read_claim(*folder, claim));
}

}  // namespace

// A file or a folder; `path` is as the person wrote it, and stands so in errors. When nothing was
// found, the error says the most likely reason: a file that cannot be parsed, one that was refused,
// or the one that is most like a session.
Status visit_dialect_files(Context& context, const Lookup& lookup, const std::string& path,
                           const FoundVisitor& visit, const std::function<void(size_t)>& expect) {
  FileSystem& files = context.files();
  CLEW_ASSIGN(const std::string whole, files.real_path(caller_path(context, path)));
  CLEW_ASSIGN(const FileInfo info, files.info(whole));
  if (info.kind != FileKind::kFolder) {
    if (expect) expect(1);
    return visit_file(files, lookup, whole, path, visit);
  }
  CLEW_ASSIGN(const auto folder, files.open_folder(whole));
  FolderVisit folder_visit(files, *folder, lookup, visit);
  CLEW_ASSIGN(const size_t found, folder_visit.run(expect));
  if (found > 0) return success();
  if (const auto* unread = folder_visit.first_unreadable()) {
    return unreadable_session(lookup, unread->second, join_path(path, unread->first),
                              folder_visit.why_unreadable());
  }
  if (auto refused = folder_visit.first_refused(path)) return std::move(*refused);
  return folder_visit.refusal(path);
}

Result<std::vector<FoundSession>> find_dialect_files(Context& context, const std::string& path,
                                                     const Dialect* only) {
  Lookup lookup{all_dialects()};
  if (only != nullptr) lookup = {{only}, DialectChoice::kNamed};
  std::vector<FoundSession> sessions;
  CLEW_TRY(visit_dialect_files(context, lookup, path, [&](FoundSession found) {
    sessions.push_back(std::move(found));
    return success();
  }));
  return sessions;
}

}  // namespace clew
