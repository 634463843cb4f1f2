// A session as an orchestration document: every member of the format in its order, then attributes
// of the dialect over them, then the index entry.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dialect/orchestration/interpret.h"
#include "dialect/orchestration/location.h"
#include "dialect/orchestration/plan.h"
#include "dialect/orchestration/reported_values.h"
#include "dialect/orchestration/shapes.h"
#include "dialect/orchestration/step_ids.h"
#include "dialect/orchestration/words.h"
#include "dialect/tree_dialect.h"
#include "session/progress.h"

namespace clew::orchestration {
namespace {

Value digest_or_null(const Hash& hash) { return hash.empty() ? Value() : Value(hash.hex()); }
Value count(int64_t number) { return std::max<int64_t>(number, 0); }

Value share(double part) { return part >= 0 ? std::min(part, 1.0) : 0.0; }

Value tell_error(const std::optional<AgentError>& error) {
  if (!error) return {};
  Value reported = Value::object();
  reported.set("category", error_word(error->category));
  reported.set("message", error->message);
  reported.set("retry_count", error->retry_count);
  reported.set("last_retry_at", time_or_null(error->last_retry_at));
  return reported;
}

// Duration only from two times that fit.
Value tell_agent(const Agent& agent) {
  Value files = Value::object();
  files.set("files_created", texts(agent.files.created));
  files.set("files_modified", texts(agent.files.modified));
  files.set("files_deleted", texts(agent.files.deleted));
  Value reported = Value::object();
  reported.set("id", agent.id.text);
  reported.set("type", agent.type);
  reported.set("status", name_of(agent.status));
  reported.set("started_at", time_or_null(agent.started_at));
  reported.set("completed_at", time_or_null(agent.ended_at));
  const bool timed = agent.started_at && agent.ended_at && *agent.ended_at >= *agent.started_at;
  reported.set("duration_seconds",
               timed ? Value((*agent.ended_at - *agent.started_at).ms / 1000) : Value());
  reported.set("progress", agent.progress ? share(*agent.progress) : Value());
  reported.set("result",
               agent.result == AgentResult::kNone ? Value() : Value(name_of(agent.result)));
  reported.set("blocking_on", text_or_null(agent.blocking_on.text));
  reported.set("error", tell_error(agent.error));
  reported.set("output_summary", text_or_null(agent.summary));
  reported.set("artifacts", std::move(files));
  return reported;
}

// What was chosen was one of the options, also where nobody named the others.
std::vector<std::string> options_of(const Decision& decision) {
  std::vector<std::string> options = decision.options;
  const bool is_there = std::find(options.begin(), options.end(), decision.choice) != options.end();
  if (!is_there && !decision.choice.empty()) options.push_back(decision.choice);
  return options;
}

// What a decision was about, where nobody said it: the task it was made at, else the whole work.
std::string topic_of(const Session& session, const Decision& decision) {
  if (!decision.topic.empty() || decision.choice.empty()) return decision.topic;
  const Step* step = decision.origin.step == kRoot ? nullptr : session.find(decision.origin.step);
  return step == nullptr ? session.identity.goal : step->title;
}

Value tell_decision(const Session& session, const Decision& decision) {
  Value reported = Value::object();
  reported.set("timestamp", to_iso(decision.origin.at));
  reported.set("context", topic_of(session, decision));
  reported.set("options", texts(options_of(decision)));
  reported.set("chosen", decision.choice);
  reported.set("reasoning", text_or_null(decision.reason));
  return reported;
}

Value tell_file(const FileChange& change) {
  Value reported = Value::object();
  reported.set("path", change.path);
  reported.set("action", name_of(change.action));
  reported.set("agent_id", text_or_null(change.agent.text));
  reported.set("timestamp", to_iso(change.origin.at));
  reported.set("lines_added", lines_reported(change, LineCount::kAdded));
  reported.set("lines_removed", lines_reported(change, LineCount::kRemoved));
  reported.set("hash_before", digest_or_null(change.hash_before));
  reported.set("hash_after", digest_or_null(change.hash_after));
  return reported;
}

Value tell_context(const ContextUsage& usage) {
  Value by_agent = Value::object();
  for (const auto& agent : usage.by_agent) by_agent.set(agent.agent.text, count(agent.tokens));
  Value reported = Value::object();
  reported.set("estimated_tokens", count(usage.estimated_tokens));
  reported.set("compression_count", usage.compressions);
  reported.set("last_compression", time_or_null(usage.last_compression));
  reported.set("by_agent", std::move(by_agent));
  return reported;
}

// The format demands one, also of a session that nobody knows a device of.
std::string device_of(const Session& session) {
  const std::string& device = session.identity.device;
  return device.empty() ? kUnknownDevice : device;
}

// The device it is on is one of those that have it, whoever listed them.
void add_device(const Session& session, Value& tree) {
  const Value* reported = tree.find("teleportation");
  std::vector<std::string> devices = texts_in(*reported, "devices");
  const std::string device = device_of(session);
  if (std::find(devices.begin(), devices.end(), device) != devices.end()) return;
  devices.push_back(device);
  Value teleportation = *reported;
  teleportation.set("devices", texts(devices));
  tree.set("teleportation", std::move(teleportation));
}

// What a session born here has of it; attributes are written over it. A session that was read has
// what the format demands, and of the rest only what its text had.
Value tell_teleportation(const Session& session) {
  const auto has = [&](const std::string& name) {
    const std::string key = "orchestration.teleportation." + name;
    return find_attribute(session.root().attributes, key) != nullptr;
  };
  const auto has_any = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), has);
  };
  // Somebody may switch it on for a session born here.
  const bool born_here =
      !has("enabled") || !has_any({"last_sync", "sync_status", "sync_error", "devices",
                                   "storage_backend", "encrypted", "shared_with"});
  Value reported = Value::object();
  const auto tell_null = [&](const char* name) {
    if (born_here || has(name)) reported.set(name, nullptr);
  };
  reported.set("enabled", false);
  tell_null("last_sync");
  tell_null("sync_status");
  tell_null("sync_error");
  reported.set("devices", texts({device_of(session)}));
  reported.set("storage_backend", "local");
  reported.set("encrypted", false);
  tell_null("shared_with");
  return reported;
}

