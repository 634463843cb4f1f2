#pragma once
// A story: what agents and the person did, whose brief is read then, and what a newcomer asks.
//
//   # One sentence that says what it is about
//   ## story
//   @ 2026-11-02T09:00              the lines of a transcript (tests/transcript/transcript.h), and
//   % codex {…}                     what a client's hook sends, $W being the project's folder
//   & kill claude-code c1           the process of that conversation is gone
//   & daemon codex                  one process that nobody ends serves that client from now on
//   ## brief claude-code            a new conversation of that client starts; `cli` is `clew
//   brief`,
//                                   `mcp` is session_resume, and `claude-code precompact` what the
//                                   summariser of its last conversation is told
//   ## questions
//   goal: fragment & fragment       all of them in one line of the brief, in any case of letters
//     or: fragment & !fragment      another way to say it; behind "!" what is not in that line
//   never: fragment & fragment      in no line of it
//   never-line: ^regex              no line of it matches (ECMAScript, any case of letters)
//
// goal, next, limit and fails are looked for in the first look, the others everywhere. A story has
// at least three facts that must not be told.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace clew {

// In the order in which they are reported.
inline constexpr std::string_view kQuestionKinds[] = {
    "goal",   "next",     "limit",    "fails", "blocker",
    "failed", "decision", "verified", "files", "remaining",
};

struct Fragment {
  std::string text;  // in lower case
  bool is_wanted = true;
};
// One way to tell a fact: in one line.
using Wording = std::vector<Fragment>;

struct AskedFact {
  std::string kind;
  std::string text;  // as it is written, without its other ways
  std::vector<Wording> wordings;
};

struct ForbiddenFact {
  std::string text;
  Wording wording;
  std::string pattern;  // of a line; then there is no wording
};

struct BriefStory {
  std::string name;  // of its file, without the ending
  std::string title;
  std::vector<std::string> lines;  // of what happens
  std::vector<std::string> brief;  // whose brief, and how
  std::vector<AskedFact> questions;
  std::vector<ForbiddenFact> never;
};

// kInvalid, with the line, when it does not read so.
Result<BriefStory> read_story(const std::string& name, const std::string& text);

// CLEW_STORIES, else this folder.
std::filesystem::path story_folder();
std::vector<std::filesystem::path> story_paths();  // in order

}  // namespace clew
