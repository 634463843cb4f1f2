// Sessions that were made ready before the turn, and parts of a turn.

#include "conformance/store_fixture.h"
#include "session/apply.h"
#include "store/codec/prepared_session.h"

namespace clew {
namespace {

NewSession reported(const std::string& id, int notes, Time at) {
  NewSession made;
  made.id = session_id(id);
  const auto add = [&](EventData data) {
    const auto seq = static_cast<uint32_t>(made.events.size() + 1);
    made.events.push_back({
        {Seq{seq}, at, ActorId("import:test"), Via::kImport, seq - 1, {}},
        std::move(data)
    });
    apply_to(made.after, made.events.back());
  };
  SessionStarted started;
  started.goal = "told " + id;
  started.project = "project-1";
  add(started);
  add(ArtifactAdded{{}, "report.md", sha256("the findings of " + id), 16, 1});
  for (int i = 0; i < notes; ++i) add(note("remark " + std::to_string(i)));
  made.after.identity.id = made.id;
  return made;
}

void count_up(Bytes& bytes) {
  static char next = 0;
  for (char& c : bytes) c = ++next;
}

STORE_TEST("a session made ready beforehand is what appending it would have made, short or long") {
  for (const int notes : {3, 61, 62, 200}) {
    CAPTURE(notes);
    const std::string id = "ready-" + std::to_string(notes);
    const std::string content = "the findings of " + id;
    NewSession made = reported(id, notes, stores.now());
    PreparedSession rows = must(prepare_session(made, count_up));
    rows.blobs = {must(pack_blob(content)), must(pack_blob("kept for " + id))};
    NewSession other = reported("same-" + std::to_string(notes), notes, stores.now());
    auto transaction = must(stores.store().begin_write(seconds(5)));
    const Head head = must(transaction->add_session(rows));
    must(transaction->put_blob(blob_of(content)));
    const Head appended =
        must(transaction->append({other.id, Seq{}, other.events, &other.after, std::nullopt}));
    must(transaction->commit());

    CHECK(head.seq == appended.seq);
    CHECK(stores.load(id) == made.after);
    CHECK(must(stores.store().load(made.id, std::nullopt)).head == head);
    const auto events = stores.read(id);
    REQUIRE(events.size() == made.events.size());
    CHECK(events.back().event == made.events.back());
    SessionSummary summary = must(stores.store().summary(made.id));
    SessionSummary alike = must(stores.store().summary(other.id));
    CHECK(summary.goal == "told " + id);
    CHECK(summary.project == alike.project);
    CHECK(summary.actor == alike.actor);
    CHECK(summary.touched_at == alike.touched_at);
    CHECK(summary.created_at == alike.created_at);
    CHECK(summary.head == head);
    CHECK(must(stores.store().blob(sha256("kept for " + id))) == "kept for " + id);
    const auto hits = [&](const NewSession& session, const std::string& text) {
      return must(stores.store().search({text, session.id, {}, 500})).size();
    };
    CHECK(hits(made, "remark") == static_cast<size_t>(notes));
    CHECK(hits(made, "findings") == 1);  // in the artifact
    CHECK(hits(other, "remark") == static_cast<size_t>(notes));
  }
  ListQuery in_project;
  in_project.project = "project-1";
  CHECK(must(stores.store().list(in_project)).size() == 8);
}

STORE_TEST("what a session made ready brings with it goes when it is forgotten") {
  const NewSession made = reported("ready-1", 1, stores.now());
  PreparedSession rows = must(prepare_session(made, count_up));
  rows.blobs = {must(pack_blob("only for it"))};
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->add_session(rows));
  must(transaction->commit());
  transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->forget(made.id));
  must(transaction->commit());
  CHECK(refusal(stores.store().blob(sha256("only for it"))) == ErrorCode::kNotFound);
}

STORE_TEST("an id that is taken leaves the turn as it was") {
  stores.start("taken", "goal");
  const PreparedSession rows = must(prepare_session(reported("taken", 2, stores.now()), count_up));
  const PreparedSession free = must(prepare_session(reported("free", 2, stores.now()), count_up));
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(refusal(transaction->add_session(rows)) == ErrorCode::kConflict);
  must(transaction->add_session(free));
  must(transaction->commit());
  CHECK(stores.load("taken").identity.goal == "goal");
  CHECK(stores.load("taken").head == Seq{1});
  CHECK(stores.load("free").identity.goal == "told free");
}

STORE_TEST("an event that cannot be stored is refused before there is a turn") {
  NewSession made = reported("s", 0, stores.now());
  EventHeader header = made.events.back().header;
  ++header.seq.number;
  SUBCASE("too large") {
    made.events.emplace_back(header, note(std::string(size_t{64} << 20, 'x')));
  }
  SUBCASE("too deep") {
    AttributeSet set;
    set.key = "deep";
    for (int i = 0; i < 200; ++i) set.value = Value(Value::List{set.value});
    made.events.emplace_back(header, set);
  }
  CHECK(refusal(prepare_session(made, count_up)) == ErrorCode::kInvalid);
}

STORE_TEST("a part that is taken back leaves the rest of its turn") {
  stores.start("s", "goal");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->put_setting("before", "kept"));
  must(transaction->begin_part());
  must(transaction->add_session(
      must(prepare_session(reported("gone", 70, stores.now()), count_up))));
  must(transaction->put_setting("in it", "gone"));
  must(transaction->end_part(PartEnd::kTakenBack));
  CHECK_FALSE(must(transaction->exists(session_id("gone"))));
  must(transaction->begin_part());
  must(transaction->add_session(
      must(prepare_session(reported("kept", 70, stores.now()), count_up))));
  must(transaction->end_part(PartEnd::kKept));
  must(transaction->commit());
  CHECK(must(stores.store().setting("before")) == "kept");
  CHECK(must(stores.store().setting("in it")).empty());
  CHECK(refusal(stores.store().load(session_id("gone"), std::nullopt)) == ErrorCode::kNotFound);
  CHECK(stores.load("kept").head == Seq{72});
}

}  // namespace
}  // namespace clew
