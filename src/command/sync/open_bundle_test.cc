// A bundle brings the very same events to another machine, or nothing at all.

#include "bundle/bundle_file.h"
#include "command/sync/sync_fixture_test.h"
#include "store/codec/compress.h"

namespace clew {
namespace {

void begin(Fixture& fixture, const char* id) {
  fixture.must("start", "goal", "Add OAuth", "id", id, "step", Value::List{"Plan", "Build"});
  fixture.surroundings.session = id;
}

bool changed(const Result<Answer>& answer) {
  REQUIRE(answer.ok());
  return answer->data.find("changed")->as_bool();
}

TEST_CASE("a bundle brings sessions, their forks and artifacts with the same events and heads") {
  Fixture ana("laptop");
  Fixture ben("tower");
  begin(ana, "main");
  ana.write("design.md", "tokens rotate");
  ana.must("artifact add", "paths", words("design.md"));
  const Answer noted = ana.must("note", "text", "the name is Rosa");
  ana.must("redact", "events", words(std::to_string(noted.data.find("fact")->as_int())));
  ana.caller.session = "main@4";
  ana.must("fork", "id", "side");
  ana.caller.session.clear();
  const Bytes bundle = ana.bundle(Value::List{"side"}, ben.key());
  CHECK(bundle.find("main") == Bytes::npos);
  CHECK(ben.rows().empty());

  CHECK(changed(ben.open(bundle)));
  CHECK(ben.rows() == ana.rows());
  CHECK(ben.store().blob(sha256("tokens rotate")).ok());
  CHECK_FALSE(changed(ben.open(bundle)));
  CHECK(ben.rows() == ana.rows());
}

TEST_CASE("a bundle is sealed for the line of a device as for its key alone") {
  Fixture ana("laptop");
  Fixture ben("tower");
  begin(ana, "main");
  const std::string line = ben.must("key show").data.find("line")->as_string();
  CHECK(changed(ben.open(ana.bundle(Value::List{"main"}, line))));
  CHECK(ben.rows() == ana.rows());
}

TEST_CASE("what is ahead is appended, and what is behind changes nothing") {
  Fixture ana("laptop");
  Fixture ben("tower");
  begin(ana, "main");
  const Bytes early = ana.bundle({}, ben.key());
  ana.must("note", "text", "later");
  const Bytes late = ana.bundle({}, ben.key());
  CHECK(changed(ben.open(early)));
  CHECK(changed(ben.open(late)));
  CHECK(ben.rows() == ana.rows());
  CHECK_FALSE(changed(ben.open(early)));  // an old bundle, sent once more
  CHECK(ben.rows() == ana.rows());
}

TEST_CASE("a session that both have worked on is refused, naming both heads") {
  Fixture ana("laptop");
  Fixture ben("tower");
  begin(ana, "main");
  CHECK(changed(ben.open(ana.bundle({}, ben.key()))));
  ana.must("note", "text", "from the laptop");
  ben.surroundings.session = "main";
  ben.must("note", "text", "from the tower");
  const auto before = ben.rows();
  const auto answer = ben.open(ana.bundle({}, ben.key()));
  REQUIRE_FALSE(answer.ok());
  CHECK(answer.error().code == ErrorCode::kConflict);
  for (const auto& rows : {ana.rows(), before}) {
    CHECK(answer.error().message.find(rows.back().hash.brief()) != std::string::npos);
  }
  CHECK(ben.rows() == before);
}

TEST_CASE("another session under the same id arrives beside one's own") {
  Fixture ana("laptop");
  Fixture ben("tower");
  begin(ana, "main");
  ben.now = ben.now + seconds(1);
  begin(ben, "main");
  const auto before = ben.rows();
  const auto opened = ben.open(ana.bundle({}, ben.key()));
  REQUIRE(opened.ok());
  CHECK(opened->data.find("session")->as_string() == "main-laptop");
  CHECK(ben.rows().size() == before.size() + ana.rows().size());
  CHECK_FALSE(changed(ben.open(ana.bundle({}, ben.key()))));
}

TEST_CASE("only who a bundle was made for opens it, and is told so") {
  Fixture ana("laptop");
  Fixture ben("tower");
  Fixture eve("elsewhere");
  begin(ana, "main");
  const Bytes bundle = ana.bundle({}, ben.key());
  CHECK(eve.refusal(bundle) == ErrorCode::kNotAllowed);
  CHECK_FALSE(eve.open(bundle, "bundle inspect").ok());
  CHECK(eve.rows().empty());
  const auto shown = ana.open(bundle, "bundle inspect");  // who made it can look into it
  REQUIRE(shown.ok());
  CHECK(shown->data.find("session")->as_string() == "main");
  CHECK(shown->data.find("device")->as_string() == "laptop");
  CHECK(shown->data.find("head")->as_string() == ana.rows().back().hash.hex());
  CHECK(shown->data.find("recipients")->as_list().size() == 2);
}

TEST_CASE(
    "every flipped bit and every cut of a bundle is refused as corrupt, and changes nothing") {
  Fixture ana("laptop");
  Fixture ben("tower");
  ana.must("start", "goal", "g", "id", "m");
  const Bytes bundle = ana.bundle(words("m"), ben.key());
  const Openers openers{{ben.device().identity()}, {}};
  for (size_t bit = 0; bit < bundle.size() * 8; ++bit) {
    Bytes flipped = bundle;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const auto opened = verify_bundle(flipped, openers);
    CAPTURE(bit);
    REQUIRE_FALSE(opened.ok());
    REQUIRE(opened.error().code == ErrorCode::kCorrupt);
    if (bit % 97 == 0) REQUIRE(ben.refusal(flipped) == ErrorCode::kCorrupt);
  }
  for (size_t length = 0; length < bundle.size(); ++length) {
    CAPTURE(length);
    const Bytes cut = bundle.substr(0, length);
    const auto opened = verify_bundle(cut, openers);
    REQUIRE_FALSE(opened.ok());
    REQUIRE(opened.error().code == ErrorCode::kCorrupt);
    if (length % 17 == 0) REQUIRE(ben.refusal(cut) == ErrorCode::kCorrupt);
  }
  CHECK(ben.rows().empty());
  CHECK(changed(ben.open(bundle)));
}

// A bundle from inside: what somebody who can open it can also seal again.
struct Inside {
  std::string first;
  std::string manifest;
  std::string signature;
  std::vector<Bytes> parts;

