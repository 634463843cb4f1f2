#include "interface/mcp_tools/next_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "command/verb.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "engine/reply.h"
#include "interface/mcp_tools/json_to_fill_in.h"

namespace clew {
namespace {

// A verb, the call that does the same, and which argument its first word becomes. Verbs without a
// row are for people.
// `members` are those of the call that are always there, as JSON; `argument` takes the first plain
// word behind the verb.
struct Row {
  std::string_view verb;
  const char* tool;
  const char* members;
  const char* argument;
};
constexpr Row kRows[] = {
    {"start",          "session_start",      "",                                                                   ""       },
    {"import",         "session_start",      "",                                                                   "from"   },
    {"resume",         "session_resume",     "",                                                                   "session"},
    {"brief",          "session_resume",     "",                                                                   "session"},
    {"list",           "session_find",       "",                                                                   ""       },
    {"search",         "session_find",       "",                                                                   "query"  },
    {"status",         "session_find",       "",                                                                   "session"},
    {"show",           "session_find",       "\"detail\":\"detailed\"",                                            "session"},
    {"log",            "session_find",       "\"detail\":\"detailed\"",                                            "session"},
    {"verify",         "session_verify",     "",                                                                   "session"},
    {"code map",       "code_map",           "",                                                                   "path"   },
    {"code find",      "code_map",           "",                                                                   "find"   },
    {"code show",      "code_map",           "",                                                                   "find"   },
    {"code callers",   "code_map",           "",                                                                   "callers"},
    {"code status",    "code_map",           "",                                                                   ""       },
    {"checkpoint",     "session_checkpoint", "",                                                                   "name"   },
    {"artifact add",   "session_checkpoint", "\"name\":\"…\",\"artifacts\":[\"…\"]",                               ""       },
    {"done",           "session_update",     "\"action\":\"done\"",                                                "step"   },
    {"step done",      "session_update",     "\"action\":\"done\"",                                                "step"   },
    {"step start",     "session_update",     "\"action\":\"start\"",                                               "step"   },
    {"step fail",      "session_update",     "\"action\":\"fail\"",                                                "step"   },
    {"step block",     "session_update",     "\"action\":\"block\"",                                               "step"   },
    {"step unblock",   "session_update",     "\"action\":\"unblock\"",                                             "step"   },
    {"step review",    "session_update",     "\"action\":\"review\"",                                              "step"   },
    {"step skip",      "session_update",     "\"action\":\"skip\"",                                                "step"   },
    {"step retry",     "session_update",     "\"action\":\"retry\"",                                               "step"   },
    {"step add",       "session_update",     "\"action\":\"add\",\"titles\":[\"…\"]",                              ""       },
    {"revisit",        "session_update",     "\"action\":\"revisit\"",                                             "step"   },
    {"next",           "session_update",     "\"action\":\"claim\"",                                               ""       },
    {"pause",          "session_update",     "\"action\":\"pause\"",                                               ""       },
    {"close",          "session_update",     "\"action\":\"close\"",                                               ""       },
    {"undo",           "session_update",     "\"action\":\"undo\"",                                                ""       },
    {"record",         "session_log",        "",                                                                   ""       },
    {"help record",    "session_log",        "",                                                                   ""       },
    {"decide",         "session_log",        "\"entries\":[{\"type\":\"decision\",\"text\":\"…\",\"why\":\"…\"}]",
     ""                                                                                                                     },
    {"tried",          "session_log",        "\"entries\":[{\"type\":\"failed\",\"text\":\"…\",\"why\":\"…\"}]",
     ""                                                                                                                     },
    {"note",           "session_log",        "\"entries\":[{\"type\":\"note\",\"text\":\"…\"}]",                   ""       },
    {"error",          "session_log",        "\"entries\":[{\"type\":\"error\",\"text\":\"…\"}]",                  ""       },
    {"ran",            "session_log",        "\"entries\":[{\"type\":\"command\",\"text\":\"…\"}]",                ""       },
    {"instruct",       "session_log",        "\"entries\":[{\"type\":\"instruction\",\"text\":\"…\"}]",            ""       },
    {"context",        "session_log",        "\"entries\":[{\"type\":\"context\",\"tokens\":…}]",                  ""       },
    {"ask",            "session_log",        "\"entries\":[{\"type\":\"question\",\"text\":\"…\"}]",               ""       },
    {"answer",         "session_log",        "\"entries\":[{\"type\":\"answer\",\"text\":\"…\"}]",                 ""       },
    {"changed",        "session_log",        "\"entries\":[{\"type\":\"file\",\"path\":\"…\",\"action\":\"…\"}]",
     ""                                                                                                                     },
    {"agent start",    "session_log",
     "\"entries\":[{\"type\":\"agent\",\"agent\":\"…\",\"status\":\"start\"}]",                                    ""       },
    {"agent progress", "session_log",
     "\"entries\":[{\"type\":\"agent\",\"agent\":\"…\",\"status\":\"progress\",\"progress\":…}]",                  ""       },
    {"agent fail",     "session_log",
     "\"entries\":[{\"type\":\"agent\",\"agent\":\"…\",\"status\":\"fail\",\"text\":\"…\"}]",                      ""       },
    {"agent retry",    "session_log",
     "\"entries\":[{\"type\":\"agent\",\"agent\":\"…\",\"status\":\"retry\"}]",                                    ""       },
};

// How an option of the command line becomes a member of the call.
struct Option {
  std::string_view name;
  const char* member;  // of the call; empty: left out
  enum class Takes { kNothing, kText, kNumber, kDetail, kItsName } takes;
};
constexpr Option kOptions[] = {
    {"--override",  "override", Option::Takes::kNothing},
    {"--all",       "all",      Option::Takes::kNothing},
    {"--yes",       "yes",      Option::Takes::kNothing},
    {"--claim",     "",         Option::Takes::kNothing},
    {"--reason",    "reason",   Option::Takes::kText   },
    {"--impact",    "impact",   Option::Takes::kText   },
    {"--fence",     "fence",    Option::Takes::kNumber },
    {"--budget",    "detail",   Option::Takes::kDetail },
    {"-s",          "session",  Option::Takes::kText   },
    {"--aborted",   "outcome",  Option::Takes::kItsName},
    {"--failed",    "outcome",  Option::Takes::kItsName},
    {"--abandoned", "outcome",  Option::Takes::kItsName},
};

const Option* find_option(std::string_view word) {
  for (const auto& option : kOptions) {
    if (option.name == word) return &option;
  }
  return nullptr;
}

const Row* find_row(std::string_view verb) {
  for (const auto& row : kRows) {
    if (row.verb == verb) return &row;
  }
  return nullptr;
}

// As a shell splits a line, for double quotes only.
std::vector<std::string> split_words(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

// JSON where it is JSON: `coverage=80` is a number, `by=me` a text.
Value as_json(const std::string& text) {
  const auto value = parse_cut_json(text);
  return value ? *value : Value(text);
}

// The words behind the verb, as members of the call.
class Members {
 public:
  explicit Members(const Row& row) : row_(row) {}

  // Words up to "--": options, KEY=VALUE as evidence, and the first plain word. Others are left
  // out.
  void read(const std::vector<std::string>& words, size_t from) {
    for (size_t i = from; i < words.size() && words[i] != "--"; ++i) {
      const std::string_view word = words[i];
      const size_t equals = word.find('=');
      if (word.starts_with("-")) {
        i += take_option(words, i);
      } else if (equals != std::string::npos && equals > 0) {
        evidence_.set(word.substr(0, equals), as_json(std::string(word.substr(equals + 1))));
      } else if (row_.argument[0] != '\0' && first_.empty()) {
        first_ = word;
      }
    }
  }

  std::string text() const {
    std::string out = row_.members;
    const auto add = [&](const std::string& name, const std::string& json) {
      out += fmt::format("{}\"{}\":{}", out.empty() ? "" : ",", name, json);
    };
    if (!first_.empty()) add(row_.argument, write_json(Value(first_)));
    if (!evidence_.as_object().empty()) add("evidence", json_to_fill_in(evidence_));
    for (const auto& [name, value] : options_.as_object()) add(name, write_json(value));
    return out;
  }

 private:
  // How many words behind the option belong to it.
  size_t take_option(const std::vector<std::string>& words, size_t at) {
    const Option* option = find_option(words[at]);
    if (option != nullptr && option->takes == Option::Takes::kNothing) {
      if (option->member[0] != '\0') options_.set(option->member, true);
      return 0;
    }
    if (option != nullptr && option->takes == Option::Takes::kItsName) {
      options_.set(option->member, words[at].substr(2));
      return 0;
    }
    if (at + 1 >= words.size() || words[at + 1].starts_with("-")) return 0;
    if (option != nullptr && option->takes == Option::Takes::kDetail) {
      options_.set(option->member, "detailed");
    } else if (option != nullptr) {
      const std::string& value = words[at + 1];
      options_.set(option->member,
                   option->takes == Option::Takes::kNumber ? as_json(value) : Value(value));
    }
    return 1;
  }

  const Row& row_;
  std::string first_;
  Value evidence_ = Value::object();
  Value options_ = Value::object();
};

// "clew step retry 2" as a call, or as something for a person.
// The longest verb that has a row wins ("step retry" before "step"). A command behind "--" is one
// that clew would run and measure; through a tool the agent runs it and reports.
std::string translate(std::string_view command) {
  const std::vector<std::string> words = split_words(command);
  // Nobody speaks for another through a tool: what would is a person's to run.
  const bool is_for_another = std::find(words.begin(), words.end(), "--as") != words.end();
  if (is_for_another) return fmt::format("a person can run: {}", command);
  for (size_t count = std::min<size_t>(words.size() - 1, 2); count > 0; --count) {
    const std::string verb = count == 2 ? words[1] + " " + words[2] : words[1];
    const Row* row = find_row(verb);
    if (row == nullptr) continue;
    Members members(*row);
    members.read(words, 1 + count);
    std::string text = members.text();
    // What clew would measure by running it, the agent runs and tells.
    const auto dashes = std::find(words.begin(), words.end(), "--");
    const bool measures = dashes != words.end() && dashes + 1 != words.end();
    if (measures) text += ",\"evidence\":{…}";
    const std::string call = text.empty() ? row->tool : fmt::format("{} {{{}}}", row->tool, text);
    if (!measures) return call;
    return fmt::format("{} after running {}", call, fmt::join(dashes + 1, words.end(), " "));
  }
  if (words[1] == "help") return "see the tool's arguments";
  const bool of_past = words[1] == "fork" && command.find('@') != std::string_view::npos;
  return fmt::format("{}a person can run: {}",
                     of_past ? "omit \"@\" in session to change the latest state, or " : "",
                     command);
}

// Whether a command begins here: "clew" as a word, with a verb behind it.
bool is_command(std::string_view text, size_t at) {
  if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '(') return false;
  const std::vector<std::string> words = split_words(text.substr(at));
  if (words.size() < 2) return false;
  if (find_verb(words[1]) != nullptr) return true;
  return words.size() > 2 && find_verb(words[1] + " " + words[2]) != nullptr;
}

// "--fence" is the argument "fence" here.
std::string without_dashes(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const bool begins = i == 0 || text[i - 1] == ' ' || text[i - 1] == '(';
    if (!begins || !text.substr(i).starts_with("--") || i + 2 >= text.size() || text[i + 2] < 'a' ||
        text[i + 2] > 'z') {
      out += text[i++];
      continue;
    }
    for (i += 2; i < text.size() && (text[i] == '-' || (text[i] >= 'a' && text[i] <= 'z')); ++i) {
      out += text[i] == '-' ? '_' : text[i];
    }
  }
  return out;
}

}  // namespace

