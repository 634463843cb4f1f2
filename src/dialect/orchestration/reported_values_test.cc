// Digests that are none, and lines that nobody counted, outlive a fresh text.

#include <doctest/doctest.h>

#include "dialect/loss.h"
#include "dialect/orchestration/sample_test.h"

namespace clew::orchestration {
namespace {

constexpr const char* kSha1 = "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3";
const std::string kSha256(64, 'b');

// The ledger with these records of changed files.
std::string with_files(const std::string& elements) {
  auto tree = parse_json(fixture(kLedger));
  REQUIRE(tree.ok());
  auto files = parse_json("[" + elements + "]");
  REQUIRE_MESSAGE(files.ok(), (files.ok() ? "" : files.error().message));
  tree->set("files_modified", *files);
  return write_json(*tree);
}

std::string element(const std::string& more, const std::string& path = "a.cc") {
  return "{\"path\": \"" + path +
         "\", \"action\": \"modified\", \"agent_id\": null, "
         "\"timestamp\": \"2026-11-14T10:00:00Z\"" +
         (more.empty() ? "" : ", " + more) + "}";
}

Value fresh(const Session& session) {
  const auto tree = parse_json(written(session, {}, kLedger));
  REQUIRE(tree.ok());
  return *tree;
}

TEST_CASE("what was read of a changed file outlives a fresh text") {
  struct Row {
    std::string more;
    Value added;
    Value after;
    Value digest_kept;  // in metadata.clew
  };
  const std::string sha1 = std::string("\"hash_after\": \"") + kSha1 + "\"";
  const std::string sha256 = "\"hash_after\": \"" + kSha256 + "\"";
  for (const Row& row : {
           Row{"\"lines_added\": 3, \"lines_removed\": 0, " + sha256, 3,       kSha256, {}   },
           Row{"\"lines_added\": 0, \"lines_removed\": 0, " + sha1,   0,       {},      kSha1},
           Row{"\"lines_added\": null, \"lines_removed\": null",      Value(), {},      {}   },
           Row{"",                                                    Value(), {},      {}   },
  }) {
    CAPTURE(row.more);
    const Session session = session_in(kLedger, with_files(element(row.more)));
    const Value tree = fresh(session);
    const Value reported = tree.find("files_modified")->as_list().front();
    CHECK(*reported.find("lines_added") == row.added);
    CHECK(*reported.find("hash_after") == row.after);
    const Value* room = tree.find("metadata")->find("clew");
    const Value* files = room == nullptr ? nullptr : room->find("files");
    CHECK((files == nullptr ? Value() : *files->find("a.cc")->find("hash_after")) ==
          row.digest_kept);
    const Session back = session_in(kLedger, write_json(tree));
    CHECK(back.files.items == session.files.items);
    CHECK(losses(session, back).empty());
    CHECK(fresh(back) == tree);
  }
}

TEST_CASE("adopted text keeps a digest that is none where it stood") {
  const std::string text =
      with_files(element(std::string("\"hash_after\": \"") + kSha1 + "\", \"lines_added\": null"));
  const FileSet base{{{kLedger, text}}};
  Session session = session_in(kLedger, text);
  CHECK(written(session, base, kLedger) == text);
  session.files.items[0].agent = AgentId("arch-1");
  const std::string after = written(session, base, kLedger);
  CHECK(after.find(kSha1) != std::string::npos);
  CHECK(after.find("\"lines_added\":null") != std::string::npos);
}

TEST_CASE("a digest taken by clew takes the place of one that is none, and a count of no count") {
  Session session =
      session_in(kLedger, with_files(element(std::string("\"hash_after\": \"") + kSha1 + "\"")));
  session.files.items[0].hash_after = Hash::from_hex(kSha256);
  session.files.items[0].lines_added = 2;
  const Value tree = fresh(session);
  const Value reported = tree.find("files_modified")->as_list().front();
  CHECK(*reported.find("hash_after") == Value(kSha256));
  CHECK(*reported.find("lines_added") == Value(2));
  CHECK(reported.find("lines_removed")->is_null());
  const Value* room = tree.find("metadata")->find("clew");
  CHECK((room == nullptr || room->find("files") == nullptr));
}

TEST_CASE("of two records of one path the first tells what was before, and any count counts") {
  const Session session = session_in(
      kLedger,
      with_files(element(std::string("\"hash_before\": \"") + kSha1 + "\", \"lines_added\": 2") +
                 "," + element("\"hash_before\": \"x\", \"hash_after\": \"y\"")));
  REQUIRE(session.files.items.size() == 1);
  const Value tree = fresh(session);
  const Value reported = tree.find("files_modified")->as_list().front();
  CHECK(*reported.find("lines_added") == Value(2));
  CHECK(reported.find("lines_removed")->is_null());
  const Value kept = *tree.find("metadata")->find("clew")->find("files")->find("a.cc");
  CHECK(*kept.find("hash_before") == Value(kSha1));
  CHECK(*kept.find("hash_after") == Value("y"));
}

}  // namespace
}  // namespace clew::orchestration
