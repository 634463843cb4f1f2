#include "command/setup/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/client_version.h"
#include "agent_client/hook_switch.h"
#include "agent_client/json_settings.h"
#include "base/hash.h"
#include "base/text.h"
#include "files/run_process.h"

namespace clew {
namespace {

// What lies beside the program says it, or the program itself.
std::string known_version(FileSystem& files, const SetupWorld& world, const AgentClient& agent) {
  if (std::string version = client_version(files, world, agent); !version.empty()) return version;
  const std::string program = find_in_path(files, world.search_path, agent.program);
  if (program.empty()) return "";
  ProcessRequest request;
  request.argv = {program, "--version"};
  request.timeout = seconds(30);
  request.output_bounds = {size_t{4} << 10, size_t{4} << 10};
  const auto result = run_process(request);
  if (!result || !result->succeeded()) return "";
  const std::string said = one_line(result->output.text());
  const bool is_one =
      !said.empty() &&
      said.find_first_not_of("0123456789.-abcdefghijklmnopqrstuvwxyz") == std::string::npos;
  return is_one ? said : "";
}

// One file of one agent, on its way from what it is to what it should be.
class FilePlan {
 public:
  FilePlan(Workspace& workspace, const SetupWorld& world, const SetupTask& task,
           const SettingsLocation& location, std::string client_version,
           std::vector<std::string>& notes)
      : workspace_(workspace),
        world_(world),
        task_(task),
        location_(location),
        client_version_(std::move(client_version)),
        notes_(notes) {}

  Result<SettingsChange> make() {
    const bool in_project = task_.scope == SetupScope::kProject;
    const std::string root = in_project ? workspace_.project().root : std::string();
    const std::string path = settings_path(world_, task_.agent, location_, task_.scope, root);
    if (path.empty()) {
      return make_error(ErrorCode::kUsage, "HOME is not set, so the settings cannot be found",
                        task_.agent.title, "set HOME");
    }
    SettingsChange change;
    change.agent = &task_.agent;
    change.location = &location_;
    CLEW_ASSIGN(change.before, read_settings(workspace_, path, root));
    if (in_project && !change.before.exists) change.before.mode = 0644;
    change.after = change.before.exists ? std::optional(change.before.text) : std::nullopt;
    std::vector<std::string> said;
    const bool adds = task_.aim == SetupAim::kAdd;
    const Status done = location_.kind == SettingsKind::kFile ? write_own(change, said)
                        : adds                                ? add(change, said)
                                                              : remove(change, said);
    if (!done) {
      Error error = done.error();
      error.subject = path;
      if (error.next.empty()) {
        error.next = fmt::format("fix {}; it was left unchanged", path);
      }
      return error;
    }
    for (const std::string& note : said) notes_.push_back(fmt::format("{}: {}", path, note));
    return change;
  }

 private:
  // A file that is clew's own as a whole; another of that name stays.
  Status write_own(SettingsChange& change, std::vector<std::string>& said) {
    const OwnFiles& own = *task_.agent.own_files;
    const bool is_other = change.before.exists && !own.is_own(change.before.text);
    if (task_.aim == SetupAim::kRemove) {
      if (!is_other) change.after = std::nullopt;
      return success();
    }
    const bool in_project = task_.scope == SetupScope::kProject;
    const FileParts parts{workspace_.files(), agent_folder(world_, task_.agent),
                          in_project ? std::string("clew") : world_.program, client_version_};
    const auto text = own.text(location_, parts);
    if (!text) return success();
    if (is_other) {
      said.emplace_back("is not clew's; left unchanged");
      return success();
    }
    change.after = *text;
    return success();
  }

  Status add(SettingsChange& change, std::vector<std::string>& said) {
    const auto old = find_record(workspace_, change.before.location);
    const bool known = old && old->after == sha256(change.before.text).hex();
    CLEW_ASSIGN(const SettingsEdit bare, edit(change.before.text, SetupAim::kRemove, said));
    said.clear();
    CLEW_ASSIGN(const SettingsEdit text, edit(change.before.text, SetupAim::kAdd, said));
    if (!text.changed()) return success();
    change.after = text.text();
    SettingsRecord record;
    record.after = sha256(text.text()).hex();
    record.undo = text.undo();
    record.made = !change.before.exists || (old && old->made);
    // What stood there before is known when clew had nothing in it, or remembers what it had.
    record.exact = !bare.changed() || (known && old->exact);
    if (bare.changed() && known) {
      record.undo.insert(record.undo.end(), old->undo.begin(), old->undo.end());
    }
    if (!record.exact) record.undo.clear();
    change.record = write_record(record);
    return success();
  }

