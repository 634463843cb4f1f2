#include "dialect/essay/express.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/essay/interpret.h"
#include "dialect/essay/position.h"
#include "dialect/essay/shapes.h"
#include "document/shape/check_shape.h"

namespace clew::essay {
namespace {

// essay-UUID out of the session's own id, the same every time (version 8: made by our own rule).
std::string pipeline_id(const Session& session) {
  std::string hex =
      sha256("essay\n" + session.identity.id.text + "\n" + to_iso(session.identity.created_at))
          .hex()
          .substr(0, 32);
  hex[12] = '8';
  hex[16] = "89ab"[(hex[16] <= '9' ? hex[16] - '0' : hex[16] - 'a' + 10) & 3];
  return fmt::format("essay-{}-{}-{}-{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4),
                     hex.substr(16, 4), hex.substr(20, 12));
}

// Writes the state file from the session: first a blank document of the format, then what follows
// from steps and facts, and last the attributes, which are what somebody set. Members are then put
// in the order of the shape, as they are set in another.
class StateWriter {
 public:
  explicit StateWriter(const Session& session)
      : session_(session), names_(session), folder_(session) {}

  // An essay without one of its stages cannot be written: nothing is made up.
  Status check() const {
    std::string missing;
    for (const auto& words : kStages) {
      if (names_.stage(words.number) != nullptr) continue;
      missing += fmt::format("{}{} ({})", missing.empty() ? "" : ", ", words.id, words.title);
    }
    if (missing.empty()) return success();
    return make_error(ErrorCode::kInvalid, "an essay session has four stages; missing: " + missing,
                      session_.identity.id.text, "clew start GOAL --dialect essay");
  }

  Value state() {
    const Shape& shape = state_shape();
    Value tree = blank(shape);
    tree.set("pipeline_id", pipeline_id(session_));
    tree.set("started_at", to_iso(session_.identity.created_at));
    tree.set("last_activity", to_iso(session_.last_activity));
    tree.set("status", word_of(session_.lifecycle.status));
    tree.set("pushback_level", "full");
    const int current = current_stage(session_, names_);
    tree.set("current_stage", current);
    tree.set("current_stage_name", stage_words(current).name);
    tree.set("deferred_verifications", deferred_verifications(session_, names_));
    tree.set("user_overrides", user_overrides(session_));
    tree.set("revision_history", revision_history(session_, names_));
    Value stages = Value::object();
    for (const auto& words : kStages) {
      if (names_.stage(words.number) != nullptr) stages.set(words.id, stage(words.number));
    }
    tree.set("stages", std::move(stages));
    Value calibration = member(tree, "voice_calibration");
    calibration.set("voice_reference_mode", "profile");
    tree.set("voice_calibration", std::move(calibration));
    Value output = member(tree, "output");
    if (session_.lifecycle.status == Lifecycle::kCompleted) {
      output.set("completed_at", time_or_null(session_.lifecycle.ended_at));
    }
    output.set("final_essay_file",
               file(session_.root(), "essay.output.final_essay_file", kFinalEssay));
    if (const Step* last = names_.stage(kStageCount)) {
      fill_from_evidence(*last, find_field(shape, "output")->shape, output);
    }
    tree.set("output", std::move(output));
    write_attributes(kDialect, shape, HomeOwner::kSession, session_.root().attributes, tree);
    tree.set("session_dir", folder_.session_dir());
    if (!is_exact(session_.lifecycle.status)) {
      exact_.set("session", name_of(session_.lifecycle.status));
    }
    if (!exact_.is_null()) {
      Value room = Value::object();
      room.set("status", std::move(exact_));
      tree.set("x-clew", std::move(room));
    }
    put_in_order(shape, tree);
    return tree;
  }

  // Only logs that have entries; the dialect adds them to the texts that are there.
  Documents logs() const {
    Documents documents;
    for (size_t i = 0; i < std::size(kLogs); ++i) {
      const LogEntries entries = log_entries(session_, names_, kLogs[i]);
      if (entries.empty()) continue;
      documents.push_back({&document_shapes()[i + 1], path_in(entry_of(session_), kLogs[i].file),
                           Value(), log_text(kLogs[i].title, entries)});
    }
    return documents;
  }

