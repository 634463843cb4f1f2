#pragma once
// What one session's files become, made ready for the store: read, judged, told as events, encoded
// and packed. Needs no store, so it is done ahead, on any thread.

#include <mutex>
#include <optional>
#include <unordered_set>

#include "base/random.h"
#include "discovery/found_session.h"
#include "discovery/import_record.h"
#include "files/file_system.h"
#include "store/codec/prepared_session.h"

namespace clew {

// Ids for new sessions that are not in the store yet: no two are alike. For any thread.
class FreshIds {
 public:
  Result<SessionId> make(const std::string& goal, const RandomSource& random);

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> given_;
};

// The same for all files of an import.
struct ImportSurroundings {
  FileSystem& files;
  std::string project;
  std::string project_path;
  std::string device;
  Time now;
};

struct FoundFiles {
  FoundSession found;
  Bytes seed;  // of what is random about its sessions
  enum class Depth {
    kRead,  // it is here already, most likely
    kTell,
  } depth = Depth::kTell;
};

struct ReadySession {
  Findings findings;    // on what the files carry
  NewSession reported;  // kept: another id may be needed
  PreparedSession rows;
};

struct ReadyFiles {
  FoundSession found;
  RandomSource random;
  Readings readings;  // once told, their sessions are empty
  std::vector<KnownFile> digests;
  std::vector<ReadySession> sessions;  // of each reading, once told
  std::optional<Error> refusal;        // why they cannot be stored
};

void make_ready(FoundFiles& files, const ImportSurroundings& ground, FreshIds& ids,
                ReadyFiles& ready);
// The second half of it, for what was only read.
void tell(ReadyFiles& ready, const ImportSurroundings& ground, FreshIds& ids);
// What tell has used up, read again.
void read_again(ReadyFiles& ready);
// The id turned out to be taken.
Status change_id(ReadySession& session, const SessionId& id, const RandomSource& random);

}  // namespace clew
