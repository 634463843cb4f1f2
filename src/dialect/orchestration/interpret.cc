#include "dialect/orchestration/interpret.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "dialect/orchestration/location.h"
#include "dialect/orchestration/plan.h"
#include "dialect/orchestration/reported_values.h"
#include "dialect/orchestration/rules.h"
#include "dialect/orchestration/shapes.h"
#include "dialect/orchestration/words.h"

namespace clew::orchestration {
namespace {

const Value& object_in(const Value& object, std::string_view name) {
  static const Value kNothing = Value::object();
  const Value* member = object.find(name);
  return member != nullptr && member->is_object() ? *member : kNothing;
}

uint32_t count_in(const Value& object, std::string_view name) {
  return static_cast<uint32_t>(std::clamp<int64_t>(integer_in(object, name).value_or(0), 0,
                                                   std::numeric_limits<uint32_t>::max()));
}

// Early files have some members by another name.
std::string text_of(const Value& object, const char* name, const char* early) {
  std::string text = text_in(object, name);
  return text.empty() ? text_in(object, early) : text;
}

std::optional<Time> time_of(const Value& object, const char* name, const char* early) {
  const auto time = time_in(object, name);
  return time ? time : time_in(object, early);
}

// From the first to the last time.
struct TimeSpan {
  Time first;
  Time last;
};

// Of what the agents, decisions and files of a document tell.
TimeSpan times_in(const Value& tree) {
  TimeSpan span;
  const auto add = [&](const Value& element, const char* name) {
    const auto at = time_in(element, name);
    if (!at) return;
    span.first = span.first == Time() ? *at : std::min(span.first, *at);
    span.last = std::max(span.last, *at);
  };
  for (const auto& agent : list_in(tree, "agents")) {
    add(agent, "started_at");
    add(agent, "completed_at");
  }
  for (const char* list : {"decisions_made", "files_modified"}) {
    for (const auto& element : list_in(tree, list)) add(element, "timestamp");
  }
  return span;
}

// Ids count from 1 within each list.
template <class T>
void keep(Kept<T>& kept, T item) {
  if constexpr (requires { item.origin; }) {
    item.origin.id = Seq{static_cast<uint32_t>(kept.items.size() + 1)};
  }
  kept.items.push_back(std::move(item));
  kept.total = static_cast<uint32_t>(kept.items.size());
}

// Members with a wrong type are not there any more, as parsing took them out. `room_` is
// metadata.clew, where words that the format lacks are kept.
class Interpreter {
 public:
  explicit Interpreter(const Value& tree)
      : tree_(tree), room_(object_in(object_in(tree, "metadata"), "clew")) {}
  explicit Interpreter(const Document& document) : Interpreter(document.tree) {
    refused_ = refused_digests(document);
  }

  Reading run(std::string entry) {
    reading_.entry = std::move(entry);
    session_.steps.emplace_back();
    read_identity();
    read_lifecycle();
    read_plan(tree_, session_);
    read_agents();
    read_decisions();
    read_files();
    read_context();
    reading_.session = std::move(session_);
    return std::move(reading_);
  }

 private:
  // Times that are missing are taken from what the document tells of, so that the session is not
  // younger than its own work.
  void read_identity() {
    Identity& identity = session_.identity;
    const Value& metadata = object_in(tree_, "metadata");
    const auto created = time_of(tree_, "created_at", "created");
    const auto updated = time_of(tree_, "updated_at", "updated");
    // One that does not say when it was is as old as what it tells of.
    const TimeSpan reported = created && updated ? TimeSpan() : times_in(tree_);
    session_.last_activity =
        updated.value_or(created ? std::max(*created, reported.last) : reported.last);
    identity.created_at = created.value_or(reported.first == Time()
                                               ? session_.last_activity
                                               : std::min(reported.first, session_.last_activity));
    identity.goal = text_in(tree_, "goal");
    identity.device = text_in(tree_, "device");
    if (identity.device == kUnknownDevice) identity.device.clear();
    identity.project_path = text_in(tree_, "project");
    identity.mode = mode_of(text_in(tree_, "mode"), text_in(room_, "mode"));
    identity.branch = text_in(metadata, "git_branch");
    identity.commit = text_in(metadata, "git_commit");
    Step& root = session_.steps.front();
    root.title = identity.goal;
    root.order = ChildOrder::kAnyOrder;  // nothing in the lists asks for another
    set_external_id(root, kName, reading_.entry);
    read_attributes(kName, session_document().shape, HomeOwner::kSession, tree_, root.attributes);
    for (const auto& [name, value] : metadata.as_object()) {
      if (is_free_metadata(name)) {
        root.attributes.push_back({kMetadataPrefix + name, value});
      }
    }
  }

