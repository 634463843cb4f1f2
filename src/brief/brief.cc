#include "brief/brief.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/page.h"
#include "brief/sections.h"

namespace clew {
namespace {

Page page_of(const Session& session, const World& world, size_t budget) {
  const size_t most = std::clamp(budget, kBriefLeast, kBriefCap);
  const Standing standing = standing_of(session, world);
  const Digest digest = digest_of(session, world);
  Reported reported;
  const std::string id = id_of(session);
  const Ending ending{
      fmt::format("More: {}{}", world.worded("clew show " + id), receipt(world)),
      world.worded(most < kBriefCap ? fmt::format("clew brief {} --budget {}", id, kBriefCap)
                                    : fmt::format("clew log {}", id))};
  return lay_out(Scene{session, world, standing, digest, reported}, ending, most);
}

}  // namespace

std::string write_brief(const Session& session, const World& world, size_t budget) {
  if (!session.exists()) return {};
  return page_of(session, world, budget).text;
}

size_t first_look_of(const Session& session, const World& world, size_t budget) {
  return session.exists() ? page_of(session, world, budget).first_look : 0;
}

bool is_interrupted(const Session& session, const World& world) {
  const Standing standing = standing_of(session, world);
  return !interrupted_line(session, world, standing, Measure()).empty();
}

std::string write_short_brief(const Session& session, const World& world) {
  if (!session.exists()) return {};
  const Standing standing = standing_of(session, world);
  const Digest digest = digest_of(session, world);
  Reported reported;
  const Scene scene{session, world, standing, digest, reported};
  std::string out = standing_line(scene, Measure{150}) + "\n" + kFrame;
  const std::string next = next_line(scene, Measure{60});
  out += "\n" + (next.empty() ? "Nothing is left to do." : next);
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
