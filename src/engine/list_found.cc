#include "engine/list_found.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "dialect/resume_protocol.h"
#include "discovery/find_dialect_files.h"
#include "discovery/import_record.h"
#include "engine/session_view.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "view/session_of_files.h"

namespace clew {
namespace {

constexpr uint32_t kSharedBits = 0022;  // the group or others may write

struct FoundLine {
  Value fields;
  std::string text;
  Time last_activity;
};

class Finder {
 public:
  explicit Finder(Workspace& workspace) : workspace_(workspace), here_(real_here(workspace)) {}

  // The folder of a dialect's own: everything in it.
  void look_in(const std::string& folder) {
    if (!workspace_.files().info(folder)) return;
    const auto take = [&](const FoundSession& found) {
      add(found);
      return success();
    };
    // That there is no session in it is no news here.
    const Status looked = visit_dialect_files(workspace_, {all_dialects()}, folder, take);
    if (!looked && looked.error().code != ErrorCode::kInvalid) unread_.push_back(looked.error());
  }

  // A folder of somebody else's files: only those that a dialect knows by name and content.
  void look_among(const Dialect& dialect, const std::string& path) {
    const auto folder = workspace_.files().open_folder(path);
    if (!folder) return;
    const auto names = (*folder)->list();
    if (!names) return;
    for (const auto& location : dialect.locations(*names)) {
      const auto text = read_whole_file(**folder, location.files.front());
      if (!text || !dialect.recognises(join_path(path, location.files.front()), *text)) continue;
      FoundSession found{&dialect, path, location, {}};
      found.files.files.push_back({location.files.front(), *text});
      add(found);
    }
  }

  // A folder for temporary files, where some dialects have folders of sessions.
  void look_in_temporary(const ResumeProtocol& protocol, const std::string& path) {
    const auto folder = workspace_.files().open_folder(path);
    if (!folder) return;
    const auto names = (*folder)->list();
    if (!names) return;
    for (const auto& name : *names) {
      const bool is_session = name.starts_with(protocol.folder_prefix());
      if (is_session && is_own(**folder, name)) look_in(join_path(path, name));
    }
  }

  Answer take(size_t limit) {
    std::stable_sort(lines_.begin(), lines_.end(), [](const FoundLine& a, const FoundLine& b) {
      return a.last_activity > b.last_activity;
    });
    const size_t total = lines_.size();
    if (total > limit) lines_.resize(limit);
    Answer answer;
    Value list = Value::list();
    for (auto& line : lines_) {
      list.push(std::move(line.fields));
      answer.text += (answer.text.empty() ? "" : "\n") + line.text;
    }
    if (lines_.empty())
      answer.text = "No sessions in files here.  clew list   shows sessions in the store";
    if (total > limit) {
      answer.text += fmt::format("\n+{} more: clew list --found --limit {}", total - limit, total);
    }
    for (const auto& error : unread_) {
      answer.text += fmt::format("\nwarning: {}: {}", error.subject, error.message);
    }
    answer.data.set("found", std::move(list));
    answer.data.set("total", static_cast<int64_t>(total));
    return answer;
  }

 private:
  bool is_own(Folder& folder, const std::string& name) const {
    const auto info = folder.info(name);  // of a symbolic link itself
    return info && info->kind == FileKind::kFolder &&
           info->owner == workspace_.surroundings().user && (info->mode & kSharedBits) == 0;
  }

  // Each file is shown once, though several dialects' folders may overlap.
  void add(const FoundSession& found) {
    const std::string path = join_path(found.folder, found.location.files.front());
    if (!seen_.insert(path).second) return;
    const Readings readings = found.dialect->read(found.files);
    for (const auto& reading : readings.sessions) add(found, path, reading);
    // Not to be read, and yet there: somebody may want to repair it.
    if (readings.sessions.empty()) {
      Value fields = fields_of(found, path, found.location.entry);
      fields.set("readable", false);
      lines_.push_back(
          {std::move(fields), words(found, path, found.location.entry, "cannot be read"), {}});
    }
  }

  void add(const FoundSession& found, const std::string& path, const Reading& reading) {
    const Session& session = reading.session;
    Value fields = fields_of(found, path, reading.entry);
    fields.set("readable", true);
    fields.set("status", name_of(session.lifecycle.status));
    fields.set("last_activity", to_iso(session.last_activity));
    std::string text;
    if (const ResumeProtocol* protocol = found.dialect->resume_protocol()) {
      const std::string line = protocol->picker_line(session, workspace_.now());
      fields.set("line", line);
      text = fmt::format("{}  {}  {}", found.dialect->name(), line, shown_path(here_, path));
    } else {
      const std::string state =
          fmt::format("{} · last active {} ago", name_of(session.lifecycle.status),
                      to_words(workspace_.now() - session.last_activity));
      text = words(found, path, reading.entry, state);
    }
    if (const auto kept = session_of(found, reading.entry)) {
      fields.set("session", kept->text);
      text += "  · session " + kept->text;
    }
    lines_.push_back({std::move(fields), std::move(text), session.last_activity});
  }

  // Whose view it is, or who was imported from it.
  // Nothing: neither a view nor an import of this store.
  std::optional<SessionId> session_of(const FoundSession& found, const std::string& entry) {
    const auto shown = shown_.find(found, entry);
    if (shown && *shown) return **shown;
    const auto known =
        known_imports(workspace_.store(), import_setting(found.dialect->name(), entry));
    if (!known) return std::nullopt;
    for (const auto& each : *known) {
      if (each.folder == found.folder) return each.session;
    }
    return std::nullopt;
  }

  Value fields_of(const FoundSession& found, const std::string& path, const std::string& entry) {
    Value fields = Value::object();
    fields.set("dialect", found.dialect->name());
    fields.set("entry", entry);
    fields.set("path", path);
    return fields;
  }

  std::string words(const FoundSession& found, const std::string& path, const std::string& entry,
                    const std::string& state) const {
    return fmt::format("{}  {}{}{}  {}", found.dialect->name(), one_line(entry),
                       entry.empty() ? "" : " · ", state, shown_path(here_, path));
  }

  Workspace& workspace_;
  std::string here_;
  std::vector<FoundLine> lines_;
  std::vector<Error> unread_;
  std::set<std::string> seen_;
  ShownSessions shown_{workspace_};
};

}  // namespace

// Dialects whose files lie in the project itself are looked for among its files; others have a
// folder of their own.
Result<Answer> list_found(Workspace& workspace, size_t limit) {
  Finder finder(workspace);
  for (const Dialect* dialect : all_dialects()) {
    const std::string usual = dialect->default_folder();
    if (usual == ".") {
      finder.look_among(*dialect, view_folder(workspace, *dialect, ""));
    } else if (!usual.empty() || !workspace.surroundings().state_folder.empty()) {
      finder.look_in(view_folder(workspace, *dialect, ""));
    }
  }
  const std::string& temporary = workspace.surroundings().shared_folder;
  for (const Dialect* dialect : all_dialects()) {
    const ResumeProtocol* protocol = dialect->resume_protocol();
    if (protocol != nullptr && !temporary.empty()) finder.look_in_temporary(*protocol, temporary);
  }
  return finder.take(limit);
}

}  // namespace clew
