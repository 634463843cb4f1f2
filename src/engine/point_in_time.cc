#include "engine/point_in_time.h"

#include <fmt/format.h>

namespace clew {
namespace {

// What only looks, looks at the same moment; the rest is about the present and is not said.
CommandWording in_the_past(const CommandWording& wording, const SessionRef& ref) {
  const std::string id = " " + ref.id.text;
  const std::string moment = fmt::format("{}@{}", id, ref.at->number);
  return [wording, id, moment](const std::string& command) -> std::string {
    const size_t at = command.find(id);
    const size_t end = at + id.size();
    const bool looks = at != std::string::npos && !command.starts_with("clew resume") &&
                       (end == command.size() || command[end] == ' ');
    if (!looks) return {};
    const std::string then = command.substr(0, at) + moment + command.substr(end);
    return wording ? wording(then) : then;
  };
}

std::string fork_command(const SessionRef& ref) {
  return fmt::format("clew fork {}@{}", ref.id.text, ref.at->number);
}

}  // namespace

Status as_of_then(Workspace& workspace, const SessionRef& ref, const Session& session,
                  World& world) {
  if (!ref.at) return success();
  CLEW_ASSIGN(const SessionSummary summary, workspace.store().summary(ref.id));
  world.events_total = summary.head.seq.number;
  world.now = session.last_activity;
  world.wording = in_the_past(world.wording, ref);
  return success();
}

std::string past_line(const Workspace& workspace, const SessionRef& ref, const World& world,
                      const char* verb) {
  if (!ref.at) return {};
  const auto said = [&](const std::string& command) {
    const CommandWording& wording = workspace.caller().wording;
    return wording ? wording(command) : command;
  };
  return fmt::format("showing event {} of {} ({}); latest:  {}; to continue from here:  {}\n",
                     ref.at->number, world.events_total, to_iso_minutes(world.now),
                     said(fmt::format("clew {} {}", verb, ref.id.text)), said(fork_command(ref)));
}

NextAction next_of(const SessionRef& ref, const Session& session, const World& world) {
  if (!ref.at) return next_action(session, world.reader, world.now);
  NextAction next;
  next.text = "this is a past state; fork it to continue from here";
  next.command = fork_command(ref);
  next.set_by = "the past";
  return next;
}

Status refuse_past(const SessionRef& ref, const char* why, const std::string& again) {
  if (!ref.at) return success();
  return make_error(ErrorCode::kUsage, why, fmt::format("{}@{}", ref.id.text, ref.at->number),
                    again);
}

}  // namespace clew
