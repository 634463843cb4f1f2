// The facts of a brief: tried and failed, decided, open, touched; and who else is at work.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/stored_text.h"

namespace clew {
namespace {

constexpr size_t kMostItem = 230;  // one bullet, its author included
constexpr size_t kMostFiles = 40;
constexpr size_t kMostOpen = 24;

std::string log_command(const Scene& scene, const char* type) {
  return scene.world.worded(fmt::format("clew log {} --type {}", id_of(scene.session), type));
}

// "   (ana, 13:20)"
std::string author(const Origin& origin, Time now) {
  const std::string name = recorded(short_name(origin.actor), 20);
  if (name.empty()) return fmt::format("   ({})", when(origin.at, now));
  return fmt::format("   ({}, {})", name, when(origin.at, now));
}

// Text and what follows it, together at most `most`; the text gives way.
std::string with_end(const std::string& text, const std::string& end, size_t most) {
  const size_t taken = count_characters(end);
  return cut(text, most > taken ? most - taken : 0) + end;
}

// Whether the files a reason rests on are still what they were; empty when nobody looked.
std::string paths_mark(const World& world, const std::vector<std::string>& paths) {
  size_t current = 0;
  for (const auto& path : paths) {
    const std::string mark = check_mark(world, path);
    if (mark == "✓")
      ++current;
    else if (!mark.empty())
      return recorded(mark, 60);
  }
  return current > 0 && current == paths.size() ? "✓" : "";
}

std::string tried_item(const Scene& scene, const FailedApproach& tried, size_t most) {
  std::string text = recorded(tried.what, most);
  if (!tried.why.empty()) text += ": " + recorded(tried.why, most);
  std::string named;
  for (const auto& path : tried.paths) {
    const bool told =
        tried.what.find(path) != std::string::npos || tried.why.find(path) != std::string::npos;
    if (!told) named += (named.empty() ? ", see " : ", ") + recorded_path(path, 60);
  }
  const std::string mark = paths_mark(scene.world, tried.paths);
  const std::string end = mark.empty() ? author(tried.origin, scene.world.now) : "  " + mark;
  return with_end(text + named, end, most);
}

// The latest in as much as fits `room`, the rest in a section of their own after the decisions, so
// that both kinds are met near the top.
void add_tried(const Scene& scene, Measure measure, size_t room, std::vector<Section>& out) {
  const auto& kept = scene.session.failed_approaches;
  if (kept.items.empty()) return;
  const std::string title = "Tried and failed:";
  Section first;
  first.group = Group::kTried;
  first.rank = Rank::kTried;
  first.layout = Layout::kBullets;
  first.title = title;
  first.total = kept.total;
  first.one = "failed approach";
  first.many = "failed approaches";
  first.rest = log_command(scene, "approach_failed");
  Section also = first;
  also.group = Group::kAlsoTried;
  also.rank = Rank::kAlsoTried;
  also.title = "Also tried and failed:";
  const size_t share = room / std::min<size_t>(kept.items.size(), 3);
  const size_t most = std::min(measure(kMostItem), std::max<size_t>(share, 90));
  size_t used = count_characters(title) + 1;
  for (auto tried = kept.items.rbegin(); tried != kept.items.rend(); ++tried) {
    const std::string item = tried_item(scene, *tried, most);
    used += count_characters(item) + 3;
    const bool fits = first.items.empty() || (used <= room && also.items.empty());
    if (fits) {
      first.items.push_back(item);
    } else {
      also.items.push_back(tried_item(scene, *tried, measure(kMostItem)));
    }
  }
  out.push_back(std::move(first));
  if (!also.items.empty()) out.push_back(std::move(also));
}

std::string decision_item(const Scene& scene, const Decision& decision, size_t most) {
  std::string text = recorded(decision.choice, most);
  if (!decision.topic.empty()) text = recorded(decision.topic, 60) + ": " + text;
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
  return with_end(text, author(decision.origin, scene.world.now), most);
}

void add_decisions(const Scene& scene, Measure measure, std::vector<Section>& out) {
  const auto& kept = scene.session.decisions;
  if (kept.items.empty()) return;
  Section section;
  section.group = Group::kDecided;
  section.rank = Rank::kDecided;
  section.layout = Layout::kBullets;
  section.title = "Decisions:";
  section.total = kept.total;
  section.one = "decision";
  section.many = "decisions";
  section.rest = log_command(scene, "decision_made");
  for (auto item = kept.items.rbegin(); item != kept.items.rend(); ++item) {
    section.items.push_back(decision_item(scene, *item, measure(kMostItem)));
  }
  out.push_back(std::move(section));
}

void add_open(const Scene& scene, Measure measure, std::vector<Section>& out) {
  Section section;
  section.group = Group::kRest;
  section.rank = Rank::kOpen;
  section.layout = Layout::kInline;
  section.one = "open question or claim";
  section.many = "open questions and claims";
  section.rest = log_command(scene, "question_asked");
  section.total = 0;
  const auto add = [&](std::string text) {
    if (++section.total <= kMostOpen) section.items.push_back(std::move(text));
  };
  const auto& questions = scene.session.questions.items;
  for (auto question = questions.rbegin(); question != questions.rend(); ++question) {
    if (!question->open()) continue;
    add(with_end(recorded(question->text, measure(200)),
                 author(question->origin, scene.world.now).substr(2), measure(200)));
  }
  const bool asked = section.total > 0;
  const auto& claims = scene.session.claims.items;
  for (auto claim = claims.rbegin(); claim != claims.rend(); ++claim) {
    if (!claim->open()) continue;
    const bool deferred = claim->status == ClaimStatus::kDeferred;
    const std::string& why = deferred ? claim->reason : claim->rationale;
    add(fmt::format("{}: {}{}", deferred ? "Deferred" : "Overridden",
                    quoted(claim->text, measure(140)),
                    why.empty() ? "" : " (" + recorded(why, measure(80)) + ")"));
  }
  if (section.items.empty()) return;
  const bool closed = is_closed(scene.session.lifecycle.status);
  section.title = closed ? "Left open:" : asked ? "Open:" : "Claims:";
  out.push_back(std::move(section));
}

void add_drift(const Scene& scene, Measure measure, std::vector<Section>& out) {
  if (scene.standing.other_drift.empty()) return;
  Section section;
  section.group = Group::kRest;
  section.rank = Rank::kDrift;
  section.layout = Layout::kInline;
  section.title = "Drift:";
  section.total = scene.standing.other_drift.size();
  section.one = "difference";
  section.many = "differences";
  section.rest = scene.world.worded("clew verify " + id_of(scene.session));
  for (const auto& sentence : scene.standing.other_drift) {
    if (section.items.size() == kMostOpen) break;
    section.items.push_back(recorded(sentence, measure(160)) + " ✓");
  }
  out.push_back(std::move(section));
}

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
                                        : recorded(mark, 120);
  return fmt::format("{} {} {}", path, change, end);
}

void add_files(const Scene& scene, Measure measure, std::vector<Section>& out) {
  const auto& kept = scene.session.files;
  if (kept.items.empty()) return;
  Section section;
  section.group = Group::kRest;
  section.rank = Rank::kFiles;
  section.layout = Layout::kInline;
  section.title = "Files:";
  section.total = kept.total;
  section.one = "file";
  section.many = "files";
  section.rest = log_command(scene, "file_changed");
  for (auto file = kept.items.rbegin(); file != kept.items.rend(); ++file) {
    if (section.items.size() == kMostFiles) break;
    section.items.push_back(file_item(scene, *file, measure));
  }
  out.push_back(std::move(section));
}

// Who is bound to the session is at work while it is there; of others only their last work is
// known.
bool is_at_work(const World& world, const ActorPlace& place) {
  for (const auto& agent : world.agents) {
    if (agent.actor == place.actor) return agent.there;
  }
  return world.now - place.last_at <= hours(1);
}

}  // namespace