  static Inside of(const Bytes& bundle, const DeviceKey& key) {
    const auto verified = verify_bundle(bundle, {{key.identity()}, {}});
    REQUIRE(verified.ok());
    Inside inside;
    BytesView rest = verified->plain;
    for (std::string* line : {&inside.first, &inside.manifest, &inside.signature}) {
      const size_t end = rest.find('\n');
      *line = rest.substr(0, end);
      rest.remove_prefix(end + 1);
    }
    for (const auto& session : verified->manifest.sessions) {
      inside.parts.emplace_back(rest.substr(0, session.packed));
      rest.remove_prefix(session.packed);
    }
    return inside;
  }
  Bytes sealed_for(const DeviceKey& key) const {
    Bytes plain = first + "\n" + manifest + "\n" + signature + "\n";
    for (const auto& part : parts) plain += part;
    const auto random = seeded_random(Bytes(kSeedBytes, 's'));
    auto bytes = seal(plain, {{key.recipient()}, {}}, random);
    REQUIRE(bytes.ok());
    return std::move(*bytes);
  }
  // Signed by whoever this is.
  Inside signed_by(const DeviceKey& key) const {
    Inside inside = *this;
    inside.signature =
        to_hex(key.signing_key()) + " " + to_hex(key.sign("clew bundle manifest 1\n" + manifest));
    return inside;
  }
};

TEST_CASE("parts that were swapped, repeated, left out, mixed or replayed are refused as corrupt") {
  Fixture ana("laptop");
  Fixture ben("tower");
  Fixture eve("elsewhere");
  begin(ana, "one");
  begin(ana, "two");
  const DeviceKey to = ben.device();
  const Bytes both = ana.bundle(Value::List{"one", "two"}, ben.key());
  const Bytes early = ana.bundle(words("one"), ben.key());
  ana.surroundings.session = "one";
  ana.must("note", "text", "later");
  const Bytes late = ana.bundle(words("one"), ben.key());
  const Inside good = Inside::of(both, to);
  const Inside old_one = Inside::of(early, to);
  const Inside new_one = Inside::of(late, to);
  REQUIRE(good.parts.size() == 2);

  using Change = void (*)(Inside& inside, const Inside& was, const Inside& is);
  struct Row {
    const char* what;
    Change change;
  };
  constexpr Row kRows[] = {
      {"parts swapped",
       [](Inside& b,                                              const Inside&,     const Inside&) { std::swap(b.parts[0], b.parts[1]); }},
      {"a part twice",                              [](Inside& b, const Inside&,     const Inside&) { b.parts[1] = b.parts[0]; }          },
      {"a part added",
       [](Inside& b,                                              const Inside&,     const Inside&) { b.parts.push_back(b.parts[0]); }    },
      {"a part left out",                           [](Inside& b, const Inside&,     const Inside&) { b.parts.pop_back(); }               },
      {"no parts",                                  [](Inside& b, const Inside&,     const Inside&) { b.parts.clear(); }                  },
      {"an older part under a newer manifest",
       [](Inside& b,                                              const Inside& was, const Inside& is) {
         b = is;
         b.parts = was.parts;
       }                                              },
      {"a newer part under an older manifest",
       [](Inside& b,                                              const Inside& was, const Inside& is) {
         b = was;
         b.parts = is.parts;
       }                                              },
      {"an older manifest under a newer signature",
       [](Inside& b,                                              const Inside& was, const Inside& is) {
         b = is;
         b.manifest = was.manifest;
       }                                              },
      {"parts of another bundle",
       [](Inside& b,                                              const Inside& was, const Inside&) { b.parts[0] = was.parts[0] + "x"; }  },
      {"another name in the manifest",
       [](Inside& b,                                              const Inside&,     const Inside&) {
         b.manifest[b.manifest.find("laptop")] = 'L';
       }                                                  },
      {"no signature",                              [](Inside& b, const Inside&,     const Inside&) { b.signature.clear(); }              },
      {"another format",
       [](Inside& b,                                              const Inside&,     const Inside&) { b.first = "clew-bundle 2"; }        },
      {"no manifest",                               [](Inside& b, const Inside&,     const Inside&) { b.manifest.clear(); }               },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.what);
    Inside changed_inside = good;
    row.change(changed_inside, old_one, new_one);
    CHECK(ben.refusal(changed_inside.sealed_for(to)) == ErrorCode::kCorrupt);
  }
  // Signed again by another device: it is not the one that the manifest names.
  CHECK(ben.refusal(good.signed_by(eve.device()).sealed_for(to)) == ErrorCode::kCorrupt);
  // Sealed again for somebody it was not made for.
  CHECK(eve.refusal(good.sealed_for(eve.device())) == ErrorCode::kCorrupt);
  CHECK(ben.rows().empty());
  CHECK(eve.rows().empty());
  CHECK(changed(ben.open(good.sealed_for(to))));
}

// What a device with a key of its own could write.
Bytes made_by(const DeviceKey& by, const DeviceKey& to, std::vector<BundledSession> sessions,
              const std::vector<Bytes>& logs) {
  Manifest manifest;
  manifest.made_at = "2026-11-18T12:00:00.000Z";
  manifest.device = "elsewhere";
  manifest.sessions = std::move(sessions);
  const auto random = seeded_random(Bytes(kSeedBytes, 'm'));
  auto bytes = write_bundle(manifest, logs, by, {{to.recipient()}, {}}, random);
  REQUIRE(bytes.ok());
  return std::move(*bytes);
}

TEST_CASE("a manifest that does not fit its logs is refused, whoever signed it") {
  Fixture ana("laptop");
  Fixture ben("tower");
  begin(ana, "one");
  begin(ana, "two");
  const DeviceKey to = ben.device();
  const auto verified =
      verify_bundle(ana.bundle(Value::List{"one", "two"}, ben.key()), {{to.identity()}, {}});
  REQUIRE(verified.ok());
  const auto said = verified->manifest.sessions;
  const Bytes logs = *expand_logs(*verified);
  const Bytes one = logs.substr(0, said[0].size);
  const Bytes two = logs.substr(said[0].size);
  const auto refusal_of = [&](std::vector<BundledSession> sessions, std::vector<Bytes> texts) {
    return ben.refusal(made_by(ana.device(), to, std::move(sessions), texts));
  };
  CHECK(refusal_of({said[0]}, {two}) == ErrorCode::kCorrupt);
  CHECK(refusal_of({said[1], said[0]}, {one, two}) == ErrorCode::kCorrupt);
  CHECK(refusal_of({said[0]}, {one + two}) == ErrorCode::kCorrupt);
  BundledSession wrong = said[0];
  wrong.genesis = said[1].genesis;
  CHECK(refusal_of({wrong}, {one}) == ErrorCode::kCorrupt);
  wrong = said[0];
  ++wrong.seq;
  CHECK(refusal_of({wrong}, {one}) == ErrorCode::kCorrupt);
  wrong = said[0];
  wrong.parent = said[1].head;
  CHECK(refusal_of({wrong}, {one}) == ErrorCode::kCorrupt);
  // An event of one session among those of the other.
  const size_t second = one.find('\n', one.find('\n') + 1) + 1;
  const size_t in_two = two.find('\n', two.find('\n') + 1) + 1;
  const Bytes mixed = one.substr(0, second) + two.substr(in_two);
  CHECK(refusal_of({said[0]}, {mixed}) == ErrorCode::kCorrupt);
  // An id that no session can have.
  Bytes bad = one;
  for (size_t at = 0; (at = bad.find("\"session\":\"one\"", at)) != Bytes::npos;) {
    bad.replace(at, 15, "\"session\":\"../one\"");
  }
  wrong = said[0];
  wrong.session = "../one";
  CHECK(refusal_of({wrong}, {bad}) == ErrorCode::kInvalid);
  CHECK(ben.rows().empty());
}

TEST_CASE("a fork that goes on from another event than its manifest says is refused") {
  Fixture ana("laptop");
  Fixture ben("tower");
  begin(ana, "main");
  ana.caller.session = "main@3";
  ana.must("fork", "id", "side");
  ana.caller.session.clear();
  const DeviceKey to = ben.device();
  const auto verified = verify_bundle(ana.bundle(words("side"), ben.key()), {{to.identity()}, {}});
  REQUIRE(verified.ok());
  auto said = verified->manifest.sessions;
  REQUIRE(said.size() == 2);
  const Bytes logs = *expand_logs(*verified);
  const std::vector<Bytes> texts = {logs.substr(0, said[0].size), logs.substr(said[0].size)};
  CHECK(said[1].parent == ana.rows().at(2).hash);
  said[1].parent = said[0].head;
  CHECK(ben.refusal(made_by(ana.device(), to, said, texts)) == ErrorCode::kCorrupt);
  CHECK(ben.rows().empty());
}

TEST_CASE("a bundle that would fill the memory is refused before it is expanded") {
  Fixture ben("tower");
  Fixture eve("elsewhere");
  const DeviceKey to = ben.device();
  const DeviceKey by = eve.device();
  BundledSession session;
  session.session = "bomb";
  session.genesis = session.head = sha256("x");
  session.events = session.seq = 1;
  const Bytes bomb = *Compressor().compress(Bytes(64 << 20, ' '), Compressor::Effort::kQuick);
  const auto forged = [&](const std::vector<BundledSession>& sessions, const Bytes& parts) {
    Manifest manifest;
    manifest.device_key = by.recipient().text();
    manifest.signing_key = by.signing_key();
    manifest.recipients = {to.recipient().text()};
    manifest.sessions = sessions;
    const Inside inside{"clew-bundle 1", write_manifest(manifest), "", {parts}};
    return ben.refusal(inside.signed_by(by).sealed_for(to));
  };
  session.packing = Packing::kZstd;
  session.packed = bomb.size();
  session.part = sha256(bomb);
  session.size = 64 << 20;
  CHECK(forged({session}, bomb) == ErrorCode::kInvalid);  // the ratio
  session.size = uint64_t{2} << 30;
  CHECK(forged({session}, bomb) == ErrorCode::kInvalid);  // the size
  session.size = 1000;
  CHECK(forged({session}, bomb) == ErrorCode::kCorrupt);  // a lie about it
  session.size = 0;
  session.packed = 0;
  session.packing = Packing::kNone;
  session.part = sha256("");
  CHECK(forged(std::vector<BundledSession>(1001, session), "") == ErrorCode::kInvalid);
  CHECK(forged({}, "") == ErrorCode::kCorrupt);
  session.packed = UINT64_MAX >> 1;
  CHECK(forged({session}, "") == ErrorCode::kCorrupt);
  CHECK(ben.rows().empty());
}

TEST_CASE("content that shrinks beyond the limit still travels") {
  Fixture ana("laptop");
  Fixture ben("tower");
  begin(ana, "main");
  ana.write("zeros.txt", std::string(3 << 20, '0'));
  ana.must("artifact add", "paths", words("zeros.txt"));
  CHECK(changed(ben.open(ana.bundle({}, ben.key()))));
  CHECK(ben.rows() == ana.rows());
}

TEST_CASE("a bundle for a newer clew is refused with what to do") {
  Fixture ben("tower");
  Fixture eve("elsewhere");
  const DeviceKey to = ben.device();
  const DeviceKey by = eve.device();
  Manifest manifest;
  manifest.needs = "99.0.0";
  const Inside inside{"clew-bundle 1", write_manifest(manifest), "", {}};
  const auto answer = ben.open(inside.signed_by(by).sealed_for(to));
  REQUIRE_FALSE(answer.ok());
  CHECK(answer.error().code == ErrorCode::kInvalid);
  CHECK(answer.error().message.find("99.0.0") != std::string::npos);
}

}  // namespace
}  // namespace clew