  void read_lifecycle() {
    LifecycleState& lifecycle = session_.lifecycle;
    lifecycle.status = status_of(text_in(tree_, "status"), text_in(room_, "status"));
    Step& root = session_.steps.front();
    const bool done = lifecycle.status == Lifecycle::kCompleted;
    root.status = done ? StepStatus::kDone : StepStatus::kActive;
    Attempt attempt;
    attempt.started_at = session_.identity.created_at;
    if (lifecycle.status == Lifecycle::kPaused) lifecycle.paused_at = session_.last_activity;
    if (is_closed(lifecycle.status)) {
      lifecycle.ended_at = attempt.ended_at = session_.last_activity;
      attempt.outcome = done ? AttemptOutcome::kPassed : AttemptOutcome::kAbandoned;
    }
    root.attempts.push_back(std::move(attempt));
    root.attempt_count = 1;
  }

  // Agents after the plan, as they name steps by id.
  void read_agents() {
    const Value& more = object_in(room_, "agents");
    const auto& elements = list_in(tree_, "agents");
    session_.agents.items.reserve(elements.size());
    std::set<std::string> known;
    for (const auto& element : elements) {
      Agent agent;
      agent.id = AgentId(text_in(element, "id"));
      if (agent.id.empty() || !known.insert(agent.id.text).second) continue;
      const Value& extra = object_in(more, agent.id.text);
      agent.type = text_in(element, "type");
      agent.started_at = time_of(element, "started_at", "started");
      agent.ended_at = time_of(element, "completed_at", "completed");
      agent.progress = number_in(element, "progress");
      agent.result = enum_from<AgentResult>(text_in(element, "result")).value_or(agent.result);
      agent.status =
          enum_from<AgentStatus>(text_in(element, "status")).value_or(status_by_rest(agent));
      agent.blocking_on = AgentId(text_in(element, "blocking_on"));
      agent.summary = text_of(element, "output_summary", "result_summary");
      if (const Value* error = element.find("error"); error != nullptr && error->is_object()) {
        agent.error =
            AgentError{error_of(text_in(*error, "category"), text_in(extra, "error_category")),
                       text_in(*error, "message"), count_in(*error, "retry_count"),
                       time_in(*error, "last_retry_at")};
      }
      const Value& files = object_in(element, "artifacts");
      agent.files = {texts_in(files, "files_created"), texts_in(files, "files_modified"),
                     texts_in(files, "files_deleted")};
      agent.step = step_named(text_in(extra, "step"));
      keep(session_.agents, std::move(agent));
    }
  }

  // For one without a status that can be read.
  static AgentStatus status_by_rest(const Agent& agent) {
    switch (agent.result) {
      case AgentResult::kSuccess:
        return AgentStatus::kCompleted;
      case AgentResult::kTimeout:
        return AgentStatus::kTimeout;
      case AgentResult::kFailure:
      case AgentResult::kAborted:
        return AgentStatus::kError;
      case AgentResult::kNone:
        break;
    }
    if (agent.ended_at) return AgentStatus::kCompleted;
    return agent.started_at ? AgentStatus::kRunning : AgentStatus::kPending;
  }

  StepId step_named(const std::string& id) const {
    if (id.empty()) return kRoot;
    for (const auto& step : session_.steps) {
      const std::string* name = external_id(step, kName);
      if (step.id != kRoot && name != nullptr && *name == id) return step.id;
    }
    return kRoot;
  }

