#include "files/find_program.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "files/canonical_path.h"

namespace clew {
namespace {

constexpr std::string_view kUsualPath = "/usr/bin:/bin";

std::optional<std::string> resolved(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), &::free);
  return real ? std::optional<std::string>(real.get()) : std::nullopt;
}

bool lies_in(const std::string& real, std::span<const std::string> folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    return folder.size() > 1 && (real == folder || real.starts_with(folder + "/"));
  });
}

bool may_run(const std::string& path) {
  struct stat found;
  return ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<FoundProgram> find_program(const std::string& name,
                                         std::span<const std::string> outside) {
  const char* path = ::getenv("PATH");
  return find_program(name, path == nullptr ? kUsualPath : std::string_view(path), outside);
}

// The first program that is found counts; the search path that is returned has no entries that lead
// into the given folders, and is what the program itself gets.
std::optional<FoundProgram> find_program(const std::string& name, std::string_view search_path,
                                         std::span<const std::string> outside) {
  FoundProgram found;
  for (size_t start = 0; start <= search_path.size();) {
    const size_t end = std::min(search_path.find(':', start), search_path.size());
    const std::string entry(search_path.substr(start, end - start));
    start = end + 1;
    if (!entry.starts_with('/') || is_process_path(entry)) continue;
    const auto folder = resolved(entry);
    if (!folder || lies_in(*folder, outside)) continue;
    found.search_path += (found.search_path.empty() ? "" : ":") + entry;
    const std::string program = entry + "/" + name;
    if (!found.path.empty() || !may_run(program)) continue;
    const auto behind = resolved(program);
    if (behind && !lies_in(*behind, outside)) found.path = program;
  }
  if (found.path.empty()) return std::nullopt;
  return found;
}

}  // namespace clew
