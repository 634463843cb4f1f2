#include "dialects/claims.h"

#include <algorithm>
#include <map>

#include "dialect/loss.h"
#include "session/progress.h"

namespace clew {
namespace {

// Fields that carry a unit in their name have homes without it.
std::string spelled(std::string word) {
  for (const char* with_unit : {"attempts[].paused", "runs[].duration"}) {
    if (word.ends_with(with_unit)) word += "_ms";
  }
  return word;
}

void collect(const Shape& shape, std::set<std::string>& into) {
  for (const auto& field : shape.fields) {
    if (field.home.kind == HomeKind::kCore) into.insert(spelled(field.home.where));
    collect(inner(field.shape), into);
  }
}

using Order = std::vector<StepId>;  // old numbers, in the new order

Session renumbered(Session session, const Order& order) {
  std::map<uint32_t, StepId> numbers;
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] == kRoot && i > 0) continue;
    numbers[order[i].number] = StepId{static_cast<uint32_t>(i)};
  }
  const auto map = [&](StepId& id) {
    const auto found = numbers.find(id.number);
    id = found == numbers.end() ? kRoot : found->second;
  };
  const auto map_all = [&](std::vector<StepId>& ids) {
    std::erase_if(ids, [&](StepId id) { return !numbers.contains(id.number); });
    for (auto& id : ids) map(id);
  };
  std::vector<Step> steps;
  for (size_t i = 0; i < order.size(); ++i) {
    Step step;
    if (i == 0 || order[i] != kRoot) step = session.steps[order[i].number];
    step.id = StepId{static_cast<uint32_t>(i)};
    map(step.parent);
    map_all(step.children);
    map_all(step.needs);
    if (step.current_child) map(*step.current_child);
    steps.push_back(std::move(step));
  }
  session.steps = std::move(steps);
  for (auto& agent : session.agents.items) map(agent.step);
  for (auto& revision : session.revisions.items) map_all(revision.affected);
  const auto map_facts = [&](auto& kept) {
    for (auto& fact : kept.items) map(fact.origin.step);
  };
  map_facts(session.decisions);
  map_facts(session.questions);
  map_facts(session.failed_approaches);
  map_facts(session.notes);
  map_facts(session.files);
  map_facts(session.runs);
  map_facts(session.errors);
  map_facts(session.claims);
  map_facts(session.artifacts);
  map_facts(session.revisions);
  map_facts(session.checkpoints);
  return session;
}

void visit(const Dialect& dialect, const Session& session, StepId at, const std::string& above,
           std::vector<std::pair<std::string, StepId>>& into) {
  const Step* step = session.find(at);
  if (step == nullptr) return;
  const std::string path =
      at == kRoot ? std::string() : above + "\n" + dialect.step_name(session, *step);
  into.emplace_back(path, at);
  for (const StepId child : step->children) visit(dialect, session, child, path, into);
}

const Value* member_at(const Value& object, std::string path) {
  const Value* at = &object;
  while (at != nullptr && !path.empty()) {
    const size_t dot = path.find('.');
    at = at->find(path.substr(0, dot));
    path = dot == std::string::npos ? "" : path.substr(dot + 1);
  }
  return at;
}

// How many of the claimed words of a kind of fact the two have in common.
size_t likeness(const Value& a, const Value& b, const std::vector<std::string>& words) {
  return static_cast<size_t>(std::count_if(words.begin(), words.end(), [&](const auto& word) {
    const Value* x = member_at(a, word);
    const Value* y = member_at(b, word);
    return x == nullptr || (y != nullptr && *x == *y);
  }));
}

// `back` with its facts in the order of `said`: each beside the one it is most like.
Session with_facts_beside(const Session& back, const Session& said,
                          const std::set<std::string>& claimed) {
  Value tree = to_value(back);
  const Value wanted = to_value(said);
  for (auto& [name, member] : tree.object_ref()) {
    const Value* items = member.find("items");
    if (items == nullptr) continue;
    std::vector<std::string> words;
    const std::string prefix = name + "[].";
    for (const auto& word : claimed) {
      if (word.starts_with(prefix)) words.push_back(word.substr(prefix.size()));
    }
    const Value* said_items = member_at(wanted, name + ".items");
    if (said_items == nullptr) continue;
    Value::List left = items->as_list();
    Value::List ordered;
    for (const auto& fact : said_items->as_list()) {
      if (left.empty()) break;
      const auto best =
          std::max_element(left.begin(), left.end(), [&](const Value& a, const Value& b) {
            return likeness(fact, a, words) < likeness(fact, b, words);
          });
      ordered.push_back(std::move(*best));
      left.erase(best);
    }
    ordered.insert(ordered.end(), left.begin(), left.end());
    member.set("items", std::move(ordered));
  }
  Session out;
  static_cast<void>(from_value(tree, out, ""));
  return out;
}

void remove_step(Session& session, Step& step) {
  step.removed = true;
  std::erase(session.steps[step.parent.number].children, step.id);
  if (session.steps[step.parent.number].current_child == step.id) {
    session.steps[step.parent.number].current_child.reset();
  }
}

// That attempt alone, or none.
void keep_attempt(Step& step, const Attempt* kept) {
  const std::vector<Attempt> only =
      kept == nullptr ? std::vector<Attempt>() : std::vector<Attempt>{*kept};
  step.attempts = only;
}

