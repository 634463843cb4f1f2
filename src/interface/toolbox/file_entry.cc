#include "interface/toolbox/file_entry.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/keep_artifact.h"

namespace clew {
namespace {

struct Content {
  Hash hash;
  int64_t lines = 0;  // the last one counts even without its end
};

Result<Content> read_content(Workspace& workspace, const std::string& path) {
  CLEW_ASSIGN(const auto root, workspace.files().open_folder(workspace.project().root));
  CLEW_ASSIGN(const auto file, root->open(path, OpenMode::kRead));
  Content content;
  Hasher hasher;
  Bytes piece(65536, '\0');
  char last = '\n';
  for (uint64_t offset = 0;;) {
    CLEW_ASSIGN(const size_t got, file->read(offset, piece));
    if (got == 0) break;
    hasher.add(BytesView(piece).substr(0, got));
    content.lines += std::count(piece.begin(), piece.begin() + static_cast<long>(got), '\n');
    last = piece[got - 1];
    offset += got;
  }
  if (last != '\n') ++content.lines;
  content.hash = hasher.finish();
  return content;
}

const FileChange* known(const Session& session, const std::string& path) {
  for (const auto& file : session.files.items) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

// All lines of a file that was not there before count as added.
void add_lines(Value& data, int64_t lines) {
  const Value* action = data.find("action");
  const bool created = action != nullptr && action->as_string() == "created";
  if (!created || data.find("hash_before") != nullptr || data.find("lines_added") != nullptr)
    return;
  data.set("lines_added", lines);
}

}  // namespace

Status complete_file_entry(Workspace& workspace, const Session& session, Value& data) {
  const Value* given = data.find("path");
  if (given == nullptr || !given->is_string()) return success();  // the line itself is refused
  const auto placed = project_path(workspace, given->as_string());
  if (!placed && placed.error().code != ErrorCode::kNotFound) return placed.error();
  const std::string path = placed ? *placed : given->as_string();
  const FileChange* before = known(session, path);
  const auto now = placed ? read_content(workspace, path) : Result<Content>(placed.error());
  if (!now && now.error().code != ErrorCode::kNotFound) return now.error();
  const Value* action = data.find("action");
  const bool deleted = action != nullptr && action->as_string() == "deleted";
  if (!now && !deleted) {
    return make_error(ErrorCode::kNotFound, fmt::format("there is no file {}", path), path,
                      "say \"action\":\"deleted\", or name the file as seen from the project");
  }
  if (now && deleted) {
    return make_error(ErrorCode::kInvalid, fmt::format("{} is still there", path), path,
                      "leave \"action\" out, or delete the file first");
  }
  data.set("path", path);
  if (now) data.set("hash_after", now->hash.hex());
  if (before != nullptr && !before->hash_after.empty()) {
    data.set("hash_before", before->hash_after.hex());
  }
  if (now) add_lines(data, now->lines);
  return success();
}

void complete_file_entry(const FileChanged& then, Value& data) {
  data.set("path", then.path);
  if (!then.hash_after.empty()) data.set("hash_after", then.hash_after.hex());
  if (!then.hash_before.empty()) data.set("hash_before", then.hash_before.hex());
  if (!then.hash_after.empty()) add_lines(data, then.lines_added);
}

}  // namespace clew
