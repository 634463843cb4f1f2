#include "interface/cli/option_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/shell_word.h"
#include "command/help_pages.h"

namespace clew {
namespace {

struct KnownOption {
  std::string name;
  bool takes_word;
};

// Those of every verb, and the verb's own.
std::vector<KnownOption> options_of(const std::vector<ParamInfo>& params) {
  std::vector<KnownOption> known = {
      {"-h",        false},
      {"--help",    false},
      {"--json",    false},
      {"-y",        false},
      {"--yes",     false},
      {"-s",        true },
      {"--as",      true },
      {"--key",     true },
      {"--store",   true },
      {"--session", true },
  };
  for (const auto& info : params) {
    if (info.place != ParamPlace::kOption) continue;
    known.push_back({option_name(info), info.type != ParamType::kFlag});
  }
  return known;
}

const KnownOption* find_option(const std::vector<KnownOption>& known, std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  const auto at = std::find_if(known.begin(), known.end(),
                               [&](const KnownOption& each) { return each.name == name; });
  return at == known.end() ? nullptr : &*at;
}

// A negative number, an item of a list ("- bread") and a rule ("---") are none.
bool looks_like_option(std::string_view word) {
  if (!word.starts_with("-")) return false;
  const std::string_view name = word.substr(word.starts_with("--") ? 2 : 1);
  constexpr std::string_view kNoStart = "-! \n";
  if (name.empty() || kNoStart.find(name[0]) != std::string_view::npos) return false;
  return word.starts_with("--") || name[0] < '0' || name[0] > '9';
}

bool has_space(std::string_view word) {
  return word.find_first_of(" \t\n") != std::string_view::npos;
}

// -yh, -sID
bool is_cluster(std::string_view word) {
  return word.size() > 2 && (word[1] == 'h' || word[1] == 'y' || word[1] == 's') &&
         !has_space(word);
}

bool takes_command(const std::vector<ParamInfo>& params) {
  return std::any_of(params.begin(), params.end(),
                     [](const ParamInfo& info) { return info.place == ParamPlace::kRest; });
}

Error needs_word(const Verb& verb, const std::string& option, const std::string& instead) {
  std::string message = option + " needs a value";
  if (!instead.empty()) {
    message += fmt::format("; the text \"{0}\" is given as {1}={0}", instead, option);
  }
  return make_error(ErrorCode::kUsage, std::move(message), verb.name,
                    fmt::format("clew help {}", verb.name));
}

// Whether the word is text where some is still to come, rather than an option spelt wrong.
bool stands_for_text(const std::vector<ParamInfo>& params, const std::string& word, size_t given) {
  if (takes_command(params)) return false;
  const auto places = std::count_if(params.begin(), params.end(), [&](const ParamInfo& info) {
    return info.place == ParamPlace::kPositional &&
           (info.need == Need::kRequired || has_space(word));
  });
  return given < static_cast<size_t>(places);
}

// The same with the options in front, and what begins with a dash behind "--".
std::string typed_again(const Verb& verb, const OptionWords& sorted) {
  std::string line = fmt::format("clew {}", verb.name);
  if (!sorted.options.empty()) line += " " + shell_words(sorted.options);
  return line + " -- " + shell_words(sorted.plain);
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
std::string command_again(const Verb& verb, const OptionWords& sorted) {
  const auto begin = command_begin(verb, sorted.plain);
  if (!begin) return {};
  const auto at = sorted.plain.begin() + static_cast<std::ptrdiff_t>(*begin);
  std::vector<std::string> before(sorted.plain.begin(), at);
  before.insert(before.end(), sorted.options.begin(), sorted.options.end());
  std::string line = fmt::format("clew {}", verb.name);
  if (!before.empty()) line += " " + shell_words(before);
  return line + " -- " + shell_words({at, sorted.plain.end()});
}

Error no_option(const Verb& verb, const std::vector<ParamInfo>& params, const OptionWords& sorted,
                const std::vector<std::string>& strays) {
  const std::string& word = strays.front();
  const std::string again = takes_command(params) ? command_again(verb, sorted) : std::string();
  if (!again.empty()) {
    return make_error(ErrorCode::kUsage,
                      fmt::format("clew {} has no option {}; a command with options of its own "
                                  "stands behind --",
                                  verb.name, word.substr(0, word.find('='))),
                      verb.name, again);
  }
  if (!stands_for_text(params, word, sorted.plain.size() - strays.size())) {
    return make_error(
        ErrorCode::kUsage,
        fmt::format("clew {} has no option {}", verb.name, word.substr(0, word.find('='))),
        verb.name, fmt::format("clew help {}", verb.name));
  }
  return make_error(ErrorCode::kUsage,
                    fmt::format("clew {} has no option \"{}\"; text that begins with a dash stands "
                                "behind --",
                                verb.name, word),
                    verb.name, typed_again(verb, sorted));
}

void add_option(std::vector<std::string>& out, const std::string& name, const std::string& word) {
  // The parser would look for the word of "--name=" further on.
  if (word.empty()) {
    out.insert(out.end(), {name, word});
    return;
  }
  out.push_back(fmt::format("{}={}", name == "-s" ? "--session" : name, word));
}

}  // namespace

Result<OptionWords> sort_option_words(const Verb& verb, const std::vector<std::string>& words,
                                      const std::vector<std::string>& behind) {
  OptionWords sorted;
  std::vector<std::string> strays;
  std::vector<ParamInfo> params;
  std::vector<KnownOption> known;  // looked up with the first option
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!looks_like_option(word)) {
      sorted.plain.push_back(word);
      continue;
    }
    if (known.empty()) {
      params = verb.params();
      known = options_of(params);
    }
    const KnownOption* option = find_option(known, word);
    const size_t equals = word.find('=');
    if (option == nullptr && is_cluster(word)) {
      sorted.options.push_back(word);
    } else if (option == nullptr) {
      strays.push_back(word);
      sorted.plain.push_back(word);
    } else if (!option->takes_word) {
      sorted.options.push_back(word);
    } else if (equals != std::string::npos) {
      add_option(sorted.options, option->name, word.substr(equals + 1));
    } else if (i + 1 == words.size()) {
      return needs_word(verb, option->name, "");
    } else if (find_option(known, words[i + 1]) != nullptr) {
      return needs_word(verb, option->name, words[i + 1]);
    } else {
      add_option(sorted.options, option->name, words[++i]);
    }
  }
  sorted.plain.insert(sorted.plain.end(), behind.begin(), behind.end());
  if (!strays.empty()) return no_option(verb, params, sorted, strays);
  return sorted;
}

}  // namespace clew
