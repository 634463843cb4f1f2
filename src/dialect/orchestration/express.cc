#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dialect/orchestration/interpret.h"
#include "dialect/orchestration/place.h"
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
  Value told = Value::object();
  told.set("category", error_word(error->category));
  told.set("message", error->message);
  told.set("retry_count", error->retry_count);
  told.set("last_retry_at", time_or_null(error->last_retry_at));
  return told;
}

Value tell_agent(const Agent& agent) {
  Value files = Value::object();
  files.set("files_created", texts(agent.files.created));
  files.set("files_modified", texts(agent.files.modified));
  files.set("files_deleted", texts(agent.files.deleted));
  Value told = Value::object();
  told.set("id", agent.id.text);
  told.set("type", agent.type);
  told.set("status", name_of(agent.status));
  told.set("started_at", time_or_null(agent.started_at));
  told.set("completed_at", time_or_null(agent.ended_at));
  const bool timed = agent.started_at && agent.ended_at && *agent.ended_at >= *agent.started_at;
  told.set("duration_seconds",
           timed ? Value((*agent.ended_at - *agent.started_at).ms / 1000) : Value());
  told.set("progress", agent.progress ? share(*agent.progress) : Value());
  told.set("result", agent.result == AgentResult::kNone ? Value() : Value(name_of(agent.result)));
  told.set("blocking_on", text_or_null(agent.blocking_on.text));
  told.set("error", tell_error(agent.error));
  told.set("output_summary", text_or_null(agent.summary));
  told.set("artifacts", std::move(files));
  return told;
}

// What was chosen was one of the options, also where nobody named the others.
std::vector<std::string> options_of(const Decision& decision) {
  std::vector<std::string> options = decision.options;
  const bool is_there = std::find(options.begin(), options.end(), decision.choice) != options.end();
  if (!is_there && !decision.choice.empty()) options.push_back(decision.choice);
  return options;
}

Value tell_decision(const Decision& decision) {
  Value told = Value::object();
  told.set("timestamp", to_iso(decision.origin.at));
  told.set("context", decision.topic);
  told.set("options", texts(options_of(decision)));
  told.set("chosen", decision.choice);
  told.set("reasoning", text_or_null(decision.reason));
  return told;
}

Value tell_file(const FileChange& change) {
  Value told = Value::object();
  told.set("path", change.path);
  told.set("action", name_of(change.action));
  told.set("agent_id", text_or_null(change.agent.text));
  told.set("timestamp", to_iso(change.origin.at));
  told.set("lines_added", lines_told(change, LineCount::kAdded));
  told.set("lines_removed", lines_told(change, LineCount::kRemoved));
  told.set("hash_before", digest_or_null(change.hash_before));
  told.set("hash_after", digest_or_null(change.hash_after));
  return told;
}

Value tell_context(const ContextUsage& usage) {
  Value by_agent = Value::object();
  for (const auto& agent : usage.by_agent) by_agent.set(agent.agent.text, count(agent.tokens));
  Value told = Value::object();
  told.set("estimated_tokens", count(usage.estimated_tokens));
  told.set("compression_count", usage.compressions);
  told.set("last_compression", time_or_null(usage.last_compression));
  told.set("by_agent", std::move(by_agent));
  return told;
}

// The format demands one, also of a session that nobody knows a device of.
std::string device_of(const Session& session) {
  const std::string& device = session.identity.device;
  return device.empty() ? kUnknownDevice : device;
}

// The device it is on is one of those that have it, whoever listed them.
void add_device(const Session& session, Value& tree) {
  const Value* told = tree.find("teleportation");
  std::vector<std::string> devices = texts_in(*told, "devices");
  const std::string device = device_of(session);
  if (std::find(devices.begin(), devices.end(), device) != devices.end()) return;
  devices.push_back(device);
  Value teleportation = *told;
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
  Value told = Value::object();
  const auto tell_null = [&](const char* name) {
    if (born_here || has(name)) told.set(name, nullptr);
  };
  told.set("enabled", false);
  tell_null("last_sync");
  tell_null("sync_status");
  tell_null("sync_error");
  told.set("devices", texts({device_of(session)}));
  told.set("storage_backend", "local");
  told.set("encrypted", false);
  tell_null("shared_with");
  return told;
}

Value tell_agents_more(const Session& session) {
  Value more = Value::object();
  const std::vector<std::string> ids = step_ids(session);
  for (const auto& agent : session.agents.items) {
    Value told = Value::object();
    if (agent.error && agent.error->category == ErrorCategory::kUnknown) {
      told.set("error_category", name_of(ErrorCategory::kUnknown));
    }
    if (agent.step != kRoot && session.find(agent.step) != nullptr) {
      told.set("step", ids[agent.step.number]);
    }
    if (!told.as_object().empty()) more.set(agent.id.text, std::move(told));
  }
  return more;
}

Value tell_metadata(const Session& session, const ToldPlan& plan) {
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
  if (Value files = digests_as_told(session); !files.is_null()) room.set("files", std::move(files));
  Value told = Value::object();
  told.set("git_branch", text_or_null(identity.branch));
  told.set("git_commit", text_or_null(identity.commit));
  for (const auto& attribute : session.root().attributes) {
    if (!attribute.key.starts_with(kMetadataPrefix)) continue;
    const std::string name = attribute.key.substr(std::string_view(kMetadataPrefix).size());
    if (is_free_metadata(name)) told.set(name, attribute.value);
  }
  if (!room.as_object().empty()) told.set("clew", std::move(room));
  return told;
}

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

Documents express_known(const Session& session) {
  const Identity& identity = session.identity;
  const ToldPlan plan = tell_plan(session);
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
  for (const auto& decision : session.decisions.items) decisions.push(tell_decision(decision));
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