  Status remove(SettingsChange& change, std::vector<std::string>& said) {
    if (!change.before.exists) return success();
    CLEW_ASSIGN(const SettingsEdit bare, edit(change.before.text, SetupAim::kRemove, said));
    const auto record = find_record(workspace_, change.before.location);
    if (record && record->exact && record->after == sha256(change.before.text).hex()) {
      std::string text = change.before.text;
      for (const Splice& splice : record->undo) text = apply_splice(text, splice);
      change.after = record->made ? std::nullopt : std::optional(text);
      said.clear();
      return success();
    }
    if (!bare.changed()) return success();
    change.after = bare.text();
    if (record && record->made && is_empty(bare.text())) change.after = std::nullopt;
    return success();
  }

  bool is_empty(const std::string& text) const {
    if (location_.kind == SettingsKind::kConfig) {
      return text.find_first_not_of(" \t\r\n") == std::string::npos;
    }
    const auto tree = parse_settings(text);
    return tree && is_bare(*tree);
  }

  Result<SettingsEdit> edit(const std::string& before, SetupAim aim,
                            std::vector<std::string>& said) const {
    SettingsEdit text(before);
    if (location_.kind == SettingsKind::kConfig) {
      const ConfigFormat& config = *task_.agent.config;
      const bool in_project = task_.scope == SetupScope::kProject;
      const ConfigParts parts{in_project ? std::string("clew") : world_.program,
                              in_project ? std::string() : world_.store_folder};
      CLEW_TRY(aim == SetupAim::kAdd ? config.add(text, parts, said)
                                     : config.remove(text, parts, said));
      return text;
    }
    CLEW_ASSIGN(Value tree, parse_settings(before));
    TreeChange change(std::move(tree));
    CLEW_TRY(edit_tree(change, aim, said));
    CLEW_TRY(text.edit_json_tree(change.edits()));
    return text;
  }

  Status edit_tree(TreeChange& change, SetupAim aim, std::vector<std::string>& said) const {
    const OwnParts parts{task_.agent, task_.scope, world_.program};
    const bool adds = aim == SetupAim::kAdd;
    if (location_.kind != SettingsKind::kServers) {
      if (adds) CLEW_TRY(add_hooks(change, parts));
      if (!adds) remove_hooks(change, task_.agent);
    }
    if (location_.kind != SettingsKind::kHooks) {
      if (adds) CLEW_TRY(add_server(change, parts, said));
      if (!adds) remove_server(change, parts, said);
    }
    return success();
  }

  Workspace& workspace_;
  const SetupWorld& world_;
  const SetupTask& task_;
  const SettingsLocation& location_;
  const std::string client_version_;  // empty: unknown, or of no use
  std::vector<std::string>& notes_;
};

}  // namespace

Result<std::vector<SettingsChange>> plan_setup(Workspace& workspace, const SetupWorld& world,
                                               const SetupTask& task,
                                               std::vector<std::string>& notes) {
  std::vector<SettingsChange> changes;
  std::string version;
  const bool of_user = task.scope == SetupScope::kUser;
  if (of_user && task.agent.own_files != nullptr && task.aim == SetupAim::kAdd) {
    version = known_version(workspace.files(), world, task.agent);
    if (version.empty()) {
      notes.push_back(fmt::format(
          "{} was not found, so its version is unknown: without a network its start may wait for "
          "minutes; run this command again when it is in PATH",
          task.agent.program));
    }
  }
  for (const SettingsLocation& location : task.agent.locations) {
    if (!of_user && *location.project == '\0') continue;
    CLEW_ASSIGN(SettingsChange change,
                FilePlan(workspace, world, task, location, version, notes).make());
    changes.push_back(std::move(change));
  }
  if (task.aim == SetupAim::kAdd) {
    const std::string old = too_old_words(workspace.files(), world, task.agent);
    if (!old.empty() && task.scope == SetupScope::kUser) {
      notes.push_back(fmt::format("{} {}", task.agent.title, old));
    }
    for (const HooksOff& off : find_hooks_off(workspace, world, task.agent)) {
      notes.push_back(
          fmt::format("{}: {} is set: no hook runs until it is removed", off.file, off.setting));
    }
  }
  return changes;
}

}  // namespace clew
