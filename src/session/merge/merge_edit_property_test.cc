// The laws of merge_edit, on readings made up from seeds. Two readings share some of their step
// names, so that steps are added, removed, moved and changed all at once.

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "session/reading_test.h"
#include "session/scratch_session.h"
#include "session/story_test.h"

namespace clew {
namespace {

MergedEdit merge(const Session& base, const Session& edited, const Session& now) {
  return merge_edit(base, edited, now, name_in_test);
}

TEST_CASE("nothing edited brings nothing, whatever the log says") {
  CHECK(rc::check([](uint64_t one, uint64_t other) {
    const Session base = random_reading(one);
    const MergedEdit merged = merge(base, base, adopted(random_reading(other)));
    RC_ASSERT(merged.drafts.empty());
    RC_ASSERT(merged.clashes.empty());
  }));
}

TEST_CASE("where the log has changed nothing, the edit brings it to what the file says") {
  CHECK(rc::check([](uint64_t one, uint64_t other) {
    const Session base = random_reading(one);
    const Session edited = random_reading(other);
    const Session now = adopted(base);
    const MergedEdit merged = merge(base, edited, now);
    RC_ASSERT(merged.clashes.empty());
    const Session result = fold(now, merged.drafts);
    RC_ASSERT(shown(sorted(result)) == shown(sorted(edited)));
    RC_ASSERT(merge(base, edited, result).drafts.empty());
  }));
}

// A dialect that has no word for much of it.
Session reported_in_part(Session session) {
  for (auto& step : session.steps) {
    step.description.clear();
    step.attempts.clear();
    step.attempt_count = 0;
    step.lease.reset();
    step.attributes.clear();
    step.current_child.reset();
  }
  for (auto& decision : session.decisions.items) {
    decision.options.clear();
    decision.attributes.clear();
    decision.origin.actor = {};
  }
  for (auto& note : session.notes.items) {
    note.attributes.clear();
    note.origin.at.ms -= note.origin.at.ms % 1000;
  }
  session.identity.device.clear();
  session.runs = {};
  session.context = {};
  return session;
}

TEST_CASE("what a dialect has no word for survives an edit") {
  CHECK(rc::check([](uint64_t one, uint64_t other) {
    const Session whole = random_reading(one);
    const Session base = reported_in_part(whole);
    const Session edited = reported_in_part(random_reading(other));
    const Session now = adopted(whole);
    const Session result = fold(now, merge(base, edited, now).drafts);
    RC_ASSERT(result.runs == now.runs);
    RC_ASSERT(result.context == now.context);
    RC_ASSERT(result.identity.device == now.identity.device);
    for (const auto& step : now.steps) {
      const Step* after = result.find(step.id);
      if (after == nullptr) continue;
      RC_ASSERT(after->description == step.description);
      RC_ASSERT(after->attributes == step.attributes);
      RC_ASSERT(after->attempts.size() == step.attempts.size());
    }
    const auto seen = [](Session session) {
      session = sorted(reported_in_part(std::move(session)));
      session.notes = {};  // a time told to the second keeps its milliseconds
      return shown(session);
    };
    RC_ASSERT(seen(result) == seen(edited));
  }));
}

// What somebody told clew after the file was written.
Drafts later(const Session& now) {
  Drafts drafts;
  const auto add = [&](EventData data) { drafts.push_back({std::move(data), {}}); };
  add(NoteAdded{kRoot, "told later", ""});
  add(StepAdded{StepId{static_cast<uint32_t>(now.steps.size())},
                kRoot,
                0,
                "",
                "added later",
                "",
                {},
                {},
                "",
                "",
                {{"test", "later"}},
                {},
                {}});
  add(AttributeSet{AttributeOwner::kSession, {}, 0, {}, {}, "later", true});
  add(InstructionGiven{"later"});
  return drafts;
}

TEST_CASE("an edit and what the log was told meanwhile both survive") {
  CHECK(rc::check([](uint64_t one, uint64_t other) {
    Session base = random_reading(one);
    Session edited = random_reading(other);
    base.instruction.reset();
    edited.instruction.reset();
    const Session written = adopted(base);
    const Session now = fold(written, later(written), "zoe");
    const Session result = fold(now, merge(base, edited, now).drafts);
    RC_ASSERT(result.instruction->text == "later");
    RC_ASSERT(result.find(StepId{static_cast<uint32_t>(written.steps.size())}) != nullptr);
    // Without what came later it is what the edit alone would have given.
    Session rest = result;
    std::erase_if(rest.notes.items, [](const Note& n) { return n.text == "told later"; });
    RC_ASSERT(rest.notes.items.size() + 1 == result.notes.items.size());
    std::erase_if(rest.steps[0].attributes, [](const Attribute& a) { return a.key == "later"; });
    RC_ASSERT(rest.steps[0].attributes.size() + 1 == result.steps[0].attributes.size());
    std::erase(rest.steps[0].children, StepId{static_cast<uint32_t>(written.steps.size())});
    rest.instruction.reset();
    std::erase_if(rest.instructions.items, [](const Instruction& i) { return i.text == "later"; });
    RC_ASSERT(shown(sorted(rest)) == shown(sorted(edited)));
  }));
}

}  // namespace
}  // namespace clew
