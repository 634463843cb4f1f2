#include "transcript.h"

#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>

#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "files/posix_file_system.h"
#include "files/run_process.h"
#include "interface/cli/run_cli.h"
#include "interface/hooks/run_hook.h"
#include "interface/mcp_tools/run_mcp.h"
#include "kept_text.h"
#include "steady_line.h"
#include "store/sqlite/sqlite_factory.h"
#include "testing/edit_store.h"
#include "testing/temp_folder.h"

namespace clew {

std::vector<std::string> split_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool any = false;
  for (const char c : line) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      any = true;
    } else if (c == ' ') {
      if (any || !word.empty()) words.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
    }
  }
  if (any || !word.empty()) words.push_back(word);
  return words;
}

namespace {

constexpr const char* kMarks[] = {"$ ", "% ", "# ", "@ ", "< ", "> ", ">> ", "| "};

bool has_mark(const std::string& line) {
  return std::any_of(std::begin(kMarks), std::end(kMarks),
                     [&](const char* mark) { return line.starts_with(mark); });
}

std::string replaced(std::string text, const std::string& found, const std::string& by) {
  for (size_t at = text.find(found); at != std::string::npos; at = text.find(found, at)) {
    text.replace(at, found.size(), by);
    at += by.size();
  }
  return text;
}

// The program under test, for what is a process of its own.
std::string program_under_test() {
  const char* program = std::getenv("CLEW_BIN");
  return program == nullptr ? "clew" : program;
}

// Of one length wherever temporary files are kept, so that no width of what is printed depends on
// that.
std::string root_in(const TempFolder& folder) {
  constexpr size_t kLength = 96;
  const size_t taken = folder.path().size() + 1;
  return folder / std::string(taken < kLength ? kLength - taken : 1, 'r');
}

enum class Marks { kEscaped, kPlain };

class Replay {
 public:
  explicit Replay(Marks marks) : marks_(marks), root_(root_in(folder_)), random_(7) {
    for (const char* name : {"project", "home", "shared"}) {
      std::filesystem::create_directories(root_ + "/" + name);
    }
    umask_ = umask(077);
    std::filesystem::current_path(root_ + "/project");
  }
  Replay(const Replay&) = delete;
  ~Replay() {
    std::filesystem::current_path(before_);
    umask(umask_);
  }

  void run(const std::string& line) {
    std::vector<std::string> words = split_words(line);
    const std::string program = words.front();
    words.erase(words.begin());
    int exit = 0;
    if (program == "cat") {
      show_file(words.at(0));
    } else if (program == "ls") {
      list_files(words.at(0));
    } else if (program == "edit") {
      edit(words.at(0), words.at(1), words.at(2));
    } else if (program == "cut") {
      std::filesystem::resize_file(path_of(words.at(0)), std::stoul(words.at(1)));
    } else if (program == "copy") {
      copy_fixture(words.at(0), words.at(1));
    } else if (program == "sqlite") {
      edit_store(path_of(words.at(0)), words.at(1));
    } else if (program == "clew") {
      exit = run_clew(words);
    } else {
      for (auto& word : words) {
        if (word.starts_with("~/")) word = path_of(word);
      }
      words.insert(words.begin(), program);
      exit = run_program(words);
    }
    if (exit != 0) out_ += "[exit " + std::to_string(exit) + "]\n";
    now_ = now_ + seconds(1);
  }

  // AGENT MOMENT {fields}, or AGENT FIXTURE
  void tell(const std::string& line) {
    const size_t agent_end = line.find(' ');
    const std::string agent = line.substr(0, agent_end);
    const std::string what = line.substr(agent_end + 1);
    if (what.ends_with(".json")) {
      const std::string sent = read_all(source_ + "/tests/fixtures/hooks/" + agent + "/" + what);
      answer_hook(agent, replaced(replaced(sent, "/home/ana/oauth", root_ + "/project"),
                                  "/home/ana", root_ + "/home"));
    } else {
      const size_t name_end = what.find(' ');
      answer_hook(agent,
                  write_json(moment(what.substr(0, name_end),
                                    parse_cut_json(what.substr(name_end + 1)).value_or(Value()))));
    }
    now_ = now_ + seconds(1);
  }