 private:
  Value file(const Step& owner, std::string_view key, const std::string& usual) const {
    return reference(session_, folder_, owner, key, usual);
  }

  void set_status(const Step& step, const std::string& id, Value& object) {
    object.set("status", word_of(step.status));
    if (!is_exact(step.status)) exact_.set(id, name_of(step.status));
  }

  // What is done without its file is not completed in the format's sight.
  void want_file(const Step& step, const std::string& id, const char* reference, Value& object) {
    if (step.status != StepStatus::kDone || !member(object, reference).is_null()) return;
    object.set("status", kWithoutFile);
    exact_.set(id, name_of(step.status));
  }

  static Value completed_at(const Step& step) {
    if (step.status != StepStatus::kDone && step.status != StepStatus::kNeedsReview) return {};
    const Attempt* passed = step.passed_attempt();
    return passed == nullptr ? Value() : time_or_null(passed->ended_at);
  }

  // What was shown to a gate fills fields that nobody has set, also once the stage is open again;
  // not when it is to be begun anew.
  void fill_from_evidence(const Step& step, const Shape& shape, Value& object) const {
    const Attempt* passed = step.passed_attempt();
    if (passed == nullptr || step.status == StepStatus::kPending) return;
    for (const auto& field : shape.fields) {
      if (field.home.kind != HomeKind::kAttribute) continue;
      const Value* shown = passed->evidence.find(field.name);
      if (shown != nullptr && check_shape(field.shape, *shown).empty()) {
        object.set(field.name, *shown);
      }
    }
  }

  // What was shown to the stage's gate fills the fields first, and attributes come after it and
  // win. A reference to a log is set only when the log has entries.
  Value stage(int number) {
    const Step& step = *names_.stage(number);
    const StageWords& words = stage_words(number);
    const Shape& shape = stage_shape(number);
    Value object = blank(shape);
    set_status(step, words.id, object);
    object.set("completed_at", completed_at(step));
    if (number == 3) object.set("birds_eye_approved", false);
    fill_from_evidence(step, shape, object);
    write_attributes(kDialect, shape, HomeOwner::kStep, step.attributes, object);
    if (words.artifact[0] != '\0') {
      object.set(words.reference,
                 file(step, std::string("essay.") + words.reference, words.artifact));
      want_file(step, words.id, words.reference, object);
    }
    for (const auto& log : kLogs) {
      if (log.stage != number || !member(object, log.reference).is_null()) continue;
      if (log_entries(session_, names_, log).empty()) continue;
      object.set(log.reference, folder_.reported(log.file));
    }
    if (number == 2 || number == 3) set_total(object, "total_sections", highest(3));
    if (number >= 3) add_sections(number, step, object);
    put_in_order(shape, object);
    return object;
  }

  int64_t highest(int stage) const {
    int64_t most = 0;
    for (const auto& section : names_.sections(stage)) most = std::max(most, section.index);
    return most;
  }

  // At least as many as there are.
  static void set_total(Value& object, const char* field, int64_t parts) {
    const Value& reported = member(object, field);
    // The number of them is told in one way only, 3 and not 3.0.
    if (parts > 0 && (!reported.is_number() || reported.as_int() <= parts))
      object.set(field, parts);
  }

  // Stage 3 has argument maps, stage 4 paragraphs. Where the work is, is told by numbers beside the
  // list.
  void add_sections(int number, const Step& stage, Value& object) {
    const auto& sections = names_.sections(number);
    Value list = Value::list();
    const auto current = current_section(session_, names_, number);
    if (current) object.set("current_section", *current);
    for (const auto& section : sections) {
      const bool is_current = stage.current_child == section.step->id;
      const auto paragraph = number == 4 ? current_paragraph(session_, names_, *section.step)
                                         : std::optional<int64_t>();
      if (is_current && paragraph) object.set("current_paragraph", *paragraph);
      list.push(number == 3 ? arguments(section)
                            : paragraphs(section, is_current ? paragraph : std::nullopt));
    }
    if (!sections.empty()) object.set("sections", std::move(list));
  }

