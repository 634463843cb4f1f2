#include <algorithm>
#include <set>

#include "dialect/essay/express.h"
#include "dialect/essay/shapes.h"

namespace clew::essay {
namespace {

Value time_reported(Time at) { return at == Time{} ? Value() : Value(to_iso(at)); }

Value number_or_null(const std::optional<int64_t>& number) {
  return number ? Value(*number) : Value();
}

// Where a step of one session is in another.
StepId moved(StepId step, const Names& from, const Names& to) {
  const Step* found = to.find(from.spot(step));
  return found == nullptr ? kRoot : found->id;
}

// `standing` in its order, each as `now` has it if it does, then what else `now` has.
template <class T, class Same>
void complete(Kept<T>& now, const Kept<T>& standing, Same&& same) {
  if (now.total <= now.items.size()) return;
  std::vector<T> all;
  std::vector<bool> met(now.items.size(), false);
  for (const T& old : standing.items) {
    size_t at = 0;
    while (at < now.items.size() && (met[at] || !same(now.items[at], old))) ++at;
    if (at < now.items.size()) met[at] = true;
    all.push_back(at < now.items.size() ? now.items[at] : old);
  }
  for (size_t i = 0; i < now.items.size(); ++i) {
    if (!met[i]) all.push_back(now.items[i]);
  }
  now.items = std::move(all);
  now.total = static_cast<uint32_t>(now.items.size());
}

}  // namespace

Value deferred_verifications(const Session& session, const Names& names) {
  Value list = Value::list();
  for (const auto& claim : session.claims.items) {
    const bool is_resolved = claim.status == ClaimStatus::kResolved;
    if (!is_resolved && claim.status != ClaimStatus::kDeferred) continue;
    const ClaimLocation location = location_of(claim, names);
    Value entry = Value::object();
    entry.set("claim_text", claim.text);
    entry.set("section", number_or_null(location.section));
    entry.set("paragraph", number_or_null(location.paragraph));
    entry.set("reason", text_or_null(claim.reason));
    entry.set("added_at", time_reported(claim.origin.at));
    entry.set("resolved", is_resolved);
    list.push(std::move(entry));
  }
  return list;
}

Value user_overrides(const Session& session) {
  Value list = Value::list();
  for (const auto& claim : session.claims.items) {
    const bool again = claim.status == ClaimStatus::kReconfirmed;
    if (!again && claim.status != ClaimStatus::kOverridden) continue;
    Value entry = Value::object();
    entry.set("claim_text", claim.text);
    entry.set("fact_checker_result", text_or_null(claim.result));
    entry.set("user_action", "override");
    entry.set("user_rationale", text_or_null(claim.rationale));
    entry.set("logged_at", time_reported(claim.origin.at));
    if (again) {
      Value exact = Value::object();
      exact.set("status", name_of(claim.status));
      entry.set("x-clew", std::move(exact));
    }
    list.push(std::move(entry));
  }
  return list;
}

Value revision_history(const Session& session, const Names& names) {
  const SessionFolder folder(session);
  Value list = Value::list();
  for (const auto& revision : session.revisions.items) {
    Value archived = Value::list();
    for (const auto& path : revision.archived) archived.push(folder.inside(path).value_or(path));
    const int stage = names.spot(revision.origin.step).stage;
    Value entry = Value::object();
    entry.set("stage_revisited", stage == 0 ? Value() : Value(stage));
    entry.set("impact", name_of(revision.impact));
    entry.set("reason", text_or_null(revision.reason));
    entry.set("downstream_archived", std::move(archived));
    entry.set("timestamp", time_reported(revision.origin.at));
    list.push(std::move(entry));
  }
  return list;
}

Value reference(const Session& session, const SessionFolder& folder, const Step& owner,
                std::string_view key, const std::string& usual) {
  const Value* named = find_attribute(owner.attributes, key);
  if (named != nullptr && named->is_null()) return {};  // somebody said so
  const auto other = named == nullptr ? std::nullopt : folder.inside(named->as_string());
  const std::string name = other.value_or(usual);
  bool was_kept = false;
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.path != name && folder.held(artifact.path) != name) continue;
    if (artifact.archived_as.empty()) return folder.reported(name);
    was_kept = true;
  }
  return other && !was_kept ? Value(folder.reported(name)) : Value();
}

std::vector<StepFile> files_of_step(const Session& session, const Step& step) {
  const Names names(session);
  const Spot spot = names.spot(step.id);
  // The draft grows with every paragraph.
  const Spot owning = spot.stage == 4 ? Spot{4} : spot;
  const Step* owner = names.find(owning);
  if (owning.stage == 0 || owner == nullptr) return {};
  const StageWords& words = stage_words(owning.stage);
  const bool is_itself = owner->id == step.id;
  std::vector<StepFile> files;
  const auto add = [&](const Step& named_on, const std::string& field, const std::string& usual,
                       bool is_demanded) {
    const Value* named = find_attribute(named_on.attributes, "essay." + field);
    const auto other = named == nullptr || !named->is_string()
                           ? std::nullopt
                           : SessionFolder(session).inside(named->as_string());
    files.push_back({path_in(entry_of(session), other.value_or(usual)), owner->id, is_demanded});
  };
  if (owning.section) {
    add(*owner, "argument_map_file", argument_file(*owning.section), is_itself);
  } else if (words.artifact[0] != '\0') {
    add(*owner, words.reference, words.artifact, is_itself);
  }
  if (owning.stage == 4 && is_itself) {
    add(session.root(), "output.final_essay_file", kFinalEssay, false);
  }
  return files;
}

Session with_what_stands(const Session& session, const Session& standing) {
  Session whole = session;
  Session old = standing;
  const Names from(standing);
  const Names to(session);
  for (auto& claim : old.claims.items) claim.origin.step = moved(claim.origin.step, from, to);
  for (auto& one : old.revisions.items) one.origin.step = moved(one.origin.step, from, to);
  for (auto& one : old.artifacts.items) one.origin.step = moved(one.origin.step, from, to);
  complete(whole.claims, old.claims, [](const Claim& a, const Claim& b) {
    return a.origin.at == b.origin.at && a.text == b.text;
  });
  complete(whole.revisions, old.revisions, [](const Revision& a, const Revision& b) {
    return a.origin.at == b.origin.at && a.reason == b.reason;
  });
  complete(whole.artifacts, old.artifacts,
           [](const Artifact& a, const Artifact& b) { return a.path == b.path; });
  return whole;
}

}  // namespace clew::essay
