#include "dialect/essay/recovery.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "dialect/essay/interpret.h"
#include "dialect/essay/salvage.h"
#include "dialect/essay/shapes.h"
#include "document/add_missing.h"
#include "document/readable_prefix.h"

namespace clew::essay {
namespace {

// Makes a state file out of what is left on the disk: artifacts tell which stages came to
// something, the draft how far the writing is. What cannot be shown by a file becomes needs_review,
// never completed.
class StateMaker {
 public:
  explicit StateMaker(const Remains& remains)
      : remains_(remains), folder_("", remains.entry), total_(remains.total_sections()) {}

  // From the artifacts alone.
  // Reads the stages from the first to the last and then back: a stage that something later builds
  // on was not skipped, even if its own file is gone.
  Value from_artifacts() {
    statuses_[0] = remains_.has(kStages[0].artifact) ? "completed" : "not_started";
    statuses_[1] = remains_.has(kStages[1].artifact) ? "completed" : "not_started";
    const bool is_final = remains_.has(kFinalEssay);
    const bool is_drafted = remains_.has(kStages[3].artifact);
    for (int64_t i = 1; i <= total_; ++i) third_[i] = fourth_[i] = "not_started";
    for (const int64_t section : remains_.argued) third_[section] = "completed";
    for (size_t i = 0; i < remains_.draft.size(); ++i) {
      const bool is_last = i + 1 == remains_.draft.size();
      fourth_[remains_.draft_number(i)] = is_last && !is_final ? "in_progress" : "completed";
    }
    // That the arguments were approved as a whole, only the essay itself shows.
    if (!remains_.argued.empty()) {
      statuses_[2] = is_final && all_completed(third_) ? "completed" : "in_progress";
    }
    if (is_drafted) statuses_[3] = "in_progress";
    if (is_final) {
      statuses_[3] = is_drafted && all_completed(fourth_) ? "completed" : "needs_review";
    }
    if (!remains_.draft.empty() && !is_final) {
      spot_ = {4, remains_.draft_number(remains_.draft.size() - 1)};
      spot_.paragraph = remains_.draft.back().paragraphs + 1;
    }
    // Something came of a stage whose own file is gone: somebody should look.
    bool later = false;
    for (int i = kStageCount - 1; i >= 0; --i) {
      if (statuses_[i] == "not_started" && later) statuses_[i] = "needs_review";
      later = later || statuses_[i] != "not_started";
    }
    spot_.stage = kStageCount;
    for (int i = kStageCount - 1; i >= 0; --i) {
      if (statuses_[i] != "completed") spot_.stage = i + 1;
    }
    if (statuses_[3] == "in_progress") spot_.stage = 4;
    const bool is_done = is_final && std::all_of(std::begin(statuses_), std::end(statuses_),
                                                 [](const auto& s) { return s == "completed"; });
    return state(is_done ? "completed" : "in_progress");
  }

  // Where a person says: what comes before it is complete as far as there is a file to show for it,
  // what comes after it is not begun.
  Value standing_at(const Spot& spot) {
    spot_ = spot;
    bool is_argued = total_ > 0;
    for (int64_t i = 1; i <= total_; ++i) is_argued = is_argued && remains_.argued.contains(i);
    for (int stage = 1; stage <= kStageCount; ++stage) {
      const bool is_shown = stage == 3 ? is_argued : remains_.has(kStages[stage - 1].artifact);
      statuses_[stage - 1] = stage < spot.stage    ? reached(is_shown)
                             : stage == spot.stage ? "in_progress"
                                                   : "not_started";
    }
    for (int64_t i = 1; i <= total_; ++i) {
      if (spot.stage > 3 || (spot.stage == 3 && spot.section && i < *spot.section)) {
        third_[i] = reached(remains_.argued.contains(i));
      } else if (spot.stage == 3) {
        third_[i] = spot.section == i ? "in_progress" : "not_started";
      }
      if (spot.stage >= 3) {
        fourth_[i] = spot.stage == 3 || !spot.section || i > *spot.section ? "not_started"
                     : i < *spot.section                                   ? "completed"
                                                                           : "in_progress";
      }
    }
    return state("in_progress");
  }

