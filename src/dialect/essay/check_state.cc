// The seed's rules on load: what cannot be said by the shape, and what only the disk can answer.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dialect/essay/interpret.h"

namespace clew::essay {
namespace {

class Checker {
 public:
  Checker(const SessionFiles& files, FindingSink& sink, std::vector<DiskQuestion>& disk)
      : document_(*files.state),
        tree_(files.state->tree),
        entry_(files.entry),
        folder_(text_in(tree_, "session_dir"), files.entry),
        sink_(sink),
        disk_(disk) {}

  void check() {
    check_location();
    check_prerequisites();
    check_stage_name();
    check_end();
    check_sections(3);
    check_sections(4);
    check_current_section(3);
    check_current_section(4);
    check_current_paragraph();
    ask_about_stages();
    ask_about_others();
  }

 private:
  static TreePath at_stage(int stage) { return {"stages", stage_words(stage).id}; }

  void broken(const char* rule, TreePath path, std::string message) {
    sink_.rule(rule, document_, std::move(path), std::move(message));
  }

  void ask(const char* rule, std::string path, TreePath location, std::string message) {
    disk_.push_back(
        {std::move(path), sink_.make(rule, document_, std::move(location), std::move(message))});
  }

  std::string status(int stage) const { return text_in(stage_of(tree_, stage), "status"); }

  void check_location() {
    const std::string dir = text_in(tree_, "session_dir");
    if (dir.empty() || dir[0] != '/') return;
    const std::string message = fmt::format(
        "session_dir is {}; paths are resolved against the folder the file was found in", dir);
    if (!entry_.empty() && base_name(dir) != entry_) {
      broken("session-dir-moved", {"session_dir"}, message);
    } else if (!is_hostile(dir)) {
      ask("session-dir-moved", dir, {"session_dir"}, message);
    }
  }

  // The exact word is another one: completed stands for skipped.
  bool is_skipped(const std::string& id) const {
    const Value& exact = member(member(tree_, "x-clew"), "status");
    return text_in(exact, id) == name_of(StepStatus::kSkipped);
  }

  void check_prerequisites() {
    for (int stage = 2; stage <= kStageCount; ++stage) {
      if (status(stage) != "completed" || is_skipped(stage_words(stage).id)) continue;
      for (int before = 1; before < stage; ++before) {
        if (status(before) != "not_started") continue;
        broken("prerequisite-not-started", at_stage(stage) / "status",
               fmt::format("stage_{} is completed, but stage_{} is not started", stage, before));
      }
    }
  }

  void check_stage_name() {
    const auto current = integer_in(tree_, "current_stage");
    const std::string name = text_in(tree_, "current_stage_name");
    if (!current || name.empty()) return;
    const char* right = stage_words(static_cast<int>(*current)).name;
    if (name == right) return;
    broken("stage-name-mismatch", {"current_stage_name"},
           fmt::format("current_stage {} is {}, not {}", *current, right, name));
  }

  // A text cut off between two lines can be read; the template ends with output.
  void check_end() {
    if (tree_.find("output") != nullptr) return;
    broken("end-missing", {},
           "output is missing, which every state has; its end may have been cut off");
  }

  void check_sections(int stage) {
    std::set<int64_t> seen;
    const auto& sections = member(stage_of(tree_, stage), "sections").as_list();
    for (size_t i = 0; i < sections.size(); ++i) {
      const auto index = integer_in(sections[i], "section_index");
      if (!index || seen.insert(*index).second) continue;
      broken("section-repeated", at_stage(stage) / "sections" / i / "section_index",
             fmt::format("section {} is listed twice", *index));
    }
  }

  // As far as anybody has said.
  std::optional<int64_t> total_sections(int stage) const {
    const auto third = integer_in(stage_of(tree_, 3), "total_sections");
    const auto second = integer_in(stage_of(tree_, 2), "total_sections");
    int64_t listed = 0;
    for (const Value& section : member(stage_of(tree_, stage), "sections").as_list()) {
      listed = std::max(listed, integer_in(section, "section_index").value_or(0));
    }
    if (third || second) return third ? third : second;
    return listed > 0 ? std::optional(listed) : std::nullopt;
  }

  void check_current_section(int stage) {
    const auto current = integer_in(stage_of(tree_, stage), "current_section");
    if (!current) return;
    const auto total = total_sections(stage);
    if (*current >= 1 && (!total || *current <= *total)) return;
    broken("current-section-range", at_stage(stage) / "current_section",
           total
               ? fmt::format("current_section is {}, there are sections 1 to {}", *current, *total)
               : fmt::format("current_section is {}, sections count from 1", *current));
  }

