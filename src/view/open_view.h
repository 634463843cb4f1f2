#pragma once
// A session's view while one command runs: its locks, what its files say now, and what they are to
// say afterwards. docs/architecture.md, "Views", has the protocol step by step.
//
//   open       locks, reads the files and judges each: ours, put back by git, edited, damaged
//   keep_damaged_copies   of files that are about to be restored
//   take_in    hand edits, as events by the actor `file`
//   render     what the files are to say after the command (pure), and its record in the
//   transaction write      after the commit; a crash before it leaves the text before, which is
//   known as ours
//
// A view never makes a command fail: what stands in its way is said, and the view is behind.

#include <memory>

#include "files/file_lock.h"
#include "files/file_system.h"
#include "files/machine.h"
#include "files/pid_lock.h"
#include "session/decide.h"
#include "view/lost_lines.h"
#include "view/view_record.h"

namespace clew {

enum class FileVerdict {
  kMissing,
  kOurs,      // what clew wrote last
  kBehind,    // what clew wrote before: the last writing was cut off
  kPutBack,   // what clew wrote at an earlier event
  kEdited,    // by hand or by another program
  kDamaged,   // does not parse; one that is only ever added to is edited, whatever stands in it
  kConflict,  // has the markers of a merge
  kRefused,   // not damaged, and not accepted: a key twice, an anchor, more than a limit
};
template <>
struct EnumNames<FileVerdict> {
  static constexpr const char* names[] = {"missing", "ours",    "behind",   "put_back",
                                          "edited",  "damaged", "conflict", "refused"};
};

struct SeenFile {
  std::string path;
  FileVerdict verdict = FileVerdict::kMissing;
  std::string text;
  Hash digest;
  std::string stood;  // as in ViewFile
  Seq put_back_to;
  // Of kRefused: "state.yaml:4: the key "status" appears twice"; of kEdited: why it is not taken
  // in by the way, such as that it brings more than an edit may.
  std::string trouble;
  bool ends_early = false;  // of kEdited: all that is there is the beginning of what clew wrote
  LostLines lost;           // of one that is only ever added to
};

// Does a person have to choose in it? It is never written over then, and holds the view.
inline bool awaits_choice(const SeenFile& file) {
  return file.verdict == FileVerdict::kConflict || file.verdict == FileVerdict::kRefused;
}

// A notice that begins so says no more than that; when it is written is for the caller to say.
inline constexpr const char* kBehindWords = "view files are out of date";

// Does it say that a file cannot be parsed?
inline bool is_syntax(const Finding& finding) { return finding.rule.ends_with(".syntax"); }

// Opens a folder beneath another, making what is missing.
Result<std::unique_ptr<Folder>> open_below(FileSystem& files, Folder& top, const std::string& path);

class OpenView {
 public:
  // Nothing when the session has no view, or when its locks are not to be had in time: the reason
  // is then among the notices.
  static Result<std::unique_ptr<OpenView>> open(StoreReader& store, FileSystem& files,
                                                const std::string& cache, const SessionId& session,
                                                Time now, Duration deadline,
                                                std::vector<std::string>& notices);

  const ViewState& state() const { return state_; }
  const Dialect& dialect() const { return *dialect_; }
  const std::vector<SeenFile>& seen() const { return seen_; }
  bool has_edits() const;
  // What the files that are not damaged say.
  FileSet present() const;

  // Damaged files are copied to stand beside what is restored in their place; the view is held when
  // one cannot be.
  void keep_damaged_copies();
  // As it was before take_in and render: a transaction may be tried again.
  void start_over();

  // The events that bring hand edits into `now`; none when they break a rule, and the view is then
  // held.
  enum class PutBack { kIgnore, kTake };
  Result<Drafts> take_in(const Session& now, PutBack put_back = PutBack::kIgnore);
  // What would hold the view if the session were written as it is now; empty: nothing. Afterwards
  // this view is good for nothing else.
  Result<std::string> what_holds(const Session& now);
  // The files for `session`, whose head is `seq`, recorded in the transaction.
  Status render(const Session& session, Seq seq, Transaction& transaction);
  // Writes what render made.
  Status write();
  std::vector<std::string> take_notices() { return std::exchange(notices_, {}); }

 private:
  OpenView(StoreReader& store, FileSystem& files, std::string cache, SessionId session,
           ViewState state, Time now);
  // A file's own folder and lock.
  struct Guarded {
    std::string path;
    std::string name;
    std::unique_ptr<Folder> folder;
    std::optional<FileLock> lock;
    std::optional<FileLock> own;  // on the file itself, where others rewrite it
  };
  Status guard(const std::vector<std::string>& paths, Duration deadline);
  Status load_shown();
  // The session as the files say it: under its id there, and with what is no event.
  void tell_surroundings(Session& session) const;
  // What is said so from now on.
  Status look_around(const Session& session, Seq seq, StoreReader& store);
  Status look();
  Status doubt_put_back();
  Status judge(SeenFile& file);
  // What an edited file lacks that was there, when lines are only ever added to it.
  Status find_lost(SeenFile& file);
  // Whether an edited file is the beginning of what clew wrote, and nothing else: damaged when it
  // ends inside a line; between two of them only a person knows whether its end was deleted.
  Status find_cut(SeenFile& file);
  // Of a file with a list of sessions: the digest of what it says of this one.
  Hash own_part(const NamedFile& file) const;
  Result<FileSet> written_last() const;
  Status add_commands(const Session& reported, Seq seq, Transaction& transaction);
  // Was something redacted that the files, which show event state_.seq, still say?
  Result<bool> is_redacted_since() const;
  // Takes it out of `text`, lines included that are only ever added to.
  Status cover_redacted(FileSet& text) const;
  // What the files said, those included that are gone or damaged: as they were written last.
  FileSet base();
  // The folder's own files that are missing or damaged, made from every session that lies there.
  void add_shared(FileSet& base);
  const Guarded* guarded(const std::string& path) const;
  const SeenFile* seen_file(const std::string& path) const;
  // `next`: what helps; unset: mending the file, or repair.
  void hold(std::string why, std::string next = {});
  Status quarantine(const SeenFile& file);
  // Lines that cannot be read in a file that is only ever added to: they stay where they are.
  void tell_unread_lines(const SeenFile& file);
  void tell_missing(const SeenFile& file);
  // What takes in an edit that is not taken in by the way.
  std::string accept_command(const SeenFile& file) const;
  // An error of the dialect, with the file that it is about.
  std::string words_of(const Error& error) const;
  Status write_one(const NamedFile& file);
  ViewMove look_at_move(const FileMove& wanted);
  ViewMove look_at_copy(const FileCopy& wanted);
  void plan_moves(const FileSet& wanted);
  Status put_beside(const ViewMove& copy);
  Status carry_out(const ViewMove& move);

  StoreReader& store_;
  FileSystem& files_;
  std::string cache_;  // where locks stand
  SessionId session_;
  ViewState state_;
  Time now_;
  const Dialect* dialect_ = nullptr;
  SystemMachine machine_;
  Session shown_;  // as the files show it
  std::unique_ptr<Folder> folder_;
  std::vector<Guarded> guarded_;
  std::unique_ptr<Folder> foreign_folder_;
  std::optional<PidLock> foreign_lock_;
  std::vector<SeenFile> seen_;
  FileSet rendered_;
  std::vector<std::string> folders_;  // to stand beside them
  PutBack put_back_ = PutBack::kIgnore;
  std::vector<std::string> notices_;
  struct Opened {
    ViewState state;
    std::vector<std::string> notices;
  };
  std::optional<Opened> opened_;  // what take_in and render begin with
};

}  // namespace clew