 private:
  static bool all_completed(const std::map<int64_t, std::string>& sections) {
    return !sections.empty() &&
           std::all_of(sections.begin(), sections.end(),
                       [](const auto& section) { return section.second == "completed"; });
  }

  static const char* reached(bool is_shown) { return is_shown ? "completed" : "needs_review"; }

  int64_t drafted(int64_t section) const {
    for (size_t i = 0; i < remains_.draft.size(); ++i) {
      if (remains_.draft_number(i) == section) return remains_.draft[i].paragraphs;
    }
    return 0;
  }

  void set_file(Value& object, const char* field, const std::string& name) const {
    if (remains_.names.contains(name)) object.set(field, folder_.reported(name));
  }

  Value sections(int stage, const std::map<int64_t, std::string>& statuses) const {
    Value list = Value::list();
    for (const auto& [index, status] : statuses) {
      Value section = Value::object();
      section.set("section_index", index);
      section.set("status", status);
      if (stage == 3) {
        set_file(section, "argument_map_file", argument_file(index));
      } else {
        const bool is_current = spot_.section == index && spot_.paragraph;
        const int64_t completed = is_current ? *spot_.paragraph - 1 : drafted(index);
        const bool is_open = status == "not_started";
        section.set("completed_paragraphs", is_open ? 0 : completed);
        if (status == "completed") section.set("total_paragraphs", completed);
      }
      list.push(std::move(section));
    }
    return list;
  }

  // Only what is known is set. Interpreting fills the rest, as it does for a file that lacks it.
  Value state(const char* status) const {
    Value tree = Value::object();
    if (remains_.began) tree.set("started_at", to_iso(*remains_.began));
    if (remains_.last) tree.set("last_activity", to_iso(*remains_.last));
    tree.set("status", status);
    tree.set("session_dir", folder_.session_dir());
    tree.set("current_stage", spot_.stage);
    Value stages = Value::object();
    for (const auto& words : kStages) {
      Value stage = Value::object();
      stage.set("status", statuses_[words.number - 1]);
      if (words.artifact[0] != '\0') set_file(stage, words.reference, words.artifact);
      for (const auto& log : kLogs) {
        if (log.stage == words.number) set_file(stage, log.reference, log.file);
      }
      // It is the approval that completes it.
      if (words.number == 3 && statuses_[2] == "completed") stage.set("birds_eye_approved", true);
      const bool counts = words.number == 2 || words.number == 3;
      if (counts && total_ > 0) stage.set("total_sections", total_);
      const auto& parts = words.number == 3 ? third_ : fourth_;
      if (words.number >= 3 && !parts.empty()) {
        stage.set("sections", sections(words.number, parts));
      }
      if (words.number == spot_.stage && spot_.section) {
        stage.set("current_section", *spot_.section);
        if (spot_.paragraph) stage.set("current_paragraph", *spot_.paragraph);
      }
      stages.set(words.id, std::move(stage));
    }
    tree.set("stages", std::move(stages));
    Value output = Value::object();
    set_file(output, "final_essay_file", kFinalEssay);
    tree.set("output", std::move(output));
    return tree;
  }

