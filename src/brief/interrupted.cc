// Work that nobody ended. Agents whose hooks tell when a turn ends are taken at their word: until
// then it goes on, and what they leave without it was cut off. Of others only this is known: that
// no checkpoint and no end of a step followed their edits and commands.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/stored_text.h"

namespace clew {
namespace {

struct Look {
  const Session& session;
  const World& world;
  const Standing& standing;
};

const AgentCheck* agent_named(const World& world, const ActorId& actor) {
  const auto found = std::find_if(world.agents.begin(), world.agents.end(),
                                  [&](const AgentCheck& agent) { return agent.actor == actor; });
  return found == world.agents.end() ? nullptr : &*found;
}

bool is_there(const Look& scene, const ActorId& actor) {
  const AgentCheck* agent = agent_named(scene.world, actor);
  return agent != nullptr && agent->there;
}

bool reported_turns(const Look& scene, const ActorId& actor) {
  const AgentCheck* agent = agent_named(scene.world, actor);
  return agent != nullptr && agent->tells_turns;
}

// No end of its own turn followed, nor a whole turn of somebody else's: one that ended first may
// have run beside it, the next has begun after it.
bool is_turn_open(const Standing& standing, const ActorId& actor, Time at) {
  if (at <= standing.turns_kept_from) return false;
  return std::all_of(standing.turn_ends.begin(), standing.turn_ends.end(),
                     [&](const TurnEnds& ends) {
                       return at > (ends.actor == actor ? ends.last : ends.one_before);
                     });
}

bool anybody_reported_turns(const Look& scene) {
  const auto& agents = scene.world.agents;
  return std::any_of(agents.begin(), agents.end(),
                     [](const AgentCheck& agent) { return agent.tells_turns; });
}

bool is_loose(const Look& scene, const Origin& origin) {
  if (is_there(scene, origin.actor)) return false;
  // What people did between the turns of such agents is nobody's turn.
  const bool is_agent = agent_named(scene.world, origin.actor) != nullptr;
  if (!is_agent && anybody_reported_turns(scene)) return false;
  if (!reported_turns(scene, origin.actor)) return origin.at > scene.standing.last_end;
  return is_turn_open(scene.standing, origin.actor, origin.at);
}

// The latest that is loose; null when there is none.
template <class Fact>
const Fact* last_loose(const Look& scene, const std::vector<Fact>& facts) {
  const Fact* last = nullptr;
  for (const auto& fact : facts) {
    const bool later = last == nullptr || fact.origin.id > last->origin.id;
    if (later && is_loose(scene, fact.origin)) last = &fact;
  }
  return last;
}

std::vector<std::string> edits_and_commands(const Look& scene, Measure measure) {
  std::vector<std::string> parts;
  const FileChange* edit = last_loose(scene, scene.session.files.items);
  if (edit != nullptr) {
    parts.push_back(fmt::format("last edit {} {}{}", recorded_path(edit->path, measure(120)),
                                when(edit->origin.at, scene.world.now), file_mark(edit->origin)));
  }
  const CommandRun* run = last_loose(scene, scene.session.runs.items);
  if (run != nullptr && (edit == nullptr || run->origin.id > edit->origin.id)) {
    parts.push_back(fmt::format("last command {} {}{}{}",
                                quoted(run->command + " " + run->arguments, measure(80)),
                                run->outcome == RunOutcome::kFailure ? "failed " : "",
                                when(run->origin.at, scene.world.now), file_mark(run->origin)));
  }
  return parts;
}

// Whether the actor did anything then or later.
bool was_at_work(const Look& scene, const ActorId& actor, Time at) {
  const auto& locations = scene.session.locations;
  return std::any_of(locations.begin(), locations.end(), [&](const ActorLocation& location) {
    return location.actor == actor && location.last_at >= at;
  });
}

// The model could not be had, and nothing was ended since.
std::string failed_turn(const Look& scene, Measure measure) {
  const auto& checkpoints = scene.session.checkpoints.items;
  for (auto made = checkpoints.rbegin(); made != checkpoints.rend(); ++made) {
    if (made->name == kEndOfTurn) return {};
    if (made->name != kTurnFailed) continue;
    if (!is_turn_open(scene.standing, made->origin.actor, made->origin.at)) return {};
    return fmt::format("{}'s turn failed {}{}{}", recorded(short_name(made->origin.actor), 20),
                       when(made->origin.at, scene.world.now), file_mark(made->origin),
                       made->note.empty() ? "" : " (" + recorded(made->note, measure(80)) + ")");
  }
  return {};
}

// The step that an agent began or ended last in a turn without an end; empty when there is none.
std::string loose_step(const Look& scene) {
  const Step* last = nullptr;
  Time at;
  for (const auto& step : scene.session.steps) {
    if (step.id == kRoot || step.removed || step.attempts.empty()) continue;
    const Attempt& attempt = step.attempts.back();
    const Time moved = attempt.ended_at.value_or(attempt.started_at);
    if (!was_at_work(scene, attempt.actor, moved)) continue;  // somebody else ended it
    if (moved <= at || !reported_turns(scene, attempt.actor) || is_there(scene, attempt.actor) ||
        !is_turn_open(scene.standing, attempt.actor, moved)) {
      continue;
    }
    last = &step;
    at = moved;
  }
  if (last == nullptr) return {};
  return fmt::format("step {} {} {}", number_of(scene.session, last->id),
                     last->attempts.back().ended_at ? "ended" : "begun", when(at, scene.world.now));
}

// Somebody was asked, and nobody who was is there any more.
std::string loose_prompt(const Look& scene) {
  const auto& agents = scene.world.agents;
  const bool is_heard = std::any_of(agents.begin(), agents.end(),
                                    [](const AgentCheck& agent) { return agent.there; });
  const auto& asked = scene.session.instruction;
  if (!asked || !anybody_reported_turns(scene) || is_heard ||
      asked->origin.at <= scene.standing.last_turn_end) {
    return {};
  }
  return fmt::format("asked {}", when(asked->origin.at, scene.world.now));
}

}  // namespace

std::string interrupted_line(const Session& session, const World& world, const Standing& standing,
                             Measure measure) {
  if (session.lifecycle.status != Lifecycle::kActive) return {};
  const Look scene{session, world, standing};
  std::vector<std::string> parts = edits_and_commands(scene, measure);
  if (parts.empty()) parts.push_back(loose_step(scene));
  if (parts.front().empty()) parts.front() = loose_prompt(scene);
  const std::string failed = failed_turn(scene, measure);
  if (!failed.empty()) parts.insert(parts.begin(), failed);
  std::erase(parts, std::string());
  if (parts.empty()) return {};
  std::string text = fmt::format("Interrupted: {}, no end of turn", fmt::join(parts, ", "));
  if (world.uncommitted) {
    text += fmt::format("; {} uncommitted ✓", counted(*world.uncommitted, "file", "files"));
    if (world.not_compared > 0) {
      text += fmt::format(", {} not compared (git filter)", world.not_compared);
    }
  }
  return text;
}

}  // namespace clew