// The part of a session that the table speaks of. Some of what it says is said in words and not by
// the path of the word, and has to be known here:
void leave_out_unspoken(const Dialect& dialect, Session& session) {
  const std::string name = dialect.name();
  for (auto& step : session.steps) {
    if (step.id == kRoot) keep_attempt(step, nullptr);  // nobody tells when the whole was tried
    if (step.removed || step.id == kRoot) continue;
    const std::string called = dialect.step_name(session, step);
    if (name == "essay") {
      // Stages, sections and paragraphs; what lies deeper or elsewhere has no name. completed_at is
      // of the attempt that passed, and stage 4's parts have none.
      if (!called.starts_with("stage_")) remove_step(session, step);
      const bool complete =
          step.status == StepStatus::kDone || step.status == StepStatus::kNeedsReview;
      const bool timed = !called.starts_with("stage_4.") && !called.starts_with("stage_4/");
      keep_attempt(step, complete && timed ? step.passed_attempt() : nullptr);
    } else if (name == "feature") {
      // started_at, completed_at and artifacts are the last try's; a phase has no times.
      const bool is_phase = step.parent == kRoot && !step.children.empty();
      keep_attempt(step, is_phase ? nullptr : step.last_attempt());
    } else if (name == "workflow") {
      continue;
    } else {
      keep_attempt(step, nullptr);
    }
  }
  if (name == "feature") {
    // active_task names one step: those above it are current, no others.
    std::set<uint32_t> current;
    const Step* at = &session.root();
    while (at->current_child) {
      const Step* child = session.find(*at->current_child);
      if (child == nullptr || is_complete(*child)) break;
      current.insert(at->id.number);
      at = child;
    }
    for (auto& step : session.steps) {
      if (!current.contains(step.id.number)) step.current_child.reset();
    }
  }
  if (name == "workflow") {
    // Commands stand in their phase; what was run outside of one has no place.
    std::erase_if(session.runs.items, [&](const CommandRun& run) {
      return run.origin.step == kRoot || session.find(run.origin.step) == nullptr;
    });
  }
  if (name == "essay" && session.lifecycle.status != Lifecycle::kCompleted) {
    session.lifecycle.ended_at.reset();  // output.completed_at is of an essay that was finished
  }
  if (name == "structural") {
    // Questions without an answer; and one line of limited length each, the topic in front of the
    // choice, so that words are only counted here (structural's own tests compare the text).
    std::erase_if(session.questions.items, [](const Question& q) { return !q.open(); });
    for (auto& decision : session.decisions.items) decision.choice = decision.reason = "";
    for (auto& question : session.questions.items) question.text.clear();
  }
}

}  // namespace

std::set<std::string> claimed_words(const Dialect& dialect) {
  std::set<std::string> words;
  for (const auto& document : dialect.documents()) collect(inner(document.shape), words);
  return words;
}

std::vector<std::string> broken_claims(const Dialect& dialect, const Session& said,
                                       const Session& back) {
  auto claimed = claimed_words(dialect);
  if (std::string(dialect.name()) == "essay") {
    // A claim names its section by number, which two stages have; a revision names its stage.
    claimed.erase("claims[].origin.step");
    claimed.erase("revisions[].origin.step");
  }
  Session spoken = said;
  leave_out_unspoken(dialect, spoken);
  // How the steps run is told with metadata.clew.order; a plan that the two lists tell whole has
  // none, and is read as one that runs in any order.
  const bool is_flat = std::all_of(spoken.steps.begin(), spoken.steps.end(), [](const Step& step) {
    return step.removed || step.parent == kRoot;
  });
  if (std::string(dialect.name()) == "orchestration" && is_flat) {
    spoken.steps[0].order = back.root().order;
  }
  std::vector<std::pair<std::string, StepId>> wanted;
  std::vector<std::pair<std::string, StepId>> there;
  visit(dialect, spoken, kRoot, "", wanted);
  visit(dialect, back, kRoot, "", there);
  Order said_order;
  Order back_order;
  for (const auto& [path, id] : wanted) {
    said_order.push_back(id);
    const auto found = std::find_if(there.begin(), there.end(),
                                    [&](const auto& other) { return other.first == path; });
    back_order.push_back(found == there.end() ? kRoot : found->second);
    if (found != there.end()) there.erase(found);
  }
  const Session a = renumbered(spoken, said_order);
  Session b = with_facts_beside(renumbered(back, back_order), a, claimed);
  std::vector<std::string> broken;
  const auto judge = [&](const Session& x, const Session& y, const char* steps) {
    for (const auto& loss : losses(x, y)) {
      const bool of_step = loss.field.starts_with("steps[]");
      if (std::string_view(steps) == "steps[0]" && !of_step) continue;
      const std::string field = of_step ? steps + loss.field.substr(7) : loss.field;
      // A whole element is lost with all that is claimed of it.
      const bool is_claimed = std::any_of(claimed.begin(), claimed.end(), [&](const auto& word) {
        return word == field || word.starts_with(field + "[]");
      });
      if (is_claimed) broken.push_back(field);
    }
  };
  Session root_said = a;
  Session root_back = b;
  root_said.steps.resize(1);
  root_back.steps.resize(1);
  judge(root_said, root_back, "steps[0]");
  b.steps[0] = a.steps[0];
  judge(a, b, "steps[]");
  return broken;
}

}  // namespace clew
