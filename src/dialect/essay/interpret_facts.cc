#include <algorithm>
#include <iterator>
#include <map>

#include "dialect/essay/interpret.h"
#include "dialect/essay/logs.h"

namespace clew::essay {
namespace {

template <class T>
void number_in_order(Kept<T>& kept) {
  uint32_t next = 0;
  for (auto& fact : kept.items) fact.origin.id = Seq{++next};
  kept.total = next;
}

bool is_override(const Claim& claim) {
  return claim.status == ClaimStatus::kOverridden || claim.status == ClaimStatus::kReconfirmed;
}

// Facts of one essay out of its state file and logs. The state file decides what there is; the log
// adds who, where and when.
class FactReader {
 public:
  FactReader(const SessionFiles& files, Session& session)
      : files_(files),
        tree_(files.state->tree),
        session_(session),
        names_(session),
        folder_(text_in(tree_, "session_dir"), files.entry) {}

  void read() {
    read_revisions();
    read_artifacts();
    read_claims_and_notes();
    keep_reported();
    number_in_order(session_.claims);
    number_in_order(session_.notes);
    number_in_order(session_.revisions);
    number_in_order(session_.artifacts);
  }

 private:
  void read_claims_and_notes() {
    Logged logged;
    for (const Document* document : files_.logs) {
      for (const auto& log : kLogs) {
        if (document->shape->name != log.log) continue;
        LogFacts facts = facts_of(parse_log(document->text), log, names_);
        std::move(facts.notes.begin(), facts.notes.end(), std::back_inserter(session_.notes.items));
        for (auto& claim : facts.claims) logged.add(std::move(claim));
      }
    }
    for (const Value& entry : member(tree_, "deferred_verifications").as_list()) {
      add_claim(deferred(entry), logged);
    }
    for (const Value& entry : member(tree_, "user_overrides").as_list()) {
      add_claim(overridden(entry), logged);
    }
    // The state file lists what is deferred or overridden; only of verified claims is the log the
    // one place.
    for (auto& claim : logged.claims) {
      const bool is_alone = files_.is_made || claim.status == ClaimStatus::kVerified;
      if (is_alone) session_.claims.items.push_back(std::move(claim));
    }
    auto& notes = session_.notes.items;
    std::stable_sort(notes.begin(), notes.end(),
                     [](const Note& a, const Note& b) { return a.origin.at < b.origin.at; });
  }

  // An entry of `deferred_verifications`.
  Claim deferred(const Value& entry) const {
    Claim claim;
    claim.text = text_in(entry, "claim_text");
    claim.reason = text_in(entry, "reason");
    claim.origin.at = time_in(entry, "added_at").value_or(Time{});
    const bool is_resolved = member(entry, "resolved").as_bool();
    claim.status = is_resolved ? ClaimStatus::kResolved : ClaimStatus::kDeferred;
    location(claim, {integer_in(entry, "section"), integer_in(entry, "paragraph")});
    return claim;
  }

  // An entry of `user_overrides`. Being confirmed again is no word of the format, and stands in
  // x-clew.
  Claim overridden(const Value& entry) const {
    Claim claim;
    claim.text = text_in(entry, "claim_text");
    claim.result = text_in(entry, "fact_checker_result");
    claim.rationale = text_in(entry, "user_rationale");
    claim.origin.at = time_in(entry, "logged_at").value_or(Time{});
    const bool again = text_in(member(entry, "x-clew"), "status") == "reconfirmed";
    claim.status = again ? ClaimStatus::kReconfirmed : ClaimStatus::kOverridden;
    return claim;
  }

