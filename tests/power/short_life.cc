#include "power/short_life.h"

#include "session/apply.h"
#include "store/codec/event_codec.h"

namespace clew {

ShortLife::ShortLife(std::string path, Lifespan lifespan, std::string vfs)
    : path_(std::move(path)), lifespan_(lifespan), vfs_(std::move(vfs)) {}

Status ShortLife::run() {
  const Status lived = live();
  store_.reset();
  finished_ = lived.ok();
  return lived;
}

Status ShortLife::open() {
  StoreOptions options;
  options.lifespan = lifespan_;
  options.vfs = vfs_;
  options.random = [this](Bytes& bytes) {
    for (char& c : bytes) c = static_cast<char>((salt_ = salt_ * 6364136223846793005u + 1) >> 56);
  };
  auto opened = sqlite_factory().open({StoreLocation::Backend::kSqlite, path_}, options);
  if (!opened) return opened.error();
  store_ = std::move(*opened);
  return success();
}

Status ShortLife::live() {
  const SessionId first("first");
  const SessionId second("second");
  CLEW_TRY(open());
  CLEW_TRY(notes(first, 2, 2));
  store_->finish();
  CLEW_TRY(open());  // as the next command does
  CLEW_TRY(notes(first, 3, 22));
  store_->finish();
  CLEW_TRY(notes(second, 2, 2));
  CLEW_TRY(fork(SessionId("fork"), first, Seq{20}));
  CLEW_TRY(redact(first, Seq{3}));
  store_->finish();
  CLEW_TRY(open());
  CLEW_TRY(notes(second, 1, 2));
  store_->finish();
  return success();
}

// Several events a command, so that half of one would show.
Status ShortLife::notes(const SessionId& session, int commands, int events_each) {
  for (int i = 0; i < commands; ++i) {
    auto transaction = store_->begin_write(seconds(5));
    if (!transaction) return transaction.error();
    const Bytes text = "text " + std::to_string(i) + std::string(200, 'x');
    const Blob blob{sha256(text), text};
    CLEW_TRY((*transaction)->put_blob(blob));
    std::vector<EventData> events{
        NoteAdded{{}, text, {}},
        ArtifactAdded{{}, "a.txt", blob.hash, 200, 1}
    };
    for (int k = 2; k < events_each; ++k) events.push_back(NoteAdded{{}, text, {}});
    CLEW_TRY(append(**transaction, session, std::nullopt, std::move(events)));
  }
  return success();
}

Status ShortLife::fork(const SessionId& session, const SessionId& parent, Seq at) {
  auto transaction = store_->begin_write(seconds(5));
  if (!transaction) return transaction.error();
  return append(**transaction, session,
                Fork{
                    parent, at
  },
                {SessionForked{parent, at, ""}, NoteAdded{{}, "a fork", {}}});
}

Status ShortLife::redact(const SessionId& session, Seq seq) {
  auto transaction = store_->begin_write(seconds(5));
  if (!transaction) return transaction.error();
  const EventData instead = NoteAdded{{}, "gone", {}};
  CLEW_TRY((*transaction)->redact(session, seq, instead));
  return append(
      **transaction, session, std::nullopt,
      {
          EventRedacted{seq, sha256(encode_data(instead)), ""},
          NoteAdded{{},  "redacted",                   {}}
  });
}

Status ShortLife::append(Transaction& transaction, const SessionId& session,
                         const std::optional<Fork>& fork, std::vector<EventData> events) {
  Append append;
  append.session = session;
  if (fork) {
    append.expected = fork->parent_seq;
  } else if (const auto loaded = transaction.load(session)) {
    append.expected = loaded->head.seq;
  } else if (loaded.error().code != ErrorCode::kNotFound) {
    return loaded.error();
  }
  uint32_t part = 0;
  for (EventData& data : events) {
    append.events.push_back({
        {Seq{append.expected.number + part + 1},
         Time{clock_ += 1000},
         ActorId("ana"),
         Via::kCli,
         part, {}},
        std::move(data)
    });
    ++part;
  }
  begun_.push_back({
      session, {append.events.back().header.seq, {}}
  });
  CLEW_ASSIGN(const Head head,
              fork ? transaction.append_fork(*fork, append) : transaction.append(append));
  CLEW_TRY(transaction.commit());
  acknowledged_.push_back({session, head});
  return success();
}

std::set<Seq> ShortLife::whole_commands(const SessionId& session) const {
  std::set<Seq> seqs;
  for (const Acknowledged& each : begun_) {
    if (each.session == session) seqs.insert(each.head.seq);
  }
  return seqs;
}

Status live_on(EventStore& store) {
  auto transaction = store.begin_write(seconds(5));
  if (!transaction) return transaction.error();
  Append append;
  append.session = SessionId("afterwards");
  SessionStarted started;
  started.goal = "go on";
  append.events = {
      {{Seq{1}, Time{1'800'000'000'000}, ActorId("bob"), Via::kCli, 0, {}}, started}
  };
  CLEW_TRY((*transaction)->append(append));
  return (*transaction)->commit();
}

}  // namespace clew
