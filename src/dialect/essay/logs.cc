#include "dialect/essay/logs.h"

#include <algorithm>

#include "dialect/tree_dialect.h"
#include "session/file_actor.h"

namespace clew::essay {
namespace {

constexpr const char* kSessionWord = "session";

std::string step_word(const Names& names, StepId step) {
  const std::string id = id_of(names.spot(step));
  return id.empty() ? kSessionWord : id;
}

LogEntry log_entry(const Origin& origin, const Names& names, const char* kind, std::string body) {
  return {origin.at, kind, step_word(names, origin.step), named_by_file(origin.actor).text,
          std::move(body)};
}

bool is_override(ClaimStatus status) {
  return status == ClaimStatus::kOverridden || status == ClaimStatus::kReconfirmed;
}

// What a claim was before it changed: a session keeps only what it is now.
ClaimStatus first_status(const Claim& claim) {
  if (!claim.changed_at) return claim.status;
  return is_override(claim.status) ? ClaimStatus::kOverridden : ClaimStatus::kDeferred;
}

void add_claim(const Claim& claim, const Names& names, LogEntries& entries) {
  ClaimBody first;
  first.text = claim.text;
  first.fields.emplace_back("status", name_of(first_status(claim)));
  const auto add = [](ClaimBody& body, const char* name, const std::string& value) {
    if (!value.empty()) body.fields.emplace_back(name, value);
  };
  add(first, "reason", claim.reason);
  // The source that resolved it came with the change.
  const bool is_resolved = claim.changed_at && claim.status == ClaimStatus::kResolved;
  if (!is_resolved) add(first, "result", claim.result);
  add(first, "rationale", claim.rationale);
  entries.push_back(log_entry(claim.origin, names, kClaimEntry, to_text(first)));
  if (!claim.changed_at) return;
  ClaimBody change;
  change.text = claim.text;
  change.fields.emplace_back("status", name_of(claim.status));
  add(change, "reason", claim.reason);
  if (is_resolved) add(change, "result", claim.result);
  add(change, "rationale", claim.rationale);
  change.fields.emplace_back("since", to_iso(claim.origin.at));
  Origin origin = claim.origin;
  origin.at = *claim.changed_at;
  entries.push_back(log_entry(origin, names, kChangeEntry, to_text(change)));
}

Origin origin_of(const LogEntry& entry, const Names& names) {
  Origin origin;
  origin.at = entry.at;
  origin.actor = ActorId(entry.actor);
  if (const auto spot = spot_from(entry.step)) {
    if (const Step* step = names.find(*spot)) origin.step = step->id;
  }
  return origin;
}

using ClaimIndex = std::map<std::pair<int64_t, std::string>, std::vector<size_t>>;

// Of claims alike, the one that the change fits best: by whom, where, not changed yet, and of the
// kind that changes so.
void change_claim(std::vector<Claim>& claims, const ClaimIndex& index, const ClaimBody& body,
                  const Origin& origin) {
  const auto status = enum_from<ClaimStatus>(body.field("status"));
  const auto since = parse_time(body.field("since"));
  if (!status || !since) return;
  const auto found = index.find({since->time.ms, body.text});
  if (found == index.end()) return;
  size_t which = found->second.front();
  int best = -1;
  for (const size_t one : found->second) {
    const Claim& claim = claims[one];
    const bool is_same = claim.origin.actor == origin.actor && claim.origin.step == origin.step;
    const bool is_open = !claim.changed_at && claim.status != ClaimStatus::kVerified;
    const bool is_kind = is_override(claim.status) == is_override(*status);
    const int fit = (is_same ? 4 : 0) + (is_open ? 2 : 0) + (is_kind ? 1 : 0);
    if (fit <= best) continue;
    best = fit;
    which = one;
  }
  Claim& claim = claims[which];
  claim.status = *status;
  claim.changed_at = origin.at;
  if (const auto reason = body.field("reason"); !reason.empty()) claim.reason = reason;
  if (const auto result = body.field("result"); !result.empty()) claim.result = result;
  if (const auto why = body.field("rationale"); !why.empty()) claim.rationale = why;
}

}  // namespace

LogEntries log_entries(const Session& session, const Names& names, const LogWords& log) {
  LogEntries entries;
  for (const auto& note : session.notes.items) {
    if (note.log == log.log)
      entries.push_back(log_entry(note.origin, names, kNoteEntry, note.text));
  }
  if (std::string_view(log.log) == "fact-check") {
    for (const auto& claim : session.claims.items) add_claim(claim, names, entries);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

ClaimLocation location_of(const Claim& claim, const Names& names) {
  const auto reported = [&](const char* key) {
    const Value* value = find_attribute(claim.attributes, key);
    return value != nullptr && value->is_int() ? std::optional(value->as_int()) : std::nullopt;
  };
  const ClaimLocation location{reported(kClaimSection), reported(kClaimParagraph)};
  if (location.section || location.paragraph) return location;
  const Spot spot = names.spot(claim.origin.step);
  return {spot.section, spot.paragraph};
}

std::map<int64_t, ClaimCounts> count_claims(const Session& session, const Names& names) {
  std::map<int64_t, ClaimCounts> counts;
  for (const auto& claim : session.claims.items) {
    const ClaimLocation location = location_of(claim, names);
    const uint32_t step = claim.origin.step.number;
    const bool is_gone = step < session.steps.size() && session.steps[step].removed;
    if (!location.section || is_gone) continue;  // of a section of an earlier outline
    ClaimCounts& count = counts[*location.section];
    const bool is_verified =
        claim.status == ClaimStatus::kVerified || claim.status == ClaimStatus::kResolved;
    count.verified += is_verified ? 1 : 0;
    count.deferred += claim.status == ClaimStatus::kDeferred ? 1 : 0;
  }
  return counts;
}

LogFacts facts_of(const LogEntries& entries, const LogWords& log, const Names& names) {
  LogFacts facts;
  ClaimIndex index;
  for (const auto& entry : entries) {
    if (entry.kind == kNoteEntry) {
      Note note;
      note.origin = origin_of(entry, names);
      note.text = entry.body;
      note.log = log.log;
      facts.notes.push_back(std::move(note));
      continue;
    }
    if (entry.kind != kClaimEntry) continue;
    const ClaimBody body = parse_claim_body(entry.body);
    const auto status = enum_from<ClaimStatus>(body.field("status"));
    if (!status) continue;
    Claim claim;
    claim.origin = origin_of(entry, names);
    claim.text = body.text;
    claim.status = *status;
    claim.reason = body.field("reason");
    claim.result = body.field("result");
    claim.rationale = body.field("rationale");
    index[{entry.at.ms, body.text}].push_back(facts.claims.size());
    facts.claims.push_back(std::move(claim));
  }
  // Once all claims are known: clocks may have gone back in between.
  for (const auto& entry : entries) {
    if (entry.kind != kChangeEntry) continue;
    change_claim(facts.claims, index, parse_claim_body(entry.body), origin_of(entry, names));
  }
  return facts;
}

}  // namespace clew::essay
