// Sessions that came about here: what is written of them is valid, is told the same again, and
// brings back all that the field table claims. What a dialect demands it lists, and being given
// just that it accepts.

#include <doctest/doctest.h>

#include "dialect/registry.h"
#include "dialect/tree_dialect.h"
#include "dialects/claims.h"
#include "dialects/complaints.h"
#include "dialects/demands.h"
#include "dialects/fixtures.h"
#include "dialects/random_walk.h"

namespace clew {
namespace {

constexpr uint64_t kSeeds = 150;

TEST_CASE("what random sessions write is valid, and written again it is the same") {
  Complaints complaints;
  for (const Dialect* dialect : all_dialects()) {
    const std::string name = dialect->name();
    size_t accepted = 0;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Session session = random_session(*dialect, seed);
      make_acceptable(*dialect, session);
      const auto files = dialect->write(session, {});
      if (!files) {
        complaints.unless(files.error().code == ErrorCode::kInvalid, name + " fails",
                          files.error().message);
        continue;
      }
      ++accepted;
      const std::string at = "seed " + std::to_string(seed) + " ";
      const Readings readings = dialect->read(*files);
      for (const auto& finding : readings.findings) {
        complaints.unless(finding.severity != Severity::kError, name + " " + finding.rule,
                          at + finding.pointer + " " + finding.message);
      }
      if (readings.sessions.size() != 1) {
        complaints.add(name + " is not one session", at);
        continue;
      }
      const Session& back = readings.sessions.front().session;
      for (const FileSet& base : {FileSet(), *files}) {
        const std::string kind = name + (base.files.empty() ? " afresh " : " over itself ");
        for (const Session* said : {&back, static_cast<const Session*>(&session)}) {
          const auto again = dialect->write(*said, base);
          if (!again) {
            complaints.add(kind + "refused", at + again.error().message);
            continue;
          }
          for (const auto& file : files->files) {
            const NamedFile* other = again->find(file.path);
            if (other == nullptr || other->text != file.text) {
              complaints.add(kind + file.path.substr(file.path.rfind('/') + 1),
                             at + (other == nullptr ? "is missing"
                                                    : first_difference(file.text, other->text)));
            }
          }
          complaints.unless(again->files.size() == files->files.size(), kind + "other files", at);
        }
      }
    }
    CAPTURE(name);
    CHECK(accepted > kSeeds * 2 / 3);
  }
  CHECK(complaints.text() == "");
}

TEST_CASE("all that the field table claims of a session comes back") {
  Complaints complaints;
  for (const Dialect* dialect : all_dialects()) {
    const std::string name = dialect->name();
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Session session = random_session(*dialect, seed);
      make_acceptable(*dialect, session);
      const auto files = dialect->write(session, {});
      if (!files) continue;
      const Readings readings = dialect->read(*files);
      if (readings.sessions.size() != 1) continue;
      for (const auto& word : broken_claims(*dialect, session, readings.sessions[0].session)) {
        complaints.add(name + " " + word, "seed " + std::to_string(seed));
      }
      // Attributes that the shapes know come back as they are.
      const auto& said = session.root().attributes;
      const auto& back = readings.sessions[0].session.root().attributes;
      for (const auto& known : attributes_of(*dialect, HomeOwner::kSession)) {
        if (known.key == "structural.symbols") continue;  // gain annotations, always written
        const Value* wanted = find_attribute(said, known.key);
        if (wanted == nullptr || *wanted == Value("")) continue;  // nothing was set
        if (name == "essay" && wanted->is_null()) continue;       // its template's word for nothing
        if (known.key == "orchestration.teleportation.devices") continue;  // gain this device
        const Value* got = find_attribute(back, known.key);
        complaints.unless(got != nullptr && *got == *wanted, name + " attribute " + known.key,
                          "seed " + std::to_string(seed) + " " + to_text(*wanted) + " became " +
                              (got == nullptr ? "nothing" : to_text(*got)));
      }
    }
  }
  CHECK(complaints.text() == "");
}

TEST_CASE("a claim that is broken is noticed") {
  for (const Dialect* dialect : all_dialects()) {
    CAPTURE(std::string(dialect->name()));
    Session session = random_session(*dialect, 3);
    give_all(*dialect, session);
    set_external_id(session.steps[0], dialect->name(), "another");
    const auto broken = broken_claims(*dialect, session, bare_session());
    const bool seen = std::find(broken.begin(), broken.end(), "steps[0].external") != broken.end();
    CHECK(seen == claimed_words(*dialect).contains("steps[0].external"));
    CHECK_FALSE(broken.empty());
  }
}

TEST_CASE("a refusal lists all that is missing, and giving just that makes it accept") {
  for (const Dialect* dialect : all_dialects()) {
    CAPTURE(std::string(dialect->name()));
    const auto& demands = demands_of(*dialect);
    for (size_t given = 0; given < size_t{1} << demands.size(); ++given) {
      CAPTURE(given);
      Session session = bare_session();
      std::vector<const Demand*> left;
      for (size_t i = 0; i < demands.size(); ++i) {
        if ((given >> i & 1) != 0) {
          demands[i].give(session);
        } else {
          left.push_back(&demands[i]);
        }
      }
      const auto written = dialect->write(session, {});
      CHECK(written.ok() == left.empty());
      if (written) {
        CHECK_FALSE(has_errors(dialect->read(*written).findings));
        continue;
      }
      CHECK(written.error().code == ErrorCode::kInvalid);
      CHECK_FALSE(written.error().next.empty());
      CAPTURE(written.error().message);
      for (const auto& demand : demands) {
        const bool named = written.error().message.find(demand.name) != std::string::npos;
        const bool wanted = std::find(left.begin(), left.end(), &demand) != left.end();
        CAPTURE(demand.name);
        CHECK(named == wanted);
      }
      make_acceptable(*dialect, session);
      CHECK(dialect->write(session, {}).ok());
    }
  }
}

}  // namespace
}  // namespace clew
