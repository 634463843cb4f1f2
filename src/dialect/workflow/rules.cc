// What a schema cannot say about a state document.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "dialect/workflow/names.h"
#include "dialect/workflow/shapes.h"
#include "dialect/workflow/state.h"
#include "session/progress.h"

namespace clew::workflow {
namespace {

TreePath at(std::initializer_list<PathPart> parts) { return TreePath(parts); }

class Judge {
 public:
  Judge(const State& state, const Document& document, FindingSink& sink)
      : state_(state), tree_(document.tree), document_(document), sink_(sink) {}

  void judge() {
    judge_sections();
    judge_numbers();
    judge_completed();
    judge_checkpoints();
    judge_timing();
    judge_lifecycle();
    judge_current();
    for (const auto& location : state_.odd) {
      report("clew-metadata", location, "this is not understood and was ignored");
    }
  }

 private:
  void report(const char* rule, TreePath location, std::string message) {
    sink_.rule(rule, document_, std::move(location), std::move(message));
  }

  std::string checkpoint(uint32_t number) const {
    return text_in(member_of(tree_, "checkpoints"), std::to_string(number));
  }
  bool is_listed(uint32_t number) const {
    return std::find(state_.completed.begin(), state_.completed.end(), number) !=
           state_.completed.end();
  }
  // Phases may be done in another order when the plan says so.
  bool keeps_order(uint32_t number) const {
    return state_.session.root().order == ChildOrder::kInOrder &&
           state_.phase(number).needs.empty();
  }
  std::optional<uint32_t> first_open() const {
    for (uint32_t n = state_.first; state_.has(n); ++n) {
      if (!is_complete(state_.phase(n))) return n;
    }
    return std::nullopt;
  }

  void judge_sections() {
    if (state_.legacy && tells_itself()) {
      report("legacy", {}, "there is no workflow_structure and no lifecycle; never rewritten");
      return judge_status();
    }
    if (state_.legacy) {
      return report("legacy", {}, "Legacy session format, limited resumption context");
    }
    for (const char* section : {"workflow_structure", "lifecycle"}) {
      if (tree_.find(section) == nullptr) {
        report("section-missing", {}, fmt::format("{} is missing, or not valid", section));
      }
    }
    const Value& structure = member_of(tree_, "workflow_structure");
    const auto first = integer_in(structure, "starting_phase");
    const std::string scheme = text_in(structure, "indexing_scheme");
    if (first && !scheme.empty() && scheme != (*first == 0 ? "zero_based" : "one_based")) {
      report("scheme-mismatch", at({"workflow_structure", "indexing_scheme"}),
             fmt::format("{}, but starting_phase is {}", scheme, *first));
    }
  }

  // Whether it has other members that say what legacy files do not.
  bool tells_itself() const {
    return std::any_of(std::begin(kInPlaceOfSections), std::end(kInPlaceOfSections),
                       [&](const char* name) { return tree_.find(name) != nullptr; });
  }
  void judge_status() {
    const auto open = first_open();
    if (state_.status == "completed" && open) {
      report("completed-early", at({"status"}),
             fmt::format("completed, but phase {} is not", *open));
    }
  }

  bool is_outside(uint32_t number) const {
    return number < state_.first || (state_.last && number > *state_.last);
  }
  void judge_number(uint32_t number, TreePath location) {
    if (!is_outside(number)) return;
    report("structure-mismatch", std::move(location),
           state_.last ? fmt::format("phase {} is not between {} and {}", number, state_.first,
                                     *state_.last)
                       : fmt::format("phase {} comes before the first, {}", number, state_.first));
  }
  void judge_numbers() {
    for (size_t i = 0; i < state_.completed.size(); ++i) {
      judge_number(state_.completed[i], at({"completed_phases", i}));
    }
    for (const char* section : {"phase_timing", "phase_timings", "phase_artifacts", "checkpoints",
                                "evidence_submitted"}) {
      for (const auto& [key, value] : member_of(tree_, section).as_object()) {
        const auto number = phase_number(key);
        if (!number) continue;
        judge_number(*number, at({section, key}));
        const bool is_timing = std::string_view(section) == "phase_timings";
        if (std::string_view(section) != "phase_artifacts" && !is_timing) continue;
        const char* name = is_timing ? "phase" : "phase_number";
        const auto inside = integer_in(value, name);
        if (inside && *inside != static_cast<int64_t>(*number)) {
          report("phase-number", at({section, key, name}),
                 fmt::format("{} is {} under the key {}", name, *inside, key));
        }
      }
    }
    const bool past_end = state_.current && state_.last && *state_.current == *state_.last + 1;
    const bool legacy_end =
        state_.legacy && past_end && state_.session.lifecycle.status == Lifecycle::kCompleted;
    if (state_.current && !legacy_end) judge_number(*state_.current, at({"current_phase"}));
  }

