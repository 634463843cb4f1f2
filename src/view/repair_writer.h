#pragma once
// What `clew repair PATH` writes, and what it knows of the files afterwards. A damaged file that is
// written over is kept aside first. On trial nothing is written, and everything else is the same.

#include <optional>
#include <string>
#include <vector>

#include "discovery/found_session.h"

namespace clew {

enum class RepairMode { kDone, kTried };
enum class Quarantined { kDamaged, kAlways };  // what is kept of files that are written over

class RepairFixture {
 public:
  RepairFixture(Context& context, const FoundSession& found, RepairMode mode)
      : context_(context), found_(found), mode_(mode), files_(found.files) {}

  // A text in place of what stands there; nothing happens when that is the same.
  Status put(const std::string& path, const std::string& text,
             Quarantined quarantined = Quarantined::kDamaged);
  // Moves a file away, so that it is missing.
  Status take_away(const NamedFile& file);
  // The same for a link in the place of a file: it is renamed, and not followed.
  Status take_link_away(const std::string& path);
  // What was moved away and has nothing in its place by now goes back: no file is lost to a repair
  // that came to nothing.
  Status give_back();
  // Of a file that somebody else wrote, or would write.
  void note_written(const std::string& path);

  // The files as they are by now.
  const FileSet& files() const { return files_; }
  const std::vector<std::string>& written() const { return written_; }
  const std::vector<std::string>& quarantined() const { return quarantined_; }
  RepairMode mode() const { return mode_; }

 private:
  struct Away {
    std::string path;
    std::string quarantined;  // its name, in the same folder
  };
  Status keep(Folder& folder, const NamedFile& file);

  Context& context_;
  const FoundSession& found_;
  RepairMode mode_;
  FileSet files_;
  std::vector<std::string> written_;
  std::vector<std::string> quarantined_;
  std::vector<Away> away_;
};

// Cannot be parsed.
bool is_damaged(const Dialect& dialect, const NamedFile& file);
// Has not what a document of its kind must have at the top: empty, of another kind, or cut off
// between two lines, behind the name of a part.
bool is_lacking(const Dialect& dialect, const NamedFile& file);
// Lacks something that it must have, anywhere: what a backup may still hold.
bool has_gaps(const Dialect& dialect, const NamedFile& file);
// Damaged or lacking.
bool is_broken(const Dialect& dialect, const NamedFile& file);
// Only ever added to: never rewritten, whatever stands in it.
bool is_append_only(const Dialect& dialect, const std::string& path);
// The same of any kind of document, such as a text with entries.
std::optional<DocumentKind> grows_as(const Dialect& dialect, const std::string& path);
// A folder's own list, with an entry for each of its sessions.
bool is_index(const Dialect& dialect, const std::string& path);

// A file that may hold several sessions as a whole.
bool is_list_of_sessions(const Dialect& dialect, const std::string& path);
// A text that stands in the folder for people, and tells of no session.
bool is_folder_text(const Dialect& dialect, const std::string& path);
// The text of a file without times that nobody knows, which a session has at the epoch.
std::string with_known_times(const Dialect& dialect, const NamedFile& file);
// A document that every session has from the start.
bool is_expected(const Dialect& dialect, const std::string& path);

}  // namespace clew
