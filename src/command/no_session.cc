#include "command/no_session.h"

#include <fmt/format.h>

namespace clew {

Error no_session_at(const Lookup& lookup, const std::string& path, FileKind kind) {
  const std::string names = names_of(lookup.dialects);
  if (lookup.choice == DialectChoice::kNamed) {
    return make_error(ErrorCode::kInvalid, fmt::format("there is no {} session in {}", names, path),
                      path, "clew validate " + path);
  }
  const std::string first = lookup.dialects.empty() ? "D" : lookup.dialects.front()->name();
  return make_error(
      ErrorCode::kInvalid,
      kind == FileKind::kFolder ? fmt::format("there is no session in {}: none of {}", path, names)
                                : fmt::format("{} is none of {}", path, names),
      path,
      fmt::format("clew validate {} --dialect {}   to see how far it is from one", path, first));
}

Error unreadable_session(const std::vector<PlaceClaim>& claims, const std::string& path) {
  std::string names;
  std::string next;
  for (const auto& claim : claims) {
    names += (names.empty() ? "" : " or ") + std::string(claim.dialect->name());
    next += fmt::format("{}clew repair {} --dialect {}", next.empty() ? "" : "   or  ", path,
                        claim.dialect->name());
  }
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{} cannot be parsed; by its name it is {}", path, names), path,
                    next);
}

}  // namespace clew
