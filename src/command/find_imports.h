#pragma once
// What `clew import` finds at a path, in the dialects and in transcripts.

#include "command/dialect_files.h"
#include "command/find_transcripts.h"

namespace clew {

// What the person said the files are; nothing: told by their content.
struct ImportKind {
  const Dialect* dialect = nullptr;
  std::optional<TranscriptFormat> transcript = {};
};

struct ImportSource {
  std::vector<FoundSession> sessions;
  std::vector<FoundTranscript> transcripts;
};

// kInvalid when there is nothing of that kind.
Result<ImportSource> find_imports(Workspace& workspace, const std::string& path,
                                  const ImportKind& kind);

// For a request with a key: the same key with other contents is another request.
Status count_contents(Workspace& workspace, const ImportSource& source);

}  // namespace clew
