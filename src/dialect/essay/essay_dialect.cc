#include "dialect/essay/essay_dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dialect/essay/check_value.h"
#include "dialect/essay/claim_counts.h"
#include "dialect/essay/essay_plan.h"
#include "dialect/essay/express.h"
#include "dialect/essay/further_steps.h"
#include "dialect/essay/interpret.h"
#include "dialect/essay/position.h"
#include "dialect/essay/recovery.h"
#include "dialect/essay/revisit.h"
#include "dialect/essay/shapes.h"
#include "dialect/essay/translation.h"
#include "dialect/fixed_plan.h"
#include "dialect/resume_protocol.h"
#include "dialect/tree_dialect.h"

namespace clew {
namespace {

using namespace essay;

const std::vector<Rule>& all_rules() {
  static const std::vector<Rule> rules = {
      {"state-missing",            Severity::kError,
       "session-state.yaml is missing, but its backup or artifacts exist",                                  "clew repair PATH"                                                       },
      {"artifact-missing",         Severity::kError,
       "a stage is marked completed, but its file does not exist",                                          "put the file back, or set the stage's status to needs_review"           },
      {"section-artifact-missing", Severity::kError,
       "a section is marked completed, but its argument map does not exist",                                "put the argument map back, or set the section's status to needs_review" },
      {"current-section-range",    Severity::kError,
       "current_section is not between 1 and total_sections",                                               "set current_section to an existing section, or to null"                 },
      {"current-paragraph-range",  Severity::kError,
       "current_paragraph is beyond the paragraphs of its section",                                         "set current_paragraph to an existing paragraph, or to null"             },
      {"file-missing",             Severity::kError,   "a referenced file does not exist",
       "put the file back, or set the reference to null"                                                                                                                             },
      {"prerequisite-not-started", Severity::kError,
       "a stage is completed while one before it is not started",                                           "set the status of the earlier stage, or of the later one to not_started"},
      {"section-repeated",         Severity::kError,   "a section is listed twice",
       "give each section an index of its own"                                                                                                                                       },
      {"end-missing",              Severity::kWarning,
       "the last section that every state has is missing; its end may have been cut off",                   "if it was cut off,  clew repair PATH"                                   },
      {"stage-name-mismatch",      Severity::kWarning,
       "current_stage_name is not the name of current_stage",                                               "set one of the two"                                                     },
      {"path-outside",             Severity::kWarning, "a referenced file is not in the session directory",
       "copy the file into the session directory"                                                                                                                                    },
      {"session-dir-moved",        Severity::kNote,
       "the directory is not where session_dir says; paths are resolved against the folder the "
       "file was found in",                                                                                 ""                                                                       },
  };
  return rules;
}

constexpr const char* kFolderPrefix = "essay-pipeline-";

struct Split {
  std::string entry;
  std::string name;
};

Split split(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

const LogWords* find_log(const std::string& name) {
  for (const auto& log : kLogs) {
    if (name == log.file) return &log;
  }
  return nullptr;
}

// The state, its backup, or a file that nothing else is called like: an artifact or the log of a
// stage.
bool shows_session(const std::string& name) {
  if (name == kStateFile || name == std::string(kStateFile) + ".bak") return true;
  const LogWords* log = find_log(name);
  if (log != nullptr && log->stage != 0) return true;
  const bool is_artifact =
      std::any_of(std::begin(kStages), std::end(kStages),
                  [&](const StageWords& stage) { return !name.empty() && name == stage.artifact; });
  return is_artifact || argument_section(name).has_value();
}

// What has neither is no state file, whatever it is called; its shape has said so.
bool is_ours(const Value& tree) {
  return tree.find("pipeline_id") != nullptr || tree.find("stages") != nullptr;
}

// Every artifact in the session's directory that is archived, under its archived name.
std::vector<FileMove> archived_files(const Session& session) {
  const SessionFolder folder(session);
  const std::string entry = entry_of(session);
  std::vector<FileMove> moves;
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.archived_as.empty()) continue;
    const auto from = folder.held(artifact.path);
    const auto to = folder.held(artifact.archived_as);
    if (from && to) moves.push_back({path_in(entry, *from), path_in(entry, *to)});
  }
  return moves;
}

// What was rewritten after its stage was gone back to, under its archived name.
std::vector<FileCopy> replaced_files(const Session& session) {
  const SessionFolder folder(session);
  const std::string entry = entry_of(session);
  std::vector<FileCopy> copies;
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.replaced_as.empty()) continue;
    const auto of = folder.held(artifact.path);
    const auto to = folder.held(artifact.replaced_as);
    if (of && to) {
      copies.push_back({path_in(entry, *of), path_in(entry, *to), artifact.replaced});
    }
  }
  return copies;
}

