#pragma once
// Which client wrote a transcript, by its content alone.

#include <optional>
#include <string>
#include <string_view>

#include "agent_client/transcript/transcript.h"

namespace clew {

inline constexpr size_t kTranscriptBeginning = size_t{256} << 10;
// Nothing when it is no transcript.
std::optional<TranscriptHint> recognise_transcript(std::string_view beginning);

// By the client's name; null when there is none.
const TranscriptFormat* find_transcript_format(std::string_view client);
// "claude-code, codex": whose transcripts can be read.
std::string transcript_clients();

}  // namespace clew