  void pass(const std::string& time) { now_ = now_ + parse_duration(time).value_or(Duration()); }
  void add_input(const std::string& line) { input_ += line + "\n"; }
  // NAME: TEXT
  void write_line(const std::string& line, std::ios::openmode mode) {
    const size_t colon = line.find(": ");
    write_file(line.substr(0, colon), line.substr(colon + 2), mode);
  }
  void keep(const std::string& line) { out_ += line + "\n"; }
  std::string text() const { return out_; }

 private:
  // A name with * or ? is that of the first that matches.
  std::string path_of(const std::string& name) const {
    const std::string path =
        std::filesystem::path(name.starts_with("~/") ? root_ + "/home" + name.substr(1)
                                                     : root_ + "/project/" + name)
            .lexically_normal();
    glob_t found{};
    const bool any = glob(path.c_str(), 0, nullptr, &found) == 0;
    std::string first = any ? found.gl_pathv[0] : path;
    globfree(&found);
    return first;
  }

  void write_file(const std::string& name, const std::string& text, std::ios::openmode mode) {
    const std::filesystem::path path = path_of(name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, mode) << text << "\n";
  }

  void show_file(const std::string& name) {
    if (!std::filesystem::is_regular_file(path_of(name))) {
      out_ += "! there is no such file\n";
      return;
    }
    show(read_all(path_of(name)), "| ");
  }

  void list_files(const std::string& name) {
    std::vector<std::string> found;
    if (!std::filesystem::exists(path_of(name))) out_ += "! there is no such folder\n";
    std::error_code ignored;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(path_of(name), ignored)) {
      if (entry.is_regular_file()) found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    for (const auto& path : found) show(path.substr(path_of("").size()), "");
  }

  void edit(const std::string& name, const std::string& before, const std::string& after) {
    std::string text = read_all(path_of(name));
    const size_t at = text.find(before);
    if (at == std::string::npos) {
      out_ += "! nothing reads so there\n";
      return;
    }
    std::ofstream(path_of(name)) << text.replace(at, before.size(), after);
  }

  void copy_fixture(const std::string& from, const std::string& to) {
    const std::filesystem::path path = path_of(to);
    std::filesystem::create_directories(path.parent_path());
    std::filesystem::copy(source_ + "/tests/fixtures/" + from, path,
                          std::filesystem::copy_options::recursive);
  }

  int run_clew(const std::vector<std::string>& words) {
    const bool is_asked = std::any_of(words.begin(), words.end(), [](const std::string& word) {
      return word == "--help" || word == "-h";
    });
    const std::string verb = words.empty() || is_asked ? "" : words.front();
    if (verb == "hook") {
      answer_hook(words.size() > 1 ? words[1] : "", std::exchange(input_, ""));
      return 0;
    }
    if (verb == "mcp" && parse_arguments(words)) return serve_mcp();
    if (verb == "serve") return serve_http(words);
    is_program_ = verb == "tour";
    const int exit = call_verb(words);
    is_program_ = false;
    return exit;
  }

  int call_verb(const std::vector<std::string>& words) {
    Terminal terminal;
    terminal.out = [&](const std::string& text) { show(text, ""); };
    terminal.err = [&](const std::string& text) { show(text, "! "); };
    Caller base;
    base.read_input = [this]() -> Result<std::string> { return std::exchange(input_, ""); };
    base.wait = [](Duration) { return false; };
    const OpenWorkspace open = [this](const CommonOptions& common, Caller caller) {
      return open_workspace(common, std::move(caller));
    };
    const int exit = run_cli(words, terminal, base, open);
    store_.reset();
    return exit;
  }

