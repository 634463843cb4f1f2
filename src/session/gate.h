#pragma once
// A gate is what a step must show before it counts as done; evidence is what it showed. Both are
// data: judging is a pure function that lists everything missing or failed, never only the first.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "session/tie.h"

namespace clew {

enum class EvidenceSource { kClaimed, kMeasured };  // somebody said so; clew ran or read it
enum class FieldType { kAny, kBoolean, kInteger, kNumber, kString, kList, kObject };
enum class CheckOp {
  kEqual,
  kNotEqual,
  kLess,
  kAtMost,
  kGreater,
  kAtLeast,
  kMatches,
  kOneOf,
  kBetween
};
enum class Strictness { kLenient, kStrict };  // strict: evidence the gate does not know fails it
enum class Overriding { kAllowed, kForbidden };

template <>
struct EnumNames<EvidenceSource> {
  static constexpr const char* names[] = {"claimed", "measured"};
};
template <>
struct EnumNames<FieldType> {
  static constexpr const char* names[] = {"any",    "boolean", "integer", "number",
                                          "string", "list",    "object"};
};
template <>
struct EnumNames<CheckOp> {
  static constexpr const char* names[] = {"==", "!=",      "<",      "<=",     ">",
                                          ">=", "matches", "one_of", "between"};
};
template <>
struct EnumNames<Strictness> {
  static constexpr const char* names[] = {"lenient", "strict"};
};
template <>
struct EnumNames<Overriding> {
  static constexpr const char* names[] = {"allowed", "forbidden"};
};

// One value that was shown, and where it came from.
struct EvidenceItem {
  std::string name;
  Value value;
  EvidenceSource source = EvidenceSource::kClaimed;
  bool operator==(const EvidenceItem&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "name", &EvidenceItem::name, "what was shown; dots reach inside"),
                      field(2, "value", &EvidenceItem::value, "the value shown"),
                      field(3, "source", &EvidenceItem::source, "claimed or measured"));
  }
};

// What stood on the disk when a command was measured: the files of its step, or all that git knows
// of the project when the step has none. When that changes, what was measured is stale
// (src/drift/measured_content.h).
struct MeasuredOn {
  Time at;             // when the command began
  std::string folder;  // where it ran, relative to the project; empty: the project itself
  std::vector<Tie> files;
  Hash tree;  // of the paths and contents that git tracks, and of `untracked`; empty: `files`
  std::vector<std::string> untracked;  // files beside them that the command left as they were
  bool operator==(const MeasuredOn&) const = default;
  static constexpr auto fields() {
    using T = MeasuredOn;
    return field_list(field(1, "at", &T::at, "when the command began"),
                      field(2, "folder", &T::folder, "where it ran, relative to the project"),
                      field(3, "files", &T::files, "the files of its step"),
                      field(4, "tree", &T::tree, "of all that git tracks, when it has no files"),
                      field(5, "untracked", &T::untracked, "untracked files that belong to it"));
  }
};

// What clew itself ran to find out.
struct Measurement {
  std::vector<std::string> command;
  int exit_code = 0;
  Duration duration;
  Hash output;                        // blob with the output, head and tail kept
  std::string signal = {};            // SIGKILL: what ended it; empty when it ended by itself
  std::optional<MeasuredOn> on = {};  // unset: nobody looked
  bool operator==(const Measurement&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "command", &Measurement::command, "the argv that ran"),
                      field(2, "exit_code", &Measurement::exit_code,
                            "its exit code; 128 and the signal's number when one ended it"),
                      field(3, "duration_ms", &Measurement::duration, "how long it ran"),
                      field(4, "output", &Measurement::output, "blob of its output"),
                      field(5, "signal", &Measurement::signal, "the signal that ended it"),
                      field(6, "on", &Measurement::on, "what stood on the disk then"));
  }
};

// Everything that was shown for one attempt.
struct Evidence {
  std::vector<EvidenceItem> items;
  std::optional<Measurement> measurement;
  bool operator==(const Evidence&) const = default;
  // The value under a dotted name, looked up as a whole name first; null when not shown. Measured
  // before claimed.
  const Value* find(std::string_view name) const;
  static constexpr auto fields() {
    return field_list(
        field(1, "items", &Evidence::items, "what was shown"),
        field(2, "measurement", &Evidence::measurement, "the command behind measured items"));
  }
};

struct Check {
  CheckOp op = CheckOp::kEqual;
  Value operand;  // a number, text, list (one_of) or pair (between)
  bool operator==(const Check&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "op", &Check::op, "comparison, pattern, set or range"),
                      field(2, "operand", &Check::operand, "what it is compared with"));
  }
};

// What one field of the evidence must be.
struct GateField {
  std::string name;
  FieldType type = FieldType::kAny;
  bool required = true;
  std::vector<Check> checks;
  std::string description;
  bool operator==(const GateField&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "name", &GateField::name, "the evidence it asks for"),
                      field(2, "type", &GateField::type, "its type"),
                      field(3, "required", &GateField::required, "whether it may be absent"),
                      field(4, "checks", &GateField::checks, "what must hold of it"),
                      field(5, "description", &GateField::description, "in words"));
  }
};

// A rule between two fields, such as tests_passed == tests_total.
struct CrossRule {
  std::string left;
  CheckOp op = CheckOp::kEqual;
  std::string right;
  std::string message = {};  // what its author says when it does not hold
  bool operator==(const CrossRule&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "left", &CrossRule::left, "a field"),
                      field(2, "op", &CrossRule::op, "a comparison"),
                      field(3, "right", &CrossRule::right, "another field"),
                      field(4, "message", &CrossRule::message, "message when it does not hold"));
  }
};

// All that is asked of a step. A gate without fields and rules is always open.
struct Gate {
  std::vector<GateField> required;
  std::vector<CrossRule> rules;
  Strictness strictness = Strictness::kLenient;
  Overriding overriding = Overriding::kAllowed;
  CLEW_COPIED_ONCE(Gate);
  static constexpr auto fields() {
    return field_list(field(1, "fields", &Gate::required, "the evidence it asks for"),
                      field(2, "rules", &Gate::rules, "rules between fields"),
                      field(3, "strictness", &Gate::strictness, "whether unknown evidence fails"),
                      field(4, "overriding", &Gate::overriding, "whether a reason may override"));
  }
};

// One thing that keeps a gate shut.
struct GateFinding {
  std::string name;     // the evidence concerned
  std::string problem;  // "coverage 65, needs >= 80"
  std::string advice;   // what to do about it
  bool operator==(const GateFinding&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "name", &GateFinding::name, "the evidence concerned"),
                      field(2, "problem", &GateFinding::problem, "what is wrong"),
                      field(3, "advice", &GateFinding::advice, "what to do"));
  }
};

// Required, types, checks, rules between fields, strictness: judged in that order. Empty: passed.
std::vector<GateFinding> judge(const Gate& gate, const Evidence& evidence);
// "coverage >= 80", "tests_passed == tests_total", "approved" (must be true), "level one_of a,b".
Result<Gate> parse_gate(const std::vector<std::string>& expressions);
// The gate in words: "coverage >= 80 and approved".
std::string to_text(const Gate& gate);
std::string to_text(const std::vector<GateFinding>& findings);

}  // namespace clew
