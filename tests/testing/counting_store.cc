#include "testing/counting_store.h"

#include <algorithm>

namespace clew {
namespace {

// Passes everything on, and counts reads.
template <class Base>
class CountingReader : public Base {
 public:
  CountingReader(StoreReader& inner, StoreCounts& counts) : inner_(inner), counts_(counts) {}
  using EventLogReader::load;
  Result<Loaded> load(const SessionId& session, std::optional<Seq> at) override {
    if (!at) ++counts_.loads[session];
    return inner_.load(session, at);
  }
  Result<bool> exists(const SessionId& session) override { return inner_.exists(session); }
  Result<SessionId> hashed_id(const SessionId& session) override {
    return inner_.hashed_id(session);
  }
  Result<std::vector<SessionId>> sessions_hashed_as(const SessionId& hashed_id) override {
    return inner_.sessions_hashed_as(hashed_id);
  }
  Result<std::vector<StoredEvent>> read(const SessionId& session, Seq from, size_t limit) override {
    return inner_.read(session, from, limit);
  }
  Result<std::vector<RawEvent>> read_raw(const SessionId& session, Seq from,
                                         size_t limit) override {
    return inner_.read_raw(session, from, limit);
  }
  Result<std::optional<SeenKey>> find_key(const Idempotency& key) override {
    return inner_.find_key(key);
  }
  Result<Bytes> blob(const Hash& hash) override { return inner_.blob(hash); }
  Result<VerifyReport> verify(const std::optional<SessionId>& session) override {
    return inner_.verify(session);
  }
  Result<std::vector<SessionSummary>> list(const ListQuery& query) override {
    return inner_.list(query);
  }
  Result<SessionSummary> summary(const SessionId& session) override {
    return inner_.summary(session);
  }
  Result<SessionId> resolve(const std::string& prefix) override { return inner_.resolve(prefix); }
  Result<std::vector<SearchHit>> search(const SearchQuery& query) override {
    return inner_.search(query);
  }
  Result<std::string> setting(const std::string& key) override {
    ++counts_.settings[key];
    return inner_.setting(key);
  }
  Result<std::vector<StoreSetting>> settings(const std::string& prefix) override {
    ++counts_.settings[prefix + "*"];
    return inner_.settings(prefix);
  }

 private:
  StoreReader& inner_;

 protected:
  StoreCounts& counts_;
};

class CountingTransaction final : public CountingReader<Transaction> {
 public:
  CountingTransaction(std::unique_ptr<Transaction> inner, CountingStore& store)
      : CountingReader(*inner, store.counts), writing_(std::move(inner)), store_(store) {}
  Status put_blob(const Blob& blob) override { return writing_->put_blob(blob); }
  Status put_blob(const Blob& blob, const SessionId& owner) override {
    return writing_->put_blob(blob, owner);
  }
  Result<Head> append(const Append& append) override { return writing_->append(append); }
  Result<Head> append_fork(const Fork& fork, const Append& append) override {
    return writing_->append_fork(fork, append);
  }
  Status remake(const SessionId& session) override { return writing_->remake(session); }
  Status put_setting(const std::string& key, const std::string& value) override {
    return writing_->put_setting(key, value);
  }
  Status drop_settings(const std::string& prefix) override {
    return writing_->drop_settings(prefix);
  }
  Status redact(const SessionId& session, Seq seq, const EventData& replacement) override {
    return writing_->redact(session, seq, replacement);
  }
  Status release_unnamed(const SessionId& session,
                         const std::function<bool(BytesView content)>& is_chosen) override {
    return writing_->release_unnamed(session, is_chosen);
  }
  Status release_damaged(const SessionId& session) override {
    return writing_->release_damaged(session);
  }
  Status forget(const SessionId& session) override { return writing_->forget(session); }
  Result<Hash> cut_back(const SessionId& session, Seq keep) override {
    return writing_->cut_back(session, keep);
  }
  Result<Head> add_session(const PreparedSession& session) override {
    return writing_->add_session(session);
  }
  Status begin_part() override { return writing_->begin_part(); }
  Status end_part(PartEnd end) override { return writing_->end_part(end); }
  Result<Head> restore_chain(const SessionId& session, const std::vector<RawEvent>& events,
                             const std::optional<Fork>& fork,
                             const std::optional<SessionId>& hashed_id) override {
    return writing_->restore_chain(session, events, fork, hashed_id);
  }
  Status move_tail(const SessionId& session, Seq keep, const SessionId& side) override {
    return writing_->move_tail(session, keep, side);
  }
  Status absorb(const SessionId& session, const SessionId& into) override {
    return writing_->absorb(session, into);
  }
  Status move_keys(const SessionId& from, Seq was, const SessionId& to, Seq now) override {
    return writing_->move_keys(from, was, to, now);
  }
  Status commit() override {
    if (store_.loses_race && store_.loses_race()) {
      has_lost_ = true;
      return make_error(ErrorCode::kConflict, "another process wrote first");
    }
    ++counts_.committed;
    return writing_->commit();
  }
  bool lost_race() const override { return has_lost_ || writing_->lost_race(); }

