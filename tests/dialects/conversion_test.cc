// A→B→A gives A again, for every ordered pair: what B cannot say is carried where B lets other
// programs keep metadata.

#include <doctest/doctest.h>

#include <set>

#include "dialect/carry.h"
#include "dialects/complaints.h"
#include "dialects/demands.h"
#include "dialects/fixtures.h"
#include "dialects/random_walk.h"

namespace clew {
namespace {

Session named_in(const Dialect& dialect, Session session) {
  if (external_id(session.root(), dialect.name()) == nullptr) {
    set_external_id(session.steps[0], dialect.name(),
                    dialect.make_id(session, IdSeed{session.last_activity, Bytes(16, 'q'), 0}));
  }
  return session;
}

void expect_same(const FileSet& wanted, const Result<FileSet>& got, const std::string& kind,
                 Complaints& complaints) {
  if (!got) return complaints.add(kind + " refused on the way back", got.error().message);
  for (const auto& file : wanted.files) {
    const NamedFile* back = got->find(file.path);
    if (back == nullptr) continue;
    complaints.unless(back->text == file.text, kind + " " + file.path,
                      first_difference(file.text, back->text));
  }
}

TEST_CASE("files that go through another dialect come back byte for byte") {
  Complaints complaints;
  std::set<std::string> pairs;
  for (const Dialect* from : all_dialects()) {
    for (const Dialect* through : all_dialects()) {
      if (from == through || !through->room()) continue;
      const std::string kind = std::string(from->name()) + " through " + through->name();
      for (const auto& fixture : fixtures_of(*from)) {
        for (const auto& reading : from->read(fixture.files).sessions) {
          if (!from->write(reading.session, fixture.files)) continue;  // an older form
          const Session told = named_in(*through, reading.session);
          const auto there = through->write(told, {});
          if (!there) continue;  // demands what these files do not say
          pairs.insert(kind);
          const auto loaded =
              carry(*through, *there, Carried{from->name(), reading.entry, fixture.files});
          if (!loaded) {
            complaints.add(kind + " cannot carry", loaded.error().message);
            continue;
          }
          const auto carried = find_carried(*through, *loaded);
          const Readings arrived = through->read(*loaded);
          complaints.unless(!has_errors(arrived.findings), kind + " is not valid with its load",
                            arrived.findings.empty() ? "" : arrived.findings.front().message);
          if (!carried || arrived.sessions.empty()) {
            complaints.add(kind + " " + fixture.name, "nothing arrived");
            continue;
          }
          if (carried->dialect != from->name()) complaints.add(kind, "another dialect arrived");
          Findings unused;
          const Session back =
              with_carried(*through, arrived.sessions.front(), *carried, from, unused);
          for (const auto& each : unused) complaints.add(kind, each.message);
          // With several sessions in the files, the first is the one that is carried.
          if (from->read(fixture.files).sessions.front().entry != reading.entry) continue;
          expect_same(fixture.files, from->write(back, carried->files), kind + " " + fixture.name,
                      complaints);
        }
      }
    }
  }
  CHECK(complaints.text() == "");
  // What a dialect's files say is seldom all that another demands; the next case gives the rest.
  CHECK_FALSE(pairs.empty());
}

TEST_CASE("a session that goes through another dialect comes back whole, for every pair") {
  Complaints complaints;
  for (const Dialect* from : all_dialects()) {
    for (const Dialect* through : all_dialects()) {
      if (from == through || !through->room()) continue;
      const std::string kind = std::string(from->name()) + " through " + through->name();
      for (uint64_t seed = 1; seed <= 12; ++seed) {
        Session session = random_session(*from, seed);
        make_acceptable(*from, session);
        make_acceptable(*through, session);
        session = named_in(*through, std::move(session));
        const auto here = from->write(session, {});
        const auto there = through->write(session, {});
        if (!here || !there) {
          complaints.add(kind + " refuses", (here ? there : here).error().message);
          continue;
        }
        Carried load;
        load.session = to_value(session);
        const auto loaded = carry(*through, *there, load);
        if (!loaded) {
          complaints.add(kind + " cannot carry", loaded.error().message);
          continue;
        }
        const auto carried = find_carried(*through, *loaded);
        const Readings arrived = through->read(*loaded);
        if (!carried || arrived.sessions.empty()) {
          complaints.add(kind, "nothing arrived");
          continue;
        }
        Findings unused;
        const Session back =
            with_carried(*through, arrived.sessions.front(), *carried, nullptr, unused);
        for (const auto& each : unused) complaints.add(kind, each.message);
        expect_same(*here, from->write(back, *here), kind, complaints);
        expect_same(*here, from->write(back, {}), kind + " afresh", complaints);
      }
    }
  }
  CHECK(complaints.text() == "");
}

TEST_CASE("a load that cannot be used is a finding, and what the files say themselves counts") {
  const Dialect* through = find_dialect("orchestration");
  Session session = random_session(*through, 1);
  make_acceptable(*through, session);
  session = named_in(*through, std::move(session));
  const auto there = through->write(session, {});
  REQUIRE(there.ok());
  const Reading reading = through->read(*there).sessions.front();
  struct Row {
    const char* claim;
    Carried carried;
    const Dialect* from;
  };
  Carried no_session;
  no_session.session = Value("nonsense");
  Carried no_tree;
  no_tree.session = Value::object();
  Carried stranger;
  stranger.dialect = "klingon";
  Carried broken;
  broken.dialect = "workflow";
  broken.files.files.push_back({"x.json", "{"});
  const Row rows[] = {
      {"no session",                  no_session, nullptr                 },
      {"a plan without steps",        no_tree,    nullptr                 },
      {"a dialect nobody knows",      stranger,   nullptr                 },
      {"files that cannot be parsed", broken,     find_dialect("workflow")},
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    Findings findings;
    CHECK(with_carried(*through, reading, row.carried, row.from, findings) == reading.session);
    REQUIRE(findings.size() == 1);
    CHECK(findings.front().rule == "orchestration.carried");
  }
}

}  // namespace
}  // namespace clew
