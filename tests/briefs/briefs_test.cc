// Whether the brief tells a newcomer what the work before has learnt. Every *.story of this folder
// is played, or of CLEW_STORIES; with CLEW_BRIEFS_OUT=DIR each brief is left in DIR/<story>.txt,
// and each log in DIR/<story>.log.

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "judge.h"
#include "story.h"
#include "tell_story.h"
#include "testing/kept_text.h"

namespace clew {
namespace {

struct Reported {
  BriefStory story;
  ReportedStory reported;
};

void leave(const std::string& name, const std::string& text) {
  const char* folder = std::getenv("CLEW_BRIEFS_OUT");
  if (folder == nullptr) return;
  std::filesystem::create_directories(folder);
  std::ofstream(std::filesystem::path(folder) / name) << text;
}

// Played once for all cases.
const std::vector<Reported>& in_total() {
  static const std::vector<Reported> kAll = [] {
    std::vector<Reported> out;
    for (const auto& path : story_paths()) {
      auto story = read_story(path.stem(), read_all(path));
      if (!story) {
        FAIL_CHECK(story.error().message);
        continue;
      }
      ReportedStory reported = tell_story(*story);
      leave(story->name + ".txt", reported.brief);
      leave(story->name + ".log", reported.log);
      out.push_back({std::move(*story), std::move(reported)});
    }
    return out;
  }();
  return kAll;
}

}  // namespace

TEST_CASE("the brief answers what a newcomer asks") {
  REQUIRE(!in_total().empty());
  std::vector<BriefVerdict> verdicts;
  for (const auto& [story, reported] : in_total()) verdicts.push_back(judge(story, reported.brief));
  std::cout << table_of(verdicts) << std::flush;
  for (const auto& verdict : verdicts) {
    CAPTURE(verdict.story);
    CHECK(verdict.all.percent() >= kMinOfStory);
    CHECK(verdict.reported.size() == 0);
    CHECK(verdict.length <= kLongestBrief);
  }
  CHECK(sum_of(verdicts).percent() >= kMinOfAll);
}

TEST_CASE("the log is no brief") {
  for (const auto& [story, reported] : in_total()) {
    if (!is_reported_by_hooks(story)) continue;
    CAPTURE(story.name);
    CHECK(!judge(story, reported.log).is_passed());
  }
}

TEST_CASE("neither is everything that was sent") {
  for (const auto& [story, reported] : in_total()) {
    if (!is_reported_by_hooks(story)) continue;
    CAPTURE(story.name);
    std::string sent;
    for (const auto& line : story.lines) sent += line + "\n";
    CHECK(!judge(story, sent).is_passed());
  }
}

TEST_CASE("a story played twice gives the same brief") {
  REQUIRE(!in_total().empty());
  const Reported& first = in_total().front();
  CHECK(tell_story(first.story).brief == first.reported.brief);
}

}  // namespace clew