  void judge_completed() {
    for (size_t i = 0; i < state_.completed.size(); ++i) {
      const uint32_t number = state_.completed[i];
      const TreePath location = at({"completed_phases", i});
      const std::string word = checkpoint(number);
      if (word == "failed") {
        report("failed-phase-completed", location,
               fmt::format("phase {} is listed as completed, but its checkpoint failed", number));
      } else if (word == "pending") {
        report(
            "listed-not-passed", location,
            fmt::format("phase {} is listed as completed, but its checkpoint is pending", number));
      }
      if (!state_.has(number) || !keeps_order(number)) continue;
      for (uint32_t earlier = state_.first; earlier < number; ++earlier) {
        // One that has passed and was gone back to was not passed over.
        const Step& phase = state_.phase(earlier);
        if (is_complete(phase) || phase.passed_attempt() != nullptr) continue;
        report(
            "out-of-order", location,
            fmt::format("phase {} is listed as completed, but phase {} is not", number, earlier));
        break;
      }
    }
  }

  void judge_checkpoints() {
    for (const auto& [key, word] : member_of(tree_, "checkpoints").as_object()) {
      const auto number = phase_number(key);
      if (!number || word.as_string() != "passed" || is_listed(*number)) continue;
      report("passed-not-listed", at({"checkpoints", key}),
             fmt::format("phase {} passed its checkpoint, but is not listed as completed", key));
    }
  }

  void judge_timing() {
    const Value& timings = timing_in(tree_);
    const char* section =
        &timings == tree_.find("phase_timings") ? "phase_timings" : "phase_timing";
    for (const auto& [key, timing] : timings.as_object()) {
      const auto number = phase_number(key);
      const auto completed = time_in(timing, "completed_at");
      const auto started = time_in(timing, "started_at");
      if (!number || !completed) continue;
      const std::string word = checkpoint(*number);
      const bool passed = word == "passed" || (word.empty() && is_listed(*number));
      if (!passed) {
        report("completed-not-passed", at({section, key, "completed_at"}),
               fmt::format("phase {} has a completed_at, but has not passed", key));
      }
      if (started && *completed < *started) {
        report("time-order", at({section, key, "completed_at"}),
               fmt::format("phase {} ended before it began", key));
      }
    }
    const auto created = time_in(tree_, "created_at");
    const auto updated = time_in(tree_, "updated_at");
    if (created && updated && *updated < *created) {
      report("time-order", at({"updated_at"}), "updated_at is before created_at");
    }
  }

  void judge_lifecycle() {
    const Value& block = member_of(tree_, "lifecycle");
    const bool completed = member_of(block, "completed").as_bool();
    const auto open = first_open();
    if (completed && member_of(block, "paused").as_bool()) {
      report("flags-contradict", at({"lifecycle", "paused"}), "completed and paused at once");
    }
    if (completed && open) {
      report("completed-early", at({"lifecycle", "completed"}),
             fmt::format("completed, but phase {} is not", *open));
    }
    const Session& s = state_.session;
    if (s.lifecycle.status != Lifecycle::kCompleted && !open && state_.phases > 0 && state_.last &&
        !state_.overrun && steps_to_come(s) == 0 && !s.root().gate) {
      report("all-phases-complete", at({"completed_phases"}),
             "all phases are complete, but the session is not");
    }
  }

