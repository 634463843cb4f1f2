#include "bundle/age_file.h"

#include <doctest/doctest.h>

#include "bundle/age_header.h"
#include "bundle/age_payload.h"
#include "bundle/bech32.h"

namespace clew {
namespace {

constexpr int kLittleWork = 4;

RandomSource seeded() { return seeded_random(Bytes(kSeedBytes, '\7')); }

AgeIdentity identity_of(char fill) { return {Key(Bytes(32, fill))}; }

TEST_CASE("keys are spelt as age spells them") {
  // Published with the format's vectors.
  const std::string secret =
      "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0";
  const auto identity = read_identity(secret);
  REQUIRE(identity.ok());
  CHECK(identity->text() == secret);
  CHECK(identity->recipient().text() ==
        "age1xmwwc06ly3ee5rytxm9mflaz2u56jjj36s0mypdrwsvlul66mv4q47ryef");
  CHECK(read_recipient(identity->recipient().text())->point == identity->recipient().point);
}

TEST_CASE("a key that is not one is refused") {
  const std::string good = identity_of('a').recipient().text();
  for (const std::string& text :
       {std::string(), std::string("age1"), good.substr(0, good.size() - 1), good + "q",
        std::string("A") + good.substr(1), identity_of('a').text(),
        to_bech32("age", Bytes(31, 'a')), to_bech32("age", Bytes(32, '\0')), good + "\n"}) {
    CAPTURE(text);
    CHECK(!read_recipient(text));
  }
  CHECK(!read_identity(good));
}

TEST_CASE("each recipient opens a sealed file, and nobody else") {
  const auto random = seeded();
  const AgeIdentity ana = identity_of('a');
  const AgeIdentity ben = identity_of('b');
  const auto file = seal("what was said",
                         {
                             {ana.recipient(), ben.recipient()},
                             {}
  },
                         random);
  REQUIRE(file.ok());
  for (const AgeIdentity& each : {ana, ben}) {
    const auto opened = unseal(*file, {{each}, {}});
    REQUIRE(opened.ok());
    CHECK(opened->plain == "what was said");
    CHECK(opened->by == each.recipient());
  }
  CHECK(unseal(*file, {{identity_of('c')}, {}}).error().code == ErrorCode::kNotAllowed);
  CHECK(unseal(*file, {{}, {"guess"}}).error().code == ErrorCode::kNotAllowed);
}

TEST_CASE("what is not sealed, or not for this key, is told from its beginning") {
  const auto file = seal("what was said", {{identity_of('a').recipient()}, {}}, seeded());
  REQUIRE(file.ok());
  const Bytes beginning = file->substr(0, file->find("\n---") + 60);
  CHECK(check_beginning(beginning, {{identity_of('a')}, {}}).ok());
  CHECK(check_beginning(beginning, {{identity_of('b')}, {}}).error().code ==
        ErrorCode::kNotAllowed);
  for (const Bytes& other : {Bytes(4096, '\0'), Bytes("PK\3\4"), Bytes()}) {
    CHECK(check_beginning(other, {{}, {"guess"}}).error().code == ErrorCode::kCorrupt);
  }
}

TEST_CASE("a passphrase opens what it sealed, and another does not") {
  const auto file = seal("hush", {{}, "correct horse", kLittleWork}, seeded());
  REQUIRE(file.ok());
  const auto opened = unseal(*file, {{identity_of('a')}, {"correct horse"}});
  REQUIRE(opened.ok());
  CHECK(opened->plain == "hush");
  CHECK(!opened->by);
  CHECK(unseal(*file, {{}, {"battery"}}).error().code == ErrorCode::kCorrupt);
  CHECK(unseal(*file, {{identity_of('a')}, {}}).error().code == ErrorCode::kNotAllowed);
}

TEST_CASE("sizes around the chunks come back as they were") {
  const AgeIdentity ana = identity_of('a');
  const auto random = seeded();
  for (const size_t chunks : {0, 1, 2}) {
    for (const int off : {-17, -1, 0, 1, 16}) {
      const auto size = static_cast<int64_t>(chunks * kPayloadChunk) + off;
      if (size < 0) continue;
      CAPTURE(size);
      Bytes plain(static_cast<size_t>(size), '\0');
      if (!plain.empty()) random(plain);
      const auto file = seal(plain, {{ana.recipient()}, {}}, random);
      REQUIRE(file.ok());
      const auto opened = unseal(*file, {{ana}, {}});
      REQUIRE(opened.ok());
      CHECK(opened->plain == plain);
    }
  }
}

TEST_CASE("every flipped bit and every cut of a sealed file is noticed as damage") {
  const AgeIdentity ana = identity_of('a');
  for (const bool by_passphrase : {false, true}) {
    CAPTURE(by_passphrase);
    SealFor who;
    who.passphrase_work = 1;
    if (by_passphrase) who.passphrase = "p";
    if (!by_passphrase) who.recipients = {ana.recipient(), identity_of('b').recipient()};
    const auto file = seal("payload", who, seeded());
    REQUIRE(file.ok());
    const Openers openers{{ana}, {"p"}};
    REQUIRE(unseal(*file, openers).ok());
    for (size_t bit = 0; bit < file->size() * 8; ++bit) {
      Bytes changed = *file;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
      const auto opened = unseal(changed, openers);
      CAPTURE(bit);
      REQUIRE(!opened.ok());
      REQUIRE(opened.error().code == ErrorCode::kCorrupt);
    }
    for (size_t length = 0; length < file->size(); ++length) {
      const auto opened = unseal(BytesView(*file).substr(0, length), openers);
      CAPTURE(length);
      REQUIRE(!opened.ok());
      REQUIRE(opened.error().code == ErrorCode::kCorrupt);
    }
    CHECK(unseal(*file + "x", openers).error().code == ErrorCode::kCorrupt);
  }
}

TEST_CASE("chunks that were swapped, repeated or left out are noticed") {
  const AgeIdentity ana = identity_of('a');
  const auto file = seal(Bytes(3 * kPayloadChunk, 'x'), {{ana.recipient()}, {}}, seeded());
  REQUIRE(file.ok());
  const size_t start = read_age_header(*file)->size + kPayloadNonce;
  const size_t chunk = kPayloadChunk + 16;
  const auto part = [&](size_t n) { return file->substr(start + n * chunk, chunk); };
  const Bytes before = file->substr(0, start);
  const Openers openers{{ana}, {}};
  REQUIRE(unseal(before + part(0) + part(1) + part(2), openers).ok());
  for (const Bytes& chunks :
       {part(1) + part(0) + part(2), part(0) + part(0) + part(1) + part(2), part(0) + part(2),
        part(0) + part(1), part(0) + part(1) + part(2) + part(2), Bytes()}) {
    CHECK(unseal(before + chunks, openers).error().code == ErrorCode::kCorrupt);
  }
}

TEST_CASE("the work that a passphrase may cost its reader is limited") {
  const auto file = seal("x", {{}, "p", kLittleWork}, seeded());
  REQUIRE(file.ok());
  Bytes dearer = *file;
  const size_t at = dearer.find(" 4\n");
  REQUIRE(at != Bytes::npos);
  dearer.replace(at, 3, " 21\n");
  CHECK(unseal(dearer, {{}, {"p"}}).error().code == ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace clew
