#include "command/convert/find_imports.h"

#include <fmt/format.h>

#include "agent_client/transcript/recognise.h"
#include "base/shell_word.h"
#include "command/convert/import_answer.h"
#include "dialect/registry.h"
#include "engine/context.h"

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

Status visit_imports(Workspace& workspace, const std::string& path, const ImportKind& kind,
                     const ImportVisit& visit) {
  std::vector<FoundTranscript> spoken;
  if (kind.dialect == nullptr) {
    CLEW_ASSIGN(spoken,
                find_transcripts(workspace.files(), caller_path(workspace, path), kind.transcript));
  }
  if (visit.expect) visit.expect(spoken.size());
  const auto info = workspace.files().info(caller_path(workspace, path));
  const bool is_transcript = !spoken.empty() && info && info->kind == FileKind::kFile;
  if (!kind.transcript && !is_transcript) {
    Lookup lookup{all_dialects(), DialectChoice::kDetected,
                  "a transcript of " + transcript_clients()};
    if (kind.dialect != nullptr) lookup = {{kind.dialect}, DialectChoice::kNamed};
    Status taken = success();
    const auto take = [&](FoundSession found) { return taken = visit.session(std::move(found)); };
    const Status visited = visit_dialect_files(workspace, lookup, path, take, visit.expect);
    if (!taken) return taken;
    // A folder of transcripts need not hold anything else.
    if (!visited && spoken.empty()) return visited.error();
  } else if (kind.transcript && spoken.empty()) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("there is no {} transcript in {}", kind.transcript->client, path),
                      path, "clew import " + shell_word(path));
  }
  for (const auto& each : spoken) CLEW_TRY(visit.transcript(each));
  return success();
}

Status count_contents(Workspace& workspace, const std::string& path, const ImportKind& kind) {
  ImportVisit visit;
  visit.session = [&](const FoundSession& found) {
    for (const auto& file : found.files.files) {
      workspace.count_as_request(file.path);
      workspace.count_as_request(file.text);
    }
    return success();
  };
  visit.transcript = [&](const FoundTranscript& found) -> Status {
    for (const auto& file : found.files) {
      CLEW_ASSIGN(const Hash content, hash_of_file(workspace.files(), file.path));
      workspace.count_as_request(content.view());
    }
    return success();
  };
  return visit_imports(workspace, path, kind, visit);
}

}  // namespace clew
