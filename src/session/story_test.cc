#include "session/story_test.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "session/apply.h"

namespace clew {
namespace {

std::vector<std::string> split_at(const std::string& text, const std::string& by) {
  std::vector<std::string> parts;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(by, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + by.size();
  }
  return parts;
}

}  // namespace

PlannedStep planned(const std::string& line) {
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

std::vector<PlannedStep> outline(const std::string& text) {
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

Evidence shown(const std::string& name, Value value, EvidenceSource source) {
  return Evidence{{{name, std::move(value), source}}, std::nullopt};
}

std::string names(const Drafts& drafts) {
  std::string out;
  for (const auto& draft : drafts) {
    out += (out.empty() ? "" : " ") + std::string(name_of(draft.data));
  }
  return out;
}

ErrorCode code_of(const Result<Drafts>& result) {
  if (result.ok()) throw std::runtime_error("not refused: " + names(*result));
  if (result.error().subject.empty()) throw std::runtime_error("an error without a subject");
  if (result.error().next.empty()) throw std::runtime_error("an error without a next command");
  return result.error().code;
}

Story::Story() { session.identity.id = SessionId("s-1"); }

Story::Story(const std::string& plan, const Structure& structure) : Story() {
  StartSession start;
  start.opening.goal = "reach the exit";
  start.opening.structure = structure;
  start.plan = outline(plan);
  then(start);
}

Result<Drafts> Story::would(const Intent& intent) const {
  return decide(session, Proposal{now, actor, intent});
}

Story& Story::then(const Intent& intent) {
  const auto drafts = would(intent);
  if (!drafts) throw std::runtime_error("refused: " + drafts.error().message);
  return add(*drafts);
}

bool Story::try_to(const Intent& intent) {
  const auto drafts = would(intent);
  if (drafts) add(*drafts);
  return drafts.ok();
}

Story& Story::add(const Drafts& drafts) {
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

Story& Story::as(const std::string& name) {
  actor = ActorId(name);
  return *this;
}

Story& Story::wait(Duration duration) {
  now = now + duration;
  return *this;
}

Story& Story::done(const std::string& step, const Evidence& evidence) {
  return then(CompleteStep{id(step), evidence, {}, {}, {}, {}});
}

Story& Story::change(const std::string& step, StepVerb verb, const std::string& reason) {
  return then(ChangeStep{id(step), verb, reason, {}});
}

Story& Story::note(const std::string& text) {
  return then(RecordFact{
      NoteAdded{{}, text, ""},
      {}
  });
}

Story& Story::add_steps(const std::string& plan, StepId parent) {
  return then(AddSteps{parent, std::nullopt, outline(plan)});
}

Result<Drafts> Story::would_undo(size_t first, size_t last) const {
  return decide_undo(session, reported(first - 1), reported(last),
                     Seq{static_cast<uint32_t>(first)}, Seq{static_cast<uint32_t>(last)},
                     "a mistake");
}

Session Story::reported(size_t count) const {
  Session out = Story().session;
  for (size_t i = 0; i < count; ++i) out = apply(std::move(out), events[i]);
  return out;
}

StepId Story::id(const std::string& title) const {
  for (const auto& step : session.steps) {
    if (!step.removed && step.title == title && step.id != kRoot) return step.id;
  }
  throw std::runtime_error("no step " + title);
}

std::string Story::current() const { return session.find(current_step(session, actor))->title; }

std::string Story::ready() const {
  std::string out;
  for (const StepId each : ready_steps(session, actor, now)) {
    out += (out.empty() ? "" : " ") + session.find(each)->title;
  }
  return out;
}

}  // namespace clew
