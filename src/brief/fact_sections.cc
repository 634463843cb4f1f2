// The facts of a brief: tried and failed, decided, open, touched; and who else is at work.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/stored_text.h"
#include "session/file_actor.h"

namespace clew {
namespace {

constexpr size_t kMaxItem = 230;  // one bullet, its author included
constexpr size_t kMaxFiles = 40;
constexpr size_t kMaxOpen = 24;
constexpr Duration kOpenTurn = minutes(10);

// What a section of facts is called, and by which type of event the log has the rest.
struct Naming {
  const char* title;
  const char* one;
  const char* many;
  const char* type;
};

// A section whose items are bullets; `rest` is the command that shows what did not fit.
Section bullets_of(const Scene& scene, size_t total, const Naming& naming) {
  Section section;
  section.layout = Layout::kBullets;
  section.title = naming.title;
  section.total = total;
  section.one = naming.one;
  section.many = naming.many;
  section.rest = log_command(scene, naming.type);
  return section;
}

// Text and what follows it, together at most `most`; the text gives way.
std::string with_end(const std::string& text, const std::string& end, size_t most) {
  const size_t taken = count_characters(end);
  return cut(text, most > taken ? most - taken : 0) + end;
}

// Whether the files a reason rests on are still what they were; empty when nobody looked.
// "✓" only when every file was looked at and is as recorded; else the words for the first that is
// not.
std::string paths_mark(const World& world, const std::vector<std::string>& paths) {
  size_t current = 0;
  for (const auto& path : paths) {
    const std::string mark = check_mark(world, path);
    if (mark == "✓")
      ++current;
    else if (!mark.empty())
      return recorded_sentence(mark, 60);
  }
  return current > 0 && current == paths.size() ? "✓" : "";
}

// "what: why, see path   (author, when)". Paths are named only when the words do not mention them.
std::string tried_item(const Scene& scene, const FailedApproach& tried, size_t most) {
  std::string text = recorded(tried.what, most);
  if (!tried.why.empty()) text += ": " + recorded(tried.why, most);
  std::string named;
  for (const auto& path : tried.paths) {
    const bool reported =
        tried.what.find(path) != std::string::npos || tried.why.find(path) != std::string::npos;
    if (!reported) named += (named.empty() ? ", see " : ", ") + recorded_path(path, 60);
  }
  const std::string mark = paths_mark(scene.world, tried.paths);
  const std::string ground = ground_mark(scene, "failed approach", tried.origin.id.number);
  const std::string end = !ground.empty() ? file_mark(tried.origin) + ground
                          : mark.empty()  ? author(tried.origin, scene.world.now)
                                          : file_mark(tried.origin) + "  " + mark;
  return with_end(text + named, end, std::max(most, count_characters(ground) + 60));
}

// "topic: choice, over a and b: reason". Of more than three options left aside two are named.
std::string decision_item(const Scene& scene, const Decision& decision, size_t most) {
  std::string text = recorded(decision.choice, most);
  if (!decision.topic.empty()) text = quoted(decision.topic, 60) + ": " + text;
  std::vector<std::string> others;
  for (const auto& option : decision.options) {
    if (option != decision.choice) others.push_back(recorded(option, 40));
  }
  if (others.size() > 3) {
    others[2] = fmt::format("{} others", others.size() - 2);
    others.resize(3);
  }
  if (!others.empty()) {
    const std::string last = others.back();
    others.pop_back();
    text += others.empty() ? ", over " + last
                           : fmt::format(", over {} and {}", fmt::join(others, ", "), last);
  }
  if (!decision.reason.empty()) text += ": " + recorded(decision.reason, most);
  const std::string ground = ground_mark(scene, "decision", decision.origin.id.number);
  return with_end(text, author(decision.origin, scene.world.now) + ground,
                  std::max(most, count_characters(ground) + 90));
}

// "src/a.cc +3 −1 ✓". Who and when is said only where nothing was checked.
std::string file_item(const Scene& scene, const FileChange& file, Measure measure) {
  const std::string path = recorded_path(file.path, measure(100));
  // Of a file that was modified somebody counted at least a line, or nobody counted.
  const bool counted = file.lines_added > 0 || file.lines_removed > 0;
  const std::string change =
      file.action == FileAction::kDeleted || (file.action == FileAction::kModified && !counted)
          ? name_of(file.action)
          : fmt::format("+{} −{}", file.lines_added, file.lines_removed);
  const std::string mark = check_mark(scene.world, file.path);
  const std::string end = mark.empty()  ? author(file.origin, scene.world.now).substr(3)
                          : mark == "✓" ? mark
                                        : recorded_sentence(mark, 120);
  return fmt::format("{} {} {}{}", path, change, end, mark.empty() ? "" : file_mark(file.origin));
}

const TurnEnds* turn_ends_of(const Scene& scene, const ActorId& actor) {
  for (const auto& ends : scene.standing.turn_ends) {
    if (ends.actor == actor) return &ends;
  }
  return nullptr;
}

bool is_bound(const World& world, const ActorId& actor) {
  return std::any_of(world.agents.begin(), world.agents.end(),
                     [&](const AgentCheck& agent) { return agent.actor == actor; });
}

bool is_gone(const World& world, const ActorId& actor) {
  return std::any_of(world.agents.begin(), world.agents.end(),
                     [&](const AgentCheck& agent) { return agent.actor == actor && !agent.there; });
}

// In a turn that goes on: it did something since its last one ended, a moment ago.
bool is_at_work(const Scene& scene, const ActorLocation& location) {
  if (is_gone(scene.world, location.actor)) return false;
  if (scene.world.now - location.last_at > kOpenTurn) return false;
  const TurnEnds* ends = turn_ends_of(scene, location.actor);
  return ends == nullptr || location.last_at > ends->last;
}

// An edit or a command of its turn that goes on.
bool did_something_now(const Scene& scene, const ActorId& actor) {
  const TurnEnds* ends = turn_ends_of(scene, actor);
  const auto is_of_now = [&](const auto& fact) {
    const Origin& origin = fact.origin;
    return origin.actor == actor && scene.world.now - origin.at <= kOpenTurn &&
           (ends == nullptr || origin.at > ends->last);
  };
  const auto& files = scene.session.files.items;
  const auto& runs = scene.session.runs.items;
  return std::any_of(files.begin(), files.end(), is_of_now) ||
         std::any_of(runs.begin(), runs.end(), is_of_now);
}

// "claude-code at step 3, 5 min ago"; without the step when it is finished or not begun.
std::string location_words(const Scene& scene, const ActorLocation& location) {
  const Session& session = scene.session;
  const Step* step = session.find(location.step);
  const bool at_step = step != nullptr && step->id != kRoot && !is_complete(*step) &&
                       step->status != StepStatus::kPending;
  return fmt::format("{}{}, {}", recorded(location.actor.text, 40),
                     at_step ? " at step " + number_of(session, location.step) : "",
                     ago(location.last_at, scene.world.now));
}

std::string branch_line(const Scene& scene, Measure measure) {
  const std::string words = branch_words(scene.session, scene.world, measure(60));
  return words.empty() ? words : "Branch: " + words;
}

std::string project_line(const Scene& scene, Measure measure) {
  if (!scene.world.project_found || scene.session.identity.project_path.empty()) return {};
  return fmt::format("Project: found at {} ✓, recorded at {}",
                     recorded_path(*scene.world.project_found, measure(100)),
                     recorded_path(scene.session.identity.project_path, measure(100)));
}

std::string before_line(const Scene& scene, Measure measure) {
  if (!scene.world.previous) return {};
  const PreviousWork& before = *scene.world.previous;
  return fmt::format("Before this: {} {}, {} {}", recorded(before.id.text, 64),
                     quoted(before.goal, measure(80)), name_of(before.status),
                     when(before.last_activity, scene.world.now));
}

// A title and at most four items in one line, with the number of the rest.
std::string listed(const char* title, std::vector<std::string> items) {
  constexpr size_t kMax = 4;
  if (items.empty()) return {};
  const size_t more = items.size() > kMax ? items.size() - kMax : 0;
  if (more > 0) items.resize(kMax);
  const std::string rest = more > 0 ? fmt::format(" · +{} more", more) : "";
  return fmt::format("{} {}{}", title, fmt::join(items, " · "), rest);
}

// web-3f2a "Fix the login" (web/, 2 h ago)
std::vector<std::string> nearby_items(const Scene& scene) {
  std::vector<std::string> out;
  for (const auto& work : scene.world.nearby) {
    const bool is_here = work.where == "here";
    const std::string goal = work.goal.empty() ? "" : quoted(work.goal, 50) + " ";
    out.push_back(fmt::format("{} {}({}{})", recorded(work.id.text, 40), goal,
                              is_here ? "" : recorded_path(work.where, 60) + ", ",
                              ago(work.touched_at, scene.world.now)));
  }
  return out;
}

}  // namespace

std::string log_command(const Scene& scene, const char* type) {
  return scene.world.worded(fmt::format("clew log {} --type {}", id_of(scene.session), type));
}

// "   (claude-code, 2 h ago)", set apart by three spaces so that words and author are told apart
// without colour.
std::string author(const Origin& origin, Time now) {
  const std::string name =
      is_file(origin.actor) ? kEditedInFiles : recorded(short_name(origin.actor), 20);
  if (name.empty()) return fmt::format("   ({})", when(origin.at, now));
  return fmt::format("   ({}, {})", name, when(origin.at, now));
}

std::string file_mark(const Origin& origin) {
  return is_file(origin.actor) ? edited_mark(origin.actor) : "";
}

// The first of the marks on what a fact rests on, and how many more there are.
std::string ground_mark(const Scene& scene, std::string_view kind, uint32_t id) {
  constexpr size_t kMaxMark = 120;
  std::string mark;
  size_t more = 0;
  for (const auto& each : scene.world.rests) {
    if (each.kind != kind || each.id != id) continue;
    if (!mark.empty()) {
      ++more;
      continue;
    }
    mark = recorded_sentence(each.words, kMaxMark);
  }
  if (mark.empty()) return mark;
  return fmt::format("  [{}{}]", mark, more > 0 ? fmt::format("; +{} more", more) : "");
}

// A cut may leave a quote open: it is closed, so that what follows is not read as quoted.
std::string recorded_sentence(std::string_view sentence, size_t most) {
  std::string text = recorded(sentence, most);
  if (std::count(text.begin(), text.end(), '"') % 2 == 0) return text;
  return recorded(sentence, most > 0 ? most - 1 : 0) + "\"";
}

// Who works on the session at this moment, the reader left out: actors in an open turn, agents that
// did something in it, and holders of claims.
std::vector<std::string> others_at_work(const Scene& scene) {
  const Session& session = scene.session;
  std::vector<std::string> out;
  if (is_closed(session.lifecycle.status)) return out;
  for (auto location = session.locations.rbegin(); location != session.locations.rend();
       ++location) {
    if (location->actor == scene.world.reader || !is_at_work(scene, *location)) continue;
    out.push_back(location_words(scene, *location));
  }
  // Without a plan it stands nowhere in it.
  for (const auto& agent : scene.world.agents) {
    const bool placed = std::any_of(session.locations.begin(), session.locations.end(),
                                    [&](const ActorLocation& p) { return p.actor == agent.actor; });
    if (placed || !agent.there || agent.actor == scene.world.reader) continue;
    if (did_something_now(scene, agent.actor)) out.push_back(recorded(agent.actor.text, 40));
  }
  for (const auto& row : scene.standing.rows) {
    if (row.inside_finished || !is_held_by_other(*row.step, scene.world.reader, scene.world.now)) {
      continue;
    }
    out.push_back(fmt::format("step {} claimed by {} until {}", row.number,
                              recorded(row.step->lease->holder.text, 40),
                              when(row.step->lease->expires_at, scene.world.now)));
  }
  return out;
}

// Who may come back: bound agents whose process is there, and actors without a process who did
// something within the hour.
std::vector<std::string> others_seen(const Scene& scene) {
  const Session& session = scene.session;
  const World& world = scene.world;
  std::vector<std::string> out;
  if (is_closed(session.lifecycle.status)) return out;
  for (auto location = session.locations.rbegin(); location != session.locations.rend();
       ++location) {
    if (location->actor == world.reader || is_at_work(scene, *location)) continue;
    const bool there = is_bound(world, location->actor) && !is_gone(world, location->actor);
    const bool lately =
        !is_bound(world, location->actor) && world.now - location->last_at <= hours(1);
    if (there || lately) out.push_back(location_words(scene, *location));
  }
  for (auto agent = world.agents.rbegin(); agent != world.agents.rend(); ++agent) {
    const bool placed =
        std::any_of(session.locations.begin(), session.locations.end(),
                    [&](const ActorLocation& p) { return p.actor == agent->actor; });
    if (!agent->there || placed || agent->actor == world.reader) continue;
    out.push_back(recorded(agent->actor.text, 40));
  }
  return out;
}

// Newest first. With little room three items share it, so that one long text does not push out the
// rest.
Section tried_section(const Scene& scene, size_t room) {
  const auto& kept = scene.session.failed_approaches;
  Section section =
      bullets_of(scene, kept.total,
                 {"Tried and failed:", "failed approach", "failed approaches", "approach_failed"});
  if (kept.items.empty()) return section;
  const size_t share = room / std::min<size_t>(kept.items.size(), 3);
  const size_t most = std::min(kMaxItem, std::max<size_t>(share - std::min<size_t>(share, 20), 90));
  for (auto tried = kept.items.rbegin(); tried != kept.items.rend(); ++tried) {
    section.items.push_back(tried_item(scene, *tried, most));
  }
  return section;
}

// Newest first; explanations of plans are put between the first decisions, as they are decisions as
// well.
Section decisions_section(const Scene& scene, size_t room) {
  const auto& kept = scene.session.decisions;
  Section section =
      bullets_of(scene, kept.total, {"Decisions:", "decision", "decisions", "decision_made"});
  const size_t most = std::min(kMaxItem, room);
  for (auto item = kept.items.rbegin(); item != kept.items.rend(); ++item) {
    section.items.push_back(decision_item(scene, *item, most));
  }
  // Why a plan was made or changed, in the words of whoever did.
  constexpr size_t kMaxExplanations = 4;
  size_t explained = 0;
  const auto& notes = scene.session.notes.items;
  for (auto note = notes.rbegin(); note != notes.rend() && explained < kMaxExplanations; ++note) {
    if (note->log != "plan") continue;
    const std::string end =
        author(note->origin, scene.world.now) + ground_mark(scene, "note", note->origin.id.number);
    const size_t taken = count_characters(end) + 8;
    const std::string item = "plan: " + quoted(note->text, most > taken ? most - taken : 0) + end;
    section.items.insert(section.items.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(
                                                     section.items.size(), 1 + 2 * explained)),
                         item);
    ++section.total;
    ++explained;
  }
  return section;
}

