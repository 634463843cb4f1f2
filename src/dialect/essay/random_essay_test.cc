#include <doctest/doctest.h>

#include <random>

#include "dialect/essay/fixture_test.h"
#include "dialect/essay/shapes.h"
#include "dialect/essay/words.h"
#include "document/shape/check_shape.h"
#include "document/yaml/yaml.h"

namespace clew::essay {
namespace {

// Sessions as no plan would make them: any status anywhere, claims alike, text with everything in
// it.
class RandomEssay {
 public:
  explicit RandomEssay(uint32_t seed) : bits_(seed) {}

  Session make() {
    Session session;
    session.identity.id = SessionId(word());
    session.identity.created_at = time();
    session.last_activity = time();
    session.lifecycle.status = one<Lifecycle>();
    if (below(2) == 0) session.lifecycle.ended_at = time();
    session.steps.emplace_back().status = StepStatus::kActive;
    set_external_id(session.steps[0], kDialect, below(3) == 0 ? "" : "essay-x");
    for (int i = 1; i <= 4; ++i) add(session, kRoot, below(2) == 0 ? id_of({i}) : std::string());
    // Names are all there or none is.
    for (int i = 1; i <= 4; ++i) session.steps[static_cast<size_t>(i)].key = id_of({i});
    for (const uint32_t stage : {3u, 4u}) add_sections(session, StepId{stage});
    for (size_t i = 0; i < session.steps.size(); ++i) choose_current(session.steps[i]);
    add_attributes(session);
    add_facts(session);
    return session;
  }

 private:
  size_t below(size_t n) { return bits_() % n; }
  template <class E>
  E one() {
    return static_cast<E>(below(std::size(EnumNames<E>::names)));
  }
  Time time() { return at("2026-11-16T09:00:00.000Z") + minutes(static_cast<int64_t>(below(6))); }
  std::string word() {
    static const char* const kWords[] = {"",
                                         "plain",
                                         "two\nlines\n",
                                         "## 2026-11-16T09:00:00.000Z · note · x",
                                         "- a: b",
                                         "\"quoted\" 'and'",
                                         "# c: {x}",
                                         "\\## y",
                                         " edge ",
                                         "null",
                                         "12",
                                         "· dots · in · it"};
    return kWords[below(std::size(kWords))];
  }

  void add(Session& session, StepId parent, const std::string& id) {
    Step step;
    step.id = StepId{static_cast<uint32_t>(session.steps.size())};
    step.parent = parent;
    step.status = one<StepStatus>();
    step.removed = parent != kRoot && below(8) == 0;
    if (!id.empty()) set_external_id(step, kDialect, id);
    for (size_t i = below(3); i > 0; --i) {
      Attempt attempt;
      attempt.number = ++step.attempt_count;
      attempt.started_at = time();
      attempt.outcome = one<AttemptOutcome>();
      if (attempt.outcome != AttemptOutcome::kOpen) attempt.ended_at = time();
      attempt.evidence = shown({
          {"birds_eye_approved", below(2) == 0             },
          {"claim_type",         below(2) ? "x" : "hybrid" },
          {"total_sections",     static_cast<int>(below(9))}
      });
      step.attempts.push_back(std::move(attempt));
    }
    session.steps[parent.number].children.push_back(step.id);
    session.steps.push_back(std::move(step));
  }

  void add_sections(Session& session, StepId stage) {
    const int number = static_cast<int>(stage.number);
    for (size_t i = below(5); i > 0; --i) {
      const auto index = static_cast<int64_t>(below(6) + 1);
      add(session, stage, below(2) == 0 ? id_of({number, index}) : std::string());
      const StepId section = session.steps.back().id;
      if (below(3) == 0) session.steps.back().subject = "section-" + std::to_string(below(4));
      for (size_t j = below(5); j > 0; --j) add(session, section, "");
    }
  }

  void choose_current(Step& step) {
    if (step.children.empty() || below(2) == 0) return;
    step.current_child = step.children[below(step.children.size())];
  }