  void check_current_paragraph() {
    const Value& stage = stage_of(tree_, 4);
    const auto current = integer_in(stage, "current_paragraph");
    if (!current) return;
    const TreePath path = at_stage(4) / "current_paragraph";
    const auto section = integer_in(stage, "current_section");
    if (!section) {
      broken("current-paragraph-range", path, "there is no current_section it could be in");
      return;
    }
    std::optional<int64_t> most;
    for (const Value& one : member(stage, "sections").as_list()) {
      if (integer_in(one, "section_index") != section) continue;
      const int64_t completed = integer_in(one, "completed_paragraphs").value_or(0);
      most = integer_in(one, "total_paragraphs").value_or(capped_sum(completed, 1));
    }
    if (*current >= 1 && (!most || *current <= *most)) return;
    broken("current-paragraph-range", path,
           most ? fmt::format("current_paragraph is {}, section {} has paragraphs 1 to {}",
                              *current, *section, *most)
                : fmt::format("current_paragraph is {}, paragraphs count from 1", *current));
  }

  // Where the file at a reference is to be looked for; empty when it is not to be.
  std::string location_of(const std::string& reported, const TreePath& path,
                          const std::string& usual = {}) {
    if (auto inside = folder_.inside(reported, usual)) return *inside;
    broken("path-outside", path, fmt::format("{} is not in the session directory", reported));
    return is_hostile(reported) ? std::string() : reported;
  }

  // A reference that is null still means the usual file when its owner is completed. `id` is what
  // the owner is called under x-clew, `owner` what it is called to people.
  void ask_about(const Value& object, const char* field, const std::string& usual, TreePath path,
                 const char* rule, const std::string& id, const std::string& owner) {
    const bool is_completed = text_in(object, "status") == "completed" && !is_skipped(id);
    const std::string reported = text_in(object, field);
    if (reported.empty() && !is_completed) return;
    path = path / std::string(field);
    const std::string location = reported.empty() ? usual : location_of(reported, path, usual);
    if (location.empty()) return;
    if (is_completed) {
      const bool has_field = object.find(field) != nullptr;
      ask(rule, location, has_field ? path : parent_of(path),
          fmt::format("{} is completed, but {} does not exist", owner, location));
    } else {
      ask("file-missing", location, path, fmt::format("{} does not exist", location));
    }
  }

  void ask_about_stages() {
    for (const auto& words : kStages) {
      const Value& stage = stage_of(tree_, words.number);
      if (words.artifact[0] != '\0') {
        ask_about(stage, words.reference, words.artifact, at_stage(words.number),
                  "artifact-missing", words.id, words.id);
        continue;
      }
      const auto& sections = member(stage, "sections").as_list();
      for (size_t i = 0; i < sections.size(); ++i) {
        const int64_t index =
            integer_in(sections[i], "section_index").value_or(static_cast<int64_t>(i) + 1);
        ask_about(sections[i], "argument_map_file", argument_file(index),
                  at_stage(words.number) / "sections" / i, "section-artifact-missing",
                  id_of({words.number, index}), fmt::format("section {}", index));
      }
    }
  }

  void ask_about_file(const Value& object, const char* field, TreePath path,
                      const std::string& usual) {
    const std::string reported = text_in(object, field);
    if (reported.empty()) return;
    path = path / std::string(field);
    const std::string location = location_of(reported, path, usual);
    if (!location.empty())
      ask("file-missing", location, path, fmt::format("{} does not exist", location));
  }

  // Style profile and samples are the author's; relative ones are relative to nothing we know.
  void ask_about_own(const char* field) {
    const std::string reported = text_in(tree_, field);
    if (reported.empty() || reported[0] != '/' || is_hostile(reported)) return;
    ask("file-missing", reported, {field}, fmt::format("{} does not exist", reported));
  }

  void ask_about_others() {
    for (const auto& log : kLogs) {
      if (log.stage == 0) continue;
      ask_about_file(stage_of(tree_, log.stage), log.reference, at_stage(log.stage), log.file);
    }
    ask_about_file(member(tree_, "output"), "final_essay_file", {"output"}, kFinalEssay);
    ask_about_own("style_profile_path");
    ask_about_own("samples_dir_path");
  }

  const Document& document_;
  const Value& tree_;
  const std::string& entry_;
  const SessionFolder folder_;
  FindingSink& sink_;
  std::vector<DiskQuestion>& disk_;
};

}  // namespace

void check_state(const SessionFiles& files, FindingSink& sink, std::vector<DiskQuestion>& disk) {
  Checker(files, sink, disk).check();
}

}  // namespace clew::essay