  void answer_hook(const std::string& agent, const std::string& input) {
    HookCall hook;
    hook.agent = agent;
    hook.input = input;
    hook.person = "ana@laptop";
    hook.variable = [](const char*) { return std::string(); };
    HookLog log(files_, state_folder(), [this] { return now_; });
    const OpenHookWorkspace open = [this](const std::string&, Caller caller) {
      CommonOptions common;
      common.actor = caller.actor.text;
      return open_workspace(common, std::move(caller));
    };
    run_hook(hook, open, log, [this](const std::string& text) {
      const Value answer = parse_cut_json(text).value_or(Value());
      const Value* own = answer.find("hookSpecificOutput");
      const Value* context = own == nullptr ? nullptr : own->find("additionalContext");
      show(context == nullptr ? text : context->as_string(), "");
    });
    store_.reset();
  }

  // Every line of the input is a message.
  int serve_mcp() {
    ToolboxParts parts;
    parts.version = "1.2.3";
    parts.connection = "8f1c";
    parts.open = [this](Caller caller) {
      CommonOptions common;
      common.actor = caller.actor.text;
      return open_workspace(common, std::move(caller));
    };
    McpStreams streams;
    streams.read = [this](std::string& into, std::optional<Duration>) {
      if (input_.empty()) return McpRead::kEnd;
      into += std::exchange(input_, "");
      return McpRead::kBytes;
    };
    streams.write = [this](std::string_view bytes) {
      show(std::string(bytes), "");
      return true;
    };
    const int exit = run_mcp(std::move(parts), streams);
    store_.reset();
    return exit;
  }

  // As a process, ended by SIGTERM once it has said where it serves.
  int serve_http(const std::vector<std::string>& words) {
    const char* until_it_serves =
        "err=$1; shift; : >\"$err\"; \"$@\" 2>\"$err\" & pid=$!\n"
        "while kill -0 $pid 2>/dev/null && ! grep -q ^serving \"$err\"; do sleep 0.02; done\n"
        "kill $pid 2>/dev/null; wait $pid; code=$?; cat \"$err\" >&2; exit $code";
    std::vector<std::string> all = {
        "sh", "-c", until_it_serves, "sh", root_ + "/shared/err", program_under_test()};
    all.insert(all.end(), words.begin(), words.end());
    return run_program(all);
  }

  int run_program(const std::vector<std::string>& words) {
    const std::string date = std::to_string(now_.ms / 1000) + " +0000";
    ProcessRequest request;
    request.argv = words;
    request.folder = root_ + "/project";
    request.environment = {
        {"HOME",                root_ + "/home"},
        {"XDG_DATA_HOME",       std::nullopt   },
        {"XDG_STATE_HOME",      std::nullopt   },
        {"CLEW_STORE",          std::nullopt   },
        {"GIT_CONFIG_NOSYSTEM", "1"            },
        {"GIT_AUTHOR_NAME",     "Ana"          },
        {"GIT_AUTHOR_EMAIL",    "ana@laptop"   },
        {"GIT_COMMITTER_NAME",  "Ana"          },
        {"GIT_COMMITTER_EMAIL", "ana@laptop"   },
        {"GIT_AUTHOR_DATE",     date           },
        {"GIT_COMMITTER_DATE",  date           }
    };
    const auto ran = run_process(request);
    if (!ran) {
      show(ran.error().message, "! ");
      return 1;
    }
    is_program_ = true;
    show(ran->output.text(), "");
    show(ran->errors.text(), "! ");
    is_program_ = false;
    const auto* exited = std::get_if<Exited>(&ran->end);
    return exited == nullptr ? -1 : exited->code;
  }

  std::string state_folder() const { return root_ + "/home/.local/state/clew"; }

  Result<std::unique_ptr<Workspace>> open_workspace(const CommonOptions& common, Caller caller) {
    StoreOptions options;
    options.random = [this](Bytes& bytes) { fill(bytes); };
    const std::string own = root_ + "/project/.clew/store.db";
    const std::string usual = root_ + "/home/.local/share/clew/store.db";
    std::string url = common.store;
    if (url.empty()) url = std::filesystem::exists(own) ? own : usual;
    CLEW_ASSIGN(const StoreLocation location, parse_location(url));
    CLEW_ASSIGN(store_, sqlite_factory().open(location, options));
    Surroundings around;
    around.stores = &sqlite_factory();
    around.cwd = root_ + "/project";
    around.home = root_ + "/home";
    around.device = "laptop";
    around.store_url = url;
    around.store_path = url == usual ? "~/.local/share/clew/store.db" : url;
    around.cache_folder = root_ + "/home/.cache/clew";
    around.state_folder = state_folder();
    around.shared_folder = root_ + "/shared";
    around.user = geteuid();
    around.program = program_under_test();
    caller.actor = ActorId(common.actor.empty() ? "ana@laptop" : common.actor);
    return std::make_unique<Workspace>(
        *store_, files_, [this] { return now_; }, [this](Bytes& bytes) { fill(bytes); },
        std::move(caller), around);
  }

