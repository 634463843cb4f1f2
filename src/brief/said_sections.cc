// What the person said, in this session and in the work before it.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/stored_text.h"
#include "brief/words.h"
#include "session/file_actor.h"

namespace clew {
namespace {

constexpr size_t kLimitsAtLeast = 3;
constexpr size_t kMinItem = 40;

// One line of what was said, before it is cut: the new words, the time, the old ones.
struct SaidItem {
  std::string text;
  std::string before;  // what it stands in place of
  std::string end;     // "   12:20, the latest"
};

SaidItem item_of(const Scene& scene, const SaidLine& line, const char* mark) {
  return {line.text, line.replaces, fmt::format("   {}{}", when(line.at, scene.world.now), mark)};
}

size_t length_of(const SaidItem& item) {
  const size_t before = item.before.empty() ? 0 : count_characters(item.before) + 15;
  return count_characters(item.text) + 2 + before + count_characters(item.end);
}

// The new words keep at least half of the room.
std::string written(const SaidItem& item, size_t most) {
  const size_t fixed = count_characters(item.end) + 2 + (item.before.empty() ? 0 : 15);
  const size_t room = most > fixed ? most - fixed : 0;
  const size_t old = std::min(count_characters(item.before), room / 2);
  const size_t own = std::min(count_characters(item.text), room - old);
  std::string out = quoted(item.text, own);
  if (!item.before.empty()) out += " in place of " + quoted(item.before, room - own);
  return out + item.end;
}

// The length that lets all of them stand within `room`.
size_t level_of(const std::vector<SaidItem>& items, size_t room) {
  size_t level = 400;
  const auto total = [&] {
    size_t sum = 0;
    for (const auto& item : items) sum += std::min(level, length_of(item)) + 3;
    return sum;
  };
  while (level > kMinItem && total() > room) level -= 5;
  return level;
}

// Whether the goal on the page says it already.
bool is_in_goal(const Scene& scene, const std::string& text) {
  const std::string goal = folded(scene.session.identity.goal);
  std::string part = folded(text);
  while (!part.empty() && std::string_view(".! ").find(part.back()) != std::string_view::npos) {
    part.pop_back();
  }
  return scene.reported.whole_goal && !part.empty() && goal.find(part) != std::string::npos;
}

// Limits that the goal does not say.
std::vector<const SaidLine*> limits_of(const Scene& scene) {
  std::vector<const SaidLine*> out;
  for (const auto& line : scene.digest.said.limits) {
    if (!is_in_goal(scene, line.text)) out.push_back(&line);
  }
  return out;
}

// A task goes when a step of its name is done.
bool is_done(const Scene& scene, const SaidLine& task) {
  const auto words = content_words(task.text);
  return std::any_of(scene.standing.rows.begin(), scene.standing.rows.end(),
                     [&](const PlanRow& row) {
                       if (!is_complete(*row.step)) return false;
                       const auto title = content_words(row.step->title);
                       return title.size() >= 2 && shared_stems(title, words) == title.size();
                     });
}

}  // namespace

Section said_section(const Scene& scene, size_t room) {
  Section section;
  section.layout = Layout::kBullets;
  const bool closed = is_closed(scene.session.lifecycle.status);
  section.title = closed ? "The person said:" : "The person said, and it still holds:";
  section.one = "thing the person said";
  section.many = "things the person said";
  section.rest = log_command(scene, "instruction_given");
  const auto limits = limits_of(scene);
  std::vector<SaidItem> items;
  const auto& latest = scene.digest.said.latest;
  const bool tells_latest =
      !closed && !latest.empty() && !scene.reported.now && !is_in_goal(scene, latest[0].text);
  SaidItem last;
  if (tells_latest) {
    last = item_of(scene, latest.front(), ", the latest");
    // A short prompt is told whole.
    for (size_t i = 1; i < latest.size() && i < 4; ++i) last.text += " " + latest[i].text;
  }
  const size_t title = count_characters(section.title);
  const size_t for_rest = count_characters(section.rest) + 12;
  const size_t left = room > title ? room - title : 0;
  size_t shown = std::min(limits.size(), kLimitsAtLeast);
  const auto chosen = [&](size_t count) {
    std::vector<SaidItem> out;
    for (size_t i = 0; i < count; ++i) out.push_back(item_of(scene, *limits[i], ""));
    if (tells_latest) out.push_back(last);
    return out;
  };
  const auto room_for = [&](size_t count) {
    return count < limits.size() ? left - std::min(left, for_rest) : left;
  };
  const auto whole = [&](size_t count) {
    size_t sum = 0;
    for (const auto& item : chosen(count)) sum += std::min<size_t>(length_of(item), 160) + 3;
    return sum;
  };
  while (shown < limits.size() && whole(shown + 1) <= room_for(shown + 1)) ++shown;
  while (shown > 0 && (kMinItem + 3) * (shown + (tells_latest ? 1 : 0)) > room_for(shown)) --shown;
  items = chosen(shown);
  const size_t level = level_of(items, room_for(shown));
  for (const auto& item : items) section.items.push_back(written(item, level));
  section.total = limits.size() + (tells_latest ? 1 : 0);
  scene.reported.limits = shown;
  return section;
}

Section further_section(const Scene& scene, size_t room) {
  Section section;
  section.layout = Layout::kBullets;
  section.title = "Also said:";
  section.one = "thing the person said";
  section.many = "things the person said";
  section.rest = log_command(scene, "instruction_given");
  const size_t most = std::min<size_t>(160, room);
  const auto limits = limits_of(scene);
  for (size_t i = scene.reported.limits; i < limits.size(); ++i) {
    section.items.push_back(written(item_of(scene, *limits[i], ""), most));
  }
  const auto& said = scene.digest.said;
  for (const auto& task : said.tasks) {
    const auto is_task = [&](const SaidLine& line) {
      return line.id == task.id && line.text == task.text;
    };
    const bool reported = std::any_of(said.limits.begin(), said.limits.end(), is_task) ||
                          std::any_of(said.latest.begin(), said.latest.end(), is_task);
    if (reported || is_in_goal(scene, task.text) || is_done(scene, task)) continue;
    section.items.push_back(written(item_of(scene, task, ""), most));
  }
  for (const auto& line : said.others) {
    if (is_in_goal(scene, line.text) || is_done(scene, line)) continue;
    section.items.push_back(written(item_of(scene, line, ""), most));
  }
  // An agent may record an instruction, but it is not the person's.
  const auto& last = scene.session.instruction;
  if (last && !is_person(last->origin.actor)) {
    section.items.push_back(fmt::format(
        "{}   (recorded by {}, {})", quoted(last->text, most - std::min<size_t>(most, 60)),
        is_file(last->origin.actor) ? kEditedInFiles : recorded(short_name(last->origin.actor), 20),
        when(last->origin.at, scene.world.now)));
  }
  section.total = section.items.size();
  return section;
}

Section said_before_section(const Scene& scene, size_t room) {
  Section section;
  if (!scene.world.previous) return section;
  const PreviousWork& before = *scene.world.previous;
  const Said said =
      what_was_said(before.said, [](const Instruction& instruction) { return instruction.text; });
  section.layout = Layout::kBullets;
  section.title = fmt::format("Said in the work before ({}):", recorded(before.id.text, 64));
  section.one = "thing said before";
  section.many = "things said before";
  section.rest = scene.world.worded("clew show " + recorded(before.id.text, 64));
  for (const auto& line : said.limits) {
    section.items.push_back(written(item_of(scene, line, ""), std::min<size_t>(140, room)));
  }
  section.total = section.items.size();
  return section;
}

}  // namespace clew
