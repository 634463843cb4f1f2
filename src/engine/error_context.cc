#include "engine/error_context.h"

#include <algorithm>
#include <string_view>

#include "dialect/feature/contract.h"
#include "dialect/feature/names.h"
#include "dialect/feature/shapes.h"
#include "engine/context.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr std::string_view kTree = ".ai-session";
constexpr const char* kDialect = "feature";

struct VerbRow {
  std::string_view verb;
  FileOperation operation;
};
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

// The part of a path below the tree; nothing when the path is not in one.
std::optional<std::string> below_tree(const std::string& path) {
  size_t at = path.find(kTree);
  while (at != std::string::npos) {
    const size_t end = at + kTree.size();
    const bool begins = at == 0 || path[at - 1] == '/';
    const bool ends = end == path.size() || path[end] == '/';
    if (begins && ends) return end == path.size() ? std::string() : path.substr(end + 1);
    at = path.find(kTree, end);
  }
  return std::nullopt;
}

// The same for a tree that is called otherwise: told by the name of the file or of the feature, or
// by the index in the folder.
std::optional<std::string> below_other_tree(Workspace& workspace, const std::string& path) {
  const std::string name = last_part_of(path);
  const std::string above = path.find('/') == std::string::npos ? "" : parent_of(path);
  if (name == feature::kIndexFile) return name;
  if (feature::is_feature_id(name)) return name + "/" + feature::kStateFile;
  const std::string folder = last_part_of(above);
  const bool is_own =
      name == feature::kStateFile || name == feature::kPlanFile || name == feature::kHistoryFile;
  if (is_own && (feature::is_feature_id(folder) || name == feature::kPlanFile)) {
    return folder.empty() ? name : folder + "/" + name;
  }
  const std::string index = join_path(caller_path(workspace, path), feature::kIndexFile);
  if (!path.empty() && workspace.files().info(index)) return std::string();
  return std::nullopt;
}

// What a person named from where they stand, if there is such a thing; else the subject as it is:
// an id, or a path that is gone.
std::string named_path(Workspace& workspace, const std::string& subject) {
  if (subject.empty() || subject.find('\0') != std::string::npos) return subject;
  const std::string whole = caller_path(workspace, subject);
  return workspace.files().info(whole) ? settled_path(workspace.files(), whole) : subject;
}

bool asks_for_feature(const Caller& caller) {
  const auto is_feature = [&](const char* name) {
    const Value* given = caller.request.find(name);
    return given != nullptr && given->as_string() == kDialect;
  };
  return is_feature("dialect") || is_feature("to") || caller.verb.starts_with("contract ");
}

// The feature of the session's own view, when it has one of this dialect.
std::optional<ViewState> feature_view(Workspace& workspace, const std::string& subject) {
  const auto id = workspace.store().resolve(subject);
  if (subject.empty() || !id) return std::nullopt;
  const auto state = load_view(workspace.store(), *id);
  if (!state || !*state || (*state)->dialect != kDialect) return std::nullopt;
  return *state;
}

// The view of the session that was to be changed: whatever stood in the way, these are its files.
std::optional<ViewState> view_to_change(Workspace& workspace, const Error& error) {
  const Caller& caller = workspace.caller();
  if (error.code == ErrorCode::kUsage) return std::nullopt;
  const bool changes_one =
      caller.effect == Effect::kChanges && caller.session_argument != SessionArgument::kNone;
  if (!changes_one) return std::nullopt;
  const auto ref = workspace.find_session(Effect::kChanges);
  return ref ? feature_view(workspace, ref->id.text) : std::nullopt;
}

}  // namespace

Value error_context_of(Workspace& workspace, const Error& error) {
  std::string file;
  std::string feature;
  const std::string path = named_path(workspace, error.subject);
  auto below = below_tree(path);
  if (!below) below = below_other_tree(workspace, path);
  if (below) {
    file = below->empty() ? error.subject : *below;
    const std::string first = below->substr(0, below->find('/'));
    const bool is_folder = first.size() < below->size() && !first.starts_with("contract-");
    if (is_folder || feature::is_feature_id(first)) feature = first;
  } else if (auto view = feature_view(workspace, error.subject);
             view || (view = view_to_change(workspace, error))) {
    file = view->entry + "/state.yaml";
    feature = view->entry;
  } else if (asks_for_feature(workspace.caller())) {
    file = error.subject;
  } else {
    return {};
  }
  return error_context(operation_of(workspace.caller().verb), file, feature, workspace.now(),
                       error.message);
}

}  // namespace clew