std::vector<std::string> others_at_work(const Scene& scene) {
  const Session& session = scene.session;
  std::vector<std::string> out;
  if (is_closed(session.lifecycle.status)) return out;
  const World& world = scene.world;
  for (auto place = session.places.rbegin(); place != session.places.rend(); ++place) {
    if (place->actor == world.reader || !is_at_work(world, *place)) continue;
    const Step* step = session.find(place->step);
    const bool at_step = step != nullptr && step->id != kRoot && !is_complete(*step) &&
                         step->status != StepStatus::kPending;
    out.push_back(fmt::format("{}{}, {}", recorded(place->actor.text, 40),
                              at_step ? " at step " + number_of(session, place->step) : "",
                              ago(place->last_at, world.now)));
  }
  for (auto agent = world.agents.rbegin(); agent != world.agents.rend(); ++agent) {
    const bool placed = std::any_of(session.places.begin(), session.places.end(),
                                    [&](const ActorPlace& p) { return p.actor == agent->actor; });
    if (!agent->there || placed || agent->actor == world.reader) continue;
    out.push_back(recorded(agent->actor.text, 40));
  }
  for (const auto& row : scene.standing.rows) {
    if (row.inside_settled || !is_held_by_other(*row.step, scene.world.reader, scene.world.now)) {
      continue;
    }
    out.push_back(fmt::format("step {} claimed by {} until {}", row.number,
                              recorded(row.step->lease->holder.text, 40),
                              when(row.step->lease->expires_at, scene.world.now)));
  }
  return out;
}

std::vector<Section> fact_sections(const Scene& scene, Measure measure, size_t room) {
  std::vector<Section> out;
  add_tried(scene, measure, room, out);
  // Decisions stand between the first failed approaches and the rest of them.
  const size_t tried = out.size();
  add_decisions(scene, measure, out);
  if (tried == 2 && out.size() == 3) std::swap(out[1], out[2]);
  add_open(scene, measure, out);
  add_drift(scene, measure, out);
  add_files(scene, measure, out);
  Section others;
  others.group = Group::kRest;
  others.rank = Rank::kAtWork;
  others.layout = Layout::kInline;
  others.title = "At work:";
  others.one = "other at work";
  others.many = "others at work";
  others.rest = scene.world.worded("clew status " + id_of(scene.session));
  others.items = others_at_work(scene);
  others.total = others.items.size();
  if (!others.items.empty()) out.push_back(std::move(others));
  return out;
}

}  // namespace clew
