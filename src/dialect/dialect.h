#pragma once
// One on-disk dialect. Pure: text in, facts out, and back; never touches a disk. Dialect has what
// every dialect can do; what only some can do are parts of their own, in the headers beside this.
// Laws, tested for every dialect (tests/dialects): an unchanged session writes the bytes it was
// read from; write(read(write(x))) == write(x); read(write(x)) is the part of x this dialect can
// say.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/file_set.h"
#include "base/result.h"
#include "document/document.h"
#include "document/edit.h"
#include "document/finding.h"
#include "session/intent.h"
#include "session/session.h"

namespace clew {

class AgentContract;
class CommandHistory;
class ErrorContext;
class FixedPlan;
class LocalFile;
class PlanFolder;
class ResumeProtocol;
class StepEvidence;
class Translation;
struct Travel;

// What a path in a document is relative to.
enum class PathsFrom {
  kFolder,     // the session's own, or the one it lies in
  kWorkspace,  // the project: wherever in it the document is kept
};

// The answer lies on the disk: when there is no file at `path`, the finding holds.
struct DiskQuestion {
  std::string path;  // as the document says it: absolute, or relative
  Finding finding;
  PathsFrom from = PathsFrom::kFolder;
};

// What files say of one session. Steps are numbered in the order of the document; each, and the
// root, carries the dialect's id for it (Step::external). Facts are all there, unbounded. `head`
// stays 0.
struct Reading {
  std::string entry;  // the session's id in this dialect, also the root's external id
  Session session;
  std::vector<DiskQuestion> disk;
};

// No session and an error among the findings: refused.
struct Readings {
  std::vector<Reading> sessions;
  Findings findings;
  FileSet files = {};  // of reconstruct: the files it was given, completed; empty: as they were
};

// Where in a folder one session's files are; found by name alone.
struct Location {
  std::string entry;               // as the names tell it; may be empty
  std::vector<std::string> files;  // relative to the folder; the first is the primary, even if gone
};

// How other programs guard these files, besides clew's own lock.
enum class LockHabit {
  kNone,
  kPidFile,  // an exclusively created file with a process number
};
struct ViewLock {
  LockHabit habit = LockHabit::kNone;
  std::string path;  // relative to the folder of the view
};

// Files as far as they can be read: of a damaged one, its readable beginning (readable_prefix.h).
struct CutFile {
  std::string path;
  size_t bytes = 0;  // of its text that could be read
  TreePath stopped;  // where that ended
};
struct ReadableFiles {
  FileSet files;             // without those of which nothing can be read
  std::vector<CutFile> cut;  // those that are shorter now
};

struct IdSeed {
  Time now;
  Bytes random;      // 16 bytes
  uint32_t attempt;  // counts up while the id before it was taken
};

class Dialect {
 public:
  virtual ~Dialect() = default;
  virtual const char* name() const = 0;
  virtual const std::vector<DocumentShape>& documents() const = 0;
  virtual const std::vector<Rule>& rules() const = 0;
  // The same with what these files of a folder allow other than usual; null: nothing other.
  virtual std::unique_ptr<Dialect> as_configured(const FileSet& /*files*/) const { return nullptr; }

  // Which of these names (relative, with / between parts) look like sessions of this dialect.
  virtual std::vector<Location> locations(const std::vector<std::string>& names) const = 0;
  // Does a file that nobody named a dialect for look like one of ours? By its name and content.
  virtual bool recognises(const std::string& path, const std::string& text) const = 0;

  virtual Readings read(const FileSet& files) const = 0;
  // The findings and questions of read, at the least cost: its sessions may be empty but for their
  // entries.
  virtual Readings judge(const FileSet& files) const { return read(files); }
  // `base` is the text last read or written: only what changed in meaning is edited. Without a base
  // the text is fresh. kInvalid lists everything the dialect demands and the session lacks.
  virtual Result<FileSet> write(const Session& session, const FileSet& base) const = 0;

