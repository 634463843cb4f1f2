// Completion scripts for shells, made from the catalogue.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "agent_client/clients.h"
#include "command/help_pages.h"

namespace clew {
namespace {

std::string first_word(std::string_view name) {
  return std::string(name.substr(0, name.find(' ')));
}

// Verbs by first word; the second words of families.
std::map<std::string, std::vector<const Verb*>> families() {
  std::map<std::string, std::vector<const Verb*>> out;
  for (const auto& verb : catalogue()) {
    if (!verb.is_hidden()) out[first_word(verb.name)].push_back(&verb);
  }
  return out;
}

std::string options_of(const std::vector<const Verb*>& verbs) {
  std::string out = "--json --session --as --key --store --yes --help";
  for (const Verb* verb : verbs) {
    for (const auto& param : verb->params()) {
      if (param.place == ParamPlace::kOption) out += " " + option_name(param);
    }
  }
  return out;
}

// What may stand behind the first word: the second words of a family, or the names of agents.
std::string second_words(const std::vector<const Verb*>& verbs) {
  std::string out;
  for (const Verb* verb : verbs) {
    const std::string_view name = verb->name;
    if (name == "setup" || name == "hook") {
      for (const AgentClient& agent : agent_clients()) out += fmt::format("{} ", agent.name);
    }
    if (name.find(' ') != std::string_view::npos)
      out += fmt::format("{} ", name.substr(name.find(' ') + 1));
  }
  return out;
}

std::string bash_completion() {
  std::string words;
  std::string cases;
  for (const auto& [word, verbs] : families()) {
    words += word + " ";
    cases +=
        fmt::format("    {}) words=\"{}{}\" ;;\n", word, second_words(verbs), options_of(verbs));
  }
  return fmt::format(
      "# bash completion for clew; made by `clew completion bash`\n"
      "_clew() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" words=\"\"\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    words=\"{}\"\n"
      "  else\n"
      "    case \"${{COMP_WORDS[1]}}\" in\n"
      "{}"
      "    esac\n"
      "  fi\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "}}\n"
      "complete -o default -F _clew clew",
      words, cases);
}

std::string zsh_completion() {
  std::string verbs;
  std::string cases;
  for (const auto& [word, members] : families()) {
    std::string summary = members.front()->summary;
    std::replace(summary.begin(), summary.end(), '\'', ' ');
    std::replace(summary.begin(), summary.end(), ':', ' ');
    verbs += fmt::format("    '{}:{}'\n", word, summary);
    cases += fmt::format("      {}) compadd -- {}{} ;;\n", word, second_words(members),
                         options_of(members));
  }
  return fmt::format(
      "#compdef clew\n"
      "# zsh completion for clew; made by `clew completion zsh`\n"
      "_clew() {{\n"
      "  local -a verbs\n"
      "  verbs=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe 'verb' verbs\n"
      "  else\n"
      "    case \"$words[2]\" in\n{}    esac\n"
      "    _files\n"
      "  fi\n"
      "}}\n"
      "if [ \"$funcstack[1]\" = \"_clew\" ]; then _clew \"$@\"; else compdef _clew clew; fi",
      verbs, cases);
}

std::string fish_completion() {
  std::string out = "# fish completion for clew; made by `clew completion fish`\n";
  for (const auto& [word, verbs] : families()) {
    std::string summary = verbs.front()->summary;
    std::replace(summary.begin(), summary.end(), '\'', ' ');
    out += fmt::format("complete -c clew -n __fish_use_subcommand -a {} -d '{}'\n", word, summary);
    const std::string seen = fmt::format("'__fish_seen_subcommand_from {}'", word);
    const std::string seconds = second_words(verbs);
    if (!seconds.empty()) out += fmt::format("complete -c clew -n {} -a '{}'\n", seen, seconds);
    for (const Verb* verb : verbs) {
      for (const auto& param : verb->params()) {
        if (param.place != ParamPlace::kOption) continue;
        std::string doc = param.doc;
        std::replace(doc.begin(), doc.end(), '\'', ' ');
        out += fmt::format("complete -c clew -n {} -l {} -d '{}'{}\n", seen,
                           option_name(param).substr(2), doc,
                           param.type == ParamType::kFlag ? "" : " -r");
      }
    }
  }
  for (const auto& option : {"json", "session", "as", "key", "store", "yes", "help"}) {
    out += fmt::format("complete -c clew -l {}\n", option);
  }
  out.pop_back();
  return out;
}

}  // namespace

std::string completion(const std::string& shell) {
  if (shell == "bash") return bash_completion();
  if (shell == "zsh") return zsh_completion();
  if (shell == "fish") return fish_completion();
  return {};
}

}  // namespace clew
