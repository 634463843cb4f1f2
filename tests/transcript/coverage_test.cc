// The transcripts leave nothing out: every verb, every fixture of a hook, every dialect.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "command/verb.h"
#include "dialect/registry.h"
#include "testing/kept_text.h"
#include "testing/replay.h"
#include "transcript.h"

namespace clew {
namespace {

enum class Kind { kSuccess, kJson, kRefusal, kUsage };
constexpr Kind kKinds[] = {Kind::kSuccess, Kind::kJson, Kind::kRefusal, Kind::kUsage};

std::string words_of(Kind kind) {
  switch (kind) {
    case Kind::kSuccess:
      return "a success";
    case Kind::kJson:
      return "a success with --json";
    case Kind::kRefusal:
      return "a refusal";
    case Kind::kUsage:
      return "a usage error";
  }
  return "";
}

// What a verb cannot be shown to do.
struct Exemption {
  const char* verb;
  Kind kind;
  const char* reason;
};
constexpr Exemption kExemptions[] = {
    {"hook",        Kind::kRefusal, "a hook never stops its agent; what is wrong goes to hook.log"        },
    {"hook",        Kind::kUsage,   "a hook never stops its agent; what is wrong goes to hook.log"        },
    {"mcp",         Kind::kRefusal, "what is refused is the answer to one message, and the server goes on"},
    {"remote list", Kind::kRefusal, "it tells of remotes that are out of order, too"                      },
    {"version",     Kind::kRefusal, "it asks nothing but the program itself"                              },
    {"completion",  Kind::kRefusal, "it asks nothing but the program itself"                              },
    {"tour",        Kind::kRefusal, "it has a throw-away store of its own, where all is as it should be"  },
    {"tour-writer", Kind::kSuccess, "it ends by being killed, as the tour shows"                          },
    {"tour-writer", Kind::kJson,    "it ends by being killed, as the tour shows"                          },
};

struct Shown {
  std::string verb;
  Kind kind;
  auto operator<=>(const Shown&) const = default;
};

// The verb of a command line without `clew`; empty when there is none.
std::string verb_of(const std::vector<std::string>& words) {
  if (words.empty() || words[0].starts_with('-')) return "here";
  if (words.size() > 1 && find_verb(words[0] + " " + words[1]) != nullptr) {
    return words[0] + " " + words[1];
  }
  return find_verb(words[0]) != nullptr ? words[0] : "";
}

bool has_option(const std::vector<std::string>& words, const char* option) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::find(words.begin(), end, option) != end;
}

Kind kind_of(const std::vector<std::string>& words, int exit) {
  if (exit == 2) return Kind::kUsage;
  if (exit != 0) return Kind::kRefusal;
  return has_option(words, "--json") ? Kind::kJson : Kind::kSuccess;
}

void note_commands(const std::string& text, std::set<Shown>& shown) {
  std::vector<std::string> words;
  int exit = 0;
  const auto note = [&] {
    if (words.empty() || words[0] != "clew" || has_option(words, "--help")) return;
    words.erase(words.begin());
    shown.insert({verb_of(words), kind_of(words, exit)});
  };
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    if (line.starts_with("[exit ")) exit = std::stoi(line.substr(6));
    if (!line.starts_with("$ ")) continue;
    note();
    words = split_words(line.substr(2));
    exit = 0;
  }
  note();
}

}  // namespace

TEST_CASE("every verb is shown to succeed, to answer in JSON, to be refused and to be mistyped") {
  std::set<Shown> shown;
  for (const auto& path : transcript_paths()) note_commands(read_all(path), shown);
  std::map<Shown, const char*> exempt;
  for (const auto& [verb, kind, reason] : kExemptions) exempt[{verb, kind}] = reason;
  for (const Verb& verb : catalogue()) {
    for (const Kind kind : kKinds) {
      const Shown wanted{verb.name, kind};
      INFO("clew ", wanted.verb, ": ", words_of(kind));
      if (const auto found = exempt.find(wanted); found != exempt.end()) {
        INFO("it is shown, so this is no reason: ", std::string(found->second));
        CHECK_FALSE(shown.contains(wanted));
        exempt.erase(found);
      } else {
        CHECK(shown.contains(wanted));
      }
    }
  }
  for (const auto& [left, reason] : exempt) FAIL_CHECK("there is no verb ", left.verb);
}

TEST_CASE("every fixture of a hook is told in a transcript") {
  std::string reported;
  for (const auto& path : transcript_paths()) reported += read_all(path);
  const std::filesystem::path folder = source_folder() + "/tests/fixtures/hooks";
  size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string agent = entry.path().parent_path().filename();
    const std::string line = "% " + agent + " " + entry.path().filename().string() + "\n";
    INFO(line);
    CHECK(reported.find(line) != std::string::npos);
    ++count;
  }
  CHECK(count > 0);
}

TEST_CASE("every dialect is shown in files, edited by hand, damaged and repaired") {
  for (const Dialect* dialect : all_dialects()) {
    const std::string name = dialect->name();
    const std::string text =
        read_all(source_folder() + "/tests/transcript/dialects_" + name + ".txt");
    INFO(name);
    CHECK((text.find("clew view attach " + name) != std::string::npos ||
           text.find("--dialect " + name) != std::string::npos));
    for (const std::string part : {"\n$ cat ", "\n$ edit ", "\n$ cut ", "\n$ clew repair "}) {
      INFO(part);
      CHECK(text.find(part) != std::string::npos);
    }
    INFO("what was edited is recorded as said by the file");
    CHECK(text.find("  file:") != std::string::npos);
  }
}

}  // namespace clew
