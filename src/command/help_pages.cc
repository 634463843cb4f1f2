#include "command/help_pages.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/columns.h"
#include "session/event.h"

namespace clew {
namespace {

// The first screen: what a day needs.
constexpr const char* kFirstVerbs[] = {"start", "status", "next",   "done", "decide", "tried",
                                       "ask",   "note",   "resume", "list", "undo",   "setup"};

struct CommonOption {
  const char* spelling;
  const char* doc;
};
constexpr CommonOption kCommon[] = {
    {"-s, --session ID", "the session; ID@17 is its state after event 17"      },
    {"--json",           "print one JSON document on standard output"          },
    {"--as WHO",         "the actor (default: CLEW_ACTOR, or user@host)"       },
    {"--key KEY",        "a repeated command with the same key changes nothing"},
    {"--store URL",      "the store (default: CLEW_STORE, or the user's own)"  },
    {"-y, --yes",        "answer yes to every question"                        },
    {"-h, --help",       "show this help"                                      },
};

// What a shell has no quotes for.
constexpr const char* kDashedText =
    "Put text that begins with a dash after --, following all options, or after the = of its "
    "option:";
constexpr const char* kDashedExamples[] = {"clew note -- \"-O3 breaks the parser\"",
                                           "clew tried \"inlining\" --because=\"-O3 breaks it\""};

std::string usage_line(const Verb& verb) {
  std::string line = fmt::format("clew {}", verb.name);
  if (verb.session == SessionArgument::kFirst) line += " [ID]";
  const auto params = verb.params();
  for (const auto& param : params) {
    if (param.location != ParamLocation::kPositional) continue;
    const bool marked = param.placeholder[0] == '[' || param.need == Need::kRequired;
    line +=
        marked ? fmt::format(" {}", param.placeholder) : fmt::format(" [{}]", param.placeholder);
  }
  if (std::any_of(params.begin(), params.end(),
                  [](const ParamInfo& p) { return p.location == ParamLocation::kOption; })) {
    line += " [OPTION…]";
  }
  for (const auto& param : params) {
    if (param.location == ParamLocation::kRest) line += fmt::format(" [-- {}…]", param.placeholder);
  }
  return line;
}

std::string spelling(const ParamInfo& param) {
  if (param.location == ParamLocation::kRest) return fmt::format("-- {}…", param.placeholder);
  if (param.location == ParamLocation::kPositional) return param.placeholder;
  if (param.type == ParamType::kFlag) return option_name(param);
  return fmt::format("{} {}", option_name(param), param.placeholder);
}

std::string row(const std::string& left, const std::string& right, size_t width) {
  const std::string gap(std::max<size_t>(columns_left(width, count_columns(left)), 1), ' ');
  return fmt::format("  {}{} {}\n", left, gap, right);
}

std::vector<std::string> groups() {
  std::vector<std::string> out;
  for (const auto& verb : catalogue()) {
    if (!verb.is_hidden() && std::find(out.begin(), out.end(), verb.group) == out.end()) {
      out.emplace_back(verb.group);
    }
  }
  return out;
}

// Text in roff: a leading dot or quote and every backslash would be commands.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  if (!out.empty() && (out[0] == '.' || out[0] == '\'')) out.insert(0, "\\&");
  return out;
}

}  // namespace

