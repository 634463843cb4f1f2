#pragma once
// What `clew import` finds at a path, in the dialects and in transcripts.

#include "agent_client/transcript/find_transcripts.h"
#include "discovery/found_session.h"

namespace clew {

// What the person said the files are; nothing: told by their content.
struct ImportKind {
  const Dialect* dialect = nullptr;
  const TranscriptFormat* transcript = nullptr;
};

// What is done with what is found at a path: its sessions, then its transcripts.
struct ImportVisit {
  std::function<void(size_t)> expect = {};  // how many there are by their names; may be told twice
  FoundVisitor session = {};
  std::function<Status(const FoundTranscript&)> transcript = {};
};

// kInvalid when there is nothing of that kind.
Status visit_imports(Workspace& workspace, const std::string& path, const ImportKind& kind,
                     const ImportVisit& visit);

// For a request with a key: the same key with other contents is another request.
Status count_contents(Workspace& workspace, const std::string& path, const ImportKind& kind);

}  // namespace clew
