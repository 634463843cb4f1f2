#include <fmt/format.h>

#include <algorithm>

#include "dialect/essay/essay_plan.h"
#include "dialect/essay/interpret.h"
#include "dialect/essay/shapes.h"

namespace clew::essay {
namespace {

// Paragraphs are only counted in the file: so many of a section become steps, and so many steps
// there may be; the rest stays a number.
constexpr int64_t kMaxParagraphs = 1'000;
constexpr size_t kMaxPlanned = 5'000;

class PlanReader {
 public:
  PlanReader(const Value& tree, Session& session) : tree_(tree), session_(session) {}

  // The stages come first, so that the number of a stage is that of its step; then their sections
  // and paragraphs.
  void read(const std::string& entry) {
    read_lifecycle();
    begin_root(entry);
    const auto plan = essay_plan();
    for (const auto& words : kStages) add(kRoot, plan[static_cast<size_t>(words.number) - 1]);
    session_.steps[4].needs = {StepId{2}};
    Time began = session_.identity.created_at;
    for (const auto& words : kStages) began = read_stage(words.number, began);
    read_sections(3);
    read_sections(4);
    if (const auto current = integer_in(tree_, "current_stage")) {
      session_.steps[0].current_child = StepId{static_cast<uint32_t>(*current)};
    }
  }

 private:
  void read_lifecycle() {
    session_.identity.created_at = time_in(tree_, "started_at").value_or(Time{});
    session_.last_activity = time_in(tree_, "last_activity").value_or(session_.identity.created_at);
    session_.structure.total = kStageCount;
    LifecycleState& lifecycle = session_.lifecycle;
    const std::string word = text_in(tree_, "status");
    lifecycle.status = lifecycle_from(word);
    const auto exact = enum_from<Lifecycle>(exact_word("session"));
    if (exact && word == word_of(*exact)) lifecycle.status = *exact;
    if (lifecycle.status == Lifecycle::kPaused) lifecycle.paused_at = session_.last_activity;
    if (lifecycle.status == Lifecycle::kCompleted) {
      lifecycle.ended_at = time_in(member(tree_, "output"), "completed_at");
    }
  }

  void begin_root(const std::string& entry) {
    Step& root = session_.steps.emplace_back();
    set_external_id(root, kDialect, entry);
    const bool is_done = session_.lifecycle.status == Lifecycle::kCompleted;
    root.status = is_done ? StepStatus::kDone : StepStatus::kActive;
    set_attempt(root, session_.lifecycle.ended_at, session_.identity.created_at);
    read_attributes(kDialect, state_shape(), HomeOwner::kSession, tree_, root.attributes);
    drop_nulls(root.attributes);
    // The directory's name says no more than where the file was found.
    std::erase_if(root.attributes, [&](const Attribute& attribute) {
      return attribute.key == kSessionDir && attribute.value == Value(entry);
    });
  }

  std::string exact_word(const std::string& id) const {
    return text_in(member(member(tree_, "x-clew"), "status"), id);
  }

  Step& add(StepId parent, const PlannedStep& planned) {
    const StepId id{static_cast<uint32_t>(session_.steps.size())};
    Step& step = session_.steps.emplace_back();
    step.id = id;
    step.parent = parent;
    step.key = planned.key;
    step.title = planned.title;
    step.subject = planned.subject;
    step.external = planned.external;
    step.gate = planned.gate;
    session_.steps[parent.number].children.push_back(id);
    return step;
  }

  // The exact status, as long as it still fits the word beside it.
  StepStatus status_of(const Value& object, const std::string& id) const {
    const std::string word = text_in(object, "status");
    const auto exact = enum_from<StepStatus>(exact_word(id));
    const bool has_no_file = exact == StepStatus::kDone && word == kWithoutFile;
    return exact && (has_no_file || word == word_of(*exact)) ? *exact : status_from(word);
  }

  // The file says when something was completed, not when it was begun: that is taken to be when
  // what comes before it was completed.
  void set_attempt(Step& step, const std::optional<Time>& completed, Time began) const {
    Attempt attempt;
    attempt.started_at = began;
    const bool has_passed =
        step.status == StepStatus::kDone || step.status == StepStatus::kNeedsReview;
    if (has_passed && completed) {
      attempt.started_at = std::min(began, *completed);
      attempt.ended_at = completed;
      attempt.outcome = AttemptOutcome::kPassed;
    } else if (is_closed(session_.lifecycle.status) ||
               (step.status != StepStatus::kActive && step.status != StepStatus::kBlocked)) {
      return;
    }
    step.attempt_count = 1;
    step.attempts = {std::move(attempt)};
  }

  // When it was completed, or `began` again.
  Time read_stage(int number, Time began) {
    const Value& object = stage_of(tree_, number);
    Step& step = session_.steps[static_cast<size_t>(number)];
    step.status = status_of(object, step.key);
    const auto completed = time_in(object, "completed_at");
    set_attempt(step, completed, began);
    read_attributes(kDialect, stage_shape(number), HomeOwner::kStep, object, step.attributes);
    drop_nulls(step.attributes);
    return std::max(completed.value_or(began), began);
  }