  void add_attributes(Session& session) {
    auto& root = session.steps[0].attributes;
    if (below(2) == 0)
      set_attribute(root, "essay.session_dir", below(2) ? "/srv/a/" : "rel/essay-x");
    if (below(2) == 0) set_attribute(root, "essay.pushback_level", "light");
    if (below(2) == 0) set_attribute(root, "essay.voice_calibration.calibration_notes", word());
    if (below(2) == 0) set_attribute(root, "essay.output.final_essay_file", "other.md");
    for (auto& step : session.steps) {
      if (below(3) == 0)
        set_attribute(step.attributes, "essay.total_sections", static_cast<int>(below(9)));
      if (below(3) == 0)
        set_attribute(step.attributes, "essay.total_paragraphs", static_cast<int>(below(9)));
      if (below(3) == 0) set_attribute(step.attributes, "essay.thesis_file", "../x");
      if (below(3) == 0) set_attribute(step.attributes, "essay.argument_map_file", "maps/a.md");
      if (below(4) == 0) {
        set_attribute(step.attributes, "essay.reported.verified_claims",
                      static_cast<int>(below(5)) - 2);
      }
      if (below(4) == 0) {
        set_attribute(step.attributes, "essay.reported.completed_paragraphs",
                      static_cast<int>(below(5)) - 2);
      }
    }
  }

  Origin origin(const Session& session) {
    return {
        {}, time(), ActorId(word()), StepId{static_cast<uint32_t>(below(session.steps.size()))}};
  }

  void add_facts(Session& session) {
    for (size_t i = below(9); i > 0; --i) {
      Claim claim;
      claim.origin = origin(session);
      claim.text = word();
      claim.status = one<ClaimStatus>();
      if (below(2) == 0) claim.reason = word();
      if (below(2) == 0) claim.result = word();
      if (below(2) == 0) claim.rationale = word();
      if (below(2) == 0) claim.changed_at = time();
      session.claims.items.push_back(std::move(claim));
    }
    session.claims.total = static_cast<uint32_t>(session.claims.items.size());
    for (size_t i = below(9); i > 0; --i) {
      Note note;
      note.origin = origin(session);
      note.text = word();
      note.log = kLogs[below(std::size(kLogs))].log;
      session.notes.items.push_back(std::move(note));
    }
    for (const char* path : {"stage-1-thesis.md", "maps/a.md", "rel/essay-x/stage-4-draft.md"}) {
      Artifact artifact;
      artifact.path = path;
      if (below(2) == 0) artifact.archived_as = "archived.md";
      if (below(2) == 0) session.artifacts.items.push_back(std::move(artifact));
    }
    for (size_t i = below(3); i > 0; --i) {
      Revision revision;
      revision.origin = origin(session);
      revision.impact = one<Impact>();
      revision.reason = word();
      revision.archived = {"stage-1-thesis.v2.md", word()};
      session.revisions.items.push_back(std::move(revision));
    }
  }

  std::mt19937 bits_;
};

TEST_CASE("whatever a session is, what is told of it is valid and is told the same again") {
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    INFO("seed " << seed);
    const Session session = RandomEssay(seed).make();
    const FileSet files = fresh_files(session);
    const auto tree = parse_yaml(state_text(files));
    REQUIRE(tree.ok());
    for (const auto& problem : check_shape(state_shape(), tree->value)) {
      INFO(problem.message);
      CHECK(problem.severity != Severity::kError);
    }
    const Session back = read_one(files);
    const FileSet again = fresh_files(back);
    CHECK(again.files.size() == files.files.size());
    for (const auto& file : files.files) {
      REQUIRE(again.find(file.path) != nullptr);
      CHECK(again.find(file.path)->text == file.text);
    }
    const auto written = essay_dialect().write(back, files);
    REQUIRE(written.ok());
    CHECK(written->files == files.files);
    CHECK(back.lifecycle.status == session.lifecycle.status);
  }
}

TEST_CASE("a session written over another's text is told as if there had been none") {
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    INFO("seed " << seed);
    Session before = RandomEssay(seed).make();
    Session after = RandomEssay(seed + 1000).make();
    for (Session* session : {&before, &after}) {
      set_external_id(session->steps[0], kDialect, "essay-x");
      session->notes = {};
      session->claims = {};
    }
    const auto written = essay_dialect().write(after, fresh_files(before));
    REQUIRE_MESSAGE(written.ok(), written.error().message);
    const auto tree = parse_yaml(state_text(*written));
    REQUIRE(tree.ok());
    const Session back = read_one(state_file(state_text(*written), "essay-x"));
    CHECK(state_text(fresh_files(back)) == state_text(fresh_files(after)));
  }
}

}  // namespace
}  // namespace clew::essay
