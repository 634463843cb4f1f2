#include "judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::string_view kInFirstLook[] = {"goal", "next", "limit", "fails"};

bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

size_t count_characters(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), is_first_byte));
}

std::string first_characters(const std::string& text, size_t most) {
  size_t seen = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (is_first_byte(text[at]) && ++seen > most) return text.substr(0, at);
  }
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

bool tells(const std::string& line, const Wording& wording) {
  const std::string low = lower_case(line);
  return std::all_of(wording.begin(), wording.end(), [&](const Fragment& part) {
    return (low.find(part.text) != std::string::npos) == part.is_wanted;
  });
}

bool is_answered(const AskedFact& question, const std::vector<std::string>& lines) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return std::any_of(question.wordings.begin(), question.wordings.end(),
                       [&](const Wording& wording) { return tells(line, wording); });
  });
}

bool is_reported(const ForbiddenFact& fact, const std::string& line) {
  if (fact.pattern.empty()) return tells(line, fact.wording);
  return std::regex_search(line, std::regex(fact.pattern, std::regex::icase));
}

std::string cell(const Count& count) {
  return count.asked == 0 ? "·" : fmt::format("{}/{}", count.found, count.asked);
}

std::string row_of(const std::string& name, const Count& all, size_t length,
                   const std::map<std::string, Count>& kinds) {
  std::string row = fmt::format("{:<32}{:>8}{:>5} %{:>7}", name, cell(all), all.percent(),
                                length == 0 ? "" : std::to_string(length));
  for (const auto kind : kQuestionKinds) {
    const auto found = kinds.find(std::string(kind));
    row += fmt::format("{:>10}", cell(found == kinds.end() ? Count() : found->second));
  }
  return row + "\n";
}

}  // namespace

BriefVerdict judge(const BriefStory& story, const std::string& brief) {
  BriefVerdict out;
  out.story = story.name;
  out.length = count_characters(brief);
  const auto everything = lines_of(brief);
  const auto first_look = lines_of(first_characters(brief, kFirstLook));
  for (const auto& question : story.questions) {
    const bool at_first = std::find(std::begin(kInFirstLook), std::end(kInFirstLook),
                                    question.kind) != std::end(kInFirstLook);
    const bool found = is_answered(question, at_first ? first_look : everything);
    for (Count* count : {&out.kinds[question.kind], &out.all}) {
      ++count->asked;
      count->found += found ? 1 : 0;
    }
    if (!found) out.missed.push_back(fmt::format("{}: {}", question.kind, question.text));
  }
  for (const auto& fact : story.never) {
    const auto line =
        std::find_if(everything.begin(), everything.end(),
                     [&](const std::string& each) { return is_reported(fact, each); });
    if (line == everything.end()) continue;
    ++out.all.asked;
    out.reported.push_back(fmt::format("{}\n      in: {}", fact.text, cut(*line, 160)));
  }
  return out;
}

Count sum_of(const std::vector<BriefVerdict>& verdicts) {
  Count sum;
  for (const auto& verdict : verdicts) {
    sum.found += verdict.all.found;
    sum.asked += verdict.all.asked;
  }
  return sum;
}

std::string table_of(const std::vector<BriefVerdict>& verdicts) {
  std::string out = fmt::format("{:<32}{:>8}{:>7}{:>7}", "story", "found", "", "length");
  for (const auto kind : kQuestionKinds) out += fmt::format("{:>10}", kind);
  out += "\n";
  std::map<std::string, Count> kinds;
  for (const auto& verdict : verdicts) {
    out += row_of(verdict.story, verdict.all, verdict.length, verdict.kinds);
    for (const auto& [kind, count] : verdict.kinds) {
      kinds[kind].found += count.found;
      kinds[kind].asked += count.asked;
    }
  }
  out += row_of("all", sum_of(verdicts), 0, kinds);
  for (const auto& verdict : verdicts) {
    if (verdict.missed.empty() && verdict.reported.empty()) continue;
    out += "\n" + verdict.story + "\n";
    for (const auto& fact : verdict.missed) out += "  missed  " + fact + "\n";
    for (const auto& fact : verdict.reported) out += "  never   " + fact + "\n";
  }
  return out;
}

}  // namespace clew
