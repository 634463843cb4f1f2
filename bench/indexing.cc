// The code index on sources that nobody here wrote: those of packages installed on this machine, as
// a checkout of its own.
//   indexing CLEW

#include <sys/wait.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "bench_store.h"
#include "child.h"
#include "files/machine.h"
#include "files/posix_file_system.h"
#include "index/code_index.h"
#include "index/grammar.h"
#include "index/guarded_parse.h"
#include "index/source_language.h"

namespace clew::bench {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLinesOfEach = 100'000;
constexpr size_t kLinesWanted = 200'000;
constexpr size_t kLinesOfMany = 1'000'000;
constexpr int kRounds = 15;

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void write_text(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

size_t lines_of(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

// What is measured: files of one language, with where they come from.
struct Kind {
  const char* name;
  std::vector<const char*> folders;
  std::set<std::string> endings;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> kKinds = {
      {"Python",     {"/usr/lib/python3", "/usr/lib/python3.11", "/usr/lib/python3.13"}, {".py"}        },
      {"JavaScript",
       {"/usr/lib/node_modules", "/usr/share/nodejs", "/usr/share/javascript"},
       {".js", ".mjs", ".cjs"}                                                                          },
      {"C and C++",  {"/usr/include/boost", "/usr/include/c++", "/usr/include"},         {".h", ".hpp"} },
      {"Go",         {"/usr/share/gocode", "/usr/lib/go"},                               {".go"}        },
      {"TypeScript", {"/usr/lib/node_modules", "/usr/share/nodejs"},                     {".ts", ".tsx"}},
  };
  return kKinds;
}

// As the index judges it: what it would pass over is no source here either.
bool is_taken(const fs::path& path, const std::string& text) {
  return text.size() <= kSourceLimit && !is_binary(text) && !is_generated(path.string(), text);
}

struct Sources {
  size_t lines = 0;
  size_t bytes = 0;
  size_t files = 0;
  std::map<std::string, size_t> lines_by_kind;
};

// The first files of each language, by path, so that every run on a machine measures the same.
Sources gather(const std::string& into) {
  Sources sources;
  for (const Kind& kind : kinds()) {
    std::set<fs::path> paths;
    for (const char* folder : kind.folders) {
      std::error_code problem;
      const auto options = fs::directory_options::skip_permission_denied;
      for (auto at = fs::recursive_directory_iterator(folder, options, problem);
           !problem && at != fs::recursive_directory_iterator(); at.increment(problem)) {
        const bool is_wanted = at->is_regular_file(problem) && !at->is_symlink(problem) &&
                               kind.endings.contains(at->path().extension().string());
        if (is_wanted) paths.insert(at->path());
      }
    }
    size_t& lines = sources.lines_by_kind[kind.name];
    for (const fs::path& path : paths) {
      if (lines >= kLinesOfEach) break;
      const std::string text = read_text(path);
      if (!is_taken(path, text)) continue;
      write_text(into + path.string(), text);
      lines += lines_of(text);
      sources.bytes += text.size();
      ++sources.files;
    }
    sources.lines += lines;
    if (lines < kLinesOfEach / 10) sources.lines_by_kind.erase(kind.name);
  }
  return sources;
}

void git(const std::string& folder, std::vector<std::string> words) {
  std::vector<std::string> argv = {"git",
                                   "-C",
                                   folder,
                                   "-c",
                                   "user.name=bench",
                                   "-c",
                                   "user.email=bench@example.org",
                                   "-c",
                                   "core.autocrlf=false"};
  argv.insert(argv.end(), words.begin(), words.end());
  spawn(argv);
}

void commit_all(const std::string& folder) {
  git(folder, {"init", "-q", "-b", "main"});
  git(folder, {"add", "-A", "-f"});
  git(folder, {"commit", "-q", "-m", "sources"});
}

// A program run to its end, with what it cost.
struct Cost {
  double cpu_s = 0;
  double wall_s = 0;
  double peak_mb = 0;
};

Cost cost_of(const std::vector<std::string>& argv) {
  rusage before{};
  getrusage(RUSAGE_CHILDREN, &before);
  const double start = now_us();
  const pid_t pid = fork();
  if (pid == 0) {
    const int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    std::vector<char*> words;
    for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
    _exit(127);
  }
  int status = 0;
  rusage used{};
  if (pid < 0 || wait4(pid, &status, 0, &used) != pid || status != 0) {
    std::fprintf(stderr, "bench: %s failed\n", argv[0].c_str());
    std::exit(1);
  }
  const auto seconds_of = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return {seconds_of(used.ru_utime) + seconds_of(used.ru_stime), (now_us() - start) / 1e6,
          static_cast<double>(used.ru_maxrss) / 1024};
}

// Every file parsed and dropped, by the grammar alone.
double parse_all_s(const std::string& folder) {
  std::vector<std::pair<Language, std::string>> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().string().find("/.git/") != std::string::npos) {
      continue;
    }
    std::string text = read_text(entry.path());
    const auto language = source_language(entry.path().string(), text);
    if (is_source_path(entry.path().string()) && language) {
      files.emplace_back(*language, std::move(text));
    }
  }
  const double start = cpu_us();
  for (const auto& [language, text] : files) {
    (void)guarded_parse(grammar_of(language).language, text, OutlineLimits());
  }
  return (cpu_us() - start) / 1e6;
}

// Files on which parsers without limits spend minutes and gigabytes.
void write_hostile(const std::string& folder) {
  const auto repeated = [](const std::string& part) {
    std::string text;
    // In lines of ordinary length: what is minified is passed over.
    for (size_t i = 1; text.size() + part.size() < size_t{1'000'000}; ++i) {
      text += part;
      if (i % 40 == 0) text += '\n';
    }
    return text;
  };
  write_text(folder + "/hostile/angles.cc", repeated("a<"));
  write_text(folder + "/hostile/calls.c", repeated("f("));
  write_text(folder + "/hostile/quotes.js", repeated("'"));
  write_text(folder + "/hostile/questions.go", repeated("a?b:"));
  write_text(folder + "/hostile/deep.py", repeated("["));
}

class Indexing {
 public:
  Indexing(std::string clew, std::string work) : clew_(std::move(clew)), work_(std::move(work)) {}

