#include "command/record/set_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/verb.h"
#include "dialect/attribute_names.h"
#include "dialect/core_field_names.h"
#include "dialect/fixed_plan.h"
#include "dialect/registry.h"
#include "dialect/tree_dialect.h"
#include "document/json/typed_text.h"
#include "engine/dialect_steps.h"
#include "engine/log/event_text.h"
#include "engine/reply.h"
#include "engine/session_view.h"
#include "engine/work_files/referenced_files.h"
#include "view/external_id.h"
#include "view/view_record.h"

namespace clew {
namespace {

struct Pair {
  std::string key;
  std::string text;
  bool is_dropped = false;  // --unset

  bool says_nothing() const { return is_dropped || text == "null"; }
};

struct IdentityKey {
  const char* key;
  std::optional<std::string> IdentityChanged::* member;
};
constexpr IdentityKey kIdentityKeys[] = {
    {"goal",   &IdentityChanged::goal  },
    {"mode",   &IdentityChanged::mode  },
    {"model",  &IdentityChanged::model },
    {"device", &IdentityChanged::device},
    {"branch", &IdentityChanged::branch},
    {"commit", &IdentityChanged::commit},
};

Status check_value(const Dialect& dialect, const Session& session, const Step& step,
                   const std::string& key, const Value& value) {
  const FixedPlan* plan = dialect.fixed_plan();
  return plan == nullptr ? success() : plan->check_value(session, step, key, value);
}

// What a name means: a field of the dialect it begins with, a field of the view's dialect, or just
// itself.
class Naming {
 public:
  static Result<Naming> of(Workspace& workspace, const Session& session) {
    CLEW_ASSIGN(const Dialect* dialect, dialect_of(workspace, session));
    return Naming(dialect);
  }

  // `known`: what the owner has already; null when nobody knows.
  Status put(const Session& session, const Pair& pair, const std::vector<Attribute>* known,
             AttributeSet& set) const {
    const auto [dialect, name] = meaning_of(pair.key);
    std::optional<NamedValue> found;
    if (dialect != nullptr) {
      CLEW_ASSIGN(found, pair.is_dropped ? drop_attribute(*dialect, set.owner, name)
                                         : name_attribute(*dialect, set.owner, name, pair.text));
    }
    if (!found && dialect != nullptr) {
      const auto core = find_core_field(*dialect, set.owner, name);
      if (core) return not_settable(*dialect, *core);
      const auto other = field_of_other(*dialect, set.owner, name);
      if (other) return of_another(*dialect, session, *other, pair);
      for (const auto owner : {AttributeOwner::kSession, AttributeOwner::kStep}) {
        const auto of_other = find_core_field(*dialect, owner, name);
        if (of_other) return not_settable(*dialect, *of_other);
      }
    }
    if (found && set.owner == AttributeOwner::kStep && !pair.is_dropped) {
      const Step* step = session.find(set.step);
      if (step != nullptr)
        CLEW_TRY(check_value(*dialect, session, *step, found->key, found->value));
    }
    if (!found && pair.is_dropped && known != nullptr &&
        find_attribute(*known, pair.key) == nullptr) {
      return make_error(ErrorCode::kNotFound, fmt::format("there is no value \"{}\"", pair.key),
                        pair.key, "clew show");
    }
    if (!found) found = NamedValue{pair.key, pair.is_dropped ? Value() : typed(pair.text)};
    set.key = std::move(found->key);
    set.value = std::move(found->value);
    set.keeps_null = found->keeps_null;
    return success();
  }

  Status check_identity(const std::string& word, const std::string& value) const {
    return view_ == nullptr ? success() : clew::check_identity(*view_, word, value);
  }

  // The word that the session itself has for a field of the dialect; else the name as it is.
  std::string own_word(const std::string& key) const {
    const auto [dialect, name] = meaning_of(key);
    if (dialect == nullptr) return key;
    const auto attribute = drop_attribute(*dialect, AttributeOwner::kSession, name);
    if (!attribute || *attribute) return key;
    const auto core = find_core_field(*dialect, AttributeOwner::kSession, name);
    const std::string word = core ? identity_word(*core) : std::string();
    return word.empty() ? key : word;
  }

 private:
  explicit Naming(const Dialect* view) : view_(view) {}