  // The fields of a session's files that the dialect has no word for ("session: agents[].team"):
  // their text alone has them.
  virtual std::vector<std::string> unknown_fields(const FileSet& /*files*/) const { return {}; }
  // A session's files as trees, every value as it is read, of shared ones the session's own entry
  // alone; what cannot be parsed is left out.
  virtual Documents documents_in(const FileSet& /*files*/, const std::string& /*entry*/) const {
    return {};
  }
  // How it takes part in conversions; unless it says so, it does not.
  virtual const Translation& translation() const;
  // The files without what they say of sessions other than `entry`.
  virtual FileSet without_others(FileSet files, const std::string& /*entry*/) const {
    return files;
  }
  // The files with what a folder's own say of the session as the session's own have it, and with
  // slips that are read all the same put right.
  virtual FileSet in_agreement(FileSet files) const { return files; }
  // The files that write would give or edit, for whoever has to fetch the base.
  virtual std::vector<std::string> files_of(const Session& session) const = 0;
  // Folders that stand beside them from the start, empty as they may be.
  virtual std::vector<std::string> folders_of(const Session& /*session*/) const { return {}; }
  // For a format that says where its files are: the session is told the folder in which they will
  // stand (absolute). Without that it says what its text said before.
  virtual void set_folder(Session& /*session*/, const std::string& /*folder*/) const {}
  // For a format that says how a session travels: the session is told what the remotes of its store
  // know. Without that it says what its text said before.
  virtual void set_travel(Session& /*session*/, const Travel& /*travel*/) const {}
  // An id in the dialect's own form.
  virtual std::string make_id(const Session& session, const IdSeed& seed) const = 0;
  // What this dialect calls a step, the same before and after a write.
  virtual std::string step_name(const Session& session, const Step& step) const;

  // The files in the dialect's present version, beside the old. kInvalid when they are already.
  virtual Result<FileSet> migrate(const FileSet& files) const;
  // Where its files usually are, seen from the project; empty: in the user's state folder.
  virtual std::string default_folder() const { return "."; }
  // How others guard the session's files.
  virtual ViewLock lock_of(const std::string& /*entry*/) const { return {}; }
  // Where metadata of other programs may stand: a document's name and a path in it. Unset: nowhere.
  struct Room {
    std::string document;
    TreePath path;
  };
  virtual std::optional<Room> room() const { return std::nullopt; }

  // Which document a file is, by its path; null: none of ours.
  virtual const DocumentShape* document_of(const std::string& path) const = 0;
  // What can be read of `files`. Those in `broken` are cut short where their last value may go on,
  // also when they can be parsed.
  virtual ReadableFiles readable(const FileSet& files,
                                 const std::vector<std::string>& broken) const = 0;
  // Recovery, level 2: what files tell of which some are gone, or shorter than they were: each
  // session with what its index, its history and its artifacts still know. The findings say what
  // was used besides the session's own files, and nothing else. Empty: there is nothing to go by.
  virtual Readings reconstruct(const FileSet& files) const { return {read(files).sessions, {}}; }
  // Recovery, level 3: a fresh state that stands at the step a person names; kInvalid lists the
  // names there are.
  virtual Result<Session> begin_at(const FileSet& files, const std::string& step) const;

  // What only some dialects have. A caller asks for the part, never for the dialect's name; null:
  // this dialect does without it.
  virtual const FixedPlan* fixed_plan() const { return nullptr; }
  virtual const StepEvidence* step_evidence() const { return nullptr; }
  virtual const ResumeProtocol* resume_protocol() const { return nullptr; }
  virtual const PlanFolder* plan_folder() const { return nullptr; }
  virtual const AgentContract* agent_contract() const { return nullptr; }
  virtual const CommandHistory* command_history() const { return nullptr; }
  virtual const ErrorContext* error_context() const { return nullptr; }
  virtual const LocalFile* local_file() const { return nullptr; }
};

// What the new is called beside the old: state/abc.json → state/abc.migrated.json
std::string migrated_name(const std::string& path);

}  // namespace clew
