#pragma once
// For dialects that want every error about one of their files to say what it was about: operation,
// file, session, time, details.

#include <optional>
#include <string>

#include "base/time.h"
#include "base/value.h"

namespace clew {

enum class FileOperation { kCreate, kRead, kUpdate, kDelete };

// A file of the dialect, as an error names it.
struct ErrorFile {
  std::string path;   // below the folder of the dialect; empty: that folder itself
  std::string entry;  // the session's id in the dialect; empty: of no session
};

class ErrorContext {
 public:
  // The file that a path leads to, told by its names alone; unset: none of this dialect.
  virtual std::optional<ErrorFile> touched(const std::string& path) const = 0;
  // A file that every folder of the dialect has, whatever the folder is called.
  virtual std::string folder_mark() const = 0;
  // The primary file of a session.
  virtual ErrorFile primary_file(const std::string& entry) const = 0;

  virtual Value context(FileOperation operation, const ErrorFile& file, Time timestamp,
                        const std::string& details) const = 0;

 protected:
  ~ErrorContext() = default;
};

}  // namespace clew
