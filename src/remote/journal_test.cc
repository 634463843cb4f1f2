// The journal between two devices, and a place that cannot be trusted.

#include "remote/journal.h"

#include "remote/object_names.h"
#include "remote/remote_fixture_test.h"

namespace clew {
namespace {

std::string last_entry(const MemoryPlace& place) {
  std::string last;
  for (const auto& [name, bytes] : place.objects) {
    if (entry_of_name(name)) last = name;
  }
  return last;
}

TEST_CASE("names are the ones that the layout has, and are read back") {
  CHECK(entry_name(7) == "j/00000000000000000007");
  CHECK(heads_name(256) == "s/99999999999999999743");
  CHECK(epoch_name(3) == "e/3");
  CHECK(entry_of_name(entry_name(7)) == 7);
  CHECK(heads_of_name(heads_name(256)) == 256);
  CHECK(epoch_of_name("e/3") == 3);
  CHECK(heads_name(512) < heads_name(256));
  for (const char* name : {"j/7", "j/0000000000000000000x", "e/", "e/03", "e/x", "k/1"}) {
    CAPTURE(name);
    CHECK_FALSE(entry_of_name(name).has_value());
    CHECK_FALSE(epoch_of_name(name).has_value());
  }
}

TEST_CASE("to know that nothing is new takes one request") {
  TwoDevices two;
  REQUIRE(two.ana.write("one"));
  two.ben.look();
  two.place.requests = 0;
  CHECK(two.ben.look().entries.empty());
  CHECK(two.place.requests == 1);
}

TEST_CASE("who comes second is told what came first, and writes after it") {
  TwoDevices two;
  REQUIRE(two.ana.write("one"));
  auto written = two.ben.journal->append(two.ben.at, two.ben.draft("two"));
  REQUIRE(written.ok());
  REQUIRE_FALSE(written->entry.has_value());
  const auto news = two.ben.journal->read_one(two.ben.at, std::move(written->other));
  REQUIRE(news.ok());
  REQUIRE(news->entries.size() == 1);
  CHECK(news->entries[0].rows[0].session == "one");
  two.ben.at = news->at;
  CHECK(two.ben.write("two"));
  CHECK(two.ana.look().entries[0].rows[0].session == "two");
}

TEST_CASE("a lost answer is no second entry: the next look finds the first") {
  TwoDevices two;
  two.place.mishap = [](const std::string& request) {
    return request.starts_with("put_if_absent j/") ? MemoryPlace::Mishap::kAnswerLost
                                                   : MemoryPlace::Mishap::kNone;
  };
  CHECK_FALSE(two.ana.journal->append(two.ana.at, two.ana.draft("one")).ok());
  two.place.mishap = nullptr;
  two.ana.reopen();
  REQUIRE(two.ana.membership->outbox().has_value());
  const JournalNews news = two.ana.look();
  CHECK(news.entries.size() == 1);
  CHECK_FALSE(news.cloned);
  CHECK_FALSE(two.ana.membership->outbox().has_value());
  CHECK(two.ana.membership->counter() == 1);
  CHECK(two.ben.look().entries.size() == 1);
}

TEST_CASE("what never arrived is written after all, with the same bytes, packs too") {
  TwoDevices two;
  JournalDraft draft = two.ana.draft("one");
  const auto key = two.ana.membership->epoch().key().recipient();
  auto pack = seal_pack("text of one", key, two.ana.random);
  REQUIRE(pack.ok());
  draft.text.clear();
  draft.rows[0].text[0].pack = pack->name;
  draft.packs.push_back(*pack);
  two.place.mishap = [](const std::string& request) {
    return request.starts_with("put p/") ? MemoryPlace::Mishap::kFailsBefore
                                         : MemoryPlace::Mishap::kNone;
  };
  CHECK_FALSE(two.ana.journal->append(two.ana.at, draft).ok());
  two.place.mishap = nullptr;
  two.ana.reopen();
  const Bytes bytes = two.ana.membership->outbox()->entry;
  two.ana.look();
  const auto entry = two.ana.journal->finish_outbox(two.ana.at);
  REQUIRE(entry.ok());
  REQUIRE(entry->has_value());
  CHECK(two.place.objects.at(entry_name(1)) == bytes);
  const JournalNews news = two.ben.look();
  CHECK(*two.ben.journal->text_of(news.entries[0].rows[0]) == "text of one");
}

TEST_CASE("what was given up leaves no pack behind when another entry took its number") {
  TwoDevices two;
  JournalDraft draft = two.ana.draft("one");
  auto pack =
      seal_pack("text of one", two.ana.membership->epoch().key().recipient(), two.ana.random);
  REQUIRE(pack.ok());
  draft.packs.push_back(*pack);
  two.place.mishap = [](const std::string& request) {
    return request.starts_with("put_if_absent j/") ? MemoryPlace::Mishap::kFailsBefore
                                                   : MemoryPlace::Mishap::kNone;
  };
  CHECK_FALSE(two.ana.journal->append(two.ana.at, draft).ok());
  two.place.mishap = nullptr;
  REQUIRE(two.ben.write("two"));
  two.ana.reopen();
  two.ana.look();
  CHECK_FALSE(two.ana.journal->finish_outbox(two.ana.at)->has_value());
  CHECK_FALSE(two.ana.membership->outbox().has_value());
  CHECK(two.place.objects.count(pack_name(pack->name)) == 0);
}

TEST_CASE("an older copy is noticed, also when others went on from it") {
  TwoDevices two;
  REQUIRE(two.ana.write("one"));
  two.ben.look();
  const auto older = two.place.objects;
  REQUIRE(two.ana.write("two"));
  two.place.objects = older;
  CHECK(two.ana.look().went_back);
  REQUIRE(two.ben.write("other"));
  REQUIRE(two.ben.write("and more"));
  CHECK(two.ana.look().went_back);
  CHECK_FALSE(two.ben.look().went_back);
}

TEST_CASE("a list that is behind is not an older copy") {
  TwoDevices two;
  two.place.behind = two.place.objects;
  REQUIRE(two.ana.write("one"));
  two.place.mishap = [](const std::string&) { return MemoryPlace::Mishap::kListIsBehind; };
  CHECK_FALSE(two.ana.look().went_back);
}

TEST_CASE("another home with the key of this one is noticed") {
  TwoDevices two;
  REQUIRE(two.ana.write("one"));
  // The counter and the outbox of a copy do not know of what the other wrote since.
  JournalPosition before = two.ana.at;
  auto copy = two.ana.load_with(two.ana.key());
  REQUIRE(copy.ok());
  Journal copied(*two.ana.store, *copy, two.ana.random);
  REQUIRE(two.ana.write("two"));
  const auto news = copied.read_after(before);
  REQUIRE(news.ok());
  CHECK(news->cloned);
  REQUIRE(
      copy->renew_identity(*two.ana.store, "laptop", "2026-11-15T12:00:00Z", two.ana.random).ok());
  auto written = copied.append(news->at, two.ana.draft("three"));
  REQUIRE(written.ok());
  REQUIRE(written->entry.has_value());
  const JournalNews seen = two.ana.look();
  CHECK(seen.entries.size() == 1);
  CHECK_FALSE(seen.cloned);
}

TEST_CASE("an entry that cannot be read is passed over once the next one says so") {
  TwoDevices two;
  REQUIRE(two.ana.write("one"));
  two.ben.look();
  two.place.objects[entry_name(2)] = "half of an ent";
  const JournalNews news = two.ana.look();
  REQUIRE(news.broken.size() == 1);
  CHECK(news.broken[0].n == 2);
  JournalDraft draft = two.ana.draft("three");
  draft.voided = {2};
  REQUIRE(two.ana.journal->append(two.ana.at, draft)->entry.has_value());
  const JournalNews seen = two.ben.look();
  CHECK(seen.broken.empty());
  REQUIRE(seen.entries.size() == 1);
  CHECK(seen.entries[0].n == 3);
}

TEST_CASE("whatever bit of an entry is changed, nothing of it is believed") {
  TwoDevices two;
  REQUIRE(two.ana.write("one"));
  const Bytes whole = two.place.objects.at(entry_name(1));
  for (size_t bit = 0; bit < whole.size() * 8; bit += 7) {
    CAPTURE(bit);
    Bytes& there = two.place.objects.at(entry_name(1));
    there = whole;
    there[bit / 8] = static_cast<char>(there[bit / 8] ^ (1 << (bit % 8)));
    const auto news = two.ben.journal->read_after({});
    REQUIRE(news.ok());
    CHECK(news->entries.empty());
    CHECK(news->broken.size() == 1);
  }
  for (size_t length = 1; length < whole.size(); length += 3) {
    CAPTURE(length);
    two.place.objects.at(entry_name(1)) = whole.substr(0, length);
    const auto news = two.ben.journal->read_after({});
    REQUIRE(news.ok());
    CHECK(news->entries.empty());
  }
}

TEST_CASE("entries that were moved, left out, repeated or taken from elsewhere are refused") {
  TwoDevices two;
  for (const char* session : {"one", "two", "three"}) REQUIRE(two.ana.write(session));
  const auto whole = two.place.objects;
  const auto read = [&] { return two.ben.journal->read_after({}); };
  SUBCASE("two change places") {
    std::swap(two.place.objects[entry_name(2)], two.place.objects[entry_name(3)]);
    const auto news = read();
    REQUIRE(news.ok());
    CHECK(news->entries.size() == 1);
  }
  SUBCASE("one is left out") {
    two.place.objects.erase(entry_name(2));
    const auto news = read();
    REQUIRE(news.ok());
    CHECK(news->gap == 2);
    CHECK(news->entries.size() == 1);
  }
  SUBCASE("one is repeated at the end") {
    two.place.objects[entry_name(4)] = whole.at(entry_name(3));
    const auto news = read();
    REQUIRE(news.ok());
    CHECK(news->entries.size() == 3);
    CHECK(news->broken.size() == 1);
  }
  SUBCASE("one comes from another remote of the same people") {
    MemoryPlace elsewhere;
    RemoteDevice eve("laptop", 1, elsewhere);
    eve.make_remote();
    REQUIRE(eve.write("one"));
    two.place.objects[entry_name(4)] = elsewhere.objects.at(entry_name(1));
    const auto news = read();
    REQUIRE(news.ok());
    CHECK(news->entries.size() == 3);
    CHECK(news->broken.size() == 1);
  }
}

TEST_CASE("a pack that was changed, or is another's, is refused") {
  TwoDevices two;
  const auto key = two.ana.membership->epoch().key().recipient();
  auto one = seal_pack("text of one", key, two.ana.random);
  auto other = seal_pack("text of two", key, two.ana.random);
  REQUIRE(one.ok());
  REQUIRE(other.ok());
  SentRow row = two.ana.draft("one").rows[0];
  row.text[0].pack = one->name;
  two.place.objects[pack_name(one->name)] = other->bytes;
  CHECK(two.ben.journal->text_of(row).error().code == ErrorCode::kCorrupt);
  two.place.objects[pack_name(one->name)] = one->bytes.substr(1);
  CHECK(two.ben.journal->text_of(row).error().code == ErrorCode::kCorrupt);
  two.place.objects.erase(pack_name(one->name));
  CHECK(two.ben.journal->text_of(row).error().code == ErrorCode::kCorrupt);
  two.place.objects[pack_name(one->name)] = one->bytes;
  CHECK(*two.ben.journal->text_of(row) == "text of one");
  row.text[0].offset = 5;
  CHECK(two.ben.journal->text_of(row).error().code == ErrorCode::kCorrupt);
}

TEST_CASE("a new device begins at the newest heads, and with all rows when they are broken") {
  TwoDevices two;
  std::vector<SentRow> rows;
  for (int i = 0; i < 5; ++i) {
    REQUIRE(two.ana.write("session" + std::to_string(i)));
    rows.push_back(two.ana.draft("session" + std::to_string(i)).rows[0]);
    rows.back().text[0].entry = i + 1;
  }
  REQUIRE(*two.ana.journal->write_heads(two.ana.at, {rows, {}, 1, {}, {}, {}}, ""));
  REQUIRE(two.ana.write("after"));
  const JournalNews news = two.ben.look();
  REQUIRE(news.heads.has_value());
  CHECK(news.heads->rows == rows);
  CHECK(news.entries.size() == 1);
  CHECK(*two.ben.journal->text_of(rows[2]) == "text of session2");
  two.place.objects[heads_name(5)] = "damaged";
  const auto all = two.ben.journal->read_after({});
  REQUIRE(all.ok());
  CHECK_FALSE(all->heads.has_value());
  CHECK(all->entries.size() == 6);
}

// Three entries, of which all heads say what is in them; the first two are dropped.
struct Shortened : TwoDevices {
  explicit Shortened(Hash first) {
    REQUIRE(ana.write("one"));
    ben.look();
    if (first.empty()) first = sha256(place.objects.at(entry_name(1)));
    REQUIRE(ana.write("two"));
    const Hash second = sha256(place.objects.at(entry_name(2)));
    REQUIRE(ana.write("three"));
    heads.rows = {ana.draft("three").rows[0]};
    heads.rows[0].text[0].entry = 3;
    heads.first = 3;
    heads.entries = {second, first};
    REQUIRE(*ana.journal->write_heads(ana.at, heads, ""));
    REQUIRE(ana.journal->drop_before(3, ana.at, {}).ok());
  }
  HeadsDraft heads;
};

TEST_CASE("entries that were dropped are no older copy to whoever saw one of them last") {
  Shortened two{Hash()};
  CHECK(two.place.objects.count(entry_name(1)) == 0);
  CHECK(two.place.objects.count(entry_name(2)) == 0);
  const JournalNews news = two.ben.look();
  CHECK_FALSE(news.went_back);
  CHECK(news.starts_anew);
  REQUIRE(news.heads.has_value());
  CHECK(news.heads->rows == two.heads.rows);
  CHECK(two.ben.at == two.ana.at);
  CHECK(*two.ben.journal->text_of(two.heads.rows[0]) == "text of three");
  REQUIRE(two.ben.write("four"));
  CHECK(two.ana.look().entries.size() == 1);
}

TEST_CASE("a history that goes on from another entry than the one that was seen is an older copy") {
  Shortened two{sha256("another")};
  CHECK(two.ben.look().went_back);
}

TEST_CASE("heads that others came before with are not written") {
  TwoDevices two;
  REQUIRE(two.ana.write("one"));
  two.ben.look();
  REQUIRE(two.ben.write("two"));
  const HeadsDraft none;
  CHECK(*two.ben.journal->newest_heads() == "");
  REQUIRE(*two.ana.journal->write_heads(two.ana.at, none, ""));
  CHECK_FALSE(*two.ben.journal->write_heads(two.ben.at, none, ""));
  CHECK(two.place.objects.count(heads_name(2)) == 0);
  CHECK(*two.ben.journal->write_heads(two.ben.at, none, heads_name(1)));
}

TEST_CASE("an entry is small") {
  TwoDevices two;
  two.ana.look();
  two.place.bytes_put = 0;
  REQUIRE(two.ana.write("one"));
  CHECK(two.place.objects.at(last_entry(two.place)).size() < 1600);
}

}  // namespace
}  // namespace clew
