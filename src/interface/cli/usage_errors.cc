#include "interface/cli/usage_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

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

bool has_space(std::string_view word) {
  return word.find_first_of(" \t\n") != std::string_view::npos;
}

bool takes_command(const std::vector<ParamInfo>& params) {
  return std::any_of(params.begin(), params.end(),
                     [](const ParamInfo& info) { return info.location == ParamLocation::kRest; });
}

// Whether the word is text where some is still to come, rather than an option spelt wrong.
bool stands_for_text(const std::vector<ParamInfo>& params, const std::string& word, size_t given) {
  if (takes_command(params)) return false;
  const auto locations = std::count_if(params.begin(), params.end(), [&](const ParamInfo& info) {
    return info.location == ParamLocation::kPositional &&
           (info.need == Need::kRequired || has_space(word));
  });
  return given < static_cast<size_t>(locations);
}

// The same with the options in front, and what begins with a dash behind "--".
std::string typed_again(const Verb& verb, const TypedWords& typed) {
  std::string line = fmt::format("clew {}", verb.name);
  if (!typed.options.empty()) line += " " + shell_words(typed.options);
  return line + " -- " + shell_words(typed.plain);
}

// Where the command begins among the words, when somebody left out the "--" in front of it: behind
// the step and the values that stand before it. Nothing when it begins with a dash, or never.
std::optional<size_t> command_begin(const Verb& verb, const std::vector<std::string>& words) {
  const bool has_step = std::string_view(verb.name) == "done";
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.starts_with("-")) return std::nullopt;
    const bool is_before =
        has_step && (word.find('=') != std::string::npos || (word[0] >= '0' && word[0] <= '9'));
    if (!is_before) return i;
  }
  return std::nullopt;
}

// The same with the command behind "--"; empty when the option is just spelt wrong.
std::string command_again(const Verb& verb, const TypedWords& typed) {
  const auto begin = command_begin(verb, typed.plain);
  if (!begin) return {};
  const auto at = typed.plain.begin() + static_cast<std::ptrdiff_t>(*begin);
  std::vector<std::string> before(typed.plain.begin(), at);
  before.insert(before.end(), typed.options.begin(), typed.options.end());
  std::string line = fmt::format("clew {}", verb.name);
  if (!before.empty()) line += " " + shell_words(before);
  return line + " -- " + shell_words({at, typed.plain.end()});
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

Error needs_value(const Verb& verb, const std::string& option, const std::string& instead) {
  std::string message = option + " needs a value";
  if (!instead.empty()) {
    message += fmt::format("; to pass the text \"{0}\", write {1}={0}", instead, option);
  }
  return usage_error(std::move(message), verb.name, fmt::format("clew help {}", verb.name));
}

Error no_option(const Verb& verb, const TypedWords& typed) {
  const auto& params = verb.params();
  const std::string& word = typed.unknown.front();
  const std::string again = takes_command(params) ? command_again(verb, typed) : std::string();
  if (!again.empty()) {
    return usage_error(
        fmt::format("clew {} has no option {}; put a command with options of its own after --",
                    verb.name, word.substr(0, word.find('='))),
        verb.name, again);
  }
  if (!stands_for_text(params, word, typed.plain.size() - typed.unknown.size())) {
    return usage_error(
        fmt::format("clew {} has no option {}", verb.name, word.substr(0, word.find('='))),
        verb.name, fmt::format("clew help {}", verb.name));
  }
  return usage_error(
      fmt::format("clew {} has no option \"{}\"; put text that begins with a dash after --",
                  verb.name, word),
      verb.name, typed_again(verb, typed));
}

Error unexpected_words(const Verb& verb, const std::vector<std::string>& words) {
  return usage_error(
      fmt::format("unexpected argument \"{1}\" for clew {0}; quote text that contains spaces",
                  verb.name, fmt::join(words, " ")),
      verb.name, fmt::format("clew help {}", verb.name));
}

Error too_many_words(const Verb& verb) {
  std::string locations;
  for (const auto& info : verb.params()) {
    if (info.location == ParamLocation::kPositional)
      locations += fmt::format(" {}", info.placeholder);
  }
  return usage_error(
      fmt::format("too many arguments for clew {}{}; quote text that contains spaces", verb.name,
                  locations),
      verb.name, verb.example);
}

Error option_twice(const Verb& verb, const std::string& option,
                   const std::vector<std::string>& values) {
  return usage_error(
      fmt::format("{} is given {} times: {}", option, values.size(), fmt::join(values, ", ")),
      verb.name, fmt::format("clew help {}", verb.name));
}

Error not_converted(const Verb& verb, const std::string& option,
                    const std::vector<std::string>& values) {
  return usage_error(fmt::format("invalid value for {}: {}", option, fmt::join(values, ",")),
                     verb.name, fmt::format("clew help {}", verb.name));
}

Error no_command(const Verb& verb, const std::vector<std::string>& words) {
  const std::string line = typed_line(verb, words);
  return usage_error("no command after \"--\"", verb.name,
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
  return usage_error(fmt::format("put {} after the command name", words.front()), words.front(),
                     again.empty() ? "clew help all" : again);
}

}  // namespace clew