  // What the agent sends: `name` is a moment, or a tool that has just run.
  Value moment(const std::string& name, const Value& fields) {
    const bool is_tool = fields.find("file_path") != nullptr || fields.find("todos") != nullptr ||
                         fields.find("command") != nullptr;
    Value sent = is_tool ? Value::object() : fields;
    sent.set("hook_event_name", is_tool ? "PostToolUse" : name);
    if (sent.find("session_id") == nullptr) sent.set("session_id", "5c1e88a2-made-for-this-page");
    sent.set("cwd", root_ + "/project");
    if (!is_tool) return sent;
    Value input = fields;
    Value response = Value::object();
    if (const Value* path = fields.find("file_path")) {
      input.set("file_path", path_of(path->as_string()));
      response = input;
      response.set("type", "create");
      write_file(path->as_string(), fields.find("content")->as_string(), std::ios::out);
    }
    sent.set("tool_name", name);
    sent.set("tool_input", input);
    sent.set("tool_response", response);
    sent.set("tool_use_id", "toolu_" + std::to_string(++tools_));
    return sent;
  }

  // A tour has a folder that all replays share: its name is really random.
  void fill(Bytes& bytes) {
    std::random_device device;
    for (auto& byte : bytes) {
      byte = static_cast<char>((is_program_ ? device() : random_()) & 0xFF);
    }
  }

  void show(const std::string& text, const std::string& prefix) {
    std::istringstream lines(
        replaced(replaced(text, root_, "TMP"), program_under_test(), "/usr/bin/clew"));
    std::string line;
    while (std::getline(lines, line)) {
      line = is_program_ ? steady_program_line(line) : steady_line(line);
      const bool is_escaped = marks_ == Marks::kEscaped && prefix.empty() && has_mark(line);
      out_ += (is_escaped ? "| " : prefix) + line + "\n";
    }
  }

  Marks marks_;
  std::filesystem::path before_ = std::filesystem::current_path();
  std::string source_ = std::filesystem::absolute(source_folder());
  TempFolder folder_;
  std::string root_;
  mode_t umask_ = 0;
  PosixFileSystem files_;
  std::unique_ptr<EventStore> store_;
  std::mt19937 random_;
  Time now_ = parse_time("2026-11-15T12:00:00Z")->time;
  std::string input_;
  int tools_ = 0;
  bool is_program_ = false;  // what is shown comes from a process of its own
  std::string out_;
};

}  // namespace

std::string replay_transcript(const std::string& text) {
  Replay replay(Marks::kEscaped);
  std::istringstream lines(text);
  std::string line;
  bool in_output = false;
  while (std::getline(lines, line)) {
    const bool is_moment = line.starts_with("% ");
    const bool is_command = line.starts_with("$ ");
    const bool is_kept = has_mark(line) && !line.starts_with("| ");
    if (!is_kept && in_output) continue;  // what was printed then: made anew
    replay.keep(line);
    in_output = in_output || is_command || is_moment;
    if (is_moment) replay.tell(line.substr(2));
    if (is_command) replay.run(line.substr(2));
    if (line.starts_with("@ +")) replay.pass(line.substr(3));
    if (line.starts_with("< ")) replay.add_input(line.substr(2));
    if (line.starts_with("> ")) replay.write_line(line.substr(2), std::ios::out);
    if (line.starts_with(">> ")) replay.write_line(line.substr(3), std::ios::app);
  }
  return replay.text();
}

std::string printed_by(const std::string& command) {
  Replay replay(Marks::kPlain);
  replay.run(command);
  return replay.text();
}

}  // namespace clew