// Questions before claims. The title tells a closed session's from an open one's.
Section open_section(const Scene& scene, size_t room) {
  Section section;
  section.layout = Layout::kInline;
  section.one = "open question or claim";
  section.many = "open questions and claims";
  section.rest = log_command(scene, "question_asked");
  const auto add = [&](std::string text) {
    if (++section.total <= kMaxOpen) section.items.push_back(std::move(text));
  };
  const size_t most = std::min<size_t>(200, room);
  const auto& questions = scene.session.questions.items;
  for (auto question = questions.rbegin(); question != questions.rend(); ++question) {
    if (!question->open()) continue;
    const std::string ground = ground_mark(scene, "question", question->origin.id.number);
    add(with_end(recorded(question->text, most),
                 author(question->origin, scene.world.now).substr(2) + ground,
                 std::max(most, count_characters(ground) + 60)));
  }
  const bool asked = section.total > 0;
  const auto& claims = scene.session.claims.items;
  for (auto claim = claims.rbegin(); claim != claims.rend(); ++claim) {
    if (!claim->open()) continue;
    const bool deferred = claim->status == ClaimStatus::kDeferred;
    const std::string& why = deferred ? claim->reason : claim->rationale;
    add(fmt::format("{}{}: {}{}", deferred ? "Deferred" : "Overridden", file_mark(claim->origin),
                    quoted(claim->text, std::min<size_t>(most, 140)),
                    why.empty() ? "" : " (" + recorded(why, 80) + ")"));
  }
  const bool closed = is_closed(scene.session.lifecycle.status);
  section.title = closed ? "Left open:" : asked ? "Open:" : "Claims:";
  return section;
}

