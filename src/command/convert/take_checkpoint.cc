#include "command/convert/take_checkpoint.h"

#include <algorithm>

#include "base/text.h"
#include "command/convert/export_source.h"
#include "dialect/tree_dialect.h"
#include "document/members.h"
#include "session/file_actor.h"

namespace clew {
namespace {

constexpr size_t kLongestSnippet = 120;

// Whether a checkpoint says `text` as `told`: in one line, and cut.
bool is_reported_as(const std::string& text, const std::string& reported, size_t longest) {
  const bool has_break = text.find_first_of("\n\r") != std::string::npos;
  const std::string line = has_break ? one_line(text) : text;
  return reported == line || reported == cut(line, longest) ||
         reported == cut(line, kLongestSnippet);
}

bool has_decision(const Session& session, const CheckpointFacts::Choice& choice) {
  const auto& items = session.decisions.items;
  return std::any_of(items.begin(), items.end(), [&](const Decision& each) {
    const bool both = !each.topic.empty() && !each.choice.empty();
    return is_reported_as(each.topic + (both ? ": " : "") + each.choice, choice.decision,
                          kLongestDecision) &&
           is_reported_as(each.reason, choice.reason, kLongestDecision);
  });
}

// Also one that was answered since.
bool has_question(const Session& session, const std::string& text) {
  const auto& items = session.questions.items;
  return std::any_of(items.begin(), items.end(), [&](const Question& each) {
    return is_reported_as(each.text, text, kLongestQuestion);
  });
}

// Unset: nothing is missing.
std::optional<Value> with_missing(const Session& session, const std::string& key,
                                  const std::vector<std::string>& entries) {
  const Value* present = find_attribute(session.root().attributes, key);
  Value list = present != nullptr && present->is_list() ? *present : Value::list();
  bool is_longer = false;
  for (const auto& entry : entries) {
    const auto& all = list.as_list();
    if (std::find(all.begin(), all.end(), Value(entry)) != all.end()) continue;
    list.push(entry);
    is_longer = true;
  }
  return is_longer ? std::optional(std::move(list)) : std::nullopt;
}

template <class T>
void keep_fact(Kept<T>& kept, T fact, Time at) {
  fact.origin.id = Seq{static_cast<uint32_t>(kept.items.size() + 1)};
  fact.origin.at = at;
  kept.items.push_back(std::move(fact));
  kept.total = static_cast<uint32_t>(kept.items.size());
}

// REQUIRES: the session has every fact of its log.
std::vector<Intent> missing_facts(const CheckpointFacts& facts, const Session& session) {
  std::vector<Intent> intents;
  for (const auto& each : facts.decisions) {
    if (has_decision(session, each)) continue;
    DecisionMade made;
    made.choice = each.decision;
    made.reason = each.reason;
    intents.push_back(RecordFact{made, kRoot});
  }
  for (const auto& each : facts.questions) {
    if (has_question(session, each)) continue;
    QuestionAsked asked;
    asked.text = each;
    intents.push_back(RecordFact{asked, kRoot});
  }
  const auto add_list = [&](const char* key, const std::vector<std::string>& entries) {
    auto longer = with_missing(session, key, entries);
    if (!longer) return;
    AttributeSet set;
    set.key = key;
    set.value = std::move(*longer);
    intents.push_back(RecordFact{set, {}});
  };
  add_list("structural.scope.subsystems", facts.subsystems);
  add_list("structural.scope.files", facts.files);
  return intents;
}

}  // namespace

CheckpointFacts facts_of(const Session& reported) {
  CheckpointFacts facts;
  for (const auto& each : reported.decisions.items) {
    facts.decisions.push_back({each.choice, each.reason});
  }
  for (const auto& each : reported.questions.items) facts.questions.push_back(each.text);
  const auto list = [&](const char* key) {
    std::vector<std::string> out;
    const Value* found = find_attribute(reported.root().attributes, key);
    if (found == nullptr) return out;
    for (const auto& each : found->as_list()) out.push_back(each.as_string());
    return out;
  };
  facts.subsystems = list("structural.scope.subsystems");
  facts.files = list("structural.scope.files");
  return facts;
}

void add_facts(const CheckpointFacts& facts, Time now, Session& session) {
  for (const auto& each : facts.decisions) {
    if (has_decision(session, each)) continue;
    Decision decision;
    decision.choice = each.decision;
    decision.reason = each.reason;
    keep_fact(session.decisions, std::move(decision), now);
  }
  for (const auto& each : facts.questions) {
    if (has_question(session, each)) continue;
    Question question;
    question.text = each;
    keep_fact(session.questions, std::move(question), now);
  }
}

Result<std::optional<Done>> record_facts(Workspace& workspace, const SessionRef& ref,
                                         const CheckpointFacts& facts) {
  CLEW_ASSIGN(const Session whole, whole_session(workspace, ref));
  auto intents = missing_facts(facts, whole);
  if (intents.empty()) return std::optional<Done>();
  CLEW_ASSIGN(Done done, workspace.execute_unkeyed(ref.id, std::move(intents)));
  return std::optional(std::move(done));
}

Result<std::optional<Done>> record_facts_of_file(Workspace& workspace, const SessionRef& ref,
                                                 const CheckpointFacts& facts,
                                                 const std::string& file) {
  constexpr size_t kMaxName = 100;
  Caller caller = workspace.caller();
  caller.actor = by_file(ActorId(cut(file, kMaxName)), ActorId());
  caller.via = Via::kView;
  Workspace by_its_file(
      workspace.store(), workspace.files(), [&workspace] { return workspace.now(); },
      [&workspace](Bytes& bytes) { bytes = workspace.random(bytes.size()); }, std::move(caller),
      workspace.surroundings());
  by_its_file.share_project_of(workspace);
  return record_facts(by_its_file, ref, facts);
}

}  // namespace clew
