#pragma once
// A session told one wish at a time, for tests: it keeps the clock, the actor and every event.
// Plans are written as outlines, one step a line, two spaces deeper for a part:
//
//   build | any | key b | needs plan, setup | gate coverage >= 80 | subject auth | id workflow:3

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "session/apply.h"
#include "session/decide.h"
#include "session/progress.h"

namespace clew {

inline constexpr Time kMonday{1'794'819'600'000};  // 2026-11-16T09:00:00Z

inline std::vector<std::string> split_at(const std::string& text, const std::string& by) {
  std::vector<std::string> parts;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(by, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + by.size();
  }
  return parts;
}

inline PlannedStep planned(const std::string& line) {
  PlannedStep step;
  const auto parts = split_at(line, " | ");
  step.title = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) {
    const std::string word = parts[i].substr(0, parts[i].find(' '));
    const std::string rest = word == parts[i] ? "" : parts[i].substr(word.size() + 1);
    if (word == "any") step.order = ChildOrder::kAnyOrder;
    if (word == "key") step.key = rest;
    if (word == "needs") step.needs = split_at(rest, ", ");
    if (word == "subject") step.subject = rest;
    if (word == "gate") step.gate = *parse_gate({rest});
    if (word == "id") {
      step.external.push_back({rest.substr(0, rest.find(':')), rest.substr(rest.find(':') + 1)});
    }
  }
  return step;
}

inline std::vector<PlannedStep> outline(const std::string& text) {
  std::vector<PlannedStep> plan;
  std::vector<size_t> path;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t depth = line.find_first_not_of(' ') / 2;
    plan.push_back(planned(line.substr(depth * 2)));
    path.resize(depth);
    if (depth > 0) plan.back().parent = path.back();
    path.push_back(plan.size() - 1);
  }
  return plan;
}

inline Evidence shown(const std::string& name, Value value,
                      EvidenceSource source = EvidenceSource::kClaimed) {
  return Evidence{{{name, std::move(value), source}}, std::nullopt};
}

class Story {
 public:
  Session session;
  std::vector<Event> events;
  Time now = kMonday;
  ActorId actor{"ana"};

  Story() { session.identity.id = SessionId("s-1"); }
  explicit Story(const std::string& plan, Structure structure = {}) : Story() {
    StartSession start;
    start.opening.goal = "reach the exit";
    start.opening.structure = std::move(structure);
    start.plan = outline(plan);
    then(start);
  }

  Result<Drafts> would(const Wish& wish) const { return decide(session, Intent{now, actor, wish}); }

  Story& then(const Wish& wish) {
    const auto drafts = would(wish);
    if (!drafts) throw std::runtime_error("refused: " + drafts.error().message);
    return add(*drafts);
  }
  // False, and nothing happens, when it is refused.
  bool try_to(const Wish& wish) {
    const auto drafts = would(wish);
    if (drafts) add(*drafts);
    return drafts.ok();
  }
  Story& add(const Drafts& drafts) {
    uint32_t part = 0;
    for (const auto& draft : drafts) {
      EventHeader header;
      header.seq = Seq{session.head.number + 1};
      header.at = draft.at.value_or(now);
      header.actor = actor;
      header.part = part++;
      events.push_back(Event{header, draft.data});
      session = apply(std::move(session), events.back());
    }
    return *this;
  }
  Story& as(const std::string& name) {
    actor = ActorId(name);
    return *this;
  }
  Story& wait(Duration duration) {
    now = now + duration;
    return *this;
  }

  Story& done(const std::string& step, Evidence evidence = {}) {
    return then(CompleteStep{id(step), std::move(evidence), {}, {}, {}, {}});
  }
  Story& change(const std::string& step, StepVerb verb, const std::string& reason = "because") {
    return then(ChangeStep{id(step), verb, reason, {}});
  }
  Story& note(const std::string& text) {
    return then(RecordFact{
        NoteAdded{{}, text, ""},
        {}
    });
  }
  Story& add_steps(const std::string& plan, StepId parent = kRoot) {
    return then(AddSteps{parent, std::nullopt, outline(plan)});
  }
  // Takes back the events from `first` on, as far as `last`.
  Result<Drafts> would_undo(size_t first, size_t last) const {
    return decide_undo(session, told(first - 1), told(last), Seq{static_cast<uint32_t>(first)},
                       Seq{static_cast<uint32_t>(last)}, "a mistake");
  }

  // The session after its first `count` events.
  Session told(size_t count) const {
    Session out = Story().session;
    for (size_t i = 0; i < count; ++i) out = apply(std::move(out), events[i]);
    return out;
  }

  StepId id(const std::string& title) const {
    for (const auto& step : session.steps) {
      if (!step.removed && step.title == title && step.id != kRoot) return step.id;
    }
    throw std::runtime_error("no step " + title);
  }
  const Step& step(const std::string& title) const { return session.steps[id(title).number]; }
  StepStatus status(const std::string& title) const { return step(title).status; }
  std::string current() const { return session.find(current_step(session, actor))->title; }
  Progress progress() const { return clew::progress(session, actor, now); }
  std::string ready() const {
    std::string out;
    for (const StepId each : ready_steps(session, actor, now)) {
      out += (out.empty() ? "" : " ") + session.find(each)->title;
    }
    return out;
  }
};

// The names of the events, for tests that say what follows from what.
inline std::string names(const Drafts& drafts) {
  std::string out;
  for (const auto& draft : drafts)
    out += (out.empty() ? "" : " ") + std::string(name_of(draft.data));
  return out;
}

}  // namespace clew