// What agents have beyond the format: their step, and an error whose category it has no word for.
Value tell_agents_more(const Session& session) {
  Value more = Value::object();
  const std::vector<std::string> ids = step_ids(session);
  for (const auto& agent : session.agents.items) {
    Value reported = Value::object();
    if (agent.error && agent.error->category == ErrorCategory::kUnknown) {
      reported.set("error_category", name_of(ErrorCategory::kUnknown));
    }
    if (agent.step != kRoot && session.find(agent.step) != nullptr) {
      reported.set("step", ids[agent.step.number]);
    }
    if (!reported.as_object().empty()) more.set(agent.id.text, std::move(reported));
  }
  return more;
}

// metadata.clew has the exact words only where the format's own would be read as others.
Value tell_metadata(const Session& session, const ReportedPlan& plan) {
  const Identity& identity = session.identity;
  Value room = Value::object();
  if (!is_exact(session.lifecycle.status)) room.set("status", name_of(session.lifecycle.status));
  if (!identity.mode.empty() && identity.mode != mode_word(identity.mode)) {
    room.set("mode", identity.mode);
  }
  if (!plan.order.is_null()) room.set("order", plan.order);
  if (!plan.parts.is_null()) room.set("parts", plan.parts);
  if (!plan.steps.is_null()) room.set("steps", plan.steps);
  if (Value agents = tell_agents_more(session); !agents.as_object().empty()) {
    room.set("agents", std::move(agents));
  }
  if (Value files = digests_as_reported(session); !files.is_null())
    room.set("files", std::move(files));
  Value reported = Value::object();
  reported.set("git_branch", text_or_null(identity.branch));
  reported.set("git_commit", text_or_null(identity.commit));
  for (const auto& attribute : session.root().attributes) {
    if (!attribute.key.starts_with(kMetadataPrefix)) continue;
    const std::string name = attribute.key.substr(std::string_view(kMetadataPrefix).size());
    if (is_free_metadata(name)) reported.object_ref().emplace_back(name, attribute.value);
  }
  if (!room.as_object().empty()) reported.set("clew", std::move(room));
  return reported;
}

