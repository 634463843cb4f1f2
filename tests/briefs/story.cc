#include "story.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "base/text.h"
#include "testing/kept_text.h"
#include "testing/replay.h"

namespace clew {
namespace {

constexpr size_t kMinNever = 3;

std::string trimmed(std::string_view text) {
  const size_t from = text.find_first_not_of(" \t");
  if (from == std::string_view::npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(" \t") - from + 1));
}

Wording read_wording(std::string_view text) {
  Wording out;
  while (!text.empty()) {
    const size_t end = std::min(text.find(" & "), text.size());
    Fragment fragment{lower_case(trimmed(text.substr(0, end)))};
    if (fragment.text.starts_with('!')) fragment = {fragment.text.substr(1), false};
    if (!fragment.text.empty()) out.push_back(std::move(fragment));
    text.remove_prefix(std::min(end + 3, text.size()));
  }
  return out;
}

bool is_kind(const std::string& word) {
  return std::find(std::begin(kQuestionKinds), std::end(kQuestionKinds), word) !=
         std::end(kQuestionKinds);
}

bool is_pattern(const std::string& text) {
  try {
    const std::regex tried(text);
    return true;
  } catch (const std::regex_error&) {
    return false;
  }
}

// Empty, or what is wrong with it.
std::string add_question(BriefStory& story, const std::string& line) {
  const size_t colon = line.find(':');
  if (colon == std::string::npos) return "no question";
  const std::string kind = trimmed(line.substr(0, colon));
  const std::string text = trimmed(line.substr(colon + 1));
  if (kind == "never-line") {
    if (!is_pattern(text)) return "no regular expression";
    story.never.push_back({text, {}, text});
    return {};
  }
  Wording wording = read_wording(text);
  if (std::none_of(wording.begin(), wording.end(),
                   [](const auto& part) { return part.is_wanted; })) {
    return "nothing to look for";
  }
  if (kind == "never") {
    story.never.push_back({text, std::move(wording), ""});
  } else if (kind == "or") {
    if (story.questions.empty()) return "another way of no question";
    story.questions.back().wordings.push_back(std::move(wording));
  } else if (is_kind(kind)) {
    story.questions.push_back({kind, text, {std::move(wording)}});
  } else {
    return "no kind of question";
  }
  return {};
}

}  // namespace

Result<BriefStory> read_story(const std::string& name, const std::string& text) {
  BriefStory story;
  story.name = name;
  std::istringstream lines(text);
  std::string line;
  std::string part;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto wrong = [&](const std::string& what) {
      return make_error(ErrorCode::kInvalid, fmt::format("{}:{}: {}", name, number, what), line);
    };
    if (line.starts_with("## ")) {
      const auto words = split_words(line.substr(3));
      part = words.empty() ? "" : words.front();
      if (part == "brief") story.brief.assign(words.begin() + 1, words.end());
      if (part != "story" && part != "brief" && part != "questions") return wrong("no such part");
    } else if (part.empty()) {
      if (line.starts_with("# ")) story.title = line.substr(2);
    } else if (part == "story" && !trimmed(line).empty()) {
      if (!has_mark(line) && !line.starts_with("& ")) return wrong("no line of a story");
      story.lines.push_back(line);
    } else if (part == "questions" && !trimmed(line).empty() && !line.starts_with("# ")) {
      const std::string problem = add_question(story, line);
      if (!problem.empty()) return wrong(problem);
    }
  }
  const auto lacks = [&](const char* what) {
    return make_error(ErrorCode::kInvalid, fmt::format("{}: {}", name, what), name);
  };
  if (story.title.empty()) return lacks("it does not say what it is about");
  if (story.lines.empty()) return lacks("nothing happens");
  if (story.brief.empty()) return lacks("it does not say whose brief is read");
  if (story.questions.empty()) return lacks("nothing is asked");
  if (story.never.size() < kMinNever) return lacks("fewer than three facts must not be told");
  return story;
}

std::filesystem::path story_folder() {
  const char* other = std::getenv("CLEW_STORIES");
  return std::filesystem::absolute(other != nullptr ? std::string(other)
                                                    : source_folder() + "/tests/briefs");
}

std::vector<std::filesystem::path> story_paths() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(story_folder())) {
    if (entry.path().extension() == ".story") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace clew
