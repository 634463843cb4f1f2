#pragma once
// Facts: statements that a session keeps beside its plan. A decision, question, failed approach,
// note, changed file, command that ran, error or claim; one struct each.
//
// A fact's id is the seq of the event that recorded it. Facts that are still open are all kept; of
// closed ones the session keeps a count and the latest few.

#include <optional>
#include <string>
#include <vector>

#include "session/step.h"

namespace clew {

enum class FileAction { kCreated, kModified, kDeleted };
// Unknown: the client that ran it does not say, or only that it began.
enum class RunOutcome { kSuccess, kFailure, kUnknown };
enum class ClaimStatus { kVerified, kDeferred, kResolved, kOverridden, kReconfirmed };
enum class ErrorCategory { kUnknown, kTransient, kResource, kConfiguration, kLogical, kPermanent };

template <>
struct EnumNames<FileAction> {
  static constexpr const char* names[] = {"created", "modified", "deleted"};
};
template <>
struct EnumNames<RunOutcome> {
  static constexpr const char* names[] = {"success", "failure", "unknown"};
};
template <>
struct EnumNames<ClaimStatus> {
  static constexpr const char* names[] = {"verified", "deferred", "resolved", "overridden",
                                          "reconfirmed"};
};
template <>
struct EnumNames<ErrorCategory> {
  static constexpr const char* names[] = {"unknown",       "transient", "resource",
                                          "configuration", "logical",   "permanent"};
};

// What every fact has.
struct Origin {
  Seq id;
  Time at;
  ActorId actor;
  StepId step;
  bool operator==(const Origin&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "id", &Origin::id), field(2, "at", &Origin::at),
                      field(3, "actor", &Origin::actor), field(4, "step", &Origin::step));
  }
};

// A choice that was made and the reason for it.
struct Decision {
  Origin origin;
  std::string topic;
  std::vector<std::string> options;
  std::string choice;
  std::string reason;
  std::vector<Attribute> attributes;
  std::vector<Tie> ties = {};
  bool operator==(const Decision&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "origin", &Decision::origin), field(2, "topic", &Decision::topic),
                      field(3, "options", &Decision::options),
                      field(4, "choice", &Decision::choice), field(5, "reason", &Decision::reason),
                      field(6, "attributes", &Decision::attributes),
                      field(7, "ties", &Decision::ties));
  }
};

// Open until it is answered.
struct Question {
  Origin origin;
  std::string text;
  std::string answer;  // empty while open
  ActorId answered_by;
  std::optional<Time> answered_at;
  std::vector<Attribute> attributes;
  std::vector<Tie> ties = {};
  bool operator==(const Question&) const = default;
  bool open() const { return !answered_at.has_value(); }
  static constexpr auto fields() {
    return field_list(
        field(1, "origin", &Question::origin), field(2, "text", &Question::text),
        field(3, "answer", &Question::answer), field(4, "answered_by", &Question::answered_by),
        field(5, "answered_at", &Question::answered_at),
        field(6, "attributes", &Question::attributes), field(7, "ties", &Question::ties));
  }
};

// What was tried and did not work, and why.
struct FailedApproach {
  Origin origin;
  std::string what;
  std::string why;
  std::vector<std::string> paths;  // files the reason rests on
  std::vector<Attribute> attributes;
  std::vector<Tie> ties = {};
  bool operator==(const FailedApproach&) const = default;
  static constexpr auto fields() {
    return field_list(
        field(1, "origin", &FailedApproach::origin), field(2, "what", &FailedApproach::what),
        field(3, "why", &FailedApproach::why), field(4, "paths", &FailedApproach::paths),
        field(5, "attributes", &FailedApproach::attributes),
        field(6, "ties", &FailedApproach::ties));
  }
};

// Free text, kept for whoever reads the brief.
struct Note {
  Origin origin;
  std::string text;
  std::string log;  // a named log it belongs to, such as "voice-check"; may be empty
  std::vector<Attribute> attributes;
  std::vector<Tie> ties = {};
  bool operator==(const Note&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "origin", &Note::origin), field(2, "text", &Note::text),
                      field(3, "log", &Note::log), field(4, "attributes", &Note::attributes),
                      field(5, "ties", &Note::ties));
  }
};

// The latest record per path.
struct FileChange {
  Origin origin;
  std::string path;  // relative to the project
  FileAction action = FileAction::kModified;
  int64_t lines_added = 0;
  int64_t lines_removed = 0;
  Hash hash_before;
  Hash hash_after;
  AgentId agent;
  std::vector<Attribute> attributes;
  bool operator==(const FileChange&) const = default;
  static constexpr auto fields() {
    return field_list(
        field(1, "origin", &FileChange::origin), field(2, "path", &FileChange::path),
        field(3, "action", &FileChange::action), field(4, "lines_added", &FileChange::lines_added),
        field(5, "lines_removed", &FileChange::lines_removed),
        field(6, "hash_before", &FileChange::hash_before),
        field(7, "hash_after", &FileChange::hash_after), field(8, "agent", &FileChange::agent),
        field(9, "attributes", &FileChange::attributes));
  }
};

// A command that ran, with how it ended.
struct CommandRun {
  Origin origin;
  std::string command;
  std::string arguments;
  std::string model;
  AgentId agent;
  RunOutcome outcome = RunOutcome::kSuccess;
  std::optional<int> exit_code;
  std::optional<Duration> duration;
  std::string error;
  std::vector<Attribute> attributes;
  bool operator==(const CommandRun&) const = default;
  static constexpr auto fields() {
    return field_list(
        field(1, "origin", &CommandRun::origin), field(2, "command", &CommandRun::command),
        field(3, "arguments", &CommandRun::arguments), field(4, "model", &CommandRun::model),
        field(5, "agent", &CommandRun::agent), field(6, "outcome", &CommandRun::outcome),
        field(7, "exit_code", &CommandRun::exit_code),
        field(8, "duration_ms", &CommandRun::duration), field(9, "error", &CommandRun::error),
        field(10, "attributes", &CommandRun::attributes));
  }
};

// Something that went wrong while working.
struct ErrorFact {
  Origin origin;
  std::string text;
  ErrorCategory category = ErrorCategory::kUnknown;
  std::vector<Attribute> attributes;
  bool operator==(const ErrorFact&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "origin", &ErrorFact::origin), field(2, "text", &ErrorFact::text),
                      field(3, "category", &ErrorFact::category),
                      field(4, "attributes", &ErrorFact::attributes));
  }
};

// A statement about the work with a status that can change.
struct Claim {
  Origin origin;
  std::string text;
  ClaimStatus status = ClaimStatus::kVerified;
  std::string reason;     // why deferred, or the source that verified it
  std::string result;     // what a checker said
  std::string rationale;  // why it was overridden
  std::optional<Time> changed_at;
  std::vector<Attribute> attributes;
  bool operator==(const Claim&) const = default;
  bool open() const {
    return status == ClaimStatus::kDeferred || status == ClaimStatus::kOverridden;
  }
  static constexpr auto fields() {
    return field_list(field(1, "origin", &Claim::origin), field(2, "text", &Claim::text),
                      field(3, "status", &Claim::status), field(4, "reason", &Claim::reason),
                      field(5, "result", &Claim::result), field(6, "rationale", &Claim::rationale),
                      field(7, "changed_at", &Claim::changed_at),
                      field(8, "attributes", &Claim::attributes));
  }
};

inline constexpr size_t kKeptFacts = 32;
inline constexpr size_t kKeptRuns = 64;
inline constexpr size_t kKeptPaths = 2000;

}  // namespace clew
