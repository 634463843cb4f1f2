#include "discovery/no_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/shell_word.h"
#include "discovery/nearest_dialect.h"

namespace clew {
namespace {

// A primary file of the dialect has this ending.
bool writes_such(const Dialect& dialect, const std::string& path) {
  const DocumentKind kind = dialect.documents().front().kind;
  return kind == DocumentKind::kJson ? path.ends_with(".json")
                                     : path.ends_with(".yaml") || path.ends_with(".yml");
}

std::string look_closer(const std::string& path, const Dialect& nearest) {
  return fmt::format("clew validate {} --dialect {}   to see how far it is from one",
                     shell_word(path), nearest.name());
}

// Where nothing is near: what a file of that kind would have to say.
std::string look_at(const Lookup& lookup, const std::string& path) {
  const auto such = std::find_if(lookup.dialects.begin(), lookup.dialects.end(),
                                 [&](const Dialect* each) { return writes_such(*each, path); });
  const bool is_any = such == lookup.dialects.end();
  if (is_any && lookup.dialects.empty()) return {};
  const Dialect& shown = is_any ? *lookup.dialects.front() : **such;
  return fmt::format("clew schema {}   to see what such a file contains", shown.name());
}

}  // namespace

Error no_session_in(const Lookup& lookup, const std::string& path, const std::string& text) {
  const std::string names = names_of(lookup.dialects);
  if (lookup.choice == DialectChoice::kNamed) {
    return make_error(ErrorCode::kInvalid, fmt::format("there is no {} session in {}", names, path),
                      path, "clew validate " + shell_word(path));
  }
  const auto nearest = nearest_dialect(lookup.dialects, path, text);
  std::string message = fmt::format("{} is none of {}", path, names);
  if (!lookup.also.empty()) message += ", nor " + lookup.also;
  if (nearest) message += fmt::format("; {} is nearest", nearest->dialect->name());
  return make_error(ErrorCode::kInvalid, message, path,
                    nearest ? look_closer(path, *nearest->dialect) : look_at(lookup, path));
}

Error no_session_below(const Lookup& lookup, const std::string& path, const std::string& near,
                       const Dialect* nearest) {
  const std::string names = names_of(lookup.dialects);
  std::string message = lookup.choice == DialectChoice::kNamed
                            ? fmt::format("there is no {} session in {}", names, path)
                            : fmt::format("there is no session in {}: none of {}", path, names);
  if (!lookup.also.empty()) message += ", nor " + lookup.also;
  if (nearest != nullptr) {
    message += fmt::format("; {} is nearest to {}", near, nearest->name());
  }
  return make_error(ErrorCode::kInvalid, message, path,
                    nearest != nullptr ? look_closer(near, *nearest) : look_at(lookup, path));
}

// The dialects that claim the file by its name, else those that write such files; each with the
// command that repairs it as one.
Error unreadable_session(const Lookup& lookup, const std::vector<LocationClaim>& claims,
                         const std::string& path, const std::string& why) {
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
  if (dialects.empty()) return no_session_in(lookup, path, {});
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{} cannot be parsed: {}; by its name it is {}", path, why, names),
                    path, next);
}

}  // namespace clew