std::string stamp_of(Time time) {
  const std::string iso = to_iso(time);
  return fmt::format("{}{}{}-{}{}{}", iso.substr(0, 4), iso.substr(5, 2), iso.substr(8, 2),
                     iso.substr(11, 2), iso.substr(14, 2), iso.substr(17, 2));
}

class EssayDialect final : public TreeDialect,
                           private FixedPlan,
                           private StepEvidence,
                           private ResumeProtocol {
 public:
  const char* name() const override { return kDialect; }
  std::string default_folder() const override { return {}; }
  const FixedPlan* fixed_plan() const override { return this; }
  const Translation& translation() const override { return essay::translation(); }
  const StepEvidence* step_evidence() const override { return this; }
  const ResumeProtocol* resume_protocol() const override { return this; }
  const std::vector<DocumentShape>& documents() const override { return document_shapes(); }
  const std::vector<Rule>& rules() const override { return all_rules(); }

  // session-state.yaml in the folder itself or one below it, with the logs beside it. It is named
  // even when it is gone and only its backup or the artifacts are left.
  std::vector<Location> locations(const std::vector<std::string>& names) const override {
    std::map<std::string, Location> found;
    std::vector<std::string> order;
    for (const auto& path : names) {
      const auto [entry, name] = split(path);
      if (!shows_session(name) || entry.find('/') != std::string::npos) continue;
      Location location{entry, {path_in(entry, kStateFile)}};
      if (found.emplace(entry, std::move(location)).second) order.push_back(entry);
    }
    for (const auto& path : names) {
      const auto [entry, name] = split(path);
      const auto location = found.find(entry);
      if (location != found.end() && find_log(name) != nullptr)
        location->second.files.push_back(path);
    }
    std::vector<Location> out;
    for (const auto& entry : order) out.push_back(found.at(entry));
    return out;
  }

  bool recognises(const std::string& path, const std::string& text) const override {
    const std::string name = split(path).name;
    const auto has = [&](std::string_view key) {
      const size_t at = text.find(key);
      return at != std::string::npos && (at == 0 || text[at - 1] == '\n' || text[at - 1] == ' ');
    };
    if (name == kStateFile) return has("pipeline_id:") || has("stage_1:");
    // Another dialect's file may carry what is an essay's.
    const bool carries = has("carried:") && !text.starts_with("pipeline_id:") &&
                         text.find("\npipeline_id:") == std::string::npos;
    if (carries) return false;
    const bool is_yaml =
        name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".bak");
    return is_yaml && has("pipeline_id:") && has("current_stage:") && has("stage_1:");
  }

  std::vector<std::string> files_of(const Session& session) const override {
    const std::string entry = entry_of(session);
    std::vector<std::string> files{path_in(entry, kStateFile)};
    for (const auto& log : kLogs) files.push_back(path_in(entry, log.file));
    return files;
  }

  void set_folder(Session& session, const std::string& folder) const override {
    auto& attributes = session.steps[0].attributes;
    if (find_attribute(attributes, kSessionDir) != nullptr) return;  // as its writer knew it
    const std::string entry = entry_of(session);
    set_attribute(attributes, kSessionDir, entry.empty() ? folder : path_in(folder, entry));
  }

  std::string make_id(const Session& /*session*/, const IdSeed& seed) const override {
    return kFolderPrefix + stamp_of(seed.now + seconds(seed.attempt));
  }

  std::string step_name(const Session& session, const Step& step) const override {
    if (step.id == kRoot) return Dialect::step_name(session, step);
    const Names names(session);
    const Spot spot = names.spot(step.id);
    const Step* found = names.find(spot);
    // What lies deeper than the format reaches has no name in it.
    if (found == nullptr || found->id != step.id) return Dialect::step_name(session, step);
    return id_of(spot);
  }

  std::optional<Room> room() const override { return Room{"state", {"x-clew"}}; }

  Readings reconstruct(const FileSet& files) const override {
    return essay::reconstruct(*this, files);
  }
  Result<Session> begin_at(const FileSet& files, const std::string& step) const override {
    return essay::begin_at(files, step);
  }

  // Logs are somebody's text to which entries are added; and what a session has let go of, the
  // files still have.
  Result<FileSet> write(const Session& session, const FileSet& base) const override {
    const Readings readings = read(base);
    const Reading* standing = nullptr;
    for (const auto& reading : readings.sessions) {
      if (reading.entry == entry_of(session)) standing = &reading;
    }
    Session whole = standing == nullptr ? session : with_what_stands(session, standing->session);
    if (standing != nullptr) keep_session_dir(standing->session, whole);
    CLEW_ASSIGN(FileSet out, TreeDialect::write(whole, base));
    std::erase_if(out.files, [&](NamedFile& file) {
      const LogWords* log = find_log(split(file.path).name);
      return log != nullptr && !extend(file, *log, whole, standing, base);
    });
    out.moves = archived_files(whole);
    out.copies = replaced_files(whole);
    return out;
  }

 protected:
  const DocumentShape* document_of(const std::string& path) const override {
    const std::string name = split(path).name;
    if (name == kStateFile) return &document_shapes()[0];
    for (size_t i = 0; i < std::size(kLogs); ++i) {
      if (name == kLogs[i].file) return &document_shapes()[i + 1];
    }
    return nullptr;
  }

  std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) const override {
    std::vector<Reading> readings;
    for (const auto& document : documents) {
      if (document.shape->kind != DocumentKind::kYaml || !is_ours(document.tree)) continue;
      SessionFiles files{split(document.path).entry, &document};
      for (const auto& other : documents) {
        if (other.shape->kind == DocumentKind::kText && split(other.path).entry == files.entry) {
          files.logs.push_back(&other);
        }
      }
      readings.push_back(interpret_session(files, sink));
    }
    return readings;
  }

  bool has_null_template() const override { return true; }

  Result<Documents> express(const Session& session) const override {
    return express_session(session);
  }

 private:
  std::vector<PlannedStep> first_steps() const override { return essay_plan(); }
  std::vector<Attribute> first_attributes() const override { return essay_defaults(); }
  std::vector<Intent> further_steps(const Session& session, const FileSet& files) const override {
    return essay::further_steps(session, files);
  }
  std::vector<Intent> after_revisit(const Session& session, StepId step,
                                    Impact impact) const override {
    return essay::after_revisit(session, step, impact);
  }
  std::string upset_by(const Session& session, const Step& step, std::string_view before,
                       std::string_view after) const override {
    return essay::upset_by(session, step, before, after);
  }
  void describe(Session& session, const FileSet& artifacts) const override {
    essay::describe(session, artifacts);
  }
  std::vector<std::string> plan_files() const override { return {kStages[1].artifact}; }
  Status check_value(const Session& session, const Step& step, const std::string& key,
                     const Value& value) const override {
    return essay::check_value(session, step, key, value);
  }

  Evidence evidence_for(const Session& session, const Step& step) const override {
    return counted_evidence(session, step);
  }
  bool counts(std::string_view evidence) const override { return is_counted(evidence); }
  std::vector<std::string> settling_commands(const Session& session, const Step& step,
                                             std::string_view evidence) const override {
    return essay::settling_commands(session, step, evidence);
  }
  std::vector<StepFile> files_of_step(const Session& session, const Step& step) const override {
    return essay::files_of_step(session, step);
  }

  std::string position_sentence(const Session& session) const override {
    return essay::position_sentence(session);
  }
  std::string folder_prefix() const override { return kFolderPrefix; }
  std::string picker_line(const Session& session, Time now) const override {
    return essay::picker_line(session, now);
  }

  // Nobody has said where the files are, other than their text: a directory of this name.
  static void keep_session_dir(const Session& standing, Session& session) {
    auto& attributes = session.steps[0].attributes;
    const Value* dir = find_attribute(standing.root().attributes, kSessionDir);
    if (dir == nullptr || find_attribute(attributes, kSessionDir) != nullptr) return;
    const std::string& path = dir->as_string();
    if (!path.starts_with('/') || base_name(path) != entry_of(session)) return;
    set_attribute(attributes, kSessionDir, *dir);
  }

  // False: there is nothing new, and no file to leave as it is.
  static bool extend(NamedFile& file, const LogWords& log, const Session& session,
                     const Reading* standing, const FileSet& base) {
    const NamedFile* present = base.find(file.path);
    LogEntries known = present == nullptr ? LogEntries() : parse_log(present->text);
    if (standing != nullptr) {
      // Facts that the state file tells are not news to the log.
      const Names names(standing->session);
      const LogEntries reported = log_entries(standing->session, names, log);
      const LogEntries more = new_entries(reported, known);
      known.insert(known.end(), more.begin(), more.end());
    }
    const LogEntries fresh = new_entries(log_entries(session, Names(session), log), known);
    if (present == nullptr && fresh.empty()) return false;
    file.text = present == nullptr ? log_text(log.title, {}) : present->text;
    if (fresh.empty()) return true;
    if (!file.text.empty() && !file.text.ends_with('\n')) file.text += '\n';
    for (const auto& entry : fresh) file.text += to_text(entry);
    return true;
  }
};

}  // namespace

const Dialect& essay_dialect() {
  static const EssayDialect dialect;
  return dialect;
}

}  // namespace clew
