#include "testing/tool_work.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "agent_client/read_fields.h"
#include "testing/kept_text.h"

namespace clew {
namespace {

struct WantedEdit {
  std::string before;
  std::string after;
  bool is_whole = false;
};

// Empty when it is not in the project.
std::string location_in(const std::string& project, const std::string& path) {
  const std::filesystem::path whole = (std::filesystem::path(project) / path).lexically_normal();
  return whole.string().starts_with(project + "/") ? whole.string() : std::string();
}

void change(const std::string& path, const WantedEdit& edit) {
  if (path.empty()) return;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::string text = edit.is_whole ? "" : read_all(path);
  const size_t at = edit.before.empty() ? std::string::npos : text.find(edit.before);
  if (at == std::string::npos) {
    text += edit.after + (edit.is_whole ? "" : "\n");
  } else {
    text.replace(at, edit.before.size(), edit.after);
  }
  std::ofstream(path) << text;
}

WantedEdit wanted(const Value& given) {
  for (const auto& [before, after] :
       {std::pair("old_string", "new_string"), std::pair("oldString", "newString")}) {
    if (given.find(after) != nullptr) return {text_at(given, {before}), text_at(given, {after})};
  }
  return {"", text_at(given, {"content"}), given.find("content") != nullptr};
}

// Only the added lines of a patch are taken: whether it fits is not the point.
void apply(const std::string& project, const std::string& patch) {
  constexpr std::string_view kAdd = "*** Add File: ";
  constexpr std::string_view kUpdate = "*** Update File: ";
  constexpr std::string_view kDelete = "*** Delete File: ";
  std::string path;
  size_t at = 0;
  while (at < patch.size()) {
    const size_t end = std::min(patch.find('\n', at), patch.size());
    const std::string line = patch.substr(at, end - at);
    at = end + 1;
    if (line.starts_with(kAdd)) path = location_in(project, line.substr(kAdd.size()));
    if (line.starts_with(kUpdate)) path = location_in(project, line.substr(kUpdate.size()));
    if (line.starts_with(kDelete)) {
      const std::string gone = location_in(project, line.substr(kDelete.size()));
      if (!gone.empty()) std::filesystem::remove(gone);
    }
    if (line.starts_with('+')) change(path, {"", line.substr(1)});
  }
}

}  // namespace

void do_tool_work(const Value& event, const std::string& project) {
  const std::string& name = text_at(event, {"hook_event_name"});
  const Value* given = nullptr;
  if (name == "PostToolUse" || name == "AfterTool") given = &value_at(event, {"tool_input"});
  if (name == "afterFileEdit") given = &event;
  if (name == "tool.execute.before") given = &value_at(event, {"output", "args"});
  if (given == nullptr) return;
  if (text_at(event, {"tool_name"}) == "apply_patch") apply(project, text_at(*given, {"command"}));
  std::string path = text_at(*given, {"file_path"});
  if (path.empty()) path = text_at(*given, {"filePath"});
  path = location_in(project, path);
  const auto& several = value_at(*given, {"edits"}).as_list();
  for (const auto& one : several) change(path, wanted(one));
  const bool says_how = given->find("content") != nullptr || given->find("new_string") != nullptr ||
                        given->find("newString") != nullptr;
  if (several.empty() && says_how) change(path, wanted(*given));
}

}  // namespace clew
