#include "dialect/essay/paths.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/essay/words.h"
#include "dialect/tree_dialect.h"

namespace clew::essay {
namespace {

std::string_view without_slashes(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

// The rest of `path` below `folder`.
std::optional<std::string> below(std::string_view path, std::string_view folder) {
  if (folder.empty() || path.size() <= folder.size() + 1 || !path.starts_with(folder) ||
      path[folder.size()] != '/') {
    return std::nullopt;
  }
  const std::string_view rest = path.substr(folder.size() + 1);
  const size_t first = rest.find_first_not_of('/');
  if (first == std::string_view::npos) return std::nullopt;
  return std::string(rest.substr(first));
}

std::string dir_of(const Session& session) {
  if (session.steps.empty()) return {};
  const Value* dir = find_attribute(session.root().attributes, kSessionDir);
  return dir == nullptr ? std::string() : dir->as_string();
}

}  // namespace

std::string entry_of(const Session& session) {
  if (session.steps.empty()) return {};
  const std::string* entry = external_id(session.root(), kDialect);
  return entry == nullptr ? std::string() : *entry;
}

SessionFolder::SessionFolder(std::string session_dir, std::string entry)
    : session_dir_(without_slashes(session_dir)), entry_(std::move(entry)) {
  if (session_dir_.empty()) session_dir_ = entry_.empty() ? "." : entry_;
}

SessionFolder::SessionFolder(const Session& session)
    : SessionFolder(dir_of(session), entry_of(session)) {}

std::optional<std::string> SessionFolder::inside(std::string_view path) const {
  if (path.empty() || is_hostile(path)) return std::nullopt;
  if (auto rest = below(path, session_dir_)) return rest;
  if (auto rest = below(path, entry_)) return rest;
  if (path[0] != '/') {
    // From the project's folder, in which the session's directory lies somewhere.
    const size_t found = entry_.empty() ? std::string_view::npos : path.find("/" + entry_ + "/");
    if (found != std::string_view::npos) return below(path.substr(found + 1), entry_);
    if (path.starts_with("./")) return below(path, ".");
    return std::string(path);
  }
  // Written when the folder was elsewhere, and session_dir corrected since.
  for (const std::string_view name : {std::string_view(entry_), base_name(session_dir_)}) {
    if (name.empty() || name == ".") continue;
    const std::string middle = "/" + std::string(name) + "/";
    const size_t found = path.rfind(middle);
    if (found == std::string_view::npos) continue;
    if (auto rest = below(path, path.substr(0, found + middle.size() - 1))) return rest;
  }
  return std::nullopt;
}

std::optional<std::string> SessionFolder::inside(std::string_view path,
                                                 std::string_view usual) const {
  auto found = inside(path);
  const bool is_usual = !is_hostile(path) && base_name(path) == usual;
  return found || !is_usual ? found : std::optional(std::string(usual));
}

std::optional<std::string> SessionFolder::held(std::string_view path) const {
  auto found = inside(path);
  if (!found) return found;
  // The last directory of that form on the way; ours is left out already.
  for (size_t end = found->rfind('/'); end != std::string::npos && end > 0;) {
    const size_t slash = found->rfind('/', end - 1);
    const size_t start = slash == std::string::npos ? 0 : slash + 1;
    if (is_directory_name(std::string_view(*found).substr(start, end - start))) {
      return found->substr(end + 1);
    }
    end = slash;
  }
  return found;
}

std::string SessionFolder::name() const {
  return entry_.empty() ? std::string(base_name(session_dir_)) : entry_;
}

std::string_view base_name(std::string_view path) {
  path = without_slashes(path);
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_hostile(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) return true;
  for (size_t start = 0; start <= path.size();) {
    const size_t end = std::min(path.find('/', start), path.size());
    if (path.substr(start, end - start) == "..") return true;
    start = end + 1;
  }
  return false;
}

bool is_directory_name(std::string_view name) {
  constexpr std::string_view kForm = "essay-pipeline-00000000-000000";
  if (name.size() != kForm.size()) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool fits = kForm[i] == '0' ? name[i] >= '0' && name[i] <= '9' : name[i] == kForm[i];
    if (!fits) return false;
  }
  return true;
}

std::string archived_name(std::string_view name, uint32_t version) {
  const size_t slash = name.rfind('/');
  const size_t first = slash == std::string_view::npos ? 0 : slash + 1;
  const size_t dot = name.rfind('.');
  const std::string tag = fmt::format(".v{}", version);
  if (dot == std::string_view::npos || dot <= first) return std::string(name) + tag;
  return std::string(name.substr(0, dot)) + tag + std::string(name.substr(dot));
}

std::optional<ArchivedName> archived_from(std::string_view name) {
  const size_t slash = name.rfind('/');
  const size_t first = slash == std::string_view::npos ? 0 : slash + 1;
  const size_t tag = name.rfind(".v");
  if (tag == std::string_view::npos || tag < first) return std::nullopt;
  const size_t end = std::min(name.find('.', tag + 2), name.size());
  const auto version = small_number(name.substr(tag + 2, end - tag - 2));
  if (!version) return std::nullopt;
  return ArchivedName{std::string(name.substr(0, tag)) + std::string(name.substr(end)),
                      static_cast<uint32_t>(*version)};
}

std::string next_archived_name(std::string_view name, const std::vector<std::string>& names) {
  uint32_t highest = 0;
  for (const auto& present : names) {
    const auto archived = archived_from(present);
    if (archived && archived->name == name) highest = std::max(highest, archived->version);
  }
  return archived_name(name, highest + 1);
}

}  // namespace clew::essay
