#include "discovery/no_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/shell_word.h"

namespace clew {
namespace {

// A primary file of the dialect has this ending.
bool writes_such(const Dialect& dialect, const std::string& path) {
  const DocumentKind kind = dialect.documents().front().kind;
  return kind == DocumentKind::kJson ? path.ends_with(".json")
                                     : path.ends_with(".yaml") || path.ends_with(".yml");
}

}  // namespace

Error no_session_at(const Lookup& lookup, const std::string& path, FileKind kind) {
  const std::string names = names_of(lookup.dialects);
  const std::string first = lookup.dialects.empty() ? "D" : lookup.dialects.front()->name();
  // A folder has no document to be held against.
  const std::string look_closer =
      kind == FileKind::kFolder
          ? fmt::format("clew validate {}/FILE --dialect {}   to see how far a file is from one",
                        shell_word(path), first)
          : fmt::format("clew validate {} --dialect {}   to see how far it is from one",
                        shell_word(path), first);
  if (lookup.choice == DialectChoice::kNamed) {
    return make_error(
        ErrorCode::kInvalid, fmt::format("there is no {} session in {}", names, path), path,
        kind == FileKind::kFolder ? look_closer : "clew validate " + shell_word(path));
  }
  return make_error(ErrorCode::kInvalid,
                    kind == FileKind::kFolder
                        ? fmt::format("there is no session in {}: none of {}", path, names)
                        : fmt::format("{} is none of {}", path, names),
                    path, look_closer);
}

Error unreadable_session(const Lookup& lookup, const std::vector<PlaceClaim>& claims,
                         const std::string& path) {
  Dialects dialects;
  for (const auto& claim : claims) dialects.push_back(claim.dialect);
  if (claims.empty()) {
    std::copy_if(lookup.dialects.begin(), lookup.dialects.end(), std::back_inserter(dialects),
                 [&](const Dialect* each) { return writes_such(*each, path); });
  }
  std::string names;
  std::string next;
  for (const Dialect* each : dialects) {
    names += (names.empty() ? "" : " or ") + std::string(each->name());
    next += fmt::format("{}clew repair {} --dialect {}", next.empty() ? "" : "   or  ",
                        shell_word(path), each->name());
  }
  if (dialects.empty()) return no_session_at(lookup, path, FileKind::kFile);
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{} cannot be parsed; by its name it is {}", path, names), path,
                    next);
}

}  // namespace clew
