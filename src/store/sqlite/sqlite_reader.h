#pragma once
// All reads, once for the store, its transactions and its snapshots: `Interface` is which of them.

#include "store/event_store.h"
#include "store/sqlite/database.h"

namespace clew {

template <class Interface>
class SqliteReader : public Interface {
 public:
  using Interface::load;
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

 protected:
  // What to read from, in one state until end_read(); null when there is no store yet.
  virtual Result<Database*> begin_read() = 0;
  virtual void end_read() = 0;

 private:
  // `nothing` is the answer when there is no store yet.
  template <class T, class Question>
  Result<T> ask(Result<T> nothing, Question&& question);
};

extern template class SqliteReader<EventStore>;
extern template class SqliteReader<Transaction>;
extern template class SqliteReader<StoreReader>;

}  // namespace clew
