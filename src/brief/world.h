#pragma once
// What the world looked like when a brief or a status page was made: the answers to the questions
// that only a disk or a clock can answer. The command layer looks; this folder only reads.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/id.h"
#include "base/time.h"
#include "session/agent.h"
#include "session/session.h"

namespace clew {

// What became of a recorded file.
enum class FileState { kUnchecked, kCurrent, kChanged, kMissing, kRenamed };

struct FileCheck {
  std::string path;
  FileState state = FileState::kUnchecked;
  std::string renamed_to;
};

// A statement that rests on something in the project.
struct Dependent {
  std::string kind;  // "decision", "question", "failed approach", "note", "step"
  uint32_t id = 0;   // seq of the fact, or number of the step
  std::string name;  // "decision 8", "step 2.1"
  std::string text;
  bool operator==(const Dependent&) const = default;
};

// Something that is not what was recorded.
struct Drift {
  // As it stands in answers, never renamed: file_changed, file_gone, file_renamed, symbol_moved,
  // signature_changed, symbol_renamed, symbol_gone, commit_gone, artifact_missing, artifact_edited,
  // view_damaged.
  std::string kind;
  std::string subject;  // a path, PATH:NAME, a commit
  std::string was;
  std::string now;
  std::string text;  // a sentence
  std::vector<Dependent> rests_on_it = {};
};

// What is to be said beside a statement of what it rests on.
struct RestsOn {
  std::string kind;  // of the statement
  uint32_t id = 0;
  std::string words;  // "rests on ClimateController, renamed to Climate since 14:32"
};

// A step that is done, and whose measured evidence cannot be relied on any more.
struct StaleEvidence {
  StepId step;
  std::string number;  // "2.1"; empty: the session itself
  std::string title;
  // As it stands in answers, never renamed: file_changed, file_gone, tree_changed; and of what was
  // rechecked: no_longer_true.
  std::string kind;
  std::string subject;  // a path; empty: the tree
  std::string words;    // "src/a.c changed since 14:32"
  std::vector<std::string> command;
  Time measured_at;
};

// How a command of clew is said to the reader: as it is typed, or as what does the same where there
// is no shell.
using CommandWording = std::function<std::string(const std::string& command)>;

// The whole text of what an event recorded (an instruction, an agent's message, a command's
// output), where the session keeps it shortened; empty when it is not there.
using TextLookup = std::function<std::string(Seq event)>;

// A pause that has just ended.
struct Sleep {
  LifecycleState pause;  // how it was paused
  Duration idle;         // how long nothing had happened
};

// Other open work: in this project, above it or below it.
struct NearbyWork {
  SessionId id;
  std::string goal;
  std::string where;  // "here", "web/", "above, in /srv/app"
  Time touched_at;
};

// The work before this session, which it was linked to.
struct PreviousWork {
  SessionId id;
  std::string goal;
  Lifecycle status = Lifecycle::kActive;
  Time last_activity;
  std::vector<Instruction> said;
};

// Which device has the session, when it was handed off (Handoff).
enum class Holder { kNobody, kHere, kElsewhere };

// Everything a page needs besides the session. What was not looked at says so.
struct World {
  Time now;
  ActorId reader;                            // who asks
  CommandWording wording;                    // unset: as it is typed
  TextLookup text_of;                        // unset: nobody can look
  Hash head_hash;                            // of the session's head, for the receipt
  uint32_t events_read = 0;                  // N of
  uint32_t events_total = 0;                 // N
  std::vector<FileCheck> files;              // the recorded files that were looked at
  std::vector<AgentCheck> agents;            // who is bound to the session; others are not known
  std::vector<Drift> drift;                  // every difference found
  std::vector<RestsOn> rests;                // of statements that rest on what has changed
  std::vector<StaleEvidence> stale;          // of steps that are done
  bool looked = false;                       // whether drift was checked at all
  std::optional<size_t> uncommitted;         // files git has not committed; of interrupted work
  size_t not_compared = 0;                   // others, of which only a filter of git's could tell
  std::optional<std::string> project_found;  // set when the project is not where it was
  std::optional<std::string> branch_now;     // another one than was recorded; empty: none
  std::vector<NearbyWork> nearby;            // the latest first
  std::optional<PreviousWork> previous;      // set when there is one and it can be read
  Holder holder = Holder::kNobody;
  std::optional<Sleep> resumed_from;  // set when the session was paused until now

  std::string worded(const std::string& command) const {
    return wording && !command.empty() ? wording(command) : command;
  }
};

}  // namespace clew
