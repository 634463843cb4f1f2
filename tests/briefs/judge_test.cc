// The judge itself: what counts as told, where it is looked for, and what fails.

#include "judge.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

BriefStory story_with(const std::string& questions) {
  const auto story = read_story("tried",
                                "# A story\n## story\n$ clew list\n## brief cli\n## questions\n"
                                "never: unheard & of\nnever: nor this\nnever: nor that\n" +
                                    questions);
  REQUIRE_MESSAGE(story, story.error().message);
  return *story;
}

struct Row {
  const char* claim;
  const char* questions;
  std::string brief;
  int found;
  int asked;
};

const Row kRows[] = {
    {"a fact is told when all its fragments stand in one line", "files: src/a.c & 12 lines",
     "Files: SRC/A.C, 12 lines", 1, 1},
    {"fragments in two lines tell nothing", "files: src/a.c & 12 lines", "src/a.c\n12 lines", 0, 1},
    {"another way to say it counts", "files: a.c\n  or: the first file", "the first file", 1, 1},
    {"a line with what must not be in it tells nothing", "limit: 30 seconds & !in place of",
     "45 seconds in place of 30 seconds", 0, 1},
    {"the goal is looked for in the first look", "goal: rates", std::string(1895, 'x') + "\nrates",
     0, 1},
    {"it ends with its last character", "goal: rates", std::string(1894, 'x') + "\nrates", 1, 1},
    {"characters are counted, not bytes", "goal: rates",
     [] {
       std::string text;
       for (int i = 0; i < 1894; ++i) text += "ß";
       return text + "\nrates";
     }(),
     1, 1},
    {"a decision may stand below it", "decision: rates", std::string(1900, 'x') + "\nrates", 1, 1},
    {"what must not be told counts as not found", "goal: rates", "rates\nunheard of", 1, 2},
    {"a line may be forbidden by its shape", "goal: rates\nnever-line: ^## next", "rates\n## Next",
     1, 2},
    {"and only by its shape", "goal: rates\nnever-line: ^## next", "rates, \"## Next\"", 1, 1},
};

}  // namespace

TEST_CASE("a fact is told in one line, in its place") {
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    const BriefVerdict verdict = judge(story_with(row.questions), row.brief);
    CHECK(verdict.all.found == row.found);
    CHECK(verdict.all.asked == row.asked);
  }
}

TEST_CASE("a brief fails by its score, by its length and by what it must not tell") {
  const BriefStory story =
      story_with("goal: one\nnext: two\nfiles: three\nfiles: four\nfiles: five\n");
  CHECK(judge(story, "one\ntwo\nthree\nfour\nfive").is_passed());
  CHECK(judge(story, "one\ntwo\nthree\nfour").is_passed());
  CHECK(!judge(story, "one\ntwo\nthree").is_passed());
  CHECK(!judge(story, "one\ntwo\nthree\nfour\nfive\nnor this").is_passed());
  CHECK(!judge(story, "one\ntwo\nthree\nfour\nfive\n" + std::string(9500, 'x')).is_passed());
}

TEST_CASE("a story that does not read so is refused") {
  const std::string head = "# A story\n## story\n$ clew list\n## brief cli\n## questions\n";
  const std::string never = "never: a\nnever: b\nnever: c\n";
  CHECK(read_story("x", head + never + "goal: a\n"));
  for (const std::string& text :
       {head + "never: a\nnever: b\ngoal: a\n", head + never, head + never + "colour: red\n",
        head + never + "goal:\n", head + never + "or: a\n",
        head + never + "never-line: [\ngoal: a\n",
        std::string("## story\n$ x\n## brief cli\n## questions\n") + never + "goal: a\n",
        "# A story\n## story\nnonsense\n## brief cli\n## questions\n" + never + "goal: a\n"}) {
    CAPTURE(text);
    CHECK(!read_story("x", text));
  }
}

}  // namespace clew