// Differences that are not about a file named elsewhere in the brief.
Section drift_section(const Scene& scene, size_t room) {
  Section section;
  section.layout = Layout::kInline;
  section.title = "Drift:";
  section.total = scene.standing.other_drift.size();
  section.one = "difference";
  section.many = "differences";
  section.rest = scene.world.worded("clew verify " + id_of(scene.session));
  for (const auto& sentence : scene.standing.other_drift) {
    if (section.items.size() == kMaxOpen) break;
    section.items.push_back(recorded_sentence(sentence, std::min<size_t>(200, room)) + " ✓");
  }
  return section;
}

Section files_section(const Scene& scene, size_t room) {
  const auto& kept = scene.session.files;
  Section section;
  section.layout = Layout::kInline;
  section.title = "Files:";
  section.total = kept.total;
  section.one = "file";
  section.many = "files";
  section.rest = log_command(scene, "file_changed");
  const Measure measure{room < 200 ? size_t{60} : size_t{100}};
  for (auto file = kept.items.rbegin(); file != kept.items.rend(); ++file) {
    if (section.items.size() == kMaxFiles) break;
    section.items.push_back(file_item(scene, *file, measure));
  }
  return section;
}

// Each line is worded for the room on its own, and lines without content are dropped.
Section others_section(const Scene& scene, size_t room) {
  const auto within = [&](auto line) { return worded_within(room, line); };
  return lines_section({within([&](Measure) { return listed("At work:", others_at_work(scene)); }),
                        within([&](Measure) { return listed("Seen lately:", others_seen(scene)); }),
                        within([&](Measure) { return listed("Also open:", nearby_items(scene)); }),
                        within([&](Measure m) { return before_line(scene, m); }),
                        within([&](Measure m) { return project_line(scene, m); }),
                        within([&](Measure m) { return branch_line(scene, m); })},
                       "others and what was before");
}

}  // namespace clew
