#include "interface/cli/usage_errors.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/help_pages.h"

namespace clew {
namespace {

Error usage_error(std::string message, std::string subject, std::string next) {
  return make_error(ErrorCode::kUsage, std::move(message), std::move(subject), std::move(next));
}

std::string typed_line(const Verb& verb, const std::vector<std::string>& words) {
  return words.empty() ? fmt::format("clew {}", verb.name)
                       : fmt::format("clew {} {}", verb.name, shell_words(words));
}

bool takes_word(std::string_view option) {
  return option == "-s" || option == "--session" || option == "--as" || option == "--key" ||
         option == "--store";
}

// The same with the options behind the verb; empty when no verb follows them.
std::string with_verb_first(const std::vector<std::string>& words) {
  auto verb = words.begin();
  while (verb < words.end() && verb->starts_with("-")) {
    verb += takes_word(*verb) && verb + 1 < words.end() ? 2 : 1;
  }
  if (verb == words.end()) return {};
  const bool is_known =
      find_verb(*verb) != nullptr ||
      (verb + 1 < words.end() && find_verb(fmt::format("{} {}", *verb, *(verb + 1))) != nullptr);
  if (!is_known) return {};
  const auto dashes = std::find(verb, words.end(), "--");
  std::vector<std::string> again(verb, dashes);
  again.insert(again.end(), words.begin(), verb);
  again.insert(again.end(), dashes, words.end());
  return "clew " + shell_words(again);
}

}  // namespace

Error unexpected_words(std::vector<std::string> words, const Verb& verb) {
  const auto mark = std::find(words.begin(), words.end(), "--");
  if (mark != words.end()) words.erase(mark);
  return usage_error(fmt::format("clew {} has no place for \"{}\"; text of several words is quoted",
                                 verb.name, fmt::join(words, " ")),
                     verb.name, fmt::format("clew help {}", verb.name));
}

Error too_many_words(const Verb& verb) {
  std::string places;
  for (const auto& info : verb.params()) {
    if (info.place == ParamPlace::kPositional) places += fmt::format(" {}", info.placeholder);
  }
  return usage_error(fmt::format("too many words for clew {}{}; text of several words is quoted",
                                 verb.name, places),
                     verb.name, verb.example);
}

Error option_twice(const Verb& verb, const std::string& option,
                   const std::vector<std::string>& values) {
  return usage_error(
      fmt::format("{} is given {} times: {}", option, values.size(), fmt::join(values, ", ")),
      verb.name, fmt::format("clew help {}", verb.name));
}

Error no_command(const Verb& verb, const std::vector<std::string>& words) {
  const std::string line = typed_line(verb, words);
  return usage_error("a command stands behind --, and there is none", verb.name,
                     words.empty() ? verb.example : fmt::format("{0} -- CMD      or  {0}", line));
}

Error missing_option(const Verb& verb, const ParamInfo& option,
                     const std::vector<std::string>& words,
                     const std::vector<std::string>& behind) {
  const std::string name = option_name(option);
  const std::string end = behind.empty() ? std::string() : " -- " + shell_words(behind);
  return usage_error(fmt::format("{} {} is missing", name, option.placeholder), verb.name,
                     fmt::format("{} {} \"…\"{}", typed_line(verb, words), name, end));
}

Error option_before_verb(const std::vector<std::string>& words) {
  const std::string again = with_verb_first(words);
  return usage_error(fmt::format("{} stands before the verb; options come after it", words.front()),
                     words.front(), again.empty() ? "clew help all" : again);
}

}  // namespace clew