// What a document must have and clew cannot invent; each is named with the command that sets it.
Status check_whole(const Session& session) {
  std::vector<std::string> missing;
  std::string next = "clew set";
  const auto want = [&](const std::string& value, const char* name, const char* key) {
    if (!value.empty()) return;
    missing.emplace_back(name);
    next += fmt::format(" {}=…", key);
  };
  want(session.identity.goal, "goal", "goal");
  want(session.identity.project_path, "project (its path)", "project_path");
  if (missing.empty()) return success();
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("an orchestration session also needs: {}", fmt::join(missing, ", ")),
      session.identity.id.text, next);
}

template <class T>
// The list in memory is not the whole: entries that only the file has are kept in front of it.
void mark_partial(Document& document, const char* name, const Kept<T>& kept) {
  if (kept.total > kept.items.size()) document.partial.emplace_back(name);
}

Document tell_index(const Session& session) {
  Value entry = Value::object();
  entry.set("session_id", entry_of(session));
  entry.set("goal", session.identity.goal);
  entry.set("device", device_of(session));
  entry.set("status", status_word(session.lifecycle.status));
  entry.set("progress", progress_of(session));
  entry.set("updated_at", to_iso(last_change(session)));
  Document index{&index_document(), index_path(session), Value::object(), {}};
  index.tree.set("sessions", Value::List{std::move(entry)});
  return index;
}

}  // namespace

double progress_of(const Session& session) {
  return progress(session, ActorId(), session.last_activity).percent / 100.0;
}

Result<Documents> express(const Session& session) {
  if (session.steps.empty()) return make_error(ErrorCode::kInvalid, "there is no session to write");
  CLEW_TRY(check_whole(session));
  return express_known(session);
}

// Members in the order in which the format's own programs write them.
Documents express_known(const Session& session) {
  const Identity& identity = session.identity;
  const ReportedPlan plan = tell_plan(session);
  Document document{&session_document(), session_path(session), Value::object(), {}};
  Value& tree = document.tree;
  tree.set("$schema", kSchemaUrl);
  tree.set("schema_version", kVersion);
  tree.set("session_id", entry_of(session));
  tree.set("created_at", to_iso(identity.created_at));
  tree.set("updated_at", to_iso(last_change(session)));
  tree.set("device", device_of(session));
  tree.set("project", identity.project_path);
  tree.set("goal", identity.goal);
  tree.set("mode", mode_word(identity.mode));
  tree.set("status", status_word(session.lifecycle.status));
  tree.set("progress", progress_of(session));
  Value agents = Value::list();
  for (const auto& agent : session.agents.items) agents.push(tell_agent(agent));
  tree.set("agents", std::move(agents));
  tree.set("completed_work", plan.completed);
  tree.set("pending_tasks", plan.pending);
  Value decisions = Value::list();
  for (const auto& decision : session.decisions.items) {
    decisions.push(tell_decision(session, decision));
  }
  tree.set("decisions_made", std::move(decisions));
  Value files = Value::list();
  for (const auto& change : session.files.items) files.push(tell_file(change));
  tree.set("files_modified", std::move(files));
  tree.set("context_usage", tell_context(session.context));
  tree.set("teleportation", tell_teleportation(session));
  tree.set("metadata", tell_metadata(session, plan));
  write_attributes(kName, session_document().shape, HomeOwner::kSession, session.root().attributes,
                   tree);
  add_device(session, tree);
  mark_partial(document, "agents", session.agents);
  mark_partial(document, "decisions_made", session.decisions);
  mark_partial(document, "files_modified", session.files);
  Documents documents;
  documents.push_back(std::move(document));
  documents.push_back(tell_index(session));
  return documents;
}

}  // namespace clew::orchestration
