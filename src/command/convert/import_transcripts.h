#pragma once
// For `clew import`: transcripts of agent clients. They are read as they stand, in pieces, and
// never written. The same transcript twice is one session; one that went on brings what is new into
// it; what a forked session repeats of another counts once.

#include <set>
#include <unordered_map>

#include "agent_client/transcript/transcript_record.h"
#include "command/convert/import_answer.h"

namespace clew {

class TranscriptImporter {
 public:
  // kAnyway: also what hooks have recorded while it happened.
  enum class Recorded { kLeft, kAnyway };
  TranscriptImporter(Workspace& workspace, Recorded recorded)
      : workspace_(workspace), recorded_(recorded) {}

  // One commit. A transcript that cannot be read is refused, and nothing of it stays.
  Status take(const FoundTranscript& found);

  const std::vector<ImportedSession>& taken() const { return taken_; }
  const std::vector<std::string>& refused() const { return refused_; }
  const Findings& refusals() const { return refusals_; }

 private:
  Status learn_neighbours(const FoundTranscript& found);
  Status learn(const std::string& entry, const KnownTranscript& known);
  Result<bool> is_recorded(const std::string& source, const TranscriptReading& reading,
                           ImportedSession& taken);
  // kBehind: somebody else imported it since `known` was looked up, and nothing was done.
  enum class Reported { kNow, kBehind };
  Result<Reported> tell(const FoundTranscript& found, TranscriptReading reading,
                        std::vector<KnownTranscriptFile> files,
                        const std::optional<KnownTranscript>& known, ImportedSession& taken);
  Result<Head> bring_up_to_date(Transaction& transaction, const std::string& source,
                                const SessionId& session, Session base, const Session& reported);
  void refuse(const FoundTranscript& found, const Error& error);

  Workspace& workspace_;
  const Recorded recorded_;
  std::vector<ImportedSession> taken_;
  std::vector<std::string> refused_;
  Findings refusals_;
  std::set<std::string> entries_;
  std::unordered_map<uint64_t, const std::string*>
      reported_;                  // lines, and whose of entries_ they are
  std::set<std::string> learnt_;  // folders whose sessions are in told_
};

}  // namespace clew
