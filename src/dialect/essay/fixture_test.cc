#include "dialect/essay/fixture_test.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "dialect/essay/names.h"
#include "session/apply.h"

namespace clew::essay {
namespace {

std::string source_dir() {
  if (const char* dir = std::getenv("CLEW_SOURCE_DIR")) return dir;
  return "../..";  // tests run two folders below
}

Claim claim(const char* time, StepId step, const char* text, ClaimStatus status) {
  Claim out;
  out.origin = {{}, at(time), ActorId("checker"), step};
  out.text = text;
  out.status = status;
  return out;
}

Note note(const char* time, StepId step, const char* log, const char* text) {
  Note out;
  out.origin = {{}, at(time), ActorId("mira@desk"), step};
  out.log = log;
  out.text = text;
  return out;
}

Artifact artifact(StepId step, const char* path) {
  Artifact out;
  out.origin = {{}, at("2026-11-16T10:00:00.000Z"), ActorId("mira@desk"), step};
  out.path = path;
  return out;
}

template <class T>
void keep(Kept<T>& kept, T fact) {
  fact.origin.id = Seq{++kept.total};
  kept.items.push_back(std::move(fact));
}

}  // namespace

std::string fixture_text(const std::string& path) {
  std::ifstream in(source_dir() + "/tests/fixtures/essay/" + path, std::ios::binary);
  REQUIRE_MESSAGE(in.good(), "no fixture " << path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

FileSet fixture(const std::string& entry) {
  FileSet files;
  std::vector<std::string> names{"session-state.yaml"};
  if (entry != kFresh) names.push_back("fact-check-log.md");
  if (entry == kFinished) names.push_back("stage-1-development-log.md");
  for (const auto& name : names) {
    files.files.push_back({entry + "/" + name, fixture_text(entry + "/" + name)});
  }
  return files;
}

FileSet state_file(const std::string& text, const std::string& entry) {
  return {{{entry + "/session-state.yaml", text}}};
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t location = text.find(from);
  REQUIRE_MESSAGE(location != std::string::npos, "not in the text: " << from);
  return text.replace(location, from.size(), to);
}

Session read_one(const FileSet& files) {
  const Readings readings = essay_dialect().read(files);
  REQUIRE(readings.sessions.size() == 1);
  return readings.sessions[0].session;
}

FileSet fresh_files(const Session& session) {
  auto files = essay_dialect().write(session, {});
  REQUIRE_MESSAGE(files.ok(), files.error().message);
  return *files;
}

std::string state_text(const FileSet& files) {
  for (const auto& file : files.files) {
    if (file.path.ends_with("session-state.yaml")) return file.text;
  }
  return {};
}

StepId step_of(const Session& session, const std::string& id) {
  const auto spot = spot_from(id);
  const Step* step = spot ? Names(session).find(*spot) : nullptr;
  REQUIRE_MESSAGE(step != nullptr, "no step " << id);
  return step->id;
}

Time at(const char* iso) { return parse_time(iso)->time; }

std::vector<std::string> brief(const Findings& findings) {
  std::vector<std::string> out;
  for (const auto& finding : findings) {
    out.push_back(fmt::format("{} {} {}", finding.rule, finding.pointer,
                              finding.position ? finding.position->line : 0));
  }
  return out;
}

Fixture::Fixture() {
  session.identity.id = SessionId("tides-7f3a");
  StartSession start;
  start.opening.goal = "an essay on tides";
  start.plan = essay_plan();
  REQUIRE(tell(std::move(start)));
  set_external_id(session.steps[0], kDialect, "essay-pipeline-20261116-090000");
}

bool Fixture::tell(const Intent& intent) {
  now = now + minutes(10);
  auto drafts = decide(session, {now, ActorId("mira@desk"), intent});
  if (!drafts) return false;
  for (auto& draft : *drafts) {
    EventHeader header;
    header.seq = Seq{session.head.number + 1};
    header.at = draft.at.value_or(now);
    header.actor = ActorId("mira@desk");
    session = apply(std::move(session), Event(header, std::move(draft.data)));
  }
  return true;
}

bool Fixture::done(const std::string& id, const Evidence& evidence) {
  CompleteStep intent;
  intent.step = step_of(session, id);
  intent.evidence = evidence;
  return tell(intent) && session.find(*intent.step)->status == StepStatus::kDone;
}

Evidence Fixture::counted(const std::string& id,
                          const std::vector<std::pair<const char*, Value>>& items) const {
  Evidence evidence = essay_dialect().step_evidence()->evidence_for(
      session, session.steps[step_of(session, id).number]);
  for (auto& item : shown(items).items) evidence.items.push_back(std::move(item));
  return evidence;
}

void Fixture::add_sections(int64_t count) {
  for (const int stage : {3, 4}) {
    REQUIRE(tell(AddSteps{step_of(session, stage == 3 ? "stage_3" : "stage_4"),
                          {},
                          essay_sections(stage, 1, count)}));
  }
}

Evidence shown(std::vector<std::pair<const char*, Value>> items) {
  Evidence evidence;
  for (auto& [name, value] : items) {
    evidence.items.push_back({name, std::move(value), EvidenceSource::kClaimed});
  }
  return evidence;
}

Evidence thesis_shown() {
  return shown({
      {"clear_claim",   true      },
      {"defensible",    true      },
      {"interesting",   true      },
      {"claim_type",    "argument"},
      {"user_approved", true      },
  });
}

Evidence outline_shown() {
  return shown({
      {"total_sections",        2        },
      {"target_word_count",     1200     },
      {"audience",              "general"},
      {"sections_have_purpose", true     },
      {"user_approved",         true     },
      {"word_target_sum",       1200     },
  });
}

Session full_session() {
  Fixture fixture;
  REQUIRE(fixture.done("stage_1", thesis_shown()));
  REQUIRE(fixture.done("stage_2", outline_shown()));
  fixture.add_sections(3);
  REQUIRE(fixture.done("stage_3/section-1"));
  REQUIRE(fixture.done("stage_3/section-2"));
  Session& session = fixture.session;
  REQUIRE(
      fixture.tell(AddSteps{step_of(session, "stage_4/section-1"), {}, essay_paragraphs(1, 1, 4)}));
  REQUIRE(fixture.done("stage_4/section-1/paragraph-1"));
  REQUIRE(fixture.tell(StartStep{step_of(session, "stage_4/section-1/paragraph-2")}));
  const auto status = [&](const char* id, StepStatus value) {
    session.steps[step_of(session, id).number].status = value;
  };
  status("stage_4/section-1/paragraph-3", StepStatus::kDone);
  status("stage_4/section-1/paragraph-4", StepStatus::kSkipped);
  status("stage_3/section-3", StepStatus::kBlocked);
  status("stage_4/section-2", StepStatus::kFailed);

  auto& root = session.steps[0].attributes;
  set_attribute(root, "essay.pipeline_id", "essay-mine");
  set_attribute(root, "essay.style_profile_path", "/home/mira/style.md");
  set_attribute(root, "essay.samples_dir_path", "/home/mira/samples");
  set_attribute(root, "essay.pushback_level", "minimal");
  set_attribute(root, "essay.session_dir", "/srv/essays/essay-pipeline-20261116-090000");
  set_attribute(root, "essay.voice_calibration.first_assessment_user_rating", 3);
  set_attribute(root, "essay.voice_calibration.calibration_notes", "less \"very\": more\nnouns");
  set_attribute(root, "essay.voice_calibration.voice_reference_mode", "hybrid");
  set_attribute(root, "essay.output.sources_verified", 9);
  set_attribute(root, "essay.output.voice_consistency_score", 4.25);
  set_attribute(root, "essay.output.total_word_count", 1187);
  const StepId third = step_of(session, "stage_3/section-1");
  const StepId paragraph = step_of(session, "stage_4/section-1/paragraph-2");
  const StepId fourth = step_of(session, "stage_4/section-1");
  set_attribute(session.steps[fourth.number].attributes, "essay.voice_check_score", 4.5);

  keep(session.claims,
       claim("2026-11-16T10:01:00.000Z", third, "verified one", ClaimStatus::kVerified));
  Claim deferred =
      claim("2026-11-16T10:02:00.000Z", third, "deferred: one", ClaimStatus::kDeferred);
  deferred.reason = "timeout";
  keep(session.claims, deferred);
  Claim resolved =
      claim("2026-11-16T10:03:00.000Z", paragraph, "resolved\n## one", ClaimStatus::kResolved);
  resolved.reason = "no_results";
  resolved.changed_at = at("2026-11-16T11:03:00.000Z");
  keep(session.claims, resolved);
  Claim overridden =
      claim("2026-11-16T10:04:00.000Z", fourth, "over one", ClaimStatus::kOverridden);
  overridden.result = "contradicted";
  overridden.rationale = "she was there";
  keep(session.claims, overridden);
  Claim again = claim("2026-11-16T10:05:00.000Z", fourth, "again one", ClaimStatus::kReconfirmed);
  again.result = "unsupported";
  again.changed_at = at("2026-11-16T11:05:00.000Z");
  keep(session.claims, again);

  const StepId first = step_of(session, "stage_1");
  keep(session.notes,
       note("2026-11-16T09:20:00.000Z", first, "development", "a note\n\n## of two\n"));
  keep(session.notes, note("2026-11-16T10:20:00.000Z", paragraph, "paragraph", "approved"));
  keep(session.notes, note("2026-11-16T10:21:00.000Z", fourth, "voice-check", "4.5: close"));
  keep(session.notes, note("2026-11-16T10:22:00.000Z", kRoot, "fact-check", "all checked"));
  keep(session.artifacts, artifact(first, "stage-1-thesis.md"));
  keep(session.artifacts, artifact(step_of(session, "stage_2"), "stage-2-outline.md"));
  keep(session.artifacts, artifact(third, "stage-3-section-1-arguments.md"));
  Artifact old = artifact(step_of(session, "stage_3/section-2"), "stage-3-section-2-arguments.md");
  old.archived_as = "stage-3-section-2-arguments.v1.md";
  keep(session.artifacts, old);
  keep(session.artifacts, artifact(step_of(session, "stage_4"), "stage-4-draft.md"));
  keep(session.artifacts, artifact(kRoot, "final-essay.md"));
  Revision revision;
  revision.origin = {{}, at("2026-11-16T10:30:00.000Z"), ActorId("mira@desk"), first};
  revision.impact = Impact::kModerate;
  revision.reason = "the thesis moved";
  revision.archived = {"stage-3-section-2-arguments.v1.md"};
  keep(session.revisions, revision);
  session.lifecycle.status = Lifecycle::kAborted;
  return session;
}

}  // namespace clew::essay
