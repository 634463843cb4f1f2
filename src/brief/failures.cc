#include "brief/failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/text.h"
#include "brief/said.h"
#include "brief/words.h"

namespace clew {
namespace {

constexpr size_t kLongestError = 160;

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

// The command itself, without what is around it.
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

bool measures(RunKind kind) {
  return kind == RunKind::kTest || kind == RunKind::kBuild || kind == RunKind::kLint ||
         kind == RunKind::kMeasure;
}

// Of the options only those that choose a part count as scope.
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

std::string line_of(const CommandRun& run) {
  return run.arguments.empty() ? run.command : run.command + " " + run.arguments;
}

bool is_count(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_numeral);
}

// "3 failed", "failed: 3", "Failures: 2", "3 errors"
std::optional<long> count_named(const std::vector<std::string>& words,
                                std::initializer_list<std::string_view> names) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (std::find(names.begin(), names.end(), words[i]) == names.end()) continue;
    if (i > 0 && is_count(words[i - 1]) && words[i - 1].size() < 7) return std::stol(words[i - 1]);
    if (i + 1 < words.size() && is_count(words[i + 1]) && words[i + 1].size() < 7) {
      return std::stol(words[i + 1]);
    }
    if (i > 1 && words[i - 1] == "tests" && is_count(words[i - 2]) && words[i - 2].size() < 7) {
      return std::stol(words[i - 2]);
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// What the last line with numbers in it counted.
struct Counts {
  std::optional<long> passed;
  std::optional<long> failed;
  std::string line;
};

Counts counted_in(std::string_view output) {
  const auto lines = lines_in(output);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const auto words = words_of(*line);
    Counts out;
    out.passed = count_named(words, {"passed", "passing", "pass", "ok", "succeeded", "successful"});
    out.failed = count_named(
        words, {"failed", "failing", "failures", "failure", "fail", "errors", "error", "problems"});
    if (!out.passed && !out.failed) continue;
    // "12 ok" in prose is no count of tests: a runner says it in a short line.
    if (count_characters(*line) > 160) continue;
    out.line = std::string(*line);
    // Some tell passes and failures in two lines.
    if (!out.failed) {
      for (const auto& other : lines) {
        const auto more = count_named(words_of(other), {"failed", "failing", "failures", "fail"});
        if (more) out.failed = more;
      }
    }
    return out;
  }
  return {};
}

std::string bare_line(std::string_view line) {
  std::string out = one_line(line);
  const size_t from = std::min(out.find_first_not_of("=-_* #"), out.size());
  const size_t to = out.find_last_not_of("=-_* #");
  return to == std::string::npos ? "" : out.substr(from, to + 1 - from);
}

bool has_any_of(std::string_view line, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return line.find(part) != std::string_view::npos;
  });
}

// A line that names a failed test.
bool names_test(std::string_view line) {
  const std::string_view bare = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  return bare.starts_with("E ") || bare.starts_with("FAILED") || bare.starts_with("FAIL") ||
         bare.starts_with("not ok") || bare.starts_with("✗") || bare.starts_with("×") ||
         bare.starts_with("--- FAIL") || bare.starts_with("● ") || bare.ends_with(" FAILED") ||
         has_any_of(bare, {" FAILED:", " FAILED -"});
}

bool names_error(std::string_view line) {
  if (names_test(line)) return true;
  return has_any_of(line, {"error:",
                           "Error:",
                           "ERROR",
                           "fatal:",
                           "panic:",
                           "Exception",
                           "Killed",
                           "error[",
                           "ERR!",
                           "npm error",
                           "undefined reference",
                           "Segmentation",
                           "cannot ",
                           "Cannot ",
                           "not found",
                           "No such file",
                           "AssertionError",
                           "denied",
                           "refused",
                           "timed out"});
}

// "FAIL app/admin 0.2s", "FAILED (failures=1)": that something failed, but not what.
bool is_summary(std::string_view line) {
  if (line.starts_with("FAILED (") || line == "FAIL" || line == "FAILED") return true;
  const bool is_package = line.starts_with("FAIL") && line.ends_with('s') && line.size() > 2 &&
                          is_numeral(line[line.size() - 2]);
  const auto words = words_of(line);
  return is_package || (line.find("::") == std::string_view::npos && words.size() <= 10 &&
                        count_named(words, {"failed", "failures"}).has_value() &&
                        count_named(words, {"passed", "tests", "total", "completed"}).has_value());
}

// A later pass of the same key and scope, of all of it, or of the tests that the build is for.
bool covers(const ReadCommand& passed, const ReadCommand& failed) {
  const bool builds = failed.key.kind == RunKind::kBuild && passed.key.kind == RunKind::kTest &&
                      failed.key.folder == passed.key.folder &&
                      failed.key.runner.substr(0, failed.key.runner.find(' ')) ==
                          passed.key.runner.substr(0, passed.key.runner.find(' '));
  if (builds) return true;
  if (!(passed.key == failed.key)) return false;
  return passed.scope == failed.scope || passed.scope.empty();
}