 private:
  std::unique_ptr<Transaction> writing_;
  CountingStore& store_;
  bool has_lost_ = false;
};

class CountingSnapshot final : public CountingReader<StoreReader> {
 public:
  CountingSnapshot(std::unique_ptr<StoreReader> inner, StoreCounts& counts)
      : CountingReader(*inner, counts), kept_(std::move(inner)) {}

 private:
  std::unique_ptr<StoreReader> kept_;
};

}  // namespace

int StoreCounts::most_read() const {
  int most = 0;
  for (const auto& [key, times] : settings) most = std::max(most, times);
  return most;
}

std::string StoreCounts::read_again() const {
  std::string keys;
  for (const auto& [key, times] : settings) {
    if (times > 1) keys += key + " " + std::to_string(times) + "; ";
  }
  return keys;
}

Result<Loaded> CountingStore::load(const SessionId& session, std::optional<Seq> at) {
  if (!at) ++counts.loads[session];
  return store_->load(session, at);
}

Result<bool> CountingStore::exists(const SessionId& session) { return store_->exists(session); }

Result<SessionId> CountingStore::hashed_id(const SessionId& session) {
  return store_->hashed_id(session);
}

Result<std::vector<SessionId>> CountingStore::sessions_hashed_as(const SessionId& hashed_id) {
  return store_->sessions_hashed_as(hashed_id);
}

Result<std::vector<StoredEvent>> CountingStore::read(const SessionId& session, Seq from,
                                                     size_t limit) {
  return store_->read(session, from, limit);
}

Result<std::vector<RawEvent>> CountingStore::read_raw(const SessionId& session, Seq from,
                                                      size_t limit) {
  return store_->read_raw(session, from, limit);
}

Result<std::optional<SeenKey>> CountingStore::find_key(const Idempotency& key) {
  return store_->find_key(key);
}

Result<Bytes> CountingStore::blob(const Hash& hash) { return store_->blob(hash); }

Result<VerifyReport> CountingStore::verify(const std::optional<SessionId>& session) {
  return store_->verify(session);
}

Result<std::vector<SessionSummary>> CountingStore::list(const ListQuery& query) {
  return store_->list(query);
}

Result<SessionSummary> CountingStore::summary(const SessionId& session) {
  return store_->summary(session);
}

Result<SessionId> CountingStore::resolve(const std::string& prefix) {
  return store_->resolve(prefix);
}

Result<std::vector<SearchHit>> CountingStore::search(const SearchQuery& query) {
  return store_->search(query);
}

Result<std::string> CountingStore::setting(const std::string& key) {
  ++counts.settings[key];
  return store_->setting(key);
}

Result<std::vector<StoreSetting>> CountingStore::settings(const std::string& prefix) {
  ++counts.settings[prefix + "*"];
  return store_->settings(prefix);
}

Result<std::unique_ptr<StoreReader>> CountingStore::snapshot() {
  CLEW_ASSIGN(auto taken, store_->snapshot());
  return std::unique_ptr<StoreReader>(std::make_unique<CountingSnapshot>(std::move(taken), counts));
}

Result<std::unique_ptr<Transaction>> CountingStore::begin_write(Duration deadline) {
  ++counts.begun;
  waited_for.push_back(deadline);
  if (refuses) CLEW_TRY(refuses());
  CLEW_ASSIGN(auto begun, store_->begin_write(deadline));
  return std::unique_ptr<Transaction>(
      std::make_unique<CountingTransaction>(std::move(begun), *this));
}

Status CountingStore::backup(const std::string& path) { return store_->backup(path); }
std::vector<std::string> CountingStore::notices() { return store_->notices(); }
void CountingStore::finish() { store_->finish(); }

}  // namespace clew