  // It would be kept, and the files of the session would not tell it.
  static Error of_another(const Dialect& dialect, const Session& session,
                          const AttributeField& field, const Pair& pair) {
    std::string whose = "the session";
    std::string owner;
    if (field.owner == AttributeOwner::kAgent) {
      whose = "an agent";
      owner = " --agent ID";
    } else if (field.owner == AttributeOwner::kFact) {
      whose = "a fact";
      owner = " --fact SEQ";
    } else if (field.owner != AttributeOwner::kSession) {
      whose = "a step";
      const auto step =
          std::find_if(session.steps.begin(), session.steps.end(), [&](const Step& each) {
            return each.id != kRoot && !each.removed &&
                   check_value(dialect, session, each, field.key, typed(pair.text));
          });
      owner = " --step " +
              (step == session.steps.end() ? std::string("STEP") : number_of(session, step->id));
      if (field.owner == AttributeOwner::kAttempt) owner += " --attempt";
    }
    const std::string words = pair.is_dropped
                                  ? "--unset " + shell_word(pair.key)
                                  : shell_word(fmt::format("{}={}", pair.key, pair.text));
    return make_error(ErrorCode::kInvalid, fmt::format("{} belongs to {}", field.path, whose),
                      pair.key, fmt::format("clew set {}{}", words, owner));
  }

  std::pair<const Dialect*, std::string> meaning_of(const std::string& key) const {
    const size_t dot = key.find('.');
    const Dialect* named = dot == std::string::npos ? nullptr : find_dialect(key.substr(0, dot));
    if (named != nullptr) return {named, key.substr(dot + 1)};
    return {view_, key};
  }

  const Dialect* view_;
};

// Of the session itself: what it has a word for, and attributes for the rest.
class SessionValues {
 public:
  SessionValues(const Session& session, const Naming& naming)
      : session_(session),
        naming_(naming),
        known_(session.root().attributes),
        constraints_(session.identity.constraints) {}

  Status add(const Pair& pair) {
    const std::string own = naming_.own_word(pair.key);
    for (const auto& known : kIdentityKeys) {
      if (pair.key != known.key && own != known.key) continue;
      if (!pair.says_nothing()) CLEW_TRY(naming_.check_identity(known.key, pair.text));
      identity_.*(known.member) = pair.says_nothing() ? std::string() : pair.text;
      return success();
    }
    const bool adds = pair.key == "constraint" && !pair.is_dropped;
    if (adds) {
      constraints_.push_back(pair.text);
      identity_.constraints = constraints_;
    } else if (pair.key == "constraints" || pair.key == "constraint") {
      const Value list = pair.says_nothing() ? Value::list() : typed(pair.text);
      CLEW_TRY(read_option("constraints", list, constraints_));
      identity_.constraints = constraints_;
    } else if (pair.key == "next") {
      const std::string text = pair.says_nothing() ? std::string() : pair.text;
      others_.push_back(RecordFact{NextActionSet{text}, {}});
    } else {
      AttributeSet set;
      CLEW_TRY(naming_.put(session_, pair, &known_, set));
      others_.push_back(RecordFact{set, {}});
    }
    return success();
  }

  std::vector<Intent> take() {
    std::vector<Intent> intents;
    if (identity_ != IdentityChanged()) intents.push_back(RecordFact{identity_, {}});
    intents.insert(intents.end(), others_.begin(), others_.end());
    return intents;
  }