bool has_test_counts(std::string_view output) {
  const Counts counts = counted_in(output);
  const auto words = words_of(counts.line);
  return (counts.passed || counts.failed) &&
         std::any_of(words.begin(), words.end(), [](const std::string& word) {
           return word == "passed" || word == "tests" || word == "test" || word == "failures";
         });
}

struct Judged {
  const CommandRun* run = nullptr;
  ReadCommand read;
  Verdict verdict = Verdict::kNeither;
  std::string output;
};

std::string output_of(const CommandRun& run, const World& world) {
  const std::string told = world.text_of ? world.text_of(run.origin.id) : std::string();
  return told.empty() ? run.error : told;
}

// "OK", "BUILD SUCCESSFUL in 51s": what runners end with that count nothing.
bool ends_well(std::string_view output) {
  std::string last;
  for (const auto& line : lines_in(output)) {
    if (std::string bare = bare_line(line); !bare.empty()) last = std::move(bare);
  }
  return last == "OK" || last == "PASS" || last == "PASSED" || last.starts_with("OK (") ||
         last.starts_with("BUILD SUCCESS") || last.starts_with("ok ");
}

Verdict verdict_of(const CommandRun& run, RunKind kind, std::string_view output) {
  if (kind == RunKind::kLook) {
    const bool failed = run.outcome == RunOutcome::kFailure && run.exit_code.value_or(1) != 1;
    return failed ? Verdict::kFailed : Verdict::kNeither;
  }
  if (measures(kind)) {
    const Counts counts = counted_in(output);
    if (counts.failed && *counts.failed > 0) return Verdict::kFailed;
    const bool none_failed = counts.failed && *counts.failed == 0;
    const bool some_passed = counts.passed && *counts.passed > 0;
    if ((none_failed || some_passed) && run.outcome != RunOutcome::kFailure) {
      return Verdict::kPassed;
    }
  }
  switch (run.outcome) {
    case RunOutcome::kSuccess:
      return Verdict::kPassed;
    case RunOutcome::kFailure:
      return Verdict::kFailed;
    case RunOutcome::kUnknown:
      if (measures(kind) && ends_well(output)) return Verdict::kPassed;
      break;
  }
  return Verdict::kNeither;
}

std::vector<Judged> judge_runs(const Session& session, const World& world) {
  constexpr size_t kMostRead = 24;  // outputs that are looked up in the log, the latest
  std::vector<Judged> out;
  const auto& runs = session.runs.items;
  for (size_t i = 0; i < runs.size(); ++i) {
    const CommandRun& run = runs[i];
    Judged judged;
    judged.run = &run;
    judged.read = read_command(line_of(run));
    // A verb of a workflow, not the shell's: `test holds`.
    if (run.command == "test" && !run.model.empty()) judged.read.key.kind = RunKind::kTest;
    // Output is kept of failed and of measuring commands, and of others there is none to ask for.
    const RunKind kind = judged.read.key.kind;
    const bool is_kept = run.outcome == RunOutcome::kFailure || measures(kind);
    const bool is_late = i + kMostRead >= runs.size();
    if (is_kept) judged.output = is_late ? output_of(run, world) : run.error;
    // Whatever it is called, a command that counts passes and failures is a test.
    const bool is_other = judged.read.key.kind == RunKind::kOther;
    if (is_other && has_test_counts(judged.output)) judged.read.key.kind = RunKind::kTest;
    judged.verdict = verdict_of(run, judged.read.key.kind, judged.output);
    out.push_back(std::move(judged));
  }
  return out;
}

bool is_turn_over(const Session& session, const CommandRun& run) {
  const auto& ends = session.checkpoints.items;
  return std::any_of(ends.begin(), ends.end(), [&](const Checkpoint& end) {
    return end.origin.id > run.origin.id &&
           (end.name == kEndOfTurn || end.name == kEndOfConversation || end.name == kTurnFailed);
  });
}

// Whoever tells of no turns keeps the session by hand, and a command is there to be told.
bool tells_turns(const Session& session, const ActorId& actor) {
  const auto& ends = session.checkpoints.items;
  return std::any_of(ends.begin(), ends.end(), [&](const Checkpoint& end) {
    return end.origin.actor == actor && end.name == kEndOfTurn;
  });
}

bool is_by_hand(const Session& session, const CommandRun& run) {
  return is_person(run.origin.actor) && !tells_turns(session, run.origin.actor);
}

std::string shown_line(const CommandRun& run) {
  std::string line = one_line(line_of(run));
  for (const std::string_view tail : {" 2>&1", " || true"}) {
    for (size_t at = 0; (at = line.find(tail)) != std::string::npos;) line.erase(at, tail.size());
  }
  for (const std::string_view pipe : {" | tail", " | head", " | cat"}) {
    const size_t at = line.find(pipe);
    if (at != std::string::npos) line.erase(at);
  }
  return line;
}

