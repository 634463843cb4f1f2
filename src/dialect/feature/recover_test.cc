#include "dialect/feature/recover.h"

#include <doctest/doctest.h>

#include "dialect/feature/contract.h"
#include "dialect/feature/feature_test.h"
#include "dialect/feature/fix_known_slips.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "document/yaml/yaml.h"

namespace clew::feature {
namespace {

const std::string kFeatureFolder = "login-form-2026-03-02/";

FileSet kept() { return read_folder(fixture_folder("kept")); }

void remove(FileSet& files, const std::string& path) {
  std::erase_if(files.files, [&](const NamedFile& file) { return file.path == path; });
}

TEST_CASE("a lost or damaged state is worked out from plan, history and index") {
  for (const char* damage : {"", "version: \"1.0\nfeature_id: [", "\x01"}) {
    CAPTURE(damage);
    FileSet files = kept();
    if (*damage == '\0') {
      remove(files, kFeatureFolder + kStateFile);
    } else {
      set_text(files, kFeatureFolder + kStateFile, damage);
    }
    CHECK(feature_dialect().read(files).sessions.empty());
    const Readings readings = feature_dialect().reconstruct(files);
    REQUIRE(readings.sessions.size() == 1);
    CHECK(to_lines(readings.findings) ==
          "feature.state-reconstructed " + kFeatureFolder + "state.yaml \n");
    CHECK(readings.findings[0].message ==
          "state.yaml was reconstructed from implementation-plan.yaml, active-features.yaml, "
          "history.jsonl; anything only it contained may be missing");
    const Session& session = readings.sessions[0].session;
    CHECK(readings.sessions[0].entry == "login-form-2026-03-02");
    CHECK(session.identity.model == "sonnet");
    CHECK(active_step(session) == StepId{4});
    CHECK(session.identity.created_at == at("2026-03-02T09:00:00Z"));
    CHECK(session.last_activity == at("2026-03-04T11:20:00Z"));
    CHECK(session.runs.items.size() == 2);
  }
}

TEST_CASE("a damaged history gives the lines that can be read and says which cannot") {
  FileSet files = kept();
  const std::string path = kFeatureFolder + kHistoryFile;
  const std::string text = text_of(files, path);
  const size_t end = text.find('\n');
  set_text(files, path, text.substr(0, end - 10) + text.substr(end));
  // The line is an error, and the session is read all the same.
  const Readings read = feature_dialect().read(files);
  CHECK(has_rule(read.findings, "feature.syntax"));
  REQUIRE(read.sessions.size() == 1);
  CHECK(read.sessions[0].session.runs.items.size() == 1);
  const Readings readings = feature_dialect().reconstruct(files);
  REQUIRE(readings.sessions.size() == 1);
  CHECK(has_rule(readings.findings, "feature.history-damaged"));
  CHECK(readings.sessions[0].session.runs.items.size() == 1);
  // The state could be read: it counts.
  CHECK(readings.sessions[0].session.identity.model == "sonnet");
  const Salvaged salvaged = salvage_history("{\"a\":1}\n{\"b\n[1]\n\n{\"c\":2}\n{\"d\"");
  CHECK(salvaged.text == "{\"a\":1}\n{\"c\":2}\n");
  CHECK(salvaged.lost == std::vector<size_t>{2, 3, 6});
}

TEST_CASE("lines that cannot be read stay where they are, and others are added after them") {
  for (const std::string damage : {"garbage", "5", "{\"timestamp\": \"2026"}) {
    CAPTURE(damage);
    FileSet files = kept();
    const std::string path = kFeatureFolder + kHistoryFile;
    Session session = feature_dialect().read(files).sessions.at(0).session;
    const std::string damaged = damage + "\n" + text_of(files, path);
    set_text(files, path, damaged);
    const auto same = feature_dialect().write(session, files);
    REQUIRE(same);
    CHECK(text_of(*same, path) == damaged);
    CommandRun run = session.runs.items.back();
    run.command = "check";
    session.runs.items.push_back(run);
    const auto more = feature_dialect().write(session, files);
    REQUIRE(more);
    CHECK(text_of(*more, path).starts_with(damaged));
    const std::string added = text_of(*more, path).substr(damaged.size());
    CHECK(added.find("\"check\"") != std::string::npos);
    CHECK(added.find("timestamp") == added.rfind("timestamp"));
    // Findings about the other lines name the right ones.
    set_text(files, path, damaged + "{\"command\": \"x\"}\n");
    const auto count = std::count(damaged.begin(), damaged.end(), '\n');
    for (const auto& finding : feature_dialect().read(files).findings) {
      if (finding.message != "arguments is missing") continue;
      CHECK(finding.position->line == static_cast<size_t>(count) + 1);
    }
  }
}

TEST_CASE("a last line that is cut off is passed over, with a warning") {
  FileSet files = kept();
  const std::string path = kFeatureFolder + kHistoryFile;
  const std::string text = text_of(files, path);
  set_text(files, path, text.substr(0, text.size() - 10));
  const Readings readings = feature_dialect().read(files);
  REQUIRE(readings.sessions.size() == 1);
  CHECK(has_rule(readings.findings, "feature.torn-line"));
  CHECK(readings.sessions[0].session.runs.items.size() == 1);
}

TEST_CASE("a state that is fine is left as it is") {
  const Readings readings = feature_dialect().reconstruct(kept());
  REQUIRE(readings.sessions.size() == 1);
  CHECK(to_lines(readings.findings) == "");
}

TEST_CASE("with the folder's name alone there is nothing to go by") {
  CHECK(reconstruct_state("a-2026-01-01", "", "", "").is_null());
  CHECK(feature_dialect().reconstruct({}).sessions.empty());
  CHECK(feature_dialect()
            .reconstruct({{{"a-2026-01-01/state.yaml", "not: [yaml"}}})
            .sessions.empty());
}

TEST_CASE("conflicts and unknown versions are for a person to settle") {
  FileSet files = kept();
  const std::string path = kFeatureFolder + kStateFile;
  set_text(files, path, with(text_of(files, path), "\"1.0\"", "\"9.0\""));
  const Readings readings = feature_dialect().reconstruct(files);
  CHECK(readings.sessions.empty());
  CHECK(has_rule(feature_dialect().read(files).findings, "feature.unknown-version"));
  set_text(files, path, "<<<<<<< a\n=======\n>>>>>>> b\n");
  CHECK(feature_dialect().reconstruct(files).sessions.empty());
}

TEST_CASE("missing files are recreated from what is there") {
  FileSet files = kept();
  Session session = feature_dialect().read(files).sessions.at(0).session;
  for (const std::string& path :
       {kFeatureFolder + kStateFile, kFeatureFolder + kPlanFile, kFeatureFolder + kHistoryFile,
        std::string(kIndexFile), std::string(kReadmeFile)}) {
    CAPTURE(path);
    FileSet base = kept();
    remove(base, path);
    const auto written = feature_dialect().write(session, base);
    REQUIRE(written.ok());
    const Readings readings = feature_dialect().read(*written);
    CHECK(to_lines(readings.findings) == "");
    CHECK(readings.sessions.size() == 1);
  }
}

TEST_CASE("a person names the task to stand at") {
  FileSet files = kept();
  remove(files, kFeatureFolder + kStateFile);
  const auto begun = feature_dialect().begin_at(files, "cookie");
  REQUIRE(begun.ok());
  CHECK(active_step(*begun) == StepId{5});
  CHECK(begun->steps[5].status == StepStatus::kActive);
  const auto refused = feature_dialect().begin_at(files, "nothing");
  REQUIRE(!refused.ok());
  CHECK(refused.error().message ==
        "there is no step nothing; choose one of: design, sketch, build, validate-input, cookie, "
        "release");
}

TEST_CASE("migration writes the new beside the old") {
  FileSet files = read_folder(fixture_folder("scripts"));
  const std::string path = "csv-export-2026-04-11/state.yaml";
  set_text(files, path, with(text_of(files, path), "version: \"1.0\"\n", ""));
  const auto migrated = migrate_feature(files);
  REQUIRE(migrated.ok());
  REQUIRE(migrated->files.size() == 2);
  CHECK(migrated->files[0].path == "active-features.v1.0.yaml");
  CHECK(migrated->files[0].text ==
        with(text_of(files, kIndexFile), "active_features: []", "active_features:"));
  CHECK(migrated->files[1].path == "csv-export-2026-04-11/state.v1.0.yaml");
  CHECK(migrated->files[1].text ==
        with("version: \"1.0\"\n" + text_of(files, path), "  status:", "status:"));

  CHECK(migrate_feature(kept())->files.empty());
  set_text(files, path, "version: \"2.0\"\n");
  CHECK(!migrate_feature(files).ok());
}

TEST_CASE("only what is certainly the origin's slip is mended") {
  CHECK(repair_index("active_features: []\n  - a: 1\n")->text == "active_features:\n  - a: 1\n");
  CHECK(repair_index("# x\r\nactive_features: [ ] # y\r\n\r\n# z\r\n- a: 1")->text ==
        "# x\r\nactive_features: # y\r\n\r\n# z\r\n- a: 1");
  CHECK(!repair_index("active_features: []\n"));
  CHECK(!repair_index("active_features: []\nother:\n  - a\n"));
  CHECK(!repair_index("active_features: [1]\n  - a\n"));
  CHECK(!repair_index("active_features: [] x\n  - a\n"));
  CHECK(!repair_index("active_features:\n  - a\n"));
  CHECK(!repair_index(""));
  CHECK(repair_state("feature_id: \"a\"\n  status: \"b\"\nx: 1")->text ==
        "feature_id: \"a\"\nstatus: \"b\"\nx: 1");
  CHECK(repair_state("feature_id: \"a\"\n  status: \"b\"")->line == 2);
  CHECK(!repair_state("feature_id:\n  status: \"b\"\n"));
  CHECK(!repair_state("feature_id: a\nstatus: b\n"));
  CHECK(!repair_state("feature_id: a\n  other: b\n"));
  CHECK(!repair_state(""));
}

TEST_CASE("an entry that lost its id is passed over, and its lines become comments") {
  const std::string orphans =
      "    started_at: \"2026-04-01T07:00:00Z\"\n"
      "    last_active: \"2026-04-02T07:30:00Z\"\n"
      "    status: \"active\"\n";
  FileSet files = read_folder(fixture_folder("scripts"));
  const std::string index = text_of(files, kIndexFile);
  const std::string cut = with(index, "  - feature_id: \"other-thing-2026-04-01\"\n", "");
  set_text(files, kIndexFile, cut);
  const Readings readings = feature_dialect().read(files);
  CHECK(has_rule(readings.findings, "feature.index-orphans"));
  CHECK(has_rule(readings.findings, "feature.index-list"));
  REQUIRE(readings.sessions.size() == 1);
  Session session = readings.sessions[0].session;
  CHECK(text_of(*feature_dialect().write(session, files), kIndexFile) == cut);
  session.lifecycle.status = Lifecycle::kCompleted;
  const auto written = feature_dialect().write(session, files);
  REQUIRE(written.ok());
  CHECK(text_of(*written, kIndexFile) ==
        "active_features:\n"
        "  - feature_id: \"csv-export-2026-04-11\"\n"
        "    started_at: \"2026-04-11T07:00:00Z\"\n"
        "    last_active: \"2026-04-11T07:30:00Z\"\n"
        "    status: \"completed\"\n"
        "#     started_at: \"2026-04-01T07:00:00Z\"\n"
        "#     last_active: \"2026-04-02T07:30:00Z\"\n"
        "#     status: \"active\"\n");
  CHECK(repair_orphans("active_features:\n" + orphans + "  - feature_id: a\n")->line == 2);
  CHECK(!repair_orphans("active_features:\n  - feature_id: a\n" + orphans));
  CHECK(!repair_orphans("active_features:\n  - status: b\n    feature_id: a\n"));
}

// Foreign trees, when a folder of them is named; nothing of them is kept here.
TEST_CASE("trees of the format's own programs are read, written back unchanged and recovered") {
  const char* root = std::getenv("CLEW_FIXTURES");
  if (root == nullptr) return;
  const auto folder = std::filesystem::path(root) / "ai-orchestrator";
  const FileSet documents = read_folder(folder);
  const auto block =
      agent_contract().parse(text_of(documents, "generated/ai-session/contract-acknowledgment.md"));
  REQUIRE(block.ok());
  CHECK(agent_contract().render(*block) ==
        text_of(documents, "generated/ai-session/contract-acknowledgment.md"));
  CHECK(agent_contract().judge(*block, text_of(documents, "session-state-spec.md")) ==
        AcknowledgmentState::kAcknowledged);
  for (const char* name : {"generated/ai-session", "extracted"}) {
    const FileSet files = read_folder(folder / name);
    const Readings readings = feature_dialect().read(files);
    MESSAGE(std::string(name), ": ", readings.sessions.size(), " sessions");
    for (const auto& finding : readings.findings) {
      MESSAGE(std::string(name_of(finding.severity)), " ", finding.rule, " ", finding.file, " ",
              finding.pointer, ": ", finding.message);
    }
    CHECK(!readings.sessions.empty());
    for (const auto& reading : readings.sessions) {
      const auto written = feature_dialect().write(reading.session, files);
      REQUIRE_MESSAGE(written.ok(), written.error().message);
      for (const auto& file : written->files) {
        if (files.find(file.path) != nullptr) CHECK(file.text == text_of(files, file.path));
      }
    }
  }
}

}  // namespace
}  // namespace clew::feature
