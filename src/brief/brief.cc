#include "brief/brief.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "brief/fit.h"
#include "brief/sections.h"

namespace clew {
namespace {

// Clients show a model the beginning of a long text. What must be in it: the head, a few failed
// approaches, the latest decision.
constexpr size_t kFirstLook = 1900;
constexpr size_t kFirstDecision = 320;
constexpr size_t kMostHead = 1200;

// The longest wording of the head that leaves room for what follows it.
Measure measure_within(const Scene& scene, size_t most) {
  Measure measure;
  for (const size_t percent : {100, 80, 60, 45, 30, 20, 12}) {
    measure.percent = percent;
    if (count_characters(join_sections(head_sections(scene, measure))) <= most) break;
  }
  return measure;
}

void append(std::vector<Section>& sections, std::vector<Section> more) {
  std::move(more.begin(), more.end(), std::back_inserter(sections));
}

}  // namespace

std::string write_brief(const Session& session, const World& world, size_t budget) {
  if (!session.exists()) return {};
  const size_t most = std::clamp(budget, kBriefLeast, kBriefCap);
  const Standing standing = standing_of(session, world);
  const Scene scene{session, world, standing};
  const std::string id = id_of(session);
  const Measure measure = measure_within(scene, std::min(kMostHead, most * 6 / 10));
  std::vector<Section> sections = head_sections(scene, measure);
  const size_t head = count_characters(join_sections(sections));
  const size_t taken = std::min(head + kFirstDecision, kFirstLook);
  const size_t percent = most < 1200 ? 40 : most < kFirstLook ? 60 : 100;
  append(sections, fact_sections(scene, Measure{percent}, kFirstLook - taken));
  append(sections, further_constraints(scene, measure));
  std::stable_sort(sections.begin(), sections.end(),
                   [](const Section& a, const Section& b) { return a.group < b.group; });
  const Ending ending{
      fmt::format("More: {}{}", world.worded("clew show " + id), receipt(world)),
      world.worded(most < kBriefCap ? fmt::format("clew brief {} --budget {}", id, kBriefCap)
                                    : fmt::format("clew log {}", id))};
  return fit_sections(sections, ending, most);
}

bool is_interrupted(const Session& session, const World& world) {
  const Standing standing = standing_of(session, world);
  return !interrupted_line(Scene{session, world, standing}, Measure()).empty();
}

std::string write_short_brief(const Session& session, const World& world) {
  if (!session.exists()) return {};
  const Standing standing = standing_of(session, world);
  const Scene scene{session, world, standing};
  std::string out = standing_line(scene, Measure{150}) + "\n" + kFrame;
  if (const auto next = next_words(session, world, standing)) {
    out += "\n" + next_line(*next, Measure{60});
  } else {
    out += "\nNothing is left to do.";
  }
  std::vector<std::string> others = others_at_work(scene);
  if (others.size() > 3) {
    others[2] = fmt::format("+{} more", others.size() - 2);
    others.resize(3);
  }
  if (!others.empty()) out += fmt::format("\nAt work: {}", fmt::join(others, " · "));
  return out +
         fmt::format("\nMore: {}{}", world.worded("clew brief " + id_of(session)), receipt(world));
}

}  // namespace clew
