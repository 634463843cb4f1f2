#include "command/dump_structure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "base/text.h"
#include "command/export_sessions.h"
#include "command/finding_words.h"
#include "command/structural_file.h"
#include "command/write_out.h"
#include "dialect/json.h"
#include "dialect/structural/place.h"
#include "dialect/structural/structural_dialect.h"
#include "dialect/tree_dialect.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "files/replace_file.h"
#include "project/git_ignore.h"

namespace clew {
namespace {

constexpr const char* kFileKey = "structural.file";  // the file that a session was read from
constexpr const char* kDumpAgain =
    "clew structural dump --scope-subsystem NAME --scope-file PATH --symbols FILE --confidence "
    "medium";

// The present file; an empty set when there is none.
Result<FileSet> read_present(Workspace& workspace, const StructuralFile& path) {
  FileSet present;
  auto text = read_whole_file(workspace.files(), path.whole);
  if (text) {
    present.files.push_back({path.name, std::move(*text)});
  } else if (text.error().code != ErrorCode::kNotFound) {
    return text.error();
  }
  return present;
}

// The session a checkpoint is about: the current one, or nothing when none was meant and none is
// open.
Result<std::optional<Session>> current_session(Workspace& workspace) {
  const auto ref = workspace.find_session(Effect::kReads);
  if (ref) {
    CLEW_ASSIGN(Session session, whole_session(workspace, *ref));
    return std::optional(std::move(session));
  }
  const bool named =
      !workspace.caller().session.empty() || !workspace.surroundings().session.empty();
  if (named || ref.error().code != ErrorCode::kNotFound) return ref.error();
  return std::optional<Session>();
}

// What the file already says of a session, else a session that says nothing.
Session begin(const FileSet& present, const std::string& id, Time now) {
  for (const auto& reading : structural_dialect().read(present).sessions) {
    if (!id.empty() && reading.entry == id) return reading.session;
  }
  Session session;
  session.identity.created_at = now;
  session.steps.emplace_back().status = StepStatus::kActive;
  return session;
}

Result<Value> read_symbols(Workspace& workspace, const std::string& file) {
  Result<std::string> text = file == "-"
                                 ? workspace.read_input()
                                 : read_whole_file(workspace.files(), caller_path(workspace, file));
  if (!text) return text.error();
  if (file != "-") workspace.count_as_request(*text);
  auto parsed = parse_json(*text);
  if (!parsed) {
    return make_error(ErrorCode::kInvalid, parsed.error().message, file, "mend the file");
  }
  if (!parsed->is_object()) {
    return make_error(ErrorCode::kInvalid,
                      "symbols are told in one object: symbols, dependencies, structural_version",
                      file);
  }
  static const std::set<std::string> known = {"symbols", "dependencies", "structural_version"};
  for (const auto& [name, unused] : parsed->as_object()) {
    if (known.contains(name)) continue;
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("\"{}\" is none of {}", visible(cut(name, 60)), fmt::join(known, ", ")), file);
  }
  return parsed;
}

// What the request says of the code, as attributes.
Status take_request(Workspace& workspace, const StructuralDumpRequest& request,
                    std::vector<Attribute>& attributes) {
  const auto set = [&](const char* name, Value value) {
    set_attribute(attributes, std::string("structural.") + name, std::move(value));
  };
  if (!request.scope_subsystem.empty()) set("scope.subsystems", texts(request.scope_subsystem));
  if (!request.scope_file.empty()) set("scope.files", texts(request.scope_file));
  if (!request.confidence.empty()) set("confidence", request.confidence);
  if (request.symbols.empty()) return success();
  CLEW_ASSIGN(const Value told, read_symbols(workspace, request.symbols));
  for (const auto& [name, value] : told.as_object()) set(name.c_str(), value);
  return success();
}

Result<Session> session_to_tell(Workspace& workspace, const StructuralDumpRequest& request,
                                const StructuralFile& path) {
  CLEW_ASSIGN(const FileSet present, read_present(workspace, path));
  CLEW_ASSIGN(auto current, current_session(workspace));
  Session session =
      current ? std::move(*current) : begin(present, request.session_id, workspace.now());
  Step& root = session.steps.front();
  CLEW_TRY(take_request(workspace, request, root.attributes));
  session.last_activity = workspace.now();
  std::string id = request.session_id;
  if (id.empty()) {
    const std::string* known = external_id(root, structural_dialect().name());
    id =
        known != nullptr ? *known : structural_dialect().make_id(session, {workspace.now(), {}, 0});
  }
  set_external_id(root, structural_dialect().name(), id);
  std::erase_if(root.attributes, [](const Attribute& each) { return each.key == kFileKey; });
  structural::remember_path(session, id, path.name);
  return session;
}

Result<NamedFile> tell(const Session& session, const FileSet& present) {
  auto told = structural_dialect().write(session, present);
  if (told) return told->files.front();
  Error error = told.error();
  if (error.next.starts_with("clew set ")) error.next = kDumpAgain;
  return error;
}

// Unset when there is no repository to keep it out of.
std::optional<bool> is_ignored(Workspace& workspace, const StructuralFile& path) {
  const auto folder = workspace.files().real_path(path.folder);
  if (!folder) return std::nullopt;
  const auto repository = find_repository(workspace.files(), *folder);
  if (!repository || !*repository) return std::nullopt;
  const std::string whole = join_path(*folder, path.name);
  const std::string& root = (*repository)->root;
  if (!whole.starts_with(root + "/")) return std::nullopt;
  return is_git_ignored(workspace.files(), **repository, whole.substr(root.size() + 1));
}

}  // namespace

Result<Answer> dump_structure(Workspace& workspace, const StructuralDumpRequest& request) {
  CLEW_ASSIGN(const StructuralFile path, structural_file(workspace, request.out, "--out"));
  CLEW_ASSIGN(const Session session, session_to_tell(workspace, request, path));
  // Refused before a folder is made.
  CLEW_TRY(tell(session, {}));
  CLEW_ASSIGN(const auto folder, make_folders(workspace.files(), path.folder));
  SystemMachine machine;
  CLEW_ASSIGN(const FileLock lock,
              lock_file(workspace.files(), workspace.surroundings().cache_folder, *folder,
                        path.name, machine, kLockDeadline));
  CLEW_ASSIGN(const FileSet present, read_present(workspace, path));
  CLEW_ASSIGN(const NamedFile file, tell(session, present));
  CLEW_TRY(
      replace_file(*folder, {path.name, file.text, Durability::kDurable, nullptr}, machine, lock));
  const std::string id = *external_id(session.root(), structural_dialect().name());
  const Findings findings = structural_dialect().read(FileSet{{file}}).findings;
  const std::optional<bool> ignored = is_ignored(workspace, path);
  Answer answer;
  answer.data.set("changed", true);
  answer.data.set("path", path.whole);
  answer.data.set("session_id", id);
  answer.data.set("git_ignored", ignored ? Value(*ignored) : Value());
  answer.data.set("findings", findings_fields(findings));
  answer.text = fmt::format("{} written to {}", id, path.shown) + warning_lines(findings, path);
  if (ignored && !*ignored) {
    answer.text += fmt::format(
        "\nwarning: {} is not ignored by git, and checkpoints stay local: add it to .gitignore",
        path.shown);
  }
  return answer;
}

}  // namespace clew
