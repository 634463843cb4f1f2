// The first parts of a brief: where the work stands, what it is for, what is next.

#include <fmt/format.h>

#include <cctype>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/stored_text.h"
#include "brief/words.h"
#include "session/file_actor.h"

namespace clew {
namespace {

constexpr size_t kRoomForCommand = 30;  // percent
constexpr size_t kShort = 60;
constexpr size_t kConstraint = 140;
constexpr size_t kAllConstraints = 360;
constexpr size_t kMaxConstraint = 230;  // in a list
constexpr size_t kLongGoal = 2000;
constexpr Duration kWorthAnAge = hours(1);

// What was found when the recorded state was compared with the disk.
std::string checked_words(const Standing& standing) {
  if (standing.checked == Checked::kNotLooked) return "not checked";
  if (standing.checked == Checked::kCurrent) return "CURRENT";
  std::string words;
  const auto add = [&](size_t count, const char* one, const char* many) {
    if (count > 0) words += (words.empty() ? "" : ", ") + counted(count, one, many);
  };
  add(standing.drifted_files, "file", "files");
  add(standing.drifted_symbols, "symbol", "symbols");
  add(standing.other_differences, "other difference", "other differences");
  return "DRIFTED: " + words;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// The text as a sentence.
std::string ended(const std::string& text) {
  const bool closed = text.ends_with('.') || text.ends_with('!') || text.ends_with('?') ||
                      text.ends_with(':') || text.ends_with("…") || text.empty();
  return closed ? text : text + ".";
}

// For a session that has ended nothing is suggested.
std::string closed_line(const Scene& scene, Measure measure) {
  const LifecycleState& lifecycle = scene.session.lifecycle;
  std::string text = fmt::format("This session is {}", name_of(lifecycle.status));
  if (lifecycle.ended_at) {
    text += fmt::format(" since {}", when(*lifecycle.ended_at, scene.world.now));
  }
  if (!scene.standing.rows.empty()) {
    text += fmt::format(", {} of {} done", scene.standing.progress.complete,
                        counted(scene.standing.progress.total, "step", "steps"));
  }
  if (!lifecycle.reason.empty()) text += ": " + recorded(lifecycle.reason, measure(160));
  return ended(text) + " Nothing is left to do.";
}

// How many of the constraints stand in the line with the goal.
// The first constraint always stands with the goal; the others as long as there is room.
size_t constraints_with_goal(const Session& session, Measure measure) {
  const auto& constraints = session.identity.constraints;
  size_t taken = 0;
  for (size_t i = 0; i < constraints.size(); ++i) {
    taken += count_characters(recorded(constraints[i], measure(kConstraint))) + 2;
    if (i > 0 && taken > measure(kAllConstraints)) return i;
  }
  return constraints.size();
}

// The goal line notes in scene.reported how many constraints it took, so that constraints_section
// has the rest.
std::string goal_line(const Scene& scene, Measure measure) {
  const Identity& identity = scene.session.identity;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  if (!identity.goal.empty()) {
    add("Goal" + edited_mark(identity.goal_by) + ": " +
        ended(recorded(identity.goal, measure(400))));
  }
  const size_t here = constraints_with_goal(scene.session, measure);
  scene.reported.constraints = here;
  std::string constraints;
  for (size_t i = 0; i < here; ++i) {
    constraints += (i == 0 ? "" : "; ") + recorded(identity.constraints[i], measure(kConstraint));
  }
  if (here < identity.constraints.size()) {
    constraints += fmt::format("; +{} more below", identity.constraints.size() - here);
  }
  if (!constraints.empty()) {
    add("Constraints" + edited_mark(identity.constraints_by) + ": " + ended(constraints));
  }
  if (!identity.parent.empty()) {
    add(fmt::format("Forked from {}@{}.", recorded(identity.parent.text, 64),
                    identity.parent_seq.number));
  }
  return text;
}

// Whether the latest task is another than the goal, and the plan has nothing left to say of it.
bool is_other_work(const Scene& scene) {
  const auto& tasks = scene.digest.said.tasks;
  if (tasks.empty() || is_closed(scene.session.lifecycle.status)) return false;
  if (!scene.standing.rows.empty() && scene.standing.at != kRoot) return false;
  const std::string& goal = scene.session.identity.goal;
  const std::string& task = tasks.front().text;
  constexpr size_t kMinWords = 3;
  const bool changes = tasks.front().changes || tasks.front().firmness >= Firmness::kFirm;
  return !changes && words_of(task).size() >= kMinWords && !shares_name(task, goal) &&
         shared_stems(content_words(task), content_words(goal)) == 0 &&
         scene.digest.said.tasks.size() > 1;
}

// Which device goes on with it, when it was handed off.
// Only of a handed-off session. On the device that gave it away, work goes into a fork.
std::string holder_line(const Scene& scene, Measure measure) {
  const auto& handoff = scene.session.handoff;
  if (!handoff || scene.world.holder == Holder::kNobody) return {};
  const std::string at = when(handoff->origin.at, scene.world.now);
  if (scene.world.holder == Holder::kHere) {
    return fmt::format("Handed to this device{} {}.",
                       handoff->from.empty() ? "" : " by " + recorded(handoff->from, measure(40)),
                       at);
  }
  return fmt::format("Handed to {} {}: what is recorded here goes into a fork.",
                     recorded(handoff->device, measure(40)), at);
}

// Agents that were running when the session was left: nobody ended them.
std::string agents_line(const Scene& scene, Measure measure) {
  if (scene.session.lifecycle.status != Lifecycle::kActive) return {};
  constexpr size_t kMax = 4;
  std::vector<std::string> running;
  size_t count = 0;
  for (const auto& agent : scene.session.agents.items) {
    if (agent.status != AgentStatus::kRunning || ++count > kMax) continue;
    std::string text = recorded(agent.id.text, measure(40));
    std::vector<std::string> more;
    if (!agent.type.empty()) more.push_back(recorded(agent.type, measure(40)));
    if (agent.progress) more.push_back(fmt::format("{:.0f} %", *agent.progress * 100));
    if (!agent.blocking_on.empty()) {
      more.push_back("waits for " + recorded(agent.blocking_on.text, measure(40)));
    }
    if (agent.started_at) more.push_back("since " + when(*agent.started_at, scene.world.now));
    if (!more.empty()) text += fmt::format(" ({})", fmt::join(more, ", "));
    running.push_back(std::move(text));
  }
  if (running.empty()) return {};
  const std::string rest = count > kMax ? fmt::format(", +{} more", count - kMax) : "";
  return fmt::format("Agents left running: {}{}", fmt::join(running, ", "), rest);
}

// What was kept of unfinished work when it was paused at that time.
std::string kept_words(const Scene& scene, const std::optional<Time>& at, Measure measure) {
  std::string words;
  for (const auto& artifact : scene.session.artifacts.items) {
    if (artifact.origin.at != at || !artifact.archived_as.empty()) continue;
    words += (words.empty() ? "; kept " : ", ") + recorded_path(artifact.path, measure(80));
  }
  return words;
}

std::string pause_words(const Scene& scene, const LifecycleState& lifecycle, Measure measure) {
  std::string text =
      lifecycle.reason.empty() ? "no reason given" : recorded(lifecycle.reason, measure(160));
  if (!lifecycle.context.empty()) {
    text += "; was at: " + recorded(lifecycle.context, measure(160));
  }
  return text + kept_words(scene, lifecycle.paused_at, measure);
}

// After so long it may be nobody's work any more.
std::string stale_words(const Scene& scene, Duration idle) {
  if (idle <= kStaleWarning) return {};
  return fmt::format("; no activity for {}: check that it still applies, or archive it: `{}`",
                     to_words(idle), scene.world.worded("clew archive " + id_of(scene.session)));
}

// Either the pause that this very resume ended, or the pause that lasts. One by inactivity is only
// due, and nothing is recorded of it yet.
std::string paused_line(const Scene& scene, Measure measure) {
  const auto& before = scene.world.resumed_from;
  if (before && before->pause.paused_at && scene.standing.state == Lifecycle::kActive) {
    return fmt::format("Was paused: {}{}   from {} until now",
                       pause_words(scene, before->pause, measure), stale_words(scene, before->idle),
                       when(*before->pause.paused_at, scene.world.now));
  }
  if (scene.standing.state != Lifecycle::kPaused) return {};
  const LifecycleState& lifecycle = scene.session.lifecycle;
  const std::string since =
      scene.standing.paused_since
          ? fmt::format("   since {}", when(*scene.standing.paused_since, scene.world.now))
          : std::string();
  const std::string stale = stale_words(scene, scene.world.now - scene.session.last_activity);
  if (lifecycle.status != Lifecycle::kPaused) {
    return fmt::format("Paused: by inactivity, resumes with the next activity{}{}", stale, since);
  }
  return "Paused: " + pause_words(scene, lifecycle, measure) + stale + since;
}

// " (by claude-code)" of what somebody else than a person recorded; a person is user@host.
std::string author_mark(const Origin& origin, Measure measure) {
  if (is_file(origin.actor)) return file_mark(origin);
  const ActorId& actor = origin.actor;
  if (actor.empty() || actor.text.find('@') != std::string::npos) return {};
  return fmt::format(" (by {})", recorded(short_name(actor), measure(40)));
}

// "3 days old", "5 h old"
std::string age_words(Duration idle) {
  const int64_t whole_days = idle.ms / days(1).ms;
  if (whole_days > 0) return counted(static_cast<size_t>(whole_days), "day", "days") + " old";
  return fmt::format("{} h old", idle.ms / hours(1).ms);
}

// Nobody set it and no step of a plan is at hand.
bool is_unplanned(const Scene& scene, const NextWords& next) {
  const bool plan_done = next.set_by == "the plan" && scene.standing.at == kRoot;
  return scene.session.lifecycle.status == Lifecycle::kActive &&
         (next.set_by == "the goal" || plan_done) && !scene.session.root().gate;
}

// What the agent said is next, else what the person asked for last; empty: neither said anything.
std::string said_next(const Scene& scene, Measure measure) {
  const Digest& digest = scene.digest;
  const Scored* sentence = next_sentence(digest);
  const auto& tasks = digest.said.tasks;
  const bool asked_since =
      !tasks.empty() && !digest.messages.empty() && tasks.front().id > digest.messages.front().id;
  if (sentence != nullptr && !asked_since) {
    const OwnMessage& message = digest.messages.front();
    return fmt::format("Next (in {}'s words, {}): {}", recorded(message.name, measure(30)),
                       when(message.at, scene.world.now),
                       quoted(with_lead(sentence->sentence), measure(300)));
  }
  const bool unanswered = !tasks.empty() && (digest.messages.empty() || asked_since);
  if (!unanswered || same_words(tasks.front().text, scene.session.identity.goal)) return {};
  return fmt::format("Next (asked for {}): {}", when(tasks.front().at, scene.world.now),
                     quoted(tasks.front().text, measure(300)));
}

}  // namespace

// Only an error that nothing has passed since: an older one is over.
std::string error_line(const Scene& scene, Measure measure) {
  const LifecycleState& lifecycle = scene.session.lifecycle;
  if (lifecycle.last_error.empty() || !lifecycle.last_error_at) return {};
  if (*lifecycle.last_error_at < scene.standing.last_pass) return {};
  const auto& errors = scene.session.errors.items;
  const bool is_known = !errors.empty() && errors.back().text == lifecycle.last_error;
  return fmt::format("Last error{}: {}   {}",
                     is_known ? author_mark(errors.back().origin, measure) : "",
                     recorded(lifecycle.last_error, measure(160)),
                     when(*lifecycle.last_error_at, scene.world.now));
}

// The first line: id, goal, position in the plan, state, whether it was checked, and how old it is.
// With no room for anything (0 per cent) only id, state and check stay.
std::string standing_line(const Scene& scene, Measure measure) {
  const Session& session = scene.session;
  const Standing& standing = scene.standing;
  std::vector<std::string> parts{"clew " + id_of(session)};
  const bool bare = measure.percent == 0;  // only what cannot be left out
  if (!session.identity.goal.empty() && !bare) {
    parts.push_back(recorded(session.identity.goal, measure(80)) +
                    edited_mark(session.identity.goal_by));
  }
  if (is_closed(standing.state)) {
    parts.push_back(upper(name_of(standing.state)));
  } else {
    std::string position = position_words(session, standing);
    if (standing.at != kRoot && !bare) {
      position += " " + quoted(standing.step->title, measure(40));
      position += edited_mark(standing.step->words_by);
    }
    if (!position.empty()) parts.push_back(std::move(position));
    const Duration idle = scene.world.now - session.last_activity;
    if (standing.state == Lifecycle::kPaused) {
      parts.push_back(idle > kStaleWarning ? "paused, idle for " + to_words(idle) : "paused");
    }
  }
  if (session.lifecycle.archived) parts.emplace_back("archived");
  parts.push_back(checked_words(standing));
  const Duration since = scene.world.now - session.last_activity;
  const bool is_reported = standing.state == Lifecycle::kPaused && since > kStaleWarning;
  if (since >= kWorthAnAge && !is_reported) parts.push_back(age_words(since));
  return fmt::format("{}", fmt::join(parts, " · "));
}

// What to do next, in the words of whoever set it. Where neither a person nor the plan says
// anything, the agent's own last words or the person's last task stand in.
std::string next_line(const Scene& scene, Measure measure) {
  const auto next = next_words(scene.session, scene.world, scene.standing);
  if (!next) return {};
  if (is_unplanned(scene, *next)) {
    const std::string said = said_next(scene, measure);
    if (!said.empty()) return said;
  }
  std::string text = fmt::format("Next (set by {}): {}", recorded(next->set_by, measure(40)),
                                 recorded_sentence(next->text, measure(320)));
  // Half a command is none: where there is little room, a long one is left to the page behind
  // "More".
  const bool fits = measure.percent >= kRoomForCommand || count_characters(next->command) <= kShort;
  if (!next->command.empty() && fits) {
    text += fmt::format("{}`{}`", next->glue,
                        recorded(next->command, std::max<size_t>(80, measure(160))));
  }
  return ended(text);
}

// " · 41 of 41 events, head 9f3c…": how complete the reading was.
std::string receipt(const World& world) {
  return fmt::format(" · {} of {} events, head {}", world.events_read, world.events_total,
                     world.head_hash.brief());
}

Section lines_section(std::vector<std::string> lines, const char* name) {
  Section section;
  std::erase(lines, std::string());
  section.items = std::move(lines);
  section.total = section.items.size();
  section.one = section.many = name;
  return section;
}

// The line is worded again with less and less until it fits; the frame below it always stays.
Section status_section(const Scene& scene, size_t room) {
  const std::string as_of = " · as of " + to_iso_minutes(scene.world.now);
  const size_t for_line = room - std::min(room, count_characters(kFrame) + 1);
  std::string line;
  for (const size_t percent : {100, 80, 60, 45, 30, 20, 12, 0}) {
    line = standing_line(scene, Measure{percent}) + as_of;
    if (count_characters(line) <= for_line) break;
  }
  return lines_section({cut(line, for_line) + "\n" + kFrame}, "the status");
}

// In the order of importance, each with what room is left: that it is closed, the goal, what it is
// about, and the task that is newer than the goal.
Section goal_section(const Scene& scene, size_t room) {
  std::vector<std::string> lines;
  size_t left = room;
  const auto add = [&](std::string line) {
    left -= std::min(left, count_characters(line) + 1);
    lines.push_back(std::move(line));
  };
  if (is_closed(scene.session.lifecycle.status)) {
    add(worded_within(left / 2, [&](Measure m) { return closed_line(scene, m); }));
  }
  scene.reported.now = is_other_work(scene);
  const size_t for_now = scene.reported.now ? std::min<size_t>(left / 2, 160) : 0;
  std::string goal = worded_within(left - for_now, [&](Measure m) { return goal_line(scene, m); });
  scene.reported.whole_goal =
      goal.find(recorded(scene.session.identity.goal, kLongGoal)) != std::string::npos;
  if (!goal.empty()) add(std::move(goal));
  const std::string& about = scene.session.root().description;
  constexpr size_t kAbout = 60;
  if (!about.empty() && left > for_now + kAbout) {
    add("About" + edited_mark(scene.session.root().words_by) + ": " +
        quoted(about, std::min<size_t>(left - for_now - 9, 300)));
  }
  if (scene.reported.now) {
    const SaidLine& task = scene.digest.said.tasks.front();
    const std::string at = "   " + when(task.at, scene.world.now);
    const size_t taken = count_characters(at) + 7;
    add("Now: " + quoted(task.text, left > taken ? left - taken : 0) + at);
  }
  return lines_section(std::move(lines), "the goal");
}

Section constraints_section(const Scene& scene, size_t room) {
  const auto& constraints = scene.session.identity.constraints;
  const size_t with_goal = scene.reported.constraints;
  Section section;
  section.layout = Layout::kBullets;
  section.title = "More constraints" + edited_mark(scene.session.identity.constraints_by) + ":";
  section.one = "constraint";
  section.many = "constraints";
  section.rest = scene.world.worded("clew show " + id_of(scene.session));
  for (size_t i = with_goal; i < constraints.size(); ++i) {
    section.items.push_back(recorded(constraints[i], std::min(room, kMaxConstraint)));
  }
  section.total = section.items.size();
  return section;
}

// Being interrupted comes first; the pause gets what room is left, but never less than 60
// characters.
Section interrupted_section(const Scene& scene, size_t room) {
  const std::string interrupted = worded_within(room, [&](Measure m) {
    return interrupted_line(scene.session, scene.world, scene.standing, m);
  });
  const size_t taken = interrupted.empty() ? 0 : count_characters(interrupted) + 1;
  const size_t left = room - std::min(room, taken);
  return lines_section(
      {worded_within(room, [&](Measure m) { return holder_line(scene, m); }), interrupted,
       worded_within(std::max<size_t>(left, 60), [&](Measure m) { return paused_line(scene, m); }),
       worded_within(room, [&](Measure m) { return agents_line(scene, m); })},
      "how it was left");
}

Section next_section(const Scene& scene, size_t room) {
  return lines_section({worded_within(room, [&](Measure m) { return next_line(scene, m); })},
                       "the next action");
}

}  // namespace clew