  int64_t reported(const Step& step, const char* key) const {
    const Value* value = find_attribute(step.attributes, key);
    return value == nullptr ? 0 : value->as_int();
  }

  Value section(int stage, const Names::Part& part) {
    Value object = blank(section_shape(stage));
    object.set("section_index", part.index);
    set_status(*part.step, id_of({stage, part.index}), object);
    fill_from_evidence(*part.step, section_shape(stage), object);
    write_attributes(kDialect, section_shape(stage), HomeOwner::kStep, part.step->attributes,
                     object);
    return object;
  }

  // Claims are counted once for all sections. What the file itself had counted beyond them is added
  // again.
  Value arguments(const Names::Part& part) {
    Value object = section(3, part);
    if (!counted_) counts_ = count_claims(session_, names_);
    counted_ = true;
    const auto found = counts_.find(part.index);
    const ClaimCounts count = found == counts_.end() ? ClaimCounts() : found->second;
    const auto with_reported = [&](int64_t number, const char* key) {
      return std::max<int64_t>(0, capped_sum(number, reported(*part.step, key)));
    };
    object.set("argument_map_file",
               file(*part.step, "essay.argument_map_file", argument_file(part.index)));
    want_file(*part.step, id_of({3, part.index}), "argument_map_file", object);
    object.set("verified_claims", with_reported(count.verified, kReportedVerified));
    object.set("deferred_claims", with_reported(count.deferred, kReportedDeferred));
    object.set("completed_at", completed_at(*part.step));
    put_in_order(section_shape(3), object);
    return object;
  }

  // A paragraph whose status can be worked out from the count and the current one is not told; any
  // other is kept under x-clew.
  Value paragraphs(const Names::Part& part, std::optional<int64_t> current) {
    Value object = section(4, part);
    const auto parts = names_.paragraphs(*part.step);
    const auto is_complete = [](const Names::Part& paragraph) {
      return paragraph.step->status == StepStatus::kDone ||
             paragraph.step->status == StepStatus::kSkipped;
    };
    const int64_t done = std::count_if(parts.begin(), parts.end(), is_complete);
    const int64_t completed =
        std::max<int64_t>(0, capped_sum(done, reported(*part.step, kReportedParagraphs)));
    object.set("completed_paragraphs", completed);
    const Value* total = find_attribute(part.step->attributes, "essay.total_paragraphs");
    const bool is_unknown = total != nullptr && total->is_null();
    if (!is_unknown) set_total(object, "total_paragraphs", static_cast<int64_t>(parts.size()));
    for (const auto& paragraph : parts) {
      const StepStatus status = paragraph.step->status;
      if (status == likely_status(paragraph.index, completed, current)) continue;
      exact_.set(id_of({4, part.index, paragraph.index}), name_of(status));
    }
    put_in_order(section_shape(4), object);
    return object;
  }

  const Session& session_;
  const Names names_;
  const SessionFolder folder_;
  Value exact_;  // by id: words the format lacks
  bool counted_ = false;
  std::map<int64_t, ClaimCounts> counts_;
};

template <class T>
bool is_partial(const Kept<T>& kept) {
  return kept.total > kept.items.size();
}

}  // namespace

std::string path_in(const std::string& entry, std::string_view file) {
  return entry.empty() ? std::string(file) : entry + "/" + std::string(file);
}

Result<Documents> express_session(const Session& session) {
  CLEW_TRY(StateWriter(session).check());
  return express_known(session);
}

Documents express_known(const Session& session) {
  StateWriter writer(session);
  Documents documents;
  documents.push_back(
      {&document_shapes()[0], path_in(entry_of(session), kStateFile), writer.state(), {}});
  Document& state = documents.front();
  if (is_partial(session.claims)) state.partial = {"deferred_verifications", "user_overrides"};
  if (is_partial(session.revisions)) state.partial.emplace_back("revision_history");
  for (auto& log : writer.logs()) documents.push_back(std::move(log));
  return documents;
}

}  // namespace clew::essay
