#pragma once
// Takes sessions in foreign files into the store, many to a transaction. While one goes in, the
// next are made ready on other threads. Of one session's files, all goes in or nothing; one that
// cannot be taken leaves the others.

#include "base/ordered_workers.h"
#include "command/convert/import_answer.h"
#include "command/convert/ready_files.h"
#include "engine/workspace.h"
#include "view/session_of_files.h"

namespace clew {

class Importer {
 public:
  // `taken_one` is called after each, also those that were refused.
  Importer(Workspace& workspace, std::function<void()> taken_one);

  // May take in one that was added earlier.
  Status add(FoundSession found);
  // All that was added is in the store, for good.
  Status finish();

  const std::vector<ImportedSession>& taken() const { return taken_; }
  const std::vector<std::string>& refused() const { return refused_; }
  const Findings& refusals() const { return refusals_; }

 private:
  using Known = std::vector<KnownImport>;

  Status take_next();
  Status take(ReadyFiles& ready);
  Status take_all(ReadyFiles& ready, const std::vector<Known>& known);
  Result<ImportedSession> take_one(ReadyFiles& ready, size_t index, const Known& known);
  Result<Head> add_new(ReadyFiles& ready, ReadySession& session);
  Result<std::optional<FileSet>> text_before(const KnownImport& known);
  Status refuse_cut(const FoundSession& found, const FileSet& before) const;
  Status keep_text(const SessionId& owner, const FileSet& text, std::vector<KnownFile>& digests);
  struct ChangedFiles {
    const KnownImport& known;
    const FileSet& before;
    const FileSet& now;  // without what was redacted out of them
  };
  Result<Head> bring_up_to_date(ReadyFiles& ready, size_t index, const ChangedFiles& files,
                                const Loaded& loaded);
  Status add_named_files(const FoundSession& found, const Reading& reading, const Session& session,
                         Drafts& drafts);
  void refuse(const ReadyFiles& ready, const Error* error);
  Status commit();

  Workspace& workspace_;
  std::function<void()> taken_one_;
  std::optional<ImportSurroundings> ground_;
  FreshIds ids_;
  BatchTransaction batch_{workspace_, kWriteDeadline};
  Transaction* transaction_ = nullptr;  // that of the batch, while one session is taken
  size_t in_batch_ = 0;                 // sessions in it
  ShownSessions shown_{workspace_};
  size_t bytes_ahead_ = 0;  // of texts that were added and not taken yet
  std::vector<ImportedSession> taken_;
  std::vector<std::string> refused_;
  Findings refusals_;
  WorkAhead<FoundFiles, ReadyFiles> ahead_;  // last: ends before what it works on
};

}  // namespace clew