  int run() {
    const std::string folder = work_ + "/sources";
    const Sources sources = gather(folder);
    if (sources.lines < kLinesWanted || sources.lines_by_kind.size() < 3) {
      std::printf("code index: skipped, this machine has %zu lines in %zu languages\n",
                  sources.lines, sources.lines_by_kind.size());
      return 0;
    }
    std::string languages;
    for (const auto& [name, lines] : sources.lines_by_kind) {
      languages += (languages.empty() ? "" : ", ") + name;
    }
    std::printf("code index: %zu lines in %zu files (%s)\n", sources.lines, sources.files,
                languages.c_str());
    commit_all(folder);
    whole(folder, sources);
    small_changes(folder);
    drift(folder);
    many_lines(folder, sources);
    return 0;
  }

 private:
  void use_cache(const std::string& name) {
    const std::string cache = work_ + "/cache-" + name;
    fs::remove_all(cache);
    setenv("XDG_CACHE_HOME", cache.c_str(), 1);
    cache_ = cache;
  }

  void whole(const std::string& folder, const Sources& sources) {
    if (chdir(folder.c_str()) != 0) std::abort();
    std::vector<double> ratios;
    std::vector<double> processors;
    std::vector<double> to_ctags;
    constexpr int kTimes = 3;
    for (int i = 0; i < kTimes; ++i) {
      use_cache("whole");
      const double bare = parse_all_s(folder);
      const Cost index = cost_of({clew_, "code", "index"});
      ratios.push_back(index.cpu_s / bare);
      processors.push_back(index.cpu_s / index.wall_s);
      if (has_ctags()) {
        const Cost ctags = cost_of({"ctags", "--quiet", "-R", "-f", "/dev/null", "."});
        to_ctags.push_back(index.cpu_s / ctags.cpu_s);
      }
    }
    row_at_most("full index, processor time / bare parsing", 1.6, median(ratios), "x");
    if (std::thread::hardware_concurrency() > 1) {
      row_at_least("full index, processors at work", 1.6, median(processors), "");
    }
    if (!to_ctags.empty()) {
      row_of_ratio("full index, processor time / ctags, which does less", median(to_ctags));
    }
    row_at_most("database / source", 0.5, size_of_cache() / static_cast<double>(sources.bytes),
                "x");
  }

  static bool has_ctags() {
    const int status = std::system("ctags --version >/dev/null 2>&1");  // NOLINT: fixed words
    return status == 0;
  }

  double size_of_cache() const {
    double bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(cache_)) {
      if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
    }
    return bytes;
  }

  void small_changes(const std::string& folder) {
    const auto ours = [&] { spawn({clew_, "code", "status"}); };
    const auto gits = [&] { spawn({"git", "status", "--porcelain"}); };
    ours();
    gits();
    row_at_most("code status, nothing changed / git status", 1.5, paired_ratio(kRounds, ours, gits),
                "x");
    const std::string path = first_source(folder);
    const std::string text = read_text(path);
    std::vector<double> times_ours;
    std::vector<double> times_git;
    for (int i = 0; i < kRounds; ++i) {
      write_text(path, text + std::string(static_cast<size_t>(i + 1), '\n'));
      times_git.push_back(median_us(1, gits));
      times_ours.push_back(median_us(1, ours));
    }
    write_text(path, text);
    row_at_most("code status, one changed file / git status", 2,
                median(times_ours) / median(times_git), "x");
    ours();
    gits();
  }

