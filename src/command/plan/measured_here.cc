#include "command/plan/measured_here.h"

#include <algorithm>

#include "files/canonical_path.h"
#include "files/guarded_file.h"
#include "files/make_folders.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr const char* kList = "measured";
constexpr size_t kMaxRemembered = 5000;
constexpr size_t kLine = 65;  // a digest in hex, and its end

std::string line_of(Workspace& workspace, const SessionId& session,
                    const std::vector<std::string>& command, const std::string& folder) {
  Hasher hasher;
  const auto add = [&](std::string_view part) {
    hasher.add(std::to_string(part.size())).add(":").add(part);
  };
  add(workspace.caller().actor.text);
  add(session.text);
  add(canonical_path(workspace.files(), folder));
  for (const std::string& word : command) add(word);
  return hasher.finish().hex() + "\n";
}

// Empty when there is none, or somebody else can write it.
Bytes read_list(Workspace& workspace, Folder& folder) {
  constexpr uint32_t kOthersWrite = 022;
  const auto file = folder.open(kList, OpenMode::kRead);
  const auto info = file ? (*file)->info() : Result<FileInfo>(file.error());
  const bool is_own =
      info && info->owner == workspace.surroundings().user && (info->mode & kOthersWrite) == 0;
  if (!is_own) return {};
  auto list = read_whole(**file, kMaxRemembered * kLine);
  return list && list->size() % kLine == 0 ? std::move(*list) : Bytes();
}

bool has_line(const Bytes& list, const std::string& line) {
  for (size_t at = 0; at + kLine <= list.size(); at += kLine) {
    if (list.compare(at, kLine, line) == 0) return true;
  }
  return false;
}

}  // namespace

void remember_measuring(Workspace& workspace, const SessionId& session,
                        const std::vector<std::string>& command, const std::string& folder) {
  const Surroundings& around = workspace.surroundings();
  if (around.state_folder.empty()) return;
  const auto state = make_folders(workspace.files(), around.state_folder);
  if (!state) return;
  SystemMachine machine;
  const auto lock = lock_file(workspace.files(), around.cache_folder, **state, kList, machine,
                              workspace.write_deadline().all);
  if (!lock) return;
  Bytes list = read_list(workspace, **state);
  const std::string line = line_of(workspace, session, command, folder);
  if (has_line(list, line)) return;
  // One that is not believed goes: what takes its place would keep its permissions.
  if (list.empty()) (void)(*state)->remove(kList);
  if (list.size() >= kMaxRemembered * kLine) list.erase(0, kLine);
  list += line;
  ReplaceRequest request;
  request.name = kList;
  request.content = list;
  (void)replace_file(**state, request, machine, *lock);
}

bool was_measured_here(Workspace& workspace, const SessionId& session,
                       const std::vector<std::string>& command, const std::string& folder) {
  const std::string& path = workspace.surroundings().state_folder;
  const auto state = path.empty() ? Result<std::unique_ptr<Folder>>(make_error(
                                        ErrorCode::kNotFound, "there is no state folder", path))
                                  : workspace.files().open_folder(path);
  return state &&
         has_line(read_list(workspace, **state), line_of(workspace, session, command, folder));
}

}  // namespace clew