std::string option_name(const ParamInfo& param) {
  std::string name = param.name;
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

std::string help_for(const Verb& verb) {
  std::string out = fmt::format("clew {}: {}\n\n  {}\n", verb.name, verb.summary, usage_line(verb));
  const auto params = verb.params();
  size_t width = 22;
  for (const auto& param : params) width = std::max(width, count_columns(spelling(param)) + 1);
  if (!params.empty()) out += "\n";
  for (const auto& param : params) {
    const std::string must =
        param.need == Need::kRequired && param.location == ParamLocation::kOption ? " (required)"
                                                                                  : "";
    out += row(spelling(param), param.doc + must, width);
  }
  out += "\n";
  for (const auto& option : kCommon) out += row(option.spelling, option.doc, width);
  return out + fmt::format("\nfor example  {}", verb.example);
}

std::string help_first_screen() {
  std::string out =
      "clew keeps the state of long-running work, so that anyone can continue it.\n\n";
  for (const char* name : kFirstVerbs) {
    const Verb* verb = find_verb(name);
    if (verb != nullptr) out += row(verb->name, verb->summary, 10);
  }
  return out +
         "\nclew help COMMAND   details      clew help all   all commands      clew tour   a demo";
}

std::string help_all() {
  std::string out;
  for (const auto& group : groups()) {
    out += fmt::format("{}{}\n", out.empty() ? "" : "\n", group);
    for (const auto& verb : catalogue()) {
      if (verb.group == group) out += row(verb.name, verb.summary, 18);
    }
  }
  return out + fmt::format("\n{}\n  {}\n  {}\n\nclew help COMMAND   shows the options of a command",
                           kDashedText, kDashedExamples[0], kDashedExamples[1]);
}

std::string reference_page() {
  std::string out =
      "# The command line\n\n"
      "Generated from the command catalogue by `clew help --markdown`; a test checks that it is up "
      "to date.\n\n"
      "Exit codes: 0 ok · 1 failure · 2 usage · 3 not found · 4 permission or policy · 5 refused: "
      "state, gate or schema · 6 conflict, lock or stale fence · 7 drift found (a result) · 8 "
      "corrupt.\n\n"
      "Options of every command:\n\n| option | meaning |\n|---|---|\n";
  for (const auto& option : kCommon)
    out += fmt::format("| `{}` | {} |\n", option.spelling, option.doc);
  out += fmt::format("\n{} `{}`, `{}`.\n", kDashedText, kDashedExamples[0], kDashedExamples[1]);
  for (const auto& group : groups()) {
    out += fmt::format("\n## {}\n", group);
    for (const auto& verb : catalogue()) {
      if (verb.group != group) continue;
      out += fmt::format("\n### `clew {}`\n\n{}.\n\n```\n{}\n```\n", verb.name, verb.summary,
                         usage_line(verb));
      const auto params = verb.params();
      if (!params.empty()) out += "\n| parameter | meaning |\n|---|---|\n";
      for (const auto& param : params)
        out += fmt::format("| `{}` | {} |\n", spelling(param), param.doc);
      out += fmt::format("\nFor example: `{}`\n", verb.example);
    }
  }
  out.pop_back();
  return out;
}

std::string event_table() {
  std::string out;
  int kind = 0;
  for (const auto& row : event_fields()) {
    if (row.kind != kind) {
      out += fmt::format("{}### {} `{}`\n\n| number | field | meaning |\n|---|---|---|\n",
                         out.empty() ? "" : "\n", row.kind, row.event);
    }
    kind = row.kind;
    out += fmt::format("| {} | `{}` | {} |\n", row.number, row.field, row.doc);
  }
  out.pop_back();
  return out;
}

std::string man_page(const std::string& version) {
  std::string out = fmt::format(".TH CLEW 1 \"\" \"clew {}\" \"User Commands\"\n", version);
  out +=
      ".SH NAME\nclew \\- keep the state of long-running work\n.SH SYNOPSIS\n.B clew\n.I "
      "COMMAND\n[OPTION]...\n";
  out +=
      ".SH DESCRIPTION\n"
      "clew keeps the state of long-running work done by AI agents and people, so that whoever "
      "comes next can continue exactly where it stopped and trust what was recorded.\n";
  for (const auto& group : groups()) {
    out += fmt::format(".SH {}\n", roff(group));
    for (const auto& verb : catalogue()) {
      if (verb.group != group) continue;
      out += fmt::format(".TP\n.B {}\n{}.\n", roff(usage_line(verb)), roff(verb.summary));
      for (const auto& param : verb.params()) {
        out += fmt::format(".RS\n.TP\n.B {}\n{}\n.RE\n", roff(spelling(param)), roff(param.doc));
      }
    }
  }
  out += ".SH \"COMMON OPTIONS\"\n";
  for (const auto& option : kCommon) {
    out += fmt::format(".TP\n.B {}\n{}\n", roff(option.spelling), roff(option.doc));
  }
  out += fmt::format(".PP\n{}\n", roff(kDashedText));
  for (const char* example : kDashedExamples) out += fmt::format(".br\n.B {}\n", roff(example));
  out +=
      ".SH \"EXIT STATUS\"\n0 ok, 1 failure, 2 usage, 3 not found, 4 permission or policy, 5 "
      "refused, "
      "6 conflict, 7 drift found, 8 corrupt.";
  return out;
}

}  // namespace clew
