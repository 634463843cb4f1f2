#pragma once
// Transcripts of agent clients in the files and folders that a person names: told by their content,
// with the files of a session's subagents put to it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent_client/transcript/transcript.h"
#include "files/file_system.h"

namespace clew {

inline constexpr std::string_view kTranscriptEnding = ".jsonl";

struct TranscriptSource {
  std::string path;   // absolute
  std::string agent;  // the subagent it is about; empty: the session itself
  std::string about;  // absolute path of what stands beside it; may be empty
  FileInfo info;
};

struct FoundTranscript {
  const TranscriptFormat* format = nullptr;
  std::string id;      // of the session, as far as names and first lines tell
  bool named = false;  // the file's name tells the id
  bool alone = false;  // the person named this very file
  Time first;
  std::vector<TranscriptSource> files;  // the session's own first
};

// What is at the absolute `path`, a file or a folder, older sessions first; none when there is
// nothing. The file of a subagent alone is refused: it is a part of a session.
Result<std::vector<FoundTranscript>> find_transcripts(FileSystem& files, const std::string& path,
                                                      const TranscriptFormat* only = nullptr);

}  // namespace clew