  // At the paragraph or section when it is there; otherwise the numbers are kept as attributes, so
  // that they are written again.
  void location(Claim& claim, const ClaimLocation& reported) const {
    if (!reported.section && !reported.paragraph) return;
    const Step* step = nullptr;
    if (reported.section && reported.paragraph) {
      step = names_.find({4, reported.section, reported.paragraph});
    } else if (reported.section) {
      step = names_.find({3, reported.section});
      if (step == nullptr) step = names_.find({4, reported.section});
    }
    if (step != nullptr) {
      claim.origin.step = step->id;
      return;
    }
    if (reported.section) set_attribute(claim.attributes, kClaimSection, *reported.section);
    if (reported.paragraph) set_attribute(claim.attributes, kClaimParagraph, *reported.paragraph);
  }

  // Claims of the log by time and text.
  struct Logged {
    std::vector<Claim> claims;
    std::multimap<std::pair<int64_t, std::string>, size_t> index;
    std::vector<bool> met;

    void add(Claim claim) {
      index.emplace(std::pair(claim.origin.at.ms, claim.text), claims.size());
      claims.push_back(std::move(claim));
      met.push_back(false);
    }
    // The one that nobody has met yet and that is most alike; verified ones stand in no list.
    const Claim* meet(const Claim& like, const Names& names) {
      const auto [first, last] = index.equal_range({like.origin.at.ms, like.text});
      std::optional<size_t> which;
      int best = -1;
      for (auto location = first; location != last; ++location) {
        const Claim& claim = claims[location->second];
        if (met[location->second] || claim.status == ClaimStatus::kVerified) continue;
        const int fit = alike(claim, like, names);
        if (fit <= best) continue;
        best = fit;
        which = location->second;
      }
      if (!which) return nullptr;
      met[*which] = true;
      return &claims[*which];
    }
    // Override or not counts most, then the status, the words, and the place.
    static int alike(const Claim& claim, const Claim& like, const Names& names) {
      const bool both = is_override(claim) == is_override(like);
      const bool words = is_override(like)
                             ? claim.result == like.result && claim.rationale == like.rationale
                             : claim.reason == like.reason;
      const bool there = is_override(like) || location_of(claim, names) == location_of(like, names);
      return (both ? 8 : 0) + (claim.status == like.status ? 4 : 0) + (words ? 2 : 0) +
             (there ? 1 : 0);
    }
  };

  // The log knows more of the same claim: by whom, where, and when it changed.
  void add_claim(Claim claim, Logged& logged) {
    if (const Claim* found = logged.meet(claim, names_)) {
      claim.origin.actor = found->origin.actor;
      if (is_override(claim) || location_of(*found, names_) == location_of(claim, names_)) {
        claim.origin.step = found->origin.step;
      }
      if (found->status == claim.status) claim.changed_at = found->changed_at;
      if (claim.reason.empty()) claim.reason = found->reason;
      if (claim.result.empty()) claim.result = found->result;
      if (claim.rationale.empty()) claim.rationale = found->rationale;
    }
    session_.claims.items.push_back(std::move(claim));
  }

  // What the file counts and no claim accounts for.
  void keep_reported() {
    const auto counts = count_claims(session_, names_);
    for (const Value& section : member(stage_of(tree_, 3), "sections").as_list()) {
      const auto index = integer_in(section, "section_index");
      const Step* step = index ? names_.find({3, index}) : nullptr;
      if (step == nullptr) continue;
      const auto found = counts.find(*index);
      const ClaimCounts counted = found == counts.end() ? ClaimCounts() : found->second;
      auto& attributes = session_.steps[step->id.number].attributes;
      const auto keep = [&](const char* field, const char* key, int64_t number) {
        const int64_t reported = integer_in(section, field).value_or(number);
        const int64_t rest = capped_difference(reported, number);
        if (rest != 0) set_attribute(attributes, key, rest);
      };
      keep("verified_claims", kReportedVerified, counted.verified);
      keep("deferred_claims", kReportedDeferred, counted.deferred);
    }
  }

