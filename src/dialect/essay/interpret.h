#pragma once
// Trees to sessions: session-state.yaml and the logs beside it.

#include "dialect/essay/paths.h"
#include "dialect/essay/words.h"
#include "dialect/tree_dialect.h"

namespace clew::essay {

// One session directory.
struct SessionFiles {
  std::string entry;  // the directory's name; empty: the folder itself
  const Document* state = nullptr;
  std::vector<const Document*> logs = {};
  bool is_made = false;  // the state was lost and made anew: only the logs tell of claims
};

Reading interpret_session(const SessionFiles& files, FindingSink& sink);

// Its parts. Each adds what the tree tells to the session in the reading.
//
// interpret_plan.cc: lifecycle, stages, sections, paragraphs and their attributes.
void read_plan(const Value& tree, const std::string& entry, Session& session);
// interpret_facts.cc: claims, revisions, notes, artifacts, and what was reported of claims before.
// REQUIRES: the plan was read
void read_facts(const SessionFiles& files, Session& session);
// check_state.cc: the rules, and what has to be asked of the disk.
void check_state(const SessionFiles& files, FindingSink& sink, std::vector<DiskQuestion>& disk);

// A member of an object of the tree; null value when absent.
const Value& member(const Value& object, std::string_view name);
const Value& stage_of(const Value& tree, int number);
// What a paragraph's status is taken to be from the section's numbers alone.
StepStatus likely_status(int64_t paragraph, int64_t completed, std::optional<int64_t> current);
// Without the attributes that are null, which say no more than absent ones.
void drop_nulls(std::vector<Attribute>& attributes);

// Numbers that a file reported and nothing in the session accounts for.
inline constexpr const char* kReportedVerified = "essay.reported.verified_claims";
inline constexpr const char* kReportedDeferred = "essay.reported.deferred_claims";
inline constexpr const char* kReportedParagraphs = "essay.reported.completed_paragraphs";
// A current section that is not in the list.
inline constexpr const char* kCurrentSection = "essay.current_section";

}  // namespace clew::essay
