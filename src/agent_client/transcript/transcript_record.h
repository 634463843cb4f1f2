#pragma once
// What is remembered of an imported transcript: enough to know its files again, what they told, and
// which lines were its own. Never the transcript itself.

#include "agent_client/transcript/find_transcripts.h"
#include "store/event_store.h"

namespace clew {

struct KnownTranscriptFile {
  std::string name;
  int64_t size = 0;
  Hash digest;
  bool operator==(const KnownTranscriptFile&) const = default;
  static constexpr auto fields() {
    using T = KnownTranscriptFile;
    return field_list(field(1, "name", &T::name), field(2, "size", &T::size),
                      field(3, "digest", &T::digest));
  }
};

struct KnownTranscript {
  SessionId session;
  std::vector<KnownTranscriptFile> files;
  Hash reported;           // blob: the session as it was told last, as JSON
  Hash lines;              // blob: eight bytes for each line of its own
  std::string repeats_to;  // up to this line it repeats another session
  Time last;
  TranscriptCounts counts;
  bool redacted = false;  // words were taken out of what it told
  static constexpr auto fields() {
    using T = KnownTranscript;
    return field_list(field(1, "session", &T::session), field(2, "files", &T::files),
                      field(3, "told", &T::reported), field(4, "lines", &T::lines),
                      field(5, "repeats_to", &T::repeats_to), field(6, "last", &T::last),
                      field(7, "counts", &T::counts), field(8, "redacted", &T::redacted));
  }
};

// Nothing when it was never imported, or its session is gone.
Result<std::optional<KnownTranscript>> load_known(StoreReader& store, const std::string& source,
                                                  const std::string& entry);
Status remember(Transaction& transaction, const std::string& source, const std::string& entry,
                const KnownTranscript& known);
Result<bool> is_unchanged(FileSystem& files, const FoundTranscript& found,
                          const KnownTranscript& known);

// Feeds the files to the reader, in pieces.
Result<std::vector<KnownTranscriptFile>> read_transcript(FileSystem& files,
                                                         const FoundTranscript& found,
                                                         TranscriptReader& reader);

uint64_t mark_of(const std::string& line);
Bytes pack_lines(const std::vector<std::string>& lines);
std::vector<uint64_t> unpack_lines(BytesView packed);

}  // namespace clew
