// What fails now and what was verified last, with what changed since.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/stored_text.h"

namespace clew {
namespace {

constexpr size_t kMaxFailing = 4;

// "; a.py and 2 more changed since"
std::string changed_words(const Scene& scene, const Origin& origin, size_t most) {
  const auto paths = changed_since(scene.session, origin);
  if (paths.empty()) return {};
  std::string words = "; " + recorded_path(paths.front(), most);
  if (paths.size() > 1 && most > 30) words += ", " + recorded_path(paths[1], most);
  const size_t named = paths.size() > 1 && most > 30 ? 2 : 1;
  if (paths.size() > named) words += fmt::format(" and {} more", paths.size() - named);
  return words + " changed since";
}

std::string failing_line(const Scene& scene, const FailedRun& failed, size_t room,
                         Measure measure) {
  std::string text = fmt::format("Fails now{}: `{}` {}", file_mark(failed.run->origin),
                                 recorded(failed.line, measure(110)),
                                 when(failed.run->origin.at, scene.world.now));
  std::string end;
  if (!failed.passed.empty()) {
    end = fmt::format("; but `{}` passed {}", recorded(failed.passed, measure(60)),
                      when(failed.passed_at, scene.world.now));
  }
  if (!failed.counts.empty() && failed.error.find(failed.counts) == std::string::npos) {
    end += " (" + recorded(failed.counts, measure(60)) + ")";
  }
  end += changed_words(scene, failed.run->origin, measure(60));
  if (failed.error.empty()) return text + end;
  const size_t taken = count_characters(text) + count_characters(end) + 2;
  const size_t least = measure(120);
  const size_t for_error = std::max(least, room > taken ? room - taken : 0);
  return text + ": " + recorded(failed.error, for_error) + end;
}

// A step that was done with a measured command.
struct Measured {
  const Step* step = nullptr;
  const Attempt* attempt = nullptr;
};

std::optional<Measured> last_measured(const Session& session) {
  std::optional<Measured> out;
  for (const auto& step : session.steps) {
    const Attempt* passed = step.removed ? nullptr : step.passed_attempt();
    if (passed == nullptr || !passed->evidence.measurement || !passed->ended_at) continue;
    if (!out || *passed->ended_at > *out->attempt->ended_at) out = Measured{&step, passed};
  }
  return out;
}

std::string since_words(const Scene& scene, const Origin& origin, Measure measure) {
  const std::string words = changed_words(scene, origin, measure(60));
  return words.empty() ? "; no recorded change since" : words;
}

std::string verified_line(const Scene& scene, Measure measure) {
  const auto& verified = scene.digest.runs.verified;
  const auto measured = last_measured(scene.session);
  const bool by_step = measured && (verified.empty() || *measured->attempt->ended_at >=
                                                            verified.front().run->origin.at);
  if (by_step) {
    const Attempt& attempt = *measured->attempt;
    std::vector<std::string> shown;
    for (const auto& item : attempt.evidence.items) {
      if (item.source == EvidenceSource::kMeasured && shown.size() < 3) {
        shown.push_back(recorded(item.name + " " + to_text(item.value), measure(40)));
      }
    }
    const auto& stale = scene.world.stale;
    const auto found = std::find_if(stale.begin(), stale.end(), [&](const StaleEvidence& each) {
      return each.step == measured->step->id;
    });
    Origin origin;
    origin.at = *attempt.ended_at;
    return fmt::format(
               "Verified last: `{}` {}{}{}",
               recorded(fmt::format("{}", fmt::join(attempt.evidence.measurement->command, " ")),
                        measure(80)),
               fmt::join(shown, ", "), shown.empty() ? "" : " ",
               when(*attempt.ended_at, scene.world.now)) +
           (found != stale.end() ? "; " + recorded_sentence(found->words, measure(160))
                                 : since_words(scene, origin, measure));
  }
  if (verified.empty()) return {};
  const PassedRun& run = verified.front();
  const Step* step = scene.session.find(run.run->origin.step);
  const bool at_other = step != nullptr && step->id != kRoot && step->id != scene.standing.at;
  return fmt::format("Verified last{}: `{}` {} {}{}", file_mark(run.run->origin),
                     recorded(run.line, measure(80)),
                     run.counts.empty() ? "passed" : recorded(run.counts, measure(60)),
                     when(run.run->origin.at, scene.world.now),
                     at_other ? fmt::format(" at step {} {}", number_of(scene.session, step->id),
                                            quoted(step->title, measure(40)))
                              : "") +
         since_words(scene, run.run->origin, measure);
}

}  // namespace

Section failing_section(const Scene& scene, size_t room) {
  Section section;
  section.one = "failing command";
  section.many = "failing commands";
  const auto& failing = scene.digest.runs.failing;
  for (size_t i = 0; i < failing.size() && i < kMaxFailing; ++i) {
    // The first may take all of it; of others the beginning will do.
    const size_t most = i == 0 ? room : std::min<size_t>(room, 160);
    section.items.push_back(
        worded_within(most, [&](Measure m) { return failing_line(scene, failing[i], most, m); }));
  }
  section.total = failing.size();
  std::string error = worded_within(room, [&](Measure m) { return error_line(scene, m); });
  if (!error.empty()) {
    section.items.push_back(std::move(error));
    ++section.total;
  }
  return section;
}

Section verified_section(const Scene& scene, size_t room) {
  return lines_section({worded_within(room, [&](Measure m) { return verified_line(scene, m); })},
                       "what was verified");
}

Section given_up_section(const Scene& scene, size_t room) {
  constexpr size_t kMax = 5;
  Section section;
  section.layout = Layout::kBullets;
  section.title = "Given up:";
  section.one = "command given up";
  section.many = "commands given up";
  const size_t most = std::min<size_t>(room, 180);
  for (const auto& failed : scene.digest.runs.given_up) {
    if (section.items.size() == kMax) break;
    section.items.push_back(worded_within(most, [&](Measure m) {
      return fmt::format("`{}` {}{}{}", recorded(failed.line, m(90)),
                         when(failed.run->origin.at, scene.world.now),
                         file_mark(failed.run->origin),
                         failed.error.empty() ? "" : ": " + recorded(failed.error, m(120)));
    }));
  }
  section.total = section.items.size();
  return section;
}

}  // namespace clew