  void judge_current() {
    if (!state_.current || !state_.has(*state_.current) || is_outside(*state_.current)) return;
    const auto open = first_open();
    if (!open || is_closed(state_.session.lifecycle.status)) return;
    const uint32_t current = *state_.current;
    if (is_complete(state_.phase(current))) {
      report("current-phase-complete", at({"current_phase"}),
             fmt::format("phase {} is current and complete; phase {} is next", current, *open));
    } else if (*open < current && keeps_order(current)) {
      report("current-phase-ahead", at({"current_phase"}),
             fmt::format("phase {} is current, but phase {} is not complete", current, *open));
    }
  }

  const State& state_;
  const Value& tree_;
  const Document& document_;
  FindingSink& sink_;
};

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = {
      {"legacy",                 Severity::kWarning, "Legacy session format, limited resumption context",
       "clew migrate PATH"                                                                                                                                                    },
      {"section-missing",        Severity::kError,
       "only one of workflow_structure and lifecycle is present",                                         "add it as the schema says; clew schema workflow"                   },
      {"scheme-mismatch",        Severity::kError,   "indexing_scheme and starting_phase disagree",
       "make both match how the phases are numbered"                                                                                                                          },
      {"structure-mismatch",     Severity::kError,
       "a phase is outside the structure the session began with",                                         "correct the phase's number, or total_phases"                       },
      {"phase-number",           Severity::kError,   "an artifact's phase_number is not its key",
       "make them the same"                                                                                                                                                   },
      {"failed-phase-completed", Severity::kError,
       "a phase whose checkpoint failed is listed as completed",                                          "remove it from completed_phases, or retry the phase"               },
      {"all-phases-complete",    Severity::kError,
       "all phases are complete, but the session is not completed",                                       "set lifecycle.completed, or remove the phase that is still running"},
      {"completed-early",        Severity::kError,   "the session is completed, but a phase is not",
       "clear lifecycle.completed, or finish the phase"                                                                                                                       },
      {"flags-contradict",       Severity::kError,   "completed and paused at once",
       "clear one of the two flags"                                                                                                                                           },
      {"out-of-order",           Severity::kError,   "a phase is completed before an earlier one",
       "complete phases in order"                                                                                                                                             },
      {"listed-not-passed",      Severity::kWarning,
       "a phase is listed as completed while its checkpoint is pending",                                  "set its checkpoint to passed, or remove it from completed_phases"  },
      {"passed-not-listed",      Severity::kWarning,
       "a phase passed its checkpoint but is not listed as completed",                                    "list it in completed_phases, or set its checkpoint back to pending"},
      {"completed-not-passed",   Severity::kWarning,
       "a phase has a completed_at without having passed",                                                "remove completed_at until the checkpoint passes"                   },
      {"time-order",             Severity::kWarning, "an end is before its beginning",                    "correct the times"                                                 },
      {"current-phase-complete", Severity::kWarning,
       "the current phase is complete while others are open",                                             "set current_phase to the next one"                                 },
      {"current-phase-ahead",    Severity::kWarning,
       "the current phase comes after one that is not complete",                                          "finish the earlier phase first"                                    },
      {"clew-metadata",          Severity::kWarning, "metadata.clew has content that is not understood",
       "remove it; the other fields are enough"                                                                                                                               },
      {"no-session",             Severity::kError,   "the document is not a workflow session",
       "clew validate FILE --dialect NAME, if it is one of another dialect"                                                                                                   },
      {"id-mismatch",            Severity::kWarning, "the file is not named after its session_id",
       "name it <session_id>.json"                                                                                                                                            },
  };
  return all;
}

void check_state(const State& state, const Document& document, FindingSink& sink) {
  Judge(state, document, sink).judge();
  const std::string stem = stem_of(document.path);
  if (!stem.empty() && stem != state.entry) {
    sink.rule("id-mismatch", document, {std::string("session_id")},
              fmt::format("session_id is {}, the file is named {}", state.entry, stem));
  }
}

}  // namespace clew::workflow
