#pragma once
// A real store that counts what is asked of it, and can let transactions lose a race.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "store/store_factory.h"

namespace clew {

struct StoreCounts {
  int begun = 0;                        // write transactions
  int committed = 0;                    // of them
  std::map<std::string, int> settings;  // reads by key; of all with a prefix, as "off*"
  std::map<SessionId, int> loads;       // of sessions as they are now

  int most_read() const;           // how often the setting was read that was read most
  std::string read_again() const;  // those read more than once, for messages
};

class CountingStore final : public EventStore {
 public:
  explicit CountingStore(std::unique_ptr<EventStore> store) : store_(std::move(store)) {}

  StoreCounts counts;
  std::vector<Duration> waited_for;  // how long each transaction would have waited to begin
  // Asked before each commit: true, and another writer was faster.
  std::function<bool()> loses_race;
  // Asked before each transaction: an error, and there is none.
  std::function<Status()> refuses;

  using EventLogReader::load;
  Result<Loaded> load(const SessionId& session, std::optional<Seq> at) override;
  Result<bool> exists(const SessionId& session) override;
  Result<SessionId> hashed_id(const SessionId& session) override;
  Result<std::vector<SessionId>> sessions_hashed_as(const SessionId& hashed_id) override;
  Result<std::vector<StoredEvent>> read(const SessionId& session, Seq from, size_t limit) override;
  Result<std::vector<RawEvent>> read_raw(const SessionId& session, Seq from, size_t limit) override;
  Result<std::optional<SeenKey>> find_key(const Idempotency& key) override;
  Result<Bytes> blob(const Hash& hash) override;
  Result<VerifyReport> verify(const std::optional<SessionId>& session) override;
  Result<std::vector<SessionSummary>> list(const ListQuery& query) override;
  Result<SessionSummary> summary(const SessionId& session) override;
  Result<SessionId> resolve(const std::string& prefix) override;
  Result<std::vector<SearchHit>> search(const SearchQuery& query) override;
  Result<std::string> setting(const std::string& key) override;
  Result<std::vector<StoreSetting>> settings(const std::string& prefix) override;
  Result<std::unique_ptr<StoreReader>> snapshot() override;
  Result<std::unique_ptr<Transaction>> begin_write(Duration deadline) override;
  Status backup(const std::string& path) override;
  std::vector<std::string> notices() override;
  void finish() override;

 private:
  std::unique_ptr<EventStore> store_;
};

}  // namespace clew