  void read_decisions() {
    const auto& elements = list_in(tree_, "decisions_made");
    session_.decisions.items.reserve(elements.size());
    for (const auto& element : elements) {
      Decision decision;
      decision.origin.at = time_in(element, "timestamp").value_or(session_.identity.created_at);
      // The goal is what one is about of which nobody said more.
      decision.topic = text_in(element, "context");
      if (decision.topic == session_.identity.goal) decision.topic.clear();
      decision.options = texts_in(element, "options");
      decision.choice = text_of(element, "chosen", "decision");
      decision.reason = text_of(element, "reasoning", "rationale");
      keep(session_.decisions, std::move(decision));
    }
  }

  // Two records of one path are joined as the core joins them: what it was before the session,
  // what it is now.
  void read_files() {
    const auto& elements = list_in(tree_, "files_modified");
    session_.files.items.reserve(elements.size());
    for (size_t i = 0; i < elements.size(); ++i) {
      const Value& element = elements[i];
      FileChange change;
      change.path = text_in(element, "path");
      if (change.path.empty()) continue;
      change.origin.at = time_in(element, "timestamp").value_or(session_.identity.created_at);
      change.action = enum_from<FileAction>(text_in(element, "action")).value_or(change.action);
      change.agent = AgentId(text_in(element, "agent_id"));
      change.lines_added = integer_in(element, "lines_added").value_or(0);
      change.lines_removed = integer_in(element, "lines_removed").value_or(0);
      change.hash_before = Hash::from_hex(text_in(element, "hash_before"));
      change.hash_after = Hash::from_hex(text_in(element, "hash_after"));
      const auto refused = refused_.find(i);
      const Value& kept = object_in(object_in(room_, "files"), change.path);
      keep_as_reported(element, refused == refused_.end() ? kept : refused->second, change);
      const auto known = by_path_.emplace(change.path, session_.files.items.size());
      if (known.second) {
        keep(session_.files, std::move(change));
        continue;
      }
      FileChange& first = session_.files.items[known.first->second];
      change.origin.id = first.origin.id;
      change.lines_added = capped_sum(change.lines_added, first.lines_added);
      change.lines_removed = capped_sum(change.lines_removed, first.lines_removed);
      change.hash_before = first.hash_before;
      join_as_reported(first, change);
      if (first.action == FileAction::kCreated && change.action == FileAction::kModified) {
        change.action = FileAction::kCreated;
      }
      first = std::move(change);
    }
  }

  // Numbers of tokens by agent need no agent that is listed.
  void read_context() {
    const Value& usage = object_in(tree_, "context_usage");
    session_.context.estimated_tokens = integer_in(usage, "estimated_tokens").value_or(0);
    session_.context.compressions = count_in(usage, "compression_count");
    session_.context.last_compression = time_in(usage, "last_compression");
    for (const auto& [agent, tokens] : object_in(usage, "by_agent").as_object()) {
      session_.context.by_agent.push_back({AgentId(agent), tokens.as_int()});
    }
  }

  const Value& tree_;
  const Value& room_;
  Reading reading_;
  Session session_;
  std::map<std::string, size_t> by_path_;
  RefusedDigests refused_;
};

// The documents of sessions that no rule refuses, each with its entry. The index beside it is
// judged with it.
template <class Take>
void for_each_usable(const Documents& documents, FindingSink& sink, Take take) {
  for (const auto& document : documents) {
    if (document.shape != &session_document()) continue;
    const auto beside = std::find_if(documents.begin(), documents.end(), [&](const Document& d) {
      return d.shape == &index_document() && folder_of(d.path) == folder_of(document.path);
    });
    const Document* index = beside == documents.end() ? nullptr : &*beside;
    if (check_rules(document, index, sink) == Verdict::kRefused) continue;
    std::string entry = text_in(document.tree, "session_id");
    if (entry.empty()) entry = stem_of(document.path);
    take(document, std::move(entry));
  }
}

}  // namespace

std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) {
  std::vector<Reading> readings;
  for_each_usable(documents, sink, [&](const Document& document, const std::string& entry) {
    Reading reading = Interpreter(document).run(entry);
    remember_path(reading.session, entry, document.path);
    readings.push_back(std::move(reading));
  });
  return readings;
}

std::vector<Reading> judge(const Documents& documents, FindingSink& sink) {
  std::vector<Reading> readings;
  for_each_usable(documents, sink, [&](const Document&, std::string entry) {
    readings.emplace_back().entry = std::move(entry);
  });
  return readings;
}

}  // namespace clew::orchestration
