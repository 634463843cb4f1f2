#include "engine/error_context.h"

#include <string_view>

#include "dialect/error_context.h"
#include "dialect/registry.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"
#include "view/view_record.h"

namespace clew {
namespace {

struct VerbRow {
  std::string_view verb;
  FileOperation operation;
};
// Verbs that are not listed update.
constexpr VerbRow kOperations[] = {
    {"start",           FileOperation::kCreate},
    {"view attach",     FileOperation::kCreate},
    {"migrate",         FileOperation::kCreate},
    {"contract ack",    FileOperation::kCreate},
    {"import",          FileOperation::kRead  },
    {"export",          FileOperation::kRead  },
    {"validate",        FileOperation::kRead  },
    {"list",            FileOperation::kRead  },
    {"view list",       FileOperation::kRead  },
    {"contract show",   FileOperation::kRead  },
    {"contract verify", FileOperation::kRead  },
    {"contract status", FileOperation::kRead  },
    {"forget",          FileOperation::kDelete},
};

FileOperation operation_of(const std::string& verb) {
  for (const auto& row : kOperations) {
    if (row.verb == verb) return row.operation;
  }
  return FileOperation::kUpdate;
}

// What a person named from where they stand, if there is such a thing; else the subject as it is:
// an id, or a path that is gone.
std::string named_path(Workspace& workspace, const std::string& subject) {
  if (subject.empty() || subject.find('\0') != std::string::npos) return subject;
  const std::string whole = caller_path(workspace, subject);
  return workspace.files().info(whole) ? canonical_path(workspace.files(), whole) : subject;
}

// Whether the request names the dialect, by an option or by its verb.
bool asks_for(const Dialect& dialect, const Caller& caller) {
  const auto names_it = [&](const char* option) {
    const Value* given = caller.request.find(option);
    return given != nullptr && given->as_string() == dialect.name();
  };
  const bool is_about_contract =
      dialect.agent_contract() != nullptr && caller.verb.starts_with("contract ");
  return names_it("dialect") || names_it("to") || is_about_contract;
}

// The session's own view, when it has one of this dialect.
std::optional<ViewState> view_in(const Dialect& dialect, Workspace& workspace,
                                 const std::string& subject) {
  const auto id = workspace.store().resolve(subject);
  if (subject.empty() || !id) return std::nullopt;
  const auto state = load_view(workspace.store(), *id);
  if (!state || !*state || (*state)->dialect != dialect.name()) return std::nullopt;
  return *state;
}

// The view of the session that was to be changed: whatever stood in the way, these are its files.
std::optional<ViewState> view_to_change(const Dialect& dialect, Workspace& workspace,
                                        const Error& error) {
  const Caller& caller = workspace.caller();
  if (error.code == ErrorCode::kUsage) return std::nullopt;
  const bool changes_one =
      caller.effect == Effect::kChanges && caller.session_argument != SessionArgument::kNone;
  if (!changes_one) return std::nullopt;
  const auto ref = workspace.find_session(Effect::kChanges);
  return ref ? view_in(dialect, workspace, ref->id.text) : std::nullopt;
}

// The file of this dialect that an error touches; unset: none.
// By the subject's path, by a mark in its folder, by the session's view, or because the request is
// about the dialect: the first of these that fits.
std::optional<ErrorFile> touched_file(const Dialect& dialect, Workspace& workspace,
                                      const Error& error) {
  const ErrorContext& wanted = *dialect.error_context();
  const std::string path = named_path(workspace, error.subject);
  auto file = wanted.touched(path);
  const std::string mark = join_path(caller_path(workspace, path), wanted.folder_mark());
  if (!file && !path.empty() && workspace.files().info(mark)) file.emplace();
  if (file && file->path.empty()) file->path = error.subject;
  if (file) return file;
  auto view = view_in(dialect, workspace, error.subject);
  if (!view) view = view_to_change(dialect, workspace, error);
  if (view) return wanted.primary_file(view->entry);
  if (asks_for(dialect, workspace.caller())) return ErrorFile{error.subject, ""};
  return std::nullopt;
}

}  // namespace

Value error_context_of(Workspace& workspace, const Error& error) {
  for (const Dialect* dialect : all_dialects()) {
    const ErrorContext* wanted = dialect->error_context();
    const auto file = wanted == nullptr ? std::nullopt : touched_file(*dialect, workspace, error);
    if (!file) continue;
    return wanted->context(operation_of(workspace.caller().verb), *file, workspace.now(),
                           error.message);
  }
  return {};
}

}  // namespace clew