  void read_sections(int stage) {
    const Value& object = stage_of(tree_, stage);
    const auto current = integer_in(object, "current_section");
    const StepId owner{static_cast<uint32_t>(stage)};
    Time began = session_.identity.created_at;
    if (const Attempt* attempt = session_.steps[owner.number].last_attempt()) {
      began = attempt->started_at;
    }
    int64_t position = 0;
    int64_t highest = 0;
    // A section without an index follows the one before it; of two with the same the first counts.
    for (const Value& section : member(object, "sections").as_list()) {
      const int64_t index = integer_in(section, "section_index").value_or(++position);
      position = index;
      if (find_child(owner, id_of({stage, index})) || session_.steps.size() > kMaxPlanned) continue;
      const bool is_current = current == index;
      highest = std::max(highest, index);
      add_section(owner, stage, index, section, began);
      const StepId id = session_.steps[owner.number].children.back();
      if (is_current) session_.steps[owner.number].current_child = id;
      if (stage == 4) {
        add_paragraphs(id, index, section,
                       is_current ? integer_in(object, "current_paragraph") : std::nullopt);
      }
    }
    Step& step = session_.steps[owner.number];
    if (current && !step.current_child) set_attribute(step.attributes, kCurrentSection, *current);
    settle_total(step, "essay.total_sections", highest);
    if (stage == 3) settle_total(session_.steps[2], "essay.total_sections", highest);
  }

  void add_section(StepId owner, int stage, int64_t index, const Value& section, Time& began) {
    Step& step = add(owner, essay_sections(stage, index, index).front());
    step.status = status_of(section, step.key);
    const auto completed = time_in(section, "completed_at");
    set_attempt(step, completed, began);
    began = std::max(completed.value_or(began), began);
    read_attributes(kDialect, section_shape(stage), HomeOwner::kStep, section, step.attributes);
    drop_nulls(step.attributes);
    if (stage != 4) return;
    if (const auto arguments = find_child(StepId{3}, id_of({3, index}))) step.needs = {*arguments};
  }

  // As many as there are to be, else as many as are completed, and at least up to the current one.
  // A current one out of reach is not believed.
  void add_paragraphs(StepId owner, int64_t index, const Value& section,
                      std::optional<int64_t> current) {
    const int64_t completed = integer_in(section, "completed_paragraphs").value_or(0);
    const auto total = integer_in(section, "total_paragraphs");
    int64_t count = total.value_or(completed);
    const int64_t reach = total ? count : capped_sum(completed, 1);
    if (current && (*current < 1 || *current > reach)) current.reset();
    if (current) count = std::max(count, *current);
    count = std::min(count, kMaxParagraphs);
    int64_t done = 0;
    for (int64_t i = 1; i <= count && session_.steps.size() <= kMaxPlanned; ++i) {
      Step& step = add(owner, essay_paragraphs(index, i, i).front());
      step.status = likely_status(i, completed, current);
      if (const auto exact = enum_from<StepStatus>(exact_word(step.key))) step.status = *exact;
      set_attempt(step, {}, session_.last_activity);
      done += step.status == StepStatus::kDone || step.status == StepStatus::kSkipped ? 1 : 0;
      if (current == i) session_.steps[owner.number].current_child = step.id;
    }
    Step& step = session_.steps[owner.number];
    settle_total(step, "essay.total_paragraphs", static_cast<int64_t>(step.children.size()));
    // Nobody has said how many there will be, whatever has been written so far.
    if (!total && count > 0) set_attribute(step.attributes, "essay.total_paragraphs", nullptr);
    // The difference from what the file counts, for it to be written again.
    if (const int64_t rest = capped_difference(completed, done); rest != 0) {
      set_attribute(step.attributes, kReportedParagraphs, rest);
    }
  }

  std::optional<StepId> find_child(StepId owner, const std::string& key) const {
    for (const StepId child : session_.steps[owner.number].children) {
      if (session_.steps[child.number].key == key) return child;
    }
    return std::nullopt;
  }

  // A total that is the number of parts there are follows them.
  static void settle_total(Step& step, std::string_view key, int64_t parts) {
    const Value* total = find_attribute(step.attributes, key);
    if (total == nullptr || parts == 0 || total->as_int() != parts) return;
    std::erase_if(step.attributes, [&](const Attribute& a) { return a.key == key; });
  }

  const Value& tree_;
  Session& session_;
};

}  // namespace

const Value& member(const Value& object, std::string_view name) {
  static const Value kNothing;
  const Value* found = object.find(name);
  return found == nullptr ? kNothing : *found;
}

const Value& stage_of(const Value& tree, int number) {
  return member(member(tree, "stages"), stage_words(number).id);
}

StepStatus likely_status(int64_t paragraph, int64_t completed, std::optional<int64_t> current) {
  if (paragraph <= completed) return StepStatus::kDone;
  return current == paragraph ? StepStatus::kActive : StepStatus::kPending;
}

void drop_nulls(std::vector<Attribute>& attributes) {
  std::erase_if(attributes, [](const Attribute& attribute) { return attribute.value.is_null(); });
}

void read_plan(const Value& tree, const std::string& entry, Session& session) {
  PlanReader(tree, session).read(entry);
}

Reading interpret_session(const SessionFiles& files, FindingSink& sink) {
  Reading reading;
  reading.entry = files.entry;
  read_plan(files.state->tree, files.entry, reading.session);
  read_facts(files, reading.session);
  check_state(files, sink, reading.disk);
  return reading;
}

}  // namespace clew::essay
