#include "command/find_imports.h"

#include <fmt/format.h>

#include "command/import_answer.h"
#include "command/write_out.h"

namespace clew {
namespace {

// In pieces: transcripts are long.
Result<Hash> hash_of_file(FileSystem& files, const std::string& path) {
  CLEW_ASSIGN(const auto file, files.open_file(path));
  Hasher hasher;
  Bytes piece(size_t{256} << 10, '\0');
  for (uint64_t offset = 0;;) {
    CLEW_ASSIGN(const size_t got, file->read(offset, piece));
    if (got == 0) return hasher.finish();
    hasher.add(BytesView(piece).substr(0, got));
    offset += got;
  }
}

}  // namespace

Result<ImportSource> find_imports(Workspace& workspace, const std::string& path,
                                  const ImportKind& kind) {
  ImportSource source;
  if (kind.dialect == nullptr) {
    CLEW_ASSIGN(source.transcripts, find_transcripts(workspace, path, kind.transcript));
  }
  const auto info = workspace.files().info(caller_path(workspace, path));
  const bool is_transcript = !source.transcripts.empty() && info && info->kind == FileKind::kFile;
  if (!kind.transcript && !is_transcript) {
    auto in_dialects = find_dialect_files(workspace, path, kind.dialect);
    // A folder of transcripts need not hold anything else.
    if (!in_dialects && source.transcripts.empty()) {
      if (kind.dialect != nullptr) return in_dialects.error();
      return with_transcripts(in_dialects.error());
    }
    if (in_dialects) source.sessions = std::move(*in_dialects);
  } else if (kind.transcript && source.transcripts.empty()) {
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("there is no {} transcript in {}", name_of(*kind.transcript), path), path,
        "clew import " + path);
  }
  return source;
}

Status count_contents(Workspace& workspace, const ImportSource& source) {
  for (const auto& session : source.sessions) {
    for (const auto& file : session.files.files) {
      workspace.count_as_request(file.path);
      workspace.count_as_request(file.text);
    }
  }
  for (const auto& transcript : source.transcripts) {
    for (const auto& file : transcript.files) {
      CLEW_ASSIGN(const Hash content, hash_of_file(workspace.files(), file.path));
      workspace.count_as_request(content.view());
    }
  }
  return success();
}

}  // namespace clew
