#pragma once
// What every test of an event store begins with: an empty store of each backend, and short ways to
// say what happened. When a test is over, the store must verify.

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "store/store_factory.h"
#include "testing/temp_folder.h"

namespace clew {

// One kind of store. A new one is one line in backends().
struct Backend {
  const char* name;
  const StoreFactory& factory;
  // Where a store called `name` is; nothing is there yet.
  StoreLocation (*locate)(const TempFolder& folder, const std::string& name);
};
const std::vector<Backend>& backends();

class StoreFixture {
 public:
  explicit StoreFixture(const Backend& backend);
  ~StoreFixture();
  StoreFixture(const StoreFixture&) = delete;

  EventStore& store() { return *store_; }
  // Another connection to the same store, or to an empty one elsewhere.
  std::unique_ptr<EventStore> again() { return open("store"); }
  std::unique_ptr<EventStore> open(const std::string& name);
  const StoreFactory& factory() const { return backend_.factory; }
  StoreLocation locate(const std::string& name) const { return backend_.locate(folder_, name); }
  const TempFolder& folder() const { return folder_; }
  // For tests that damage it on purpose: what verify() must then say is theirs to check.
  void expect_damage() { damaged_ = true; }

  // One command, with one or more events, by ana; the session is begun when it is not there.
  Head record(const std::string& session, std::vector<EventData> events);
  // Many commands in one turn: a commit each would be slow on a real disk.
  void record_each(const std::string& session, std::vector<std::vector<EventData>> commands);
  Result<Head> try_record(EventStore& store, const std::string& session,
                          std::vector<EventData> events,
                          const std::optional<Idempotency>& key = std::nullopt);
  Head fork(const std::string& session, const std::string& parent, uint32_t at);
  void start(const std::string& session, const std::string& goal, const std::string& project = {});
  void notes(const std::string& session, int count);

  Session load(const std::string& session);
  Session load(const std::string& session, uint32_t at);
  std::vector<StoredEvent> read(const std::string& session);
  std::vector<std::string> problems();
  void pass(Duration time) { now_ = now_ + time; }
  Time now() const { return now_; }

  std::string actor = "ana@laptop";

 private:
  std::vector<Event> number(Seq expected, std::vector<EventData> events);
  Result<Head> append(Transaction& transaction, const std::string& session,
                      std::vector<EventData> events, const std::optional<Idempotency>& key);

  const Backend& backend_;
  TempFolder folder_;
  std::mt19937_64 chance_{7};
  std::unique_ptr<EventStore> store_;
  Time now_{1'700'000'000'000};
  bool damaged_ = false;
};

// The value, or a failed test that says why not.
template <class T>
T must(Result<T> result) {
  if (!result) FAIL_CHECK(result.error().message, " (", result.error().subject, ")");
  REQUIRE(result.ok());
  return std::move(*result);
}
inline void must(const Status& status) {
  if (!status) FAIL_CHECK(status.error().message, " (", status.error().subject, ")");
  REQUIRE(status.ok());
}
template <class T>
ErrorCode refusal(const Result<T>& result) {
  REQUIRE_FALSE(result.ok());
  return result.error().code;
}

inline SessionId session_id(const std::string& text) { return SessionId(text); }
inline std::vector<RawEvent> raw(EventStore& store, const std::string& session) {
  return must(store.read_raw(session_id(session), Seq{1}, 100'000));
}
inline EventData note(const std::string& text) { return NoteAdded{{}, text, {}}; }
inline Blob blob_of(const std::string& data) { return {sha256(data), data}; }

}  // namespace clew

// STORE_TEST("a sentence") { … stores … } runs once for every backend.
#define STORE_TEST_NAMED(function, sentence)    \
  static void function(StoreFixture& stores);   \
  TEST_CASE(sentence) {                         \
    for (const Backend& backend : backends()) { \
      INFO("store: ", backend.name);            \
      StoreFixture stores(backend);             \
      function(stores);                         \
    }                                           \
  }                                             \
  static void function(StoreFixture& stores)
#define STORE_TEST(sentence) STORE_TEST_NAMED(DOCTEST_ANONYMOUS(store_test_), sentence)
