#include "dialect/orchestration/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "dialect/orchestration/location.h"
#include "dialect/orchestration/shapes.h"
#include "dialect/path_inside.h"

namespace clew::orchestration {
namespace {

constexpr size_t kMaxTasks = kMaxSteps - 1;
constexpr size_t kMaxAgents = 10'000;

std::string quoted(const std::string& text) { return "\"" + visible(cut(text, 60)) + "\""; }

// Also of Windows: "C:\\…", "C:/…" and "\\\\host\\…".
bool is_absolute(const std::string& path) {
  const bool drive = path.size() > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
  return path.starts_with('/') || path.starts_with("\\\\") || drive;
}

bool is_sha1(const std::string& text) {
  return text.size() == 40 && text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

// The first three checks decide whether the document can be used at all; everything after them only
// adds findings. Each finding is at the member it is about, so that it gets a line of the file.
class RuleChecker {
 public:
  RuleChecker(const Document& document, const Document* index, FindingSink& sink)
      : document_(document), tree_(document.tree), index_(index), sink_(sink) {}

  Verdict run() {
    if (!tree_.is_object() || !check_kind() || !check_version() || !check_amount()) {
      return Verdict::kRefused;
    }
    check_identity();
    check_agents();
    check_work();
    check_files();
    check_decisions();
    check_tokens();
    check_storage();
    if (index_ != nullptr) check_index();
    return Verdict::kUsable;
  }

 private:
  void report(const char* name, TreePath path, std::string message) {
    sink_.rule(name, document_, std::move(path), std::move(message));
  }

  bool check_kind() {
    if (tree_.find("session_id") != nullptr || tree_.find("goal") != nullptr) return true;
    report("no-session", {}, "this is not a session: it has neither session_id nor goal");
    return false;
  }

  bool check_version() {
    const std::string version = text_in(tree_, "schema_version");
    if (version.empty() || version.starts_with("1.")) return true;
    report("unknown-version", {"schema_version"},
           fmt::format("version {} is not supported, only 1", quoted(version)));
    return false;
  }

  // Before anything is built from the document, so that a file of any size costs no more than
  // reading it.
  bool check_amount() {
    const size_t count =
        list_in(tree_, "completed_work").size() + list_in(tree_, "pending_tasks").size();
    const size_t agents = list_in(tree_, "agents").size();
    if (agents > kMaxAgents) {
      report("too-many-agents", {"agents"},
             fmt::format("{} agents; the limit is {}", agents, kMaxAgents));
      return false;
    }
    if (count <= kMaxTasks) return true;
    report("too-many-tasks", {"pending_tasks"},
           fmt::format("{} tasks; the limit is {}", count, kMaxTasks));
    return false;
  }

  void check_identity() {
    const std::string id = text_in(tree_, "session_id");
    if (!id.empty() && !is_uuid4(id)) {
      report("session-id-not-uuid", {"session_id"}, quoted(id) + " is not a UUID v4");
    }
    if (!id.empty() && stem_of(document_.path) != id) {
      report("file-name", {"session_id"},
             fmt::format("the file of this session should be {}.json", visible(cut(id, 60))));
    }
    if (const std::string project = text_in(tree_, "project");
        !project.empty() && !is_absolute(project)) {
      report("project-not-absolute", {"project"}, quoted(project) + " is not an absolute path");
    }
    const auto created = time_in(tree_, "created_at");
    const auto updated = time_in(tree_, "updated_at");
    if (created && updated && *updated < *created) {
      report("updated-before-created", {"updated_at"}, "it was updated before it was created");
    }
    const Value* metadata = tree_.find("metadata");
    const std::string commit = metadata == nullptr ? "" : text_in(*metadata, "git_commit");
    if (!commit.empty() && !is_sha1(commit)) {
      report("commit-not-sha1", {"metadata", "git_commit"}, quoted(commit) + " is not a SHA-1");
    }
  }

  // Ids are gathered first: an agent may wait for one that is listed later. A status and a result
  // contradict each other when an open agent has a result, or when only one of the two says
  // success.
  void check_agents() {
    const auto& agents = list_in(tree_, "agents");
    for (const auto& agent : agents) agents_.insert(text_in(agent, "id"));
    std::set<std::string> seen;
    for (size_t i = 0; i < agents.size(); ++i) {
      const Value& agent = agents[i];
      const TreePath path = {"agents", i};
      const std::string id = text_in(agent, "id");
      if (!id.empty() && !seen.insert(id).second) {
        report("agent-twice", path / "id", quoted(id) + " is the id of two agents");
      }
      if (const std::string other = text_in(agent, "blocking_on");
          !other.empty() && !agents_.contains(other)) {
        report("unknown-blocking-agent", path / "blocking_on",
               quoted(id) + " waits for " + quoted(other) + ", which is not a listed agent");
      }
      const auto started = time_in(agent, "started_at");
      const auto ended = time_in(agent, "completed_at");
      if (started && ended && *ended < *started) {
        report("agent-ends-before-start", path / "completed_at",
               quoted(id) + " ended before it began");
      }
      const Value* artifacts = agent.find("artifacts");
      for (const char* name : {"files_created", "files_modified", "files_deleted"}) {
        const auto paths =
            artifacts == nullptr ? std::vector<std::string>() : texts_in(*artifacts, name);
        for (size_t j = 0; j < paths.size(); ++j) {
          check_path(path / "artifacts" / name / j, paths[j]);
        }
      }
      const std::string status = text_in(agent, "status");
      const std::string result = text_in(agent, "result");
      const bool ended_well = status == "completed";
      const bool open = status == "pending" || status == "running";
      if (!result.empty() && !status.empty() && (open || ended_well != (result == "success"))) {
        report("agent-result-disagrees", path / "result",
               fmt::format("{} is {} with the result {}", quoted(id), status, result));
      }
    }
  }

  void check_work() {
    const auto& pending = list_in(tree_, "pending_tasks");
    if (text_in(tree_, "status") == "completed" && !pending.empty()) {
      report("completed-with-tasks", {"pending_tasks"},
             fmt::format("the session is completed, {} of its tasks are not", pending.size()));
    }
    std::set<std::string> done;
    for (const auto& task : list_in(tree_, "completed_work")) done.insert(task.as_string());
    for (size_t i = 0; i < pending.size(); ++i) {
      if (!done.contains(pending[i].as_string())) continue;
      report("task-done-and-pending", {"pending_tasks", i},
             quoted(pending[i].as_string()) + " is also listed as completed");
    }
  }

  void check_path(TreePath location, const std::string& path) {
    if (is_path_inside(path)) return;
    report("path-not-relative", std::move(location),
           quoted(path) + " is not a path in the project");
  }

  void check_files() {
    std::set<std::string> seen;
    const auto& files = list_in(tree_, "files_modified");
    for (size_t i = 0; i < files.size(); ++i) {
      const std::string path = text_in(files[i], "path");
      check_path({"files_modified", i, "path"}, path);
      if (!path.empty() && !seen.insert(path).second) {
        report("path-twice", {"files_modified", i, "path"}, quoted(path) + " has two records");
      }
      if (const std::string agent = text_in(files[i], "agent_id");
          !agent.empty() && !agents_.contains(agent)) {
        report("unknown-file-agent", {"files_modified", i, "agent_id"},
               quoted(agent) + " is not a listed agent");
      }
    }
  }

  void check_decisions() {
    const auto& decisions = list_in(tree_, "decisions_made");
    for (size_t i = 0; i < decisions.size(); ++i) {
      const auto options = texts_in(decisions[i], "options");
      const std::string chosen = text_in(decisions[i], "chosen");
      if (options.empty() || chosen.empty()) continue;
      if (std::find(options.begin(), options.end(), chosen) != options.end()) continue;
      report("chosen-not-an-option", {"decisions_made", i, "chosen"},
             quoted(chosen) + " is not one of the options");
    }
  }

  void check_tokens() {
    const Value* usage = tree_.find("context_usage");
    const Value* by_agent = usage == nullptr ? nullptr : usage->find("by_agent");
    if (by_agent == nullptr) return;
    for (const auto& [agent, tokens] : by_agent->as_object()) {
      if (agents_.contains(agent)) continue;
      report("unknown-context-agent", {"context_usage", "by_agent", agent},
             quoted(agent) + " is not a listed agent");
    }
  }

  void check_storage() {
    const Value* teleportation = tree_.find("teleportation");
    if (teleportation == nullptr) return;
    if (text_in(*teleportation, "storage_backend") != kUnreachedBackend) return;
    report("storage-not-reached", {"teleportation", "storage_backend"},
           fmt::format("clew cannot send sessions to {}; the word is kept as it is written",
                       kUnreachedBackend));
  }

  // The session's own file is right; the index is to be repaired.
  void check_index() {
    const auto& entries = list_in(index_->tree, "sessions");
    const std::string id = text_in(tree_, "session_id");
    for (size_t i = 0; i < entries.size(); ++i) {
      if (id.empty() || text_in(entries[i], "session_id") != id) continue;
      const auto fields = disagreeing(entries[i], tree_);
      if (fields.empty()) continue;
      sink_.add(Severity::kWarning, "index-disagrees", index_->path, {"sessions", i},
                fmt::format("the session's file differs: {}", fmt::join(fields, ", ")),
                "clew repair " + document_.path);
    }
  }

  const Document& document_;
  const Value& tree_;
  const Document* index_;
  FindingSink& sink_;
  std::set<std::string> agents_;
};

bool is_same(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) return a.as_double() == b.as_double();
  return a == b;
}

}  // namespace

std::vector<std::string> disagreeing(const Value& entry, const Value& session) {
  std::vector<std::string> fields;
  for (const char* name : {"goal", "device", "status", "progress", "updated_at"}) {
    const Value* reported = entry.find(name);
    const Value* is = session.find(name);
    if (reported != nullptr && is != nullptr && !is_same(*reported, *is)) fields.emplace_back(name);
  }
  return fields;
}

const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {"no-session",              Severity::kError,   "the document is not a session",                      ""                          },
      {"unknown-version",         Severity::kError,   "the major version of the format is not 1",
       "use a version of clew that supports it"                                                                                         },
      {"too-many-tasks",          Severity::kError,   "there are more tasks than a session can have",
       "split the session"                                                                                                              },
      {"too-many-agents",         Severity::kError,   "there are more agents than a session can have",
       "split the session"                                                                                                              },
      {"session-id-not-uuid",     Severity::kError,   "the session's id is not a UUID v4",
       "give it a UUID v4"                                                                                                              },
      {"agent-twice",             Severity::kError,   "two agents have the same id; the second is ignored",
       "rename one of them"                                                                                                             },
      {"file-name",               Severity::kWarning, "the file is not named after the session's id",
       "rename the file"                                                                                                                },
      {"project-not-absolute",    Severity::kWarning, "the project's path is not absolute",
       "write the absolute path"                                                                                                        },
      {"updated-before-created",  Severity::kWarning,
       "the session was updated before it was created",                                                     "correct one of the two"    },
      {"commit-not-sha1",         Severity::kWarning, "the commit is not a SHA-1 of 40 hex digits",
       "write the full SHA-1"                                                                                                           },
      {"unknown-blocking-agent",  Severity::kWarning, "an agent waits for one that is not listed",
       "list it, or write null"                                                                                                         },
      {"agent-ends-before-start", Severity::kWarning, "an agent ended before it began",
       "correct one of the two"                                                                                                         },
      {"agent-result-disagrees",  Severity::kWarning,
       "an agent's status and result contradict each other",                                                "correct one of the two"    },
      {"completed-with-tasks",    Severity::kWarning,
       "the session is completed, but tasks are pending",                                                   "finish or remove the tasks"},
      {"task-done-and-pending",   Severity::kWarning, "a task is both completed and pending",
       "remove it from one list"                                                                                                        },
      {"path-not-relative",       Severity::kWarning, "a path is absolute or leaves the project",
       "write it relative to the project"                                                                                               },
      {"path-twice",              Severity::kWarning, "a path has two records; they are read as one",
       "merge them into one"                                                                                                            },
      {"unknown-file-agent",      Severity::kWarning,
       "a file was changed by an agent that is not listed",                                                 "list it, or write null"    },
      {"chosen-not-an-option",    Severity::kWarning, "what was chosen is not among the options",
       "add it to the options"                                                                                                          },
      {"unknown-context-agent",   Severity::kWarning,
       "tokens are counted for an agent that is not listed",                                                "list it, or remove it"     },
      {"storage-not-reached",     Severity::kWarning, "the session is kept where clew cannot send it",
       "clew remote add NAME URL   with a folder or a bucket"                                                                           },
      {"index-disagrees",         Severity::kWarning, "index.json does not match the session's file",
       "clew repair PATH"                                                                                                               },
      {"index-unknown",           Severity::kWarning,
       "index.json has an unknown format; it is left unchanged",                                            ""                          },
  };
  return table;
}

Verdict check_rules(const Document& document, const Document* index, FindingSink& sink) {
  return RuleChecker(document, index, sink).run();
}

}  // namespace clew::orchestration