// Nobody asked for anything since, and nothing succeeded: the work stands there.
bool is_last_word(const Session& session, const CommandRun& run) {
  const auto later = [&](const auto& fact) { return fact.origin.id > run.origin.id; };
  const auto& asked = session.instructions.items;
  if (run.origin.id.number == 0 || std::any_of(asked.begin(), asked.end(), later)) return false;
  const auto& runs = session.runs.items;
  return std::none_of(runs.begin(), runs.end(), [&](const CommandRun& other) {
    return later(other) && other.outcome == RunOutcome::kSuccess;
  });
}

}  // namespace

ReadCommand read_command(std::string_view line) {
  ReadCommand out;
  const Chosen chosen = chosen_part(line);
  if (chosen.words.empty()) return out;
  const Known known = known_runner(chosen.words);
  out.key = {chosen.folder, known.kind, known.runner};
  out.scope = scope_of(chosen.words, known);
  return out;
}

Verdict verdict_of(const CommandRun& run, std::string_view output) {
  return verdict_of(run, read_command(line_of(run)).key.kind, output);
}

std::string counts_in(std::string_view output) { return bare_line(counted_in(output).line); }

std::string error_line_of(std::string_view output) {
  const auto lines = lines_in(output);
  std::string last;
  std::string named;
  std::string summed;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string line = bare_line(lines[i]);
    if (line.empty()) continue;
    last = line;
    if (!names_error(lines[i])) continue;
    if (is_summary(line)) {
      summed = line;
      continue;
    }
    named = line;
    // A name alone: the line below says what happened.
    const bool is_bare = line.ends_with("FAILED") || line.starts_with("FAIL:") ||
                         line.starts_with("FAIL ") || line.starts_with("●");
    if (is_bare && i + 1 < lines.size()) {
      const std::string below = bare_line(lines[i + 1]);
      if (!below.empty() && !is_summary(below) && !names_test(below)) {
        named += " · " + below;
        ++i;
      }
    }
  }
  return cut(!named.empty() ? named : !summed.empty() ? summed : last, kLongestError);
}

RunsNow runs_now(const Session& session, const World& world) {
  const std::vector<Judged> runs = judge_runs(session, world);
  RunsNow out;
  std::vector<CommandKey> seen;          // keys that measure, newest first
  std::vector<const ReadCommand*> told;  // failures told already
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    const bool is_measuring =
        measures(run->read.key.kind) ||
        (run->read.key.kind == RunKind::kOther && is_by_hand(session, *run->run));
    if (run->verdict == Verdict::kPassed && is_measuring) {
      if (std::find(seen.begin(), seen.end(), run->read.key) == seen.end()) {
        seen.push_back(run->read.key);
        out.verified.push_back({run->run, shown_line(*run->run), counts_in(run->output)});
      }
      continue;
    }
    if (run->verdict != Verdict::kFailed) continue;
    FailedRun failed;
    failed.run = run->run;
    failed.kind = run->read.key.kind;
    failed.line = shown_line(*run->run);
    failed.error = error_line_of(run->output);
    if (run->read.key.kind == RunKind::kTest) failed.counts = counts_in(run->output);
    bool gone = false;
    for (auto later = runs.rbegin(); later != run; ++later) {
      if (later->run->origin.id < run->run->origin.id) continue;
      if (later->verdict == Verdict::kPassed && covers(later->read, run->read)) gone = true;
      const bool part = later->verdict == Verdict::kPassed && later->read.key == run->read.key;
      if (part && failed.passed.empty()) {
        failed.passed = shown_line(*later->run);
        failed.passed_at = later->run->origin.at;
      }
    }
    // The same failure again, or a part of one that is told: the latest says it.
    const bool again = std::any_of(told.begin(), told.end(), [&](const ReadCommand* known) {
      return known->key == run->read.key &&
             (known->scope == run->read.scope || known->scope.empty() || run->read.scope.empty());
    });
    const bool ran_again = std::any_of(told.begin(), told.end(), [&](const ReadCommand* known) {
      return known->key == run->read.key &&
             (known->scope == run->read.scope || known->scope.empty());
    });
    if (gone || ran_again) out.gone.push_back(run->output);
    if (gone || again) continue;
    told.push_back(&run->read);
    out.left.push_back(run->output);
    if (is_measuring || is_last_word(session, *run->run)) {
      out.failing.push_back(std::move(failed));
    } else if (is_turn_over(session, *run->run)) {
      out.given_up.push_back(std::move(failed));
    }
  }
  return out;
}

std::vector<std::string> changed_since(const Session& session, const Origin& origin) {
  std::vector<const FileChange*> changed;
  for (const auto& file : session.files.items) {
    const bool later =
        origin.id.number > 0 ? file.origin.id > origin.id : file.origin.at > origin.at;
    if (later) changed.push_back(&file);
  }
  std::stable_sort(changed.begin(), changed.end(), [](const FileChange* a, const FileChange* b) {
    return a->origin.id > b->origin.id;
  });
  std::vector<std::string> out;
  for (const FileChange* file : changed) out.push_back(file->path);
  return out;
}

}  // namespace clew
