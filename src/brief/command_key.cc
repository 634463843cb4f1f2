
#include "brief/command_key.h"

#include <algorithm>
#include <cctype>

#include "brief/words.h"

namespace clew {
namespace {

using Tokens = std::vector<std::string>;

bool is_numeral(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The words of a command line; quotes hold together, `&&`, `;`, `|` and `||` stand alone.
Tokens tokens_of(std::string_view line) {
  Tokens out;
  std::string token;
  char quote = 0;
  const auto end = [&] {
    if (!token.empty()) out.push_back(token);
    token.clear();
  };
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        token += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      end();
      if (c == '\n') out.emplace_back(";");
    } else if (c == ';' || c == '|' || (c == '&' && (line.substr(i, 2) == "&&"))) {
      end();
      const bool doubled = i + 1 < line.size() && line[i + 1] == c;
      out.emplace_back(doubled ? 2 : 1, c);
      if (doubled) ++i;
    } else {
      token += c;
    }
  }
  end();
  return out;
}

bool is_separator(const std::string& token) {
  return token == "&&" || token == ";" || token == "||" || token == "|";
}

// `before` has the separator in front of each part, which tells a pipe from a sequence.
std::vector<Tokens> parts_of(const Tokens& tokens, std::vector<std::string>& before) {
  std::vector<Tokens> out(1);
  before.assign(1, "");
  for (const auto& token : tokens) {
    if (is_separator(token)) {
      out.emplace_back();
      before.push_back(token);
    } else {
      out.back().push_back(token);
    }
  }
  return out;
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool is_assignment(const std::string& token) {
  const size_t equals = token.find('=');
  return equals != std::string::npos && equals > 0 &&
         std::all_of(token.begin(), token.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

bool is_redirection(const std::string& token) {
  return token.starts_with("2>") || token.starts_with(">") || token.starts_with("&>") ||
         token.starts_with("1>") || token == "<";
}

// Programs that only run another one, and how many words of their own they take.
struct Wrapper {
  std::string_view name;
  std::string_view second;  // empty: none
  bool takes_number = false;
};
constexpr Wrapper kWrappers[] = {
    {"env",      "",     false},
    {"time",     "",     false},
    {"timeout",  "",     true },
    {"nice",     "",     false},
    {"sudo",     "",     false},
    {"command",  "",     false},
    {"npx",      "",     false},
    {"bunx",     "",     false},
    {"uv",       "run",  false},
    {"poetry",   "run",  false},
    {"pipenv",   "run",  false},
    {"pnpm",     "exec", false},
    {"yarn",     "exec", false},
    {"npm",      "exec", false},
    {"bundle",   "exec", false},
    {"python",   "-m",   false},
    {"python3",  "-m",   false},
    {"xvfb-run", "",     false},
    {"rtk",      "",     false},
};

// The command itself, without what is around it. "FOO=1 timeout 60 uv run pytest -q >out" is
// "pytest -q": assignments, wrappers with their options, and redirections go.
Tokens unwrapped(Tokens words) {
  for (bool going = true; going && !words.empty();) {
    going = false;
    if (is_assignment(words.front())) {
      words.erase(words.begin());
      going = true;
      continue;
    }
    for (const auto& wrapper : kWrappers) {
      if (base_name(words.front()) != wrapper.name) continue;
      if (!wrapper.second.empty() && (words.size() < 2 || words[1] != wrapper.second)) continue;
      if (words.size() < (wrapper.second.empty() ? 2U : 3U)) continue;
      words.erase(words.begin(), words.begin() + (wrapper.second.empty() ? 1 : 2));
      while (!words.empty() && (words.front().starts_with('-') ||
                                (wrapper.takes_number && is_numeral(words.front()[0])))) {
        const bool number = is_numeral(words.front()[0]);
        words.erase(words.begin());
        if (number) break;
      }
      going = true;
      break;
    }
  }
  std::erase_if(words, is_redirection);
  return words;
}

// What programs do. The second word tells programs with several verbs apart.
struct RunnerRow {
  std::string_view program;
  std::string_view verb;  // empty: any
  RunKind kind = RunKind::kOther;
};
constexpr RunnerRow kRunners[] = {
    {"pytest",        "",         RunKind::kTest   },
    {"py.test",       "",         RunKind::kTest   },
    {"unittest",      "",         RunKind::kTest   },
    {"tox",           "",         RunKind::kTest   },
    {"nox",           "",         RunKind::kTest   },
    {"jest",          "",         RunKind::kTest   },
    {"vitest",        "",         RunKind::kTest   },
    {"mocha",         "",         RunKind::kTest   },
    {"ava",           "",         RunKind::kTest   },
    {"playwright",    "test",     RunKind::kTest   },
    {"cypress",       "run",      RunKind::kTest   },
    {"ctest",         "",         RunKind::kTest   },
    {"go",            "test",     RunKind::kTest   },
    {"go",            "build",    RunKind::kBuild  },
    {"go",            "vet",      RunKind::kLint   },
    {"cargo",         "test",     RunKind::kTest   },
    {"cargo",         "nextest",  RunKind::kTest   },
    {"cargo",         "build",    RunKind::kBuild  },
    {"cargo",         "check",    RunKind::kBuild  },
    {"cargo",         "clippy",   RunKind::kLint   },
    {"cargo",         "fmt",      RunKind::kLint   },
    {"cargo",         "bench",    RunKind::kMeasure},
    {"rspec",         "",         RunKind::kTest   },
    {"rake",          "test",     RunKind::kTest   },
    {"rails",         "test",     RunKind::kTest   },
    {"phpunit",       "",         RunKind::kTest   },
    {"pest",          "",         RunKind::kTest   },
    {"mvn",           "test",     RunKind::kTest   },
    {"mvn",           "verify",   RunKind::kTest   },
    {"mvn",           "",         RunKind::kBuild  },
    {"mvnw",          "test",     RunKind::kTest   },
    {"mvnw",          "verify",   RunKind::kTest   },
    {"mvnw",          "",         RunKind::kBuild  },
    {"west",          "twister",  RunKind::kTest   },
    {"west",          "build",    RunKind::kBuild  },
    {"idf.py",        "build",    RunKind::kBuild  },
    {"pio",           "run",      RunKind::kBuild  },
    {"platformio",    "run",      RunKind::kBuild  },
    {"xcodebuild",    "",         RunKind::kBuild  },
    {"latexmk",       "",         RunKind::kBuild  },
    {"flutter",       "analyze",  RunKind::kLint   },
    {"dart",          "analyze",  RunKind::kLint   },
    {"gradle",        "test",     RunKind::kTest   },
    {"gradlew",       "test",     RunKind::kTest   },
    {"gradle",        "",         RunKind::kBuild  },
    {"gradlew",       "",         RunKind::kBuild  },
    {"dotnet",        "test",     RunKind::kTest   },
    {"dotnet",        "build",    RunKind::kBuild  },
    {"swift",         "test",     RunKind::kTest   },
    {"swift",         "build",    RunKind::kBuild  },
    {"mix",           "test",     RunKind::kTest   },
    {"deno",          "test",     RunKind::kTest   },
    {"bun",           "test",     RunKind::kTest   },
    {"bats",          "",         RunKind::kTest   },
    {"npm",           "test",     RunKind::kTest   },
    {"npm",           "t",        RunKind::kTest   },
    {"pnpm",          "test",     RunKind::kTest   },
    {"yarn",          "test",     RunKind::kTest   },
    {"npm",           "build",    RunKind::kBuild  },
    {"pnpm",          "build",    RunKind::kBuild  },
    {"yarn",          "build",    RunKind::kBuild  },
    {"npm",           "lint",     RunKind::kLint   },
    {"pnpm",          "lint",     RunKind::kLint   },
    {"yarn",          "lint",     RunKind::kLint   },
    {"npm",           "bench",    RunKind::kMeasure},
    {"npm",           "coverage", RunKind::kMeasure},
    {"make",          "test",     RunKind::kTest   },
    {"make",          "check",    RunKind::kTest   },
    {"make",          "lint",     RunKind::kLint   },
    {"make",          "coverage", RunKind::kMeasure},
    {"make",          "bench",    RunKind::kMeasure},
    {"make",          "",         RunKind::kBuild  },
    {"just",          "test",     RunKind::kTest   },
    {"just",          "lint",     RunKind::kLint   },
    {"just",          "build",    RunKind::kBuild  },
    {"ninja",         "",         RunKind::kBuild  },
    {"cmake",         "",         RunKind::kBuild  },
    {"meson",         "test",     RunKind::kTest   },
    {"meson",         "",         RunKind::kBuild  },
    {"bazel",         "test",     RunKind::kTest   },
    {"bazel",         "build",    RunKind::kBuild  },
    {"tsc",           "",         RunKind::kBuild  },
    {"vite",          "build",    RunKind::kBuild  },
    {"webpack",       "",         RunKind::kBuild  },
    {"gcc",           "",         RunKind::kBuild  },
    {"g++",           "",         RunKind::kBuild  },
    {"clang",         "",         RunKind::kBuild  },
    {"cc",            "",         RunKind::kBuild  },
    {"docker",        "build",    RunKind::kBuild  },
    {"eslint",        "",         RunKind::kLint   },
    {"prettier",      "",         RunKind::kLint   },
    {"biome",         "",         RunKind::kLint   },
    {"ruff",          "",         RunKind::kLint   },
    {"flake8",        "",         RunKind::kLint   },
    {"pylint",        "",         RunKind::kLint   },
    {"mypy",          "",         RunKind::kLint   },
    {"pyright",       "",         RunKind::kLint   },
    {"black",         "",         RunKind::kLint   },
    {"golangci-lint", "",         RunKind::kLint   },
    {"shellcheck",    "",         RunKind::kLint   },
    {"clang-tidy",    "",         RunKind::kLint   },
    {"rubocop",       "",         RunKind::kLint   },
    {"terraform",     "validate", RunKind::kLint   },
    {"terraform",     "plan",     RunKind::kMeasure},
    {"coverage",      "",         RunKind::kMeasure},
    {"nyc",           "",         RunKind::kMeasure},
    {"gcovr",         "",         RunKind::kMeasure},
    {"hyperfine",     "",         RunKind::kMeasure},
    {"wrk",           "",         RunKind::kMeasure},
    {"ab",            "",         RunKind::kMeasure},
    {"k6",            "",         RunKind::kMeasure},
    {"grep",          "",         RunKind::kLook   },
    {"rg",            "",         RunKind::kLook   },
    {"ag",            "",         RunKind::kLook   },
    {"diff",          "",         RunKind::kLook   },
    {"cmp",           "",         RunKind::kLook   },
    {"test",          "",         RunKind::kLook   },
    {"[",             "",         RunKind::kLook   },
    {"which",         "",         RunKind::kLook   },
    {"find",          "",         RunKind::kLook   },
    {"ls",            "",         RunKind::kLook   },
    {"pgrep",         "",         RunKind::kLook   },
};

// Words that only say that the next one is a script: npm run lint.
bool is_run_word(const std::string& word) { return word == "run" || word == "run-script"; }

struct Known {
  RunKind kind = RunKind::kOther;
  std::string runner;
  size_t taken = 1;  // words of the command that name it
};

// lint:fix and test:unit are kinds of lint and of test.
bool is_verb(const std::string& word, std::string_view verb) {
  return word == verb || (word.starts_with(verb) && word.size() > verb.size() &&
                          (word[verb.size()] == ':' || word[verb.size()] == '-'));
}

// What a verb means to programs that no row is about: `colcon test`, `west build`.
RunKind kind_of_verb(const std::string& word) {
  const std::string verb = folded(word);
  if (is_verb(verb, "test") || is_verb(verb, "tests") || verb == "check" || verb == "verify") {
    return RunKind::kTest;
  }
  if (is_verb(verb, "build") || verb == "compile") return RunKind::kBuild;
  if (is_verb(verb, "lint")) return RunKind::kLint;
  if (is_verb(verb, "bench") || verb == "benchmark" || verb == "coverage") return RunKind::kMeasure;
  return RunKind::kOther;
}

// gradle's tasks have their own names: `:app:testDebugUnitTest`.
bool runs_test_task(const std::string& program, const Tokens& words) {
  if (program != "gradle" && program != "gradlew") return false;
  return std::any_of(words.begin() + 1, words.end(), [](const std::string& word) {
    return !word.starts_with('-') && folded(word).find("test") != std::string::npos;
  });
}

// The program and its verb by the table; without a row, a script by its name and any other program
// by a word that says what it does. `taken` words name the command, and the rest is its scope.
Known known_runner(const Tokens& words) {
  Known out;
  std::string program = base_name(words.front());
  if (program.ends_with(".sh") || program.ends_with(".py")) {
    const std::string name = folded(program);
    if (name.find("test") != std::string::npos) return {RunKind::kTest, program, 1};
  }
  size_t verb_at = 1;
  while (verb_at < words.size() &&
         (is_run_word(words[verb_at]) || words[verb_at].starts_with('-'))) {
    ++verb_at;
  }
  const std::string verb = verb_at < words.size() ? words[verb_at] : "";
  if (runs_test_task(program, words)) return {RunKind::kTest, program, 1};
  for (const auto& row : kRunners) {
    if (row.program != program) continue;
    if (row.verb.empty()) return {row.kind, program, 1};
    if (is_verb(verb, row.verb)) return {row.kind, program + " " + verb, verb_at + 1};
  }
  out.runner = program;
  if (program == "node" || program == "python" || program == "python3" || program == "bash" ||
      program == "sh") {
    const std::string script = words.size() > 1 ? base_name(words[1]) : "";
    out.runner = program + " " + script;
    out.taken = std::min<size_t>(2, words.size());
    // tests/run.py and run_tests.py alike.
    const bool tests = words.size() > 1 && (folded(words[1]).find("test") != std::string::npos);
    if (tests) out.kind = RunKind::kTest;
    // manage.py test
    if (!tests && words.size() > 2) out.kind = kind_of_verb(words[2]);
  } else if (!verb.empty() && verb_at == 1) {
    out.runner = program + " " + verb;  // pip install, docker compose: each verb is its own
    out.taken = 2;
    out.kind = kind_of_verb(verb);
    // airflow dags test, docker compose build
    const bool has_more = out.kind == RunKind::kOther && words.size() > 2;
    if (has_more) out.kind = kind_of_verb(words[2]);
  }
  return out;
}

// Of the options only those that choose a part count as scope.
// What part of the whole a command is about: paths and filters, sorted, so that their order does
// not matter. Plain numbers after a known program are values of options.
std::vector<std::string> scope_of(const Tokens& words, const Known& known) {
  constexpr std::string_view kFilters[] = {
      "-k", "-t",        "-m", "-R", "--filter", "-run", "--grep", "-g", "--testNamePattern",
      "-p", "--package", "-tc"};
  std::vector<std::string> out;
  for (size_t i = known.taken; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool is_filter =
        std::find(std::begin(kFilters), std::end(kFilters), word) != std::end(kFilters);
    if (is_filter && i + 1 < words.size()) {
      out.push_back(word + " " + words[++i]);
    } else if (word.starts_with("--filter=") || word.starts_with("-tc=") ||
               word.starts_with("--grep=")) {
      out.push_back(word);
    } else if (!word.starts_with('-') && word != "." && word != "./..." && word != "..." &&
               !(known.kind != RunKind::kOther &&
                 std::all_of(word.begin(), word.end(), is_numeral))) {
      out.push_back(word);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool is_trimming(const Tokens& words) {
  if (words.empty()) return true;
  const std::string program = base_name(words.front());
  return program == "tail" || program == "head" || program == "cat" || program == "tee" ||
         program == "true" || program == "less" || program == "grep" || program == "sed" ||
         program == "awk" || program == "sort" || program == "wc" || program == "echo";
}

// The one part of a command line that it is about: the last that measures, else the last.
struct Chosen {
  std::string folder;
  Tokens words;
};

// Of several commands in a line the one that measures something counts; "cd" before it is its
// folder, and what only trims its output is left out.
Chosen chosen_part(std::string_view line) {
  std::vector<std::string> before;
  const auto parts = parts_of(tokens_of(line), before);
  Chosen out;
  bool measuring = false;
  std::string folder;
  for (size_t i = 0; i < parts.size(); ++i) {
    Tokens words = unwrapped(parts[i]);
    if (words.empty()) continue;
    if (words.front() == "cd" || words.front() == "pushd") {
      if (words.size() > 1) folder = words[1];
      continue;
    }
    if (words.front() == "export" || words.front() == "source" || words.front() == "set" ||
        words.front() == ".") {
      continue;
    }
    const bool is_filter = (before[i] == "|" || before[i] == "||" || before[i] == ";") &&
                           !out.words.empty() && is_trimming(words);
    if (is_filter) continue;
    const bool now = measures(known_runner(words).kind);
    if (measuring && !now) continue;
    measuring = measuring || now;
    out = {folder, std::move(words)};
  }
  return out;
}

}  // namespace

// A command whose success says something about the work.
bool measures(RunKind kind) {
  return kind == RunKind::kTest || kind == RunKind::kBuild || kind == RunKind::kLint ||
         kind == RunKind::kMeasure;
}

// Two command lines with the same key do the same thing; the scope tells whether they did it to the
// same part.
ReadCommand read_command(std::string_view line) {
  ReadCommand out;
  const Chosen chosen = chosen_part(line);
  if (chosen.words.empty()) return out;
  const Known known = known_runner(chosen.words);
  out.key = {chosen.folder, known.kind, known.runner};
  out.scope = scope_of(chosen.words, known);
  return out;
}

}  // namespace clew