  // The archived names are remembered on the way: they tell which artifacts have earlier versions.
  void read_revisions() {
    for (const Value& entry : member(tree_, "revision_history").as_list()) {
      Revision revision;
      revision.origin.at = time_in(entry, "timestamp").value_or(Time{});
      if (const auto stage = integer_in(entry, "stage_revisited")) {
        revision.origin.step = StepId{static_cast<uint32_t>(*stage)};
      }
      revision.impact = enum_from<Impact>(text_in(entry, "impact")).value_or(Impact::kMinor);
      revision.reason = text_in(entry, "reason");
      revision.archived = texts_in(entry, "downstream_archived");
      for (const auto& name : revision.archived) {
        const auto archived = archived_from(base_name(name));
        if (!archived || is_hostile(name)) continue;
        Archived& latest = archived_[archived->name];
        if (archived->version > latest.version) latest = {archived->version, revision.origin.at};
      }
      session_.revisions.items.push_back(std::move(revision));
    }
  }

  // Artifacts that the state names, then those that only a revision tells of: they were archived,
  // and nothing has taken their place.
  void read_artifacts() {
    for (const auto& words : kStages) {
      const StepId owner{static_cast<uint32_t>(words.number)};
      const Value& object = stage_of(tree_, words.number);
      if (words.artifact[0] != '\0') {
        const std::string key = std::string("essay.") + words.reference;
        add_artifact(owner, object, words.reference, words.artifact, key);
        continue;
      }
      for (const Value& section : member(object, "sections").as_list()) {
        const auto index = integer_in(section, "section_index");
        const Step* step = index ? names_.find({3, index}) : nullptr;
        if (step == nullptr) continue;
        add_artifact(step->id, section, "argument_map_file", argument_file(*index),
                     "essay.argument_map_file");
      }
    }
    add_artifact(kRoot, member(tree_, "output"), "final_essay_file", kFinalEssay,
                 "essay.output.final_essay_file");
    for (const auto& [name, archived] : archived_) {
      if (has_artifact(name)) continue;
      Artifact artifact;
      artifact.origin.at = archived.at;
      artifact.origin.step = owner_of(name);
      artifact.path = name;
      artifact.version = archived.version;
      artifact.archived_as = archived_name(name, archived.version);
      artifact.seen_from = SeenFrom::kSession;
      session_.artifacts.items.push_back(std::move(artifact));
    }
  }

  bool has_artifact(const std::string& path) const {
    const auto& items = session_.artifacts.items;
    return std::any_of(items.begin(), items.end(),
                       [&](const Artifact& artifact) { return artifact.path == path; });
  }

  // A file of another name than usual is remembered by an attribute.
  void add_artifact(StepId owner, const Value& object, const char* field, const std::string& usual,
                    const std::string& key) {
    const auto path = folder_.inside(text_in(object, field), usual);
    if (!path) return;
    if (*path != usual) set_attribute(session_.steps[owner.number].attributes, key, *path);
    if (has_artifact(*path)) return;
    Artifact artifact;
    artifact.origin.at = time_in(object, "completed_at").value_or(session_.last_activity);
    // The essay is what the last stage comes to, and goes with it.
    artifact.origin.step = owner == kRoot ? StepId{kStageCount} : owner;
    artifact.path = *path;
    artifact.seen_from = SeenFrom::kSession;
    const auto archived = archived_.find(*path);
    if (archived != archived_.end()) artifact.version = archived->second.version + 1;
    session_.artifacts.items.push_back(std::move(artifact));
  }

  StepId owner_of(const std::string& name) const {
    for (const auto& words : kStages) {
      if (name == words.artifact) return StepId{static_cast<uint32_t>(words.number)};
    }
    const auto section = argument_section(name);
    const Step* step = section ? names_.find({3, section}) : nullptr;
    return step == nullptr ? kRoot : step->id;
  }

  struct Archived {
    uint32_t version = 0;
    Time at;
  };

  const SessionFiles& files_;
  const Value& tree_;
  Session& session_;
  const Names names_;
  const SessionFolder folder_;
  std::map<std::string, Archived> archived_;
};

}  // namespace

void read_facts(const SessionFiles& files, Session& session) { FactReader(files, session).read(); }

}  // namespace clew::essay