  const Remains& remains_;
  const SessionFolder folder_;
  const int64_t total_;
  std::string statuses_[kStageCount] = {"not_started", "not_started", "not_started", "not_started"};
  std::map<int64_t, std::string> third_;
  std::map<int64_t, std::string> fourth_;
  Spot spot_;
};

constexpr const char* kReview = "review what was reconstructed before you continue";

std::string state_path(const Remains& remains) {
  return remains.entry.empty() ? kStateFile : remains.entry + "/" + kStateFile;
}

std::string names_of_paths(const std::vector<TreePath>& paths) {
  std::vector<std::string> names;
  for (const auto& path : paths) names.push_back(path_in_words(path));
  return fmt::format("{}", fmt::join(names, ", "));
}

Reading read_made(const Remains& remains, Value tree, FindingSink& sink) {
  Document state{&document_shapes()[0], state_path(remains), std::move(tree), {}};
  SessionFiles files{remains.entry, &state};
  files.is_made = true;
  for (const auto& log : remains.logs) files.logs.push_back(&log);
  return interpret_session(files, sink);
}

// "Stage 4, Section 2" and "stage_4/section-2" are the same three numbers.
std::optional<Spot> spot_in_words(std::string_view text) {
  std::vector<int64_t> numbers;
  for (size_t i = 0; i < text.size();) {
    if (text[i] < '0' || text[i] > '9') {
      ++i;
      continue;
    }
    const size_t end = std::min(text.find_first_not_of("0123456789", i), text.size());
    const auto number = small_number(text.substr(i, end - i));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    i = end;
  }
  if (numbers.empty() || numbers.size() > 3 || numbers[0] > kStageCount) return std::nullopt;
  Spot spot{static_cast<int>(numbers[0])};
  if (numbers.size() > 1) spot.section = numbers[1];
  if (numbers.size() > 2) spot.paragraph = numbers[2];
  if (spot.section && spot.stage < 3) return std::nullopt;
  if (spot.paragraph && spot.stage < 4) return std::nullopt;
  return spot;
}

// All positions that there are, for the choice of a person.
Error no_such_step(const std::string& step, int64_t sections) {
  std::string names;
  for (const auto& words : kStages) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", words.id);
    if (words.number < 3 || sections == 0) continue;
    names += fmt::format(", {}/section-1", words.id);
    if (sections > 1) names += fmt::format(" to {}/section-{}", words.id, sections);
  }
  return make_error(
      ErrorCode::kInvalid,
      step.empty()
          ? "It can be restarted at " + names
          : fmt::format("\"{}\" is not a position in this essay; choose one of: {}", step, names),
      step, "clew repair --at stage_1");
}

}  // namespace

// Level 2 of the recovery: a state file that is there is completed with what the artifacts show,
// one that is gone is made. Sessions without any artifact are left out, as nothing tells of them.
Readings reconstruct(const Dialect& dialect, const FileSet& files) {
  Readings readings;
  for (const auto& remains : find_remains(files)) {
    const std::string path = state_path(remains);
    const NamedFile* state = files.find(path);
    const Value shown =
        remains.has_artifact() ? StateMaker(remains).from_artifacts() : Value::object();
    FindingSink sink(kDialect, dialect.rules());
    if (state != nullptr) {
      auto extended = add_missing(document_shapes()[0], state->text, shown);
      if (!extended) continue;
      FileSet own;
      for (const auto& file : files.files) {
        const bool is_beside = file.path.starts_with(remains.entry) && file.path != path;
        if (is_beside) own.files.push_back(file);
      }
      own.files.push_back({path, std::move(extended->text)});
      Readings reported = dialect.read(own);
      for (auto& reading : reported.sessions) readings.sessions.push_back(std::move(reading));
      if (!extended->added.empty()) {
        sink.add(Severity::kWarning, "reconstructed", path, {},
                 names_of_paths(extended->added) +
                     " reconstructed from artifact files; some "
                     "metadata may be approximate",
                 kReview);
      }
    } else if (remains.has_artifact()) {
      FindingSink unheard(kDialect, dialect.rules());
      readings.sessions.push_back(read_made(remains, shown, unheard));
      sink.add(Severity::kWarning, "reconstructed", readings.sessions.back().entry, {},
               kEssayReconstructed, kReview);
    }
    for (auto& finding : sink.take({})) readings.findings.push_back(std::move(finding));
  }
  return readings;
}

// Level 3: a person says where the work stands.
Result<Session> begin_at(const FileSet& files, const std::string& step) {
  auto all = find_remains(files);
  if (all.empty()) all.emplace_back();
  const Remains& remains = all.front();
  const int64_t sections = remains.total_sections();
  const auto spot = spot_in_words(step);
  if (!spot || (spot->section && *spot->section > sections)) return no_such_step(step, sections);
  const std::vector<Rule> no_rules;
  FindingSink unheard(kDialect, no_rules);
  return read_made(remains, StateMaker(remains).standing_at(*spot), unheard).session;
}

}  // namespace clew::essay