 private:
  const Session& session_;
  const Naming& naming_;
  const std::vector<Attribute>& known_;
  std::vector<std::string> constraints_;
  IdentityChanged identity_;
  std::vector<Intent> others_;
};

// Facts have values of their own; other events do not.
Status check_fact(Workspace& workspace, const Session& session, Seq fact) {
  if (fact.number == 0 || fact > session.head) return success();  // deciding refuses it
  CLEW_ASSIGN(const auto read, workspace.store().read(session.identity.id, fact, 1));
  if (read.empty()) return success();
  const EventData& data = read.front().event.data;
  const bool is_fact = holds<DecisionMade>(data) || holds<QuestionAsked>(data) ||
                       holds<ApproachFailed>(data) || holds<NoteAdded>(data) ||
                       holds<FileChanged>(data) || holds<CommandRan>(data) ||
                       holds<ErrorRecorded>(data) || holds<ClaimMade>(data);
  if (is_fact) return success();
  return make_error(ErrorCode::kInvalid,
                    fmt::format("event {} is {}, not a fact", fact.number, name_of(data)),
                    std::to_string(fact.number), "clew log");
}

Result<AttributeSet> owner_of(Workspace& workspace, const Session& session,
                              const SetRequest& request) {
  AttributeSet set;
  if (request.fact) {
    set.owner = AttributeOwner::kFact;
    CLEW_TRY(read_option("--fact", Value(*request.fact), set.fact));
    CLEW_TRY(check_fact(workspace, session, set.fact));
  } else if (!request.agent.empty()) {
    set.owner = AttributeOwner::kAgent;
    set.agent = AgentId(request.agent);
  } else {
    CLEW_ASSIGN(const std::optional<StepId> step, optional_step(session, request.step));
    set.owner = request.attempt ? AttributeOwner::kAttempt : AttributeOwner::kStep;
    set.step = step.value_or(current_step(session, workspace.caller().actor));
  }
  return set;
}

Result<std::vector<Intent>> intents_for(Workspace& workspace, const Session& session,
                                        const SetRequest& request, const std::vector<Pair>& pairs) {
  CLEW_ASSIGN(const Naming naming, Naming::of(workspace, session));
  const bool of_session =
      request.step.empty() && request.agent.empty() && !request.fact && !request.attempt;
  if (of_session) {
    SessionValues values(session, naming);
    for (const auto& pair : pairs) CLEW_TRY(values.add(pair));
    return values.take();
  }
  CLEW_ASSIGN(AttributeSet set, owner_of(workspace, session, request));
  const Step* step = set.owner == AttributeOwner::kStep ? session.find(set.step) : nullptr;
  std::vector<Intent> intents;
  for (const auto& pair : pairs) {
    CLEW_TRY(naming.put(session, pair, step == nullptr ? nullptr : &step->attributes, set));
    intents.push_back(RecordFact{set, {}});
  }
  return intents;
}

// What the dialect of the session's view demands is refused here, as when the view began: once
// recorded, a value that cannot be written would hold the files.
Status check_shown(Workspace& workspace, const Session& session,
                   const std::vector<Intent>& intents) {
  CLEW_ASSIGN(const auto view, workspace.view_record(session.identity.id));
  if (!view || !view->held.empty()) return success();
  CLEW_ASSIGN(const Dialect* dialect, dialect_named(view->dialect));
  const auto write = [&](Session reported) {
    set_external_id(reported.steps[0], view->dialect, view->entry);
    return dialect->write(reported,
                          read_present(workspace, view->folder, dialect->files_of(reported)));
  };
  Trial after(session, workspace.now(), workspace.caller().actor);
  for (const auto& intent : intents) CLEW_TRY(after.require(intent));
  const auto written = write(after.session());
  if (written || !write(session)) return success();
  Error error = written.error();
  error.subject = session.identity.id.text;
  return error;
}

}  // namespace

Result<Answer> set_values(Workspace& workspace, const SetRequest& request) {
  const int owners = (request.fact ? 1 : 0) + (request.agent.empty() ? 0 : 1) +
                     (!request.step.empty() || request.attempt ? 1 : 0);
  if (owners > 1) {
    return make_error(ErrorCode::kUsage, "use only one of --step, --agent and --fact", "--agent",
                      "clew help set");
  }
  std::vector<Pair> pairs;
  for (const auto& text : request.pairs) {
    auto pair = split_pair(text);
    if (!pair) {
      return make_error(ErrorCode::kUsage, pair.error().message, text, "clew set model=opus");
    }
    pairs.push_back({pair->first, pair->second});
  }
  for (const auto& key : request.unset) pairs.push_back({key, {}, true});
  if (pairs.empty()) {
    return make_error(ErrorCode::kUsage, "KEY=VALUE… is missing", "pairs", "clew set model=opus");
  }
  const auto intents = [&](const Session& session) -> Result<std::vector<Intent>> {
    CLEW_ASSIGN(auto wanted, intents_for(workspace, session, request, pairs));
    CLEW_TRY(check_named_files(workspace, session, wanted));
    CLEW_TRY(check_shown(workspace, session, wanted));
    CLEW_ASSIGN(const Dialect* dialect, dialect_of(workspace, session));
    return with_further_steps(workspace, dialect, session, std::move(wanted));
  };
  CLEW_ASSIGN(const Done done, workspace.execute(intents));
  std::vector<std::string> lines;
  Value set = Value::list();
  for (const auto& event : done.events) {
    const bool is_value = holds<AttributeSet>(event.data) || holds<IdentityChanged>(event.data) ||
                          holds<NextActionSet>(event.data);
    if (!is_value) continue;
    lines.push_back(event_words(event.data));
    set.push(data_to_value(event.data));
  }
  Answer answer = said(workspace, done, Saying(std::move(lines)));
  answer.data.set("set", std::move(set));
  return answer;
}

}  // namespace clew