  static std::string first_source(const std::string& folder) {
    std::set<std::string> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".py" && entry.file_size() > 2000) {
        paths.insert(entry.path().string());
      }
    }
    return paths.empty() ? std::string() : *paths.begin();
  }

  // Files with at least four definitions that are told apart by their names.
  std::map<std::string, std::vector<std::string>> symbols_by_file(const std::string& folder) {
    constexpr size_t kFiles = 50;
    constexpr size_t kOfEach = 4;
    PosixFileSystem files;
    SystemMachine machine;
    auto repository = must(find_repository(files, folder));
    const auto index = must(CodeIndex::open(
        files, machine, {folder, std::move(repository), cache_ + "/clew"}, own_extractor()));
    std::map<std::string, std::vector<std::string>> found;
    for (const FileRow& row : index->files()) {
      const FileOutline outline =
          must(index->database().outline(row.file, OutlineParts::kDefinitions));
      std::map<std::string, int> count;
      for (const Definition& each : outline.definitions) ++count[each.qualified];
      std::vector<std::string> names;
      for (const auto& [name, times] : count) {
        const bool is_plain = name.find_first_of(" ~<>:*&()") == std::string::npos;
        if (times == 1 && is_plain && names.size() < kOfEach) names.push_back(name);
      }
      if (names.size() == kOfEach) found[row.path] = std::move(names);
      if (found.size() == kFiles) break;
    }
    return found;
  }

  void drift(const std::string& folder) {
    const auto symbols = symbols_by_file(folder);
    for (const char* name : {"plain", "tied"}) {
      spawn({clew_, "start", "measure", "--id", name, "--store", store_of(name)});
    }
    std::vector<std::string> tie = {clew_, "decide", "it rests on this", "--store",
                                    store_of("tied")};
    std::vector<std::string> words = tie;
    size_t in_words = 0;
    for (const auto& [path, names] : symbols) {
      for (const std::string& name : names) {
        words.insert(words.end(), {"--symbol", path + ":" + name});
        if (++in_words % 40 == 0) {
          spawn(words);
          spawn({clew_, "decide", "it rests on nothing", "--store", store_of("plain")});
          words = tie;
        }
      }
    }
    const auto gits = [&] { spawn({"git", "status", "--porcelain"}); };
    const auto brief = [&](const char* name) {
      return [this, name] { spawn({clew_, "brief", "--store", store_of(name)}); };
    };
    brief("tied")();
    row_at_most("brief with 200 ties, nothing changed / without ties", 1.3,
                paired_ratio(kRounds, brief("tied"), brief("plain")), "x");
    size_t changed = 0;
    std::map<std::string, std::string> before;
    for (const auto& [path, names] : symbols) {
      if (changed++ == 5) break;
      const std::string text = read_text(folder + "/" + path);
      before[path] = text;
      write_text(folder + "/" + path, text + "\n");
    }
    gits();
    row_at_most("drift of 200 ties in 50 files, 5 changed / git status", 2,
                paired_ratio(
                    kRounds, [&] { spawn({clew_, "status", "--store", store_of("tied")}); }, gits),
                "x");
    for (const auto& [path, text] : before) write_text(folder + "/" + path, text);
  }

  std::string store_of(const std::string& name) const {
    return "sqlite:" + work_ + "/" + name + ".db";
  }

  void many_lines(const std::string& folder, const Sources& sources) {
    const std::string many = work_ + "/many";
    const size_t copies = kLinesOfMany / sources.lines + 1;
    for (size_t i = 0; i < copies; ++i) {
      const std::string into = many + "/copy" + std::to_string(i);
      fs::create_directories(into);
      for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().filename() == ".git") continue;
        fs::copy(entry.path(), into + "/" + entry.path().filename().string(),
                 fs::copy_options::recursive);
      }
    }
    write_hostile(many);
    if (chdir(many.c_str()) != 0) std::abort();
    git(many, {"init", "-q", "-b", "main"});
    use_cache("many");
    const Cost index = cost_of({clew_, "code", "index"});
    row_at_most("memory, 1,000,000 lines and hostile files", 200, index.peak_mb, " MB");
  }

  std::string clew_;
  std::string work_;
  std::string cache_;
};

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  // Not in the working directory, which may be in a repository itself.
  std::string work = std::filesystem::temp_directory_path() / "clew-bench-XXXXXX";
  if (mkdtemp(work.data()) == nullptr) return 1;
  work = std::filesystem::canonical(work);
  setenv("XDG_DATA_HOME", (work + "/data").c_str(), 1);
  setenv("XDG_STATE_HOME", (work + "/state").c_str(), 1);
  const std::string clew = std::filesystem::absolute(argv[1]);
  const int code = clew::bench::Indexing(clew, work).run();
  if (chdir("/") != 0) return 1;
  std::filesystem::remove_all(work);
  return code;
}
