#include "discovery/found_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/relative_path.h"

namespace clew {

// What is there and cannot be read is not missing: such findings go.
void tell_unread(const FoundSession& found, Findings& findings) {
  for (const auto& error : found.unread) {
    const std::string missing = error.subject + " is missing";
    std::erase_if(findings, [&](const Finding& each) { return each.message == missing; });
    Finding finding;
    finding.rule = kUnreadableRule;
    finding.message = error.message;
    finding.file = error.subject;
    findings.insert(findings.begin(), std::move(finding));  // the others follow from it
  }
}

// Without its own document a session would be told wrongly.
void tell_unread(const FoundSession& found, Readings& readings) {
  tell_unread(found, readings.findings);
  const bool lacks_own =
      std::any_of(found.unread.begin(), found.unread.end(), [&](const Error& error) {
        const DocumentShape* document = found.dialect->document_of(error.subject);
        return document != nullptr && document->owner == FileOwner::kSession &&
               (document->kind == DocumentKind::kJson || document->kind == DocumentKind::kYaml);
      });
  if (lacks_own) readings.sessions.clear();
}

std::optional<Finding> missing_primary(const Dialect& dialect, const Location& location,
                                       const FileSet& files) {
  if (location.files.empty() || files.find(location.files.front()) != nullptr) return std::nullopt;
  Finding finding;
  finding.rule = fmt::format("{}.state-missing", dialect.name());
  finding.message = location.files.front() + " is missing";
  finding.file = location.files.front();
  finding.next = "clew repair PATH";
  return finding;
}

// The primary file, or its folder when that is gone.
std::string path_of(const FoundSession& found) {
  const std::string& primary = found.location.files.front();
  const std::string whole = join_path(found.folder, primary);
  return found.files.find(primary) == nullptr ? parent_of(whole) : whole;
}

std::string path_of(const FoundSession& found, const Finding* finding) {
  // Of a primary that is gone the others tell.
  const bool is_there = finding != nullptr && found.files.find(finding->file) != nullptr &&
                        found.files.find(found.location.files.front()) != nullptr;
  return is_there ? join_path(found.folder, finding->file) : path_of(found);
}

Result<Lookup> look_for(const std::string& name, const Dialects& all) {
  if (name.empty()) return Lookup{all};
  for (const Dialect* dialect : all) {
    if (name == dialect->name()) return Lookup{{dialect}, DialectChoice::kNamed};
  }
  return make_error(ErrorCode::kUsage, fmt::format("unknown dialect \"{}\"", name), name,
                    "one of " + names_of(all));
}

std::string names_of(const Dialects& dialects) {
  std::string names;
  for (const Dialect* dialect : dialects) {
    names += (names.empty() ? "" : ", ") + std::string(dialect->name());
  }
  return names;
}

std::string real_here(Context& context) {
  const std::string& cwd = context.surroundings().cwd;
  return context.files().real_path(cwd).value_or(cwd);
}

// Relative to where the person stands, when it lies below.
std::string shown_path(const std::string& here, const std::string& absolute) {
  const bool below = absolute.starts_with(here) && absolute.size() > here.size() + 1 &&
                     absolute[here.size()] == '/';
  return below ? absolute.substr(here.size() + 1) : absolute;
}

}  // namespace clew
