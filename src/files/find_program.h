#pragma once
// Finds a program in PATH that whoever wrote the current folder cannot have put there. Entries that
// are relative or empty mean the folder one happens to stand in: they are passed over, and so is
// what leads into one of the given folders.

#include <optional>
#include <span>
#include <string>

namespace clew {

struct FoundProgram {
  std::string path;         // absolute
  std::string search_path;  // the entries of PATH that were not passed over

  bool operator==(const FoundProgram&) const = default;
};

// `outside` are real paths; "/" among them is not heeded.
std::optional<FoundProgram> find_program(const std::string& name,
                                         std::span<const std::string> outside);
// The same for a given PATH.
std::optional<FoundProgram> find_program(const std::string& name, std::string_view search_path,
                                         std::span<const std::string> outside);

}  // namespace clew
