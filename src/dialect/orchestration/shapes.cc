#include "dialect/orchestration/shapes.h"

#include "dialect/orchestration/words.h"

namespace clew::orchestration {
namespace {

Shape filled() {
  Shape shape = text();
  shape.shortest = 1;
  return shape;
}

Shape digest() { return nullable(pattern_text("^[0-9A-Fa-f]{64}$")); }

Shape agent_error() {
  return object({
      required("category", one_of(error_words()), "what kind of error",
               core("agents[].error.category")),
      required("message", text(), "what went wrong", core("agents[].error.message")),
      optional("retry_count", integer(0), "how often it was retried",
               core("agents[].error.retry_count")),
      optional("last_retry_at", nullable(time()), "when last",
               core("agents[].error.last_retry_at")),
  });
}

Shape agent_files() {
  return object({
      optional("files_created", list(text()), "files it created", core("agents[].files.created")),
      optional("files_modified", list(text()), "files it modified",
               core("agents[].files.modified")),
      optional("files_deleted", list(text()), "files it deleted", core("agents[].files.deleted")),
  });
}

Shape agent() {
  return object({
      required("id", filled(), "its id in this session", core("agents[].id")),
      required("type", text(), "what kind of agent; any word", core("agents[].type")),
      required("status", one_of(agent_words()), "where it stands", core("agents[].status")),
      optional("started_at", nullable(time()), "when it began", core("agents[].started_at")),
      optional("completed_at", nullable(time()), "when it ended", core("agents[].ended_at")),
      optional("duration_seconds", nullable(integer(0)), "how long it ran",
               derived("completed_at - started_at, in whole seconds")),
      optional("progress", nullable(number(0, 1)), "its progress, as it reported",
               core("agents[].progress")),
      optional("result", nullable(one_of(result_words())), "how it ended", core("agents[].result")),
      optional("blocking_on", nullable(text()), "the agent it waits for",
               core("agents[].blocking_on")),
      optional("error", nullable(agent_error()), "what stopped it", core("agents[].error")),
      optional("output_summary", nullable(text()), "what came of it", core("agents[].summary")),
      optional("artifacts", agent_files(), "the files it touched", core("agents[].files")),
  });
}

Shape decision() {
  return object({
      required("timestamp", time(), "when", core("decisions[].origin.at")),
      required("context", text(), "what it was about", core("decisions[].topic")),
      required("options", list(text()), "what there was to choose from",
               core("decisions[].options")),
      required("chosen", text(), "what was chosen", core("decisions[].choice")),
      optional("reasoning", nullable(text()), "why", core("decisions[].reason")),
  });
}

Shape file_change() {
  return object({
      required("path", filled(), "relative to the project", core("files[].path")),
      required("action", one_of(file_words()), "what happened to it", core("files[].action")),
      optional("agent_id", nullable(text()), "the agent that did it", core("files[].agent")),
      required("timestamp", time(), "when", core("files[].origin.at")),
      optional("lines_added", nullable(integer(0)), "lines added", core("files[].lines_added")),
      optional("lines_removed", nullable(integer(0)), "lines removed",
               core("files[].lines_removed")),
      optional("hash_before", digest(), "SHA-256 before", core("files[].hash_before")),
      optional("hash_after", digest(), "SHA-256 after", core("files[].hash_after")),
  });
}

Shape context_usage() {
  return object({
      required("estimated_tokens", integer(0), "tokens used in all",
               core("context.estimated_tokens")),
      optional("compression_count", integer(0), "how often the context was compressed",
               core("context.compressions")),
      optional("last_compression", nullable(time()), "when last", core("context.last_compression")),
      optional("by_agent", map(integer(0)), "tokens by agent", core("context.by_agent")),
  });
}

// Has no word of the core: how a session travels is kept as attributes of the session, under the
// names of these fields.
Shape teleportation() {
  const Home home = attribute(HomeOwner::kSession);
  return object({
      required("enabled", boolean(), "whether it is synchronized across devices", home),
      optional("last_sync", nullable(time()), "when last", home),
      optional("sync_status", nullable(one_of({"success", "pending", "error"})), "how that went",
               home),
      optional("sync_error", nullable(text()), "why it failed", home),
      optional("devices", list(text()), "the devices that have it", home),
      optional("storage_backend", one_of({"claude-desktop", "local", "s3"}), "where it is kept",
               home),
      optional("encrypted", boolean(), "whether it is encrypted there", home),
      optional("shared_with", nullable(list(text())), "who else may have it", home),
  });
}

// A step of which the two lists of titles do not say all.
Shape plan_step() {
  return object({
      required("id", text(), "its title, with #2, #3 … when others have the same",
               core("steps[].external")),
      optional("title", text(), "its title, where it differs from the id", core("steps[].title")),
      optional("parent", text(), "the id of the step it is part of", core("steps[].parent")),
      optional("status", one_of(step_words()), "its exact status", core("steps[].status")),
      optional("status_reason", text(), "why", core("steps[].status_reason")),
      optional("key", text(), "its name in the plan", core("steps[].key")),
      optional("description", text(), "in words", core("steps[].description")),
      optional("order", one_of(order_words()), "how its parts run", core("steps[].order")),
      optional("needs", list(text()), "ids of what must be done first", core("steps[].needs")),
      optional("assignee", text(), "who is to do it", core("steps[].assignee")),
      optional("subject", text(), "what it is about", core("steps[].subject")),
      optional("aside", boolean(), "an aid to its parent step, not a task of the plan",
               core("steps[].aside")),
  });
}

// The members of metadata.clew. Each is written only where the format's own fields say less than
// the session.
Shape clew_room() {
  return object({
      optional("status", one_of(lifecycle_words()),
               "the exact status, where the format has no word for it", core("lifecycle.status")),
      optional("mode", text(), "the exact mode, where the format has no word for it",
               core("identity.mode")),
      optional("order", list(text()), "the ids of all steps, where the lists do not give the order",
               core("steps")),
      optional("parts", one_of(order_words()),
               "how the top-level steps run: in_order with `order`, else any_order, unless set",
               core("steps[0].order")),
      optional("steps", list(plan_step(), "id"),
               "step details that the lists of titles have no place for", core("steps")),
      optional(
          "agents",
          map(object({
              optional("error_category", one_of({"unknown"}), "the exact kind of its error",
                       core("agents[].error.category")),
              optional("step", text(), "the id of the step it works on", core("agents[].step")),
          })),
          "agent details that the format has no place for", core("agents")),
      optional("files",
               map(object({
                   optional("hash_before", text(), "the digest before, as it was read",
                            core("files[].attributes")),
                   optional("hash_after", text(), "the digest after, as it was read",
                            core("files[].attributes")),
               })),
               "by path: digests as read that are not SHA-256", core("files[].attributes")),
  });
}

Shape metadata() {
  const Home home = attribute(HomeOwner::kSession);
  return object({
      optional("git_branch", nullable(text()), "git branch", core("identity.branch")),
      optional("git_commit", nullable(text()), "git HEAD", core("identity.commit")),
      optional("craft_version", nullable(text()), "version of the program that wrote it", home),
      optional("tags", nullable(list(text())), "words to find it by", home),
      optional("notes", nullable(text()), "anything", home),
      optional("clew", clew_room(), "what the format has no words for", fixed("reserved for clew")),
  });
}

// The order of the fields is the order in which a new file is written.
Shape session_shape() {
  return object({
      optional("$schema", text(), "where the format is defined", fixed("the format's address")),
      required("schema_version", pattern_text("^[0-9]+[.][0-9]+([.][0-9]+)?$"),
               "version of the format", fixed("1.0.0")),
      required("session_id", filled(), "UUID v4", core("steps[0].external")),
      required("created_at", time(), "when it began", core("identity.created_at")),
      required("updated_at", time(), "when something last happened", core("last_activity")),
      required("device", filled(), "the machine it was last on", core("identity.device")),
      required("project", filled(), "absolute path of the project", core("identity.project_path")),
      required("goal", filled(), "what the work is for", core("identity.goal")),
      required("mode", one_of(mode_words()), "mode of execution", core("identity.mode")),
      required("status", one_of(status_words()), "where it stands", core("lifecycle.status")),
      required("progress", number(0, 1), "the part that is complete",
               derived("share of the steps without parts that are complete")),
      required("agents", list(agent(), "id"), "the agents of the session", core("agents")),
      required("completed_work", list(text()), "titles of the steps that are done",
               core("steps[].title")),
      required("pending_tasks", list(text()), "titles of the steps that are not",
               core("steps[].title")),
      optional("decisions_made", list(decision()), "decisions; always written", core("decisions")),
      required("files_modified", list(file_change(), "path"), "one record for each path touched",
               core("files")),
      required("context_usage", context_usage(), "how much context was used", core("context")),
      required("teleportation", teleportation(), "synchronization across devices",
               fixed("a group")),
      optional("metadata", metadata(), "what else there is", fixed("a group")),
  });
}

Shape index_shape() {
  const Shape entry = object({
      optional("session_id", text(), "the session", core("steps[0].external")),
      optional("goal", text(), "what the work is for", core("identity.goal")),
      optional("device", text(), "the machine it was last on", core("identity.device")),
      optional("status", text(), "as in the session's file", core("lifecycle.status")),
      optional("progress", number(), "as in the session's file",
               derived("share of the steps without parts that are complete")),
      optional("updated_at", text(), "as in the session's file", core("last_activity")),
  });
  return object({required("sessions", list(entry, "session_id"), "one entry for each session",
                          fixed("a group"))});
}

}  // namespace

// Any name that the format and clew do not use: other programs put words of their own there.
bool is_free_metadata(const std::string& name) {
  static const Shape known = metadata();
  return find_field(known, name) == nullptr;
}

const DocumentShape& session_document() {
  static const DocumentShape document{"session",          "<session_id>.json", DocumentKind::kJson,
                                      session_shape(),    "one session",       FileWrite::kReplace,
                                      FileOwner::kSession};
  return document;
}

const DocumentShape& index_document() {
  static const DocumentShape document{"index",
                                      "index.json",
                                      DocumentKind::kJson,
                                      index_shape(),
                                      "the sessions of the folder",
                                      FileWrite::kReplace,
                                      FileOwner::kFolder};
  return document;
}

}  // namespace clew::orchestration
