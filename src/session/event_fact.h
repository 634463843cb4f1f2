#pragma once
// Events that record a fact of the work: a decision, a question, a failed approach, a changed file,
// a command that ran, an artifact. Nothing follows from a fact but that it is known. See event.h
// for what all events promise.

#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

// Something was decided, out of which options, and why.
struct DecisionMade {
  StepId step;
  std::string topic;
  std::vector<std::string> options;
  std::string choice;
  std::string reason;
  std::vector<Tie> ties = {};
  bool operator==(const DecisionMade&) const = default;
  static constexpr int kind = 12;
  static constexpr const char* name = "decision_made";
  static constexpr auto fields() {
    using T = DecisionMade;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "topic", &T::topic, "what it was about"),
                      field(3, "options", &T::options, "what there was to choose from"),
                      field(4, "choice", &T::choice, "what was chosen"),
                      field(5, "reason", &T::reason, "why"),
                      field(6, "ties", &T::ties, "files and definitions it rests on"));
  }
};

// A question that stays open until somebody answers it.
struct QuestionAsked {
  StepId step;
  std::string text;
  std::vector<Tie> ties = {};
  bool operator==(const QuestionAsked&) const = default;
  static constexpr int kind = 13;
  static constexpr const char* name = "question_asked";
  static constexpr auto fields() {
    return field_list(field(1, "step", &QuestionAsked::step, "the step it belongs to"),
                      field(2, "text", &QuestionAsked::text, "the question"),
                      field(3, "ties", &QuestionAsked::ties, "files and definitions it rests on"));
  }
};

// Closes a question.
struct QuestionAnswered {
  Seq question;
  std::string answer;
  bool operator==(const QuestionAnswered&) const = default;
  static constexpr int kind = 14;
  static constexpr const char* name = "question_answered";
  static constexpr auto fields() {
    return field_list(field(1, "question", &QuestionAnswered::question, "seq of the question"),
                      field(2, "answer", &QuestionAnswered::answer, "the answer"));
  }
};

// Something was tried and did not work: nobody should try it again unknowingly.
struct ApproachFailed {
  StepId step;
  std::string what;
  std::string why;
  std::vector<std::string> paths;
  std::vector<Tie> ties = {};
  bool operator==(const ApproachFailed&) const = default;
  static constexpr int kind = 15;
  static constexpr const char* name = "approach_failed";
  static constexpr auto fields() {
    using T = ApproachFailed;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "what", &T::what, "what was tried"),
                      field(3, "why", &T::why, "why it failed"),
                      field(4, "paths", &T::paths, "files the reason rests on"),
                      field(5, "ties", &T::ties, "files and definitions it rests on"));
  }
};

// Anything worth keeping that is none of the others.
struct NoteAdded {
  StepId step;
  std::string text;
  std::string log;
  std::vector<Tie> ties = {};
  bool operator==(const NoteAdded&) const = default;
  static constexpr int kind = 16;
  static constexpr const char* name = "note_added";
  static constexpr auto fields() {
    return field_list(field(1, "step", &NoteAdded::step, "the step it belongs to"),
                      field(2, "text", &NoteAdded::text, "the note"),
                      field(3, "log", &NoteAdded::log, "a named log it belongs to"),
                      field(4, "ties", &NoteAdded::ties, "files and definitions it rests on"));
  }
};

// A file of the project was created, modified or deleted; the latest per path is kept.
struct FileChanged {
  StepId step;
  std::string path;
  FileAction action = FileAction::kModified;
  int64_t lines_added = 0;
  int64_t lines_removed = 0;
  Hash hash_before;
  Hash hash_after;
  AgentId agent;
  bool operator==(const FileChanged&) const = default;
  static constexpr int kind = 17;
  static constexpr const char* name = "file_changed";
  static constexpr auto fields() {
    using T = FileChanged;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "path", &T::path, "relative to the project"),
                      field(3, "action", &T::action, "what happened to it"),
                      field(4, "lines_added", &T::lines_added, "lines added"),
                      field(5, "lines_removed", &T::lines_removed, "lines removed"),
                      field(6, "hash_before", &T::hash_before, "SHA-256 before"),
                      field(7, "hash_after", &T::hash_after, "SHA-256 after"),
                      field(8, "agent", &T::agent, "the agent that did it"));
  }
};

