#include "conformance/store_fixture.h"

#include "session/apply.h"
#include "store/sqlite/sqlite_factory.h"

namespace clew {

const std::vector<Backend>& backends() {
  static const std::vector<Backend> kBackends = {
      {"sqlite", sqlite_factory(),
       [](const TempFolder& folder, const std::string& name) {
         return StoreLocation{StoreLocation::Backend::kSqlite, folder / (name + "/clew.db")};
       }},
  };
  return kBackends;
}

StoreFixture::StoreFixture(const Backend& backend) : backend_(backend), store_(open("store")) {}

StoreFixture::~StoreFixture() {
  store_->finish();
  store_.reset();
  if (damaged_) return;
  store_ = open("store");
  for (const std::string& problem : problems()) FAIL_CHECK("verify: ", problem);
}

std::unique_ptr<EventStore> StoreFixture::open(const std::string& name) {
  StoreOptions options;
  options.writer = "clew test";
  options.random = [this](Bytes& bytes) {
    for (char& c : bytes) c = static_cast<char>(chance_());
  };
  return must(backend_.factory.open(locate(name), options));
}

std::vector<Event> StoreFixture::number(Seq expected, std::vector<EventData> events) {
  std::vector<Event> numbered;
  uint32_t part = 0;
  for (EventData& data : events) {
    Event event;
    event.header.seq = Seq{expected.number + ++part};
    event.header.at = now_;
    event.header.actor = ActorId(actor);
    event.header.part = part - 1;
    event.data = std::move(data);
    numbered.push_back(std::move(event));
  }
  now_ = now_ + seconds(1);
  return numbered;
}

Result<Head> StoreFixture::try_record(EventStore& store, const std::string& session,
                                      std::vector<EventData> events,
                                      const std::optional<Idempotency>& key) {
  auto transaction = store.begin_write(seconds(5));
  if (!transaction) return transaction.error();
  CLEW_ASSIGN(const Head head, append(**transaction, session, std::move(events), key));
  CLEW_TRY((*transaction)->commit());
  return head;
}

Result<Head> StoreFixture::append(Transaction& transaction, const std::string& session,
                                  std::vector<EventData> events,
                                  const std::optional<Idempotency>& key) {
  Append append;
  append.session = SessionId(session);
  append.key = key;
  Session state;
  CLEW_ASSIGN(const bool there, transaction.exists(append.session));
  if (there) {
    CLEW_ASSIGN(Loaded loaded, transaction.load(append.session));
    state = std::move(loaded.session);
    append.expected = loaded.head.seq;
  }
  state.identity.id = append.session;
  append.events = number(append.expected, std::move(events));
  for (const Event& event : append.events) state = apply(std::move(state), event);
  append.after = &state;
  return transaction.append(append);
}

void StoreFixture::record_each(const std::string& session,
                               std::vector<std::vector<EventData>> commands) {
  auto transaction = must(store().begin_write(seconds(5)));
  for (auto& command : commands)
    must(append(*transaction, session, std::move(command), std::nullopt));
  must(transaction->commit());
}

Head StoreFixture::record(const std::string& session, std::vector<EventData> events) {
  return must(try_record(store(), session, std::move(events)));
}

Head StoreFixture::fork(const std::string& session, const std::string& parent, uint32_t at) {
  auto transaction = must(store().begin_write(seconds(5)));
  Session state = must(store().load(SessionId(parent), Seq{at})).session;
  Append append;
  append.session = SessionId(session);
  append.expected = Seq{at};
  append.events = number(append.expected, {
                                              SessionForked{SessionId(parent), Seq{at}, "to try"}
  });
  state.identity.id = append.session;
  state = apply(std::move(state), append.events[0]);
  append.after = &state;
  const Head head = must(transaction->append_fork({SessionId(parent), Seq{at}}, append));
  must(transaction->commit());
  return head;
}

void StoreFixture::start(const std::string& session, const std::string& goal,
                         const std::string& project) {
  SessionStarted started;
  started.goal = goal;
  started.project = project;
  record(session, {started});
}

void StoreFixture::notes(const std::string& session, int count) {
  std::vector<std::vector<EventData>> commands;
  for (int i = 0; i < count; ++i) commands.push_back({note("note " + std::to_string(i))});
  record_each(session, std::move(commands));
}

Session StoreFixture::load(const std::string& session) {
  return must(store().load(SessionId(session), std::nullopt)).session;
}

Session StoreFixture::load(const std::string& session, uint32_t at) {
  return must(store().load(SessionId(session), Seq{at})).session;
}

std::vector<StoredEvent> StoreFixture::read(const std::string& session) {
  return must(store().read(SessionId(session), Seq{1}, 1'000'000));
}

std::vector<std::string> StoreFixture::problems() {
  std::vector<std::string> out;
  for (const auto& problem : must(store().verify(std::nullopt)).problems) {
    out.push_back(problem.session.text + ": " + problem.what);
  }
  return out;
}

}  // namespace clew