// Replaces each command inside a sentence and leaves the words around it; a command ends at two
// spaces or a semicolon, as the sentences are written.
std::string next_call(std::string_view next) {
  if (next.starts_with("name one with -s")) {
    return "session_find lists them; name one in \"session\"";
  }
  if (next.find("--store ") != std::string_view::npos) {
    return "a person can choose another store with CLEW_STORE, or clew mcp --store URL";
  }
  constexpr std::string_view kProgram = "clew ";
  std::string out;
  size_t from = 0;
  for (size_t at = next.find(kProgram); at != std::string_view::npos;
       at = next.find(kProgram, at + 1)) {
    if (!is_command(next, at)) continue;
    out += without_dashes(next.substr(from, at - from));
    const size_t end = std::min({next.find("  ", at), next.find("; ", at), next.size()});
    out += translate(next.substr(at, end - at));
    from = end;
    at = end - 1;
  }
  return one_line(out + without_dashes(next.substr(from)));
}

// Only lines that begin with "next  " hold commands.
std::string in_tool_words(std::string_view text) {
  constexpr std::string_view kNext = "next  ";
  std::string out;
  for (size_t from = 0; from <= text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    if (!out.empty()) out += '\n';
    out +=
        line.starts_with(kNext) ? "next: " + next_call(line.substr(kNext.size())) : visible(line);
    from = end + 1;
  }
  return out;
}

// "not_found: there is no step 9\nnext: session_find {…}". Every error ends with something to do.
std::string error_words(const Error& error, std::string_view tool) {
  // What was asked for is repeated, whatever it was.
  constexpr size_t kMaxMessage = 4000;
  constexpr size_t kMaxSubject = 1000;
  std::string out = fmt::format("{}: {}", describe(error.code).name,
                                cut(visible(unbroken(without_dashes(error.message))), kMaxMessage));
  const std::string subject = cut(visible(one_line(without_dashes(error.subject))), kMaxSubject);
  if (!subject.empty() && out.find(subject) == std::string::npos) {
    out += fmt::format(" ({})", subject);
  }
  std::string next = cut(next_call(error.next), kMaxMessage);
  if (next.empty()) {
    next = error.code == ErrorCode::kFailed
               ? "call it again; if it fails again, a person can run: clew doctor"
               : fmt::format("see the arguments of {}", tool);
  }
  return fmt::format("{}\nnext: {}", out, next);
}

}  // namespace clew