// A command ran, with how it ended; of its output only an error is kept.
struct CommandRan {
  StepId step;
  std::string command;
  std::string arguments;
  std::string model;
  AgentId agent;
  RunOutcome outcome = RunOutcome::kSuccess;
  std::optional<int> exit_code;
  std::optional<Duration> duration;
  std::string error;
  std::string output = {};  // its last lines; only in the log
  bool operator==(const CommandRan&) const = default;
  static constexpr int kind = 18;
  static constexpr const char* name = "command_ran";
  static constexpr auto fields() {
    using T = CommandRan;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "command", &T::command, "the command"),
                      field(3, "arguments", &T::arguments, "its arguments"),
                      field(4, "model", &T::model, "the model in use"),
                      field(5, "agent", &T::agent, "the agent that ran it"),
                      field(6, "outcome", &T::outcome, "success, failure or unknown"),
                      field(7, "exit_code", &T::exit_code, "its exit code"),
                      field(8, "duration_ms", &T::duration, "how long it ran"),
                      field(9, "error", &T::error, "what it said when it failed"),
                      field(10, "output", &T::output, "the last lines it printed"));
  }
};

// Something went wrong while working.
struct ErrorRecorded {
  StepId step;
  std::string text;
  ErrorCategory category = ErrorCategory::kUnknown;
  bool operator==(const ErrorRecorded&) const = default;
  static constexpr int kind = 19;
  static constexpr const char* name = "error_recorded";
  static constexpr auto fields() {
    return field_list(field(1, "step", &ErrorRecorded::step, "the step it belongs to"),
                      field(2, "text", &ErrorRecorded::text, "what went wrong"),
                      field(3, "category", &ErrorRecorded::category, "what kind"));
  }
};

// A statement about the work that somebody stands for: verified, deferred, overridden.
struct ClaimMade {
  StepId step;
  std::string text;
  ClaimStatus status = ClaimStatus::kVerified;
  std::string reason;
  std::string result;
  std::string rationale;
  bool operator==(const ClaimMade&) const = default;
  static constexpr int kind = 20;
  static constexpr const char* name = "claim_made";
  static constexpr auto fields() {
    using T = ClaimMade;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "text", &T::text, "what is claimed"),
                      field(3, "status", &T::status, "verified, deferred or overridden"),
                      field(4, "reason", &T::reason, "why deferred, or the source"),
                      field(5, "result", &T::result, "what a checker said"),
                      field(6, "rationale", &T::rationale, "why it was overridden"));
  }
};

// A claim got another status.
struct ClaimChanged {
  Seq claim;
  ClaimStatus status = ClaimStatus::kResolved;
  std::string reason;
  bool operator==(const ClaimChanged&) const = default;
  static constexpr int kind = 21;
  static constexpr const char* name = "claim_changed";
  static constexpr auto fields() {
    return field_list(field(1, "claim", &ClaimChanged::claim, "seq of the claim"),
                      field(2, "status", &ClaimChanged::status, "its new status"),
                      field(3, "reason", &ClaimChanged::reason, "why, or the source"));
  }
};

// A file that the work produced, kept with its content as a new version of its path.
struct ArtifactAdded {
  StepId step;
  std::string path;
  Hash content;
  int64_t size = 0;
  uint32_t version = 1;
  std::string replaced_as = {};
  std::optional<SeenFrom> seen_from = {};
  bool operator==(const ArtifactAdded&) const = default;
  static constexpr int kind = 25;
  static constexpr const char* name = "artifact_added";
  static constexpr auto fields() {
    using T = ArtifactAdded;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "path", &T::path, "where it stands"),
                      field(3, "content", &T::content, "blob with its content"),
                      field(4, "size", &T::size, "in bytes"),
                      field(5, "version", &T::version, "1, 2, …; only increases"),
                      field(6, "replaced_as", &T::replaced_as,
                            "the name of the previous version, when its step was revisited"),
                      field(7, "seen_from", &T::seen_from,
                            "session or project: what the path of a file is relative to that "
                            "imported files name"));
  }
};

// A version was moved aside under another name; its content stays.
struct ArtifactArchived {
  std::string path;
  std::string archived_as;
  bool operator==(const ArtifactArchived&) const = default;
  static constexpr int kind = 26;
  static constexpr const char* name = "artifact_archived";
  static constexpr auto fields() {
    return field_list(field(1, "path", &ArtifactArchived::path, "where it stood"),
                      field(2, "archived_as", &ArtifactArchived::archived_as, "its archived name"));
  }
};

}  // namespace clew
