#include "testing/replay.h"
#include "command/verb.h"

#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "agent_client/clients.h"
#include "base/text.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "files/run_process.h"
#include "interface/hooks/run_hook.h"
#include "interface/mcp_tools/run_mcp.h"
#include "store/sqlite/sqlite_factory.h"
#include "testing/edit_store.h"
#include "testing/kept_text.h"
#include "testing/steady_line.h"
#include "testing/tool_work.h"

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

// A code to join with has the folder's path in it, which is another in every run.
constexpr const char* kJoinCodes[] = {"clew-join-", "clew-shared-"};
constexpr const char* kJoinCodeEnd = "CODE";
constexpr std::string_view kJoinCodeLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
constexpr size_t kLeastJoinCode = 100;

// Another machine can be gone to; what is mounted here is mounted there.
constexpr const char* kFirstMachine = "laptop";
constexpr const char* kMounts = "/mnt/";

constexpr const char* kMarks[] = {"$ ", "% ", "# ", "@ ", "< ", "> ", ">> ", "| "};

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

// Wherever the client puts its name.
std::string conversation_of(const Value& event) {
  for (const char* name : {"conversation_id", "session_id", "sessionID"}) {
    if (const Value* id = event.find(name)) return id->as_string();
  }
  for (const char* inner : {"input", "event", "properties"}) {
    if (const Value* part = event.find(inner)) return conversation_of(*part);
  }
  return {};
}

// The client goes with its conversation, unless the person only began another in it.
bool is_end(const Value& event) {
  const Value* name = event.find("hook_event_name");
  const Value* reason = event.find("reason");
  return name != nullptr && lower_case(name->as_string()) == "sessionend" &&
         (reason == nullptr || reason->as_string() != "clear");
}

}  // namespace

bool has_mark(const std::string& line) {
  return std::any_of(std::begin(kMarks), std::end(kMarks),
                     [&](const char* mark) { return line.starts_with(mark); });
}

Replay::Replay(Marks marks)
    : marks_(marks),
      source_(std::filesystem::absolute(source_folder())),
      root_(root_in(folder_)),
      files_(root_),
      random_(7),
      machine_(kFirstMachine),
      now_(parse_time("2026-11-15T12:00:00Z")->time) {
  for (const char* name : {"project", "home", "shared", "mnt"}) {
    std::filesystem::create_directories(root_ + "/" + name);
  }
  umask_ = umask(077);
  std::filesystem::current_path(root_ + "/project");
}

Replay::~Replay() {
  std::filesystem::current_path(before_);
  umask(umask_);
}

ReportedProcesses& Replay::tell_processes() {
  tells_processes_ = true;
  files_.enter_shell();
  return files_;
}

// What is written as CODE, as it was printed last.
std::string Replay::with_join_codes(std::string line) const {
  for (const auto& [start, code] : join_codes_) line = replaced(line, start + kJoinCodeEnd, code);
  return line;
}

void Replay::run(const std::string& line) {
  std::vector<std::string> words = split_words(with_join_codes(line));
  for (auto& word : words) {
    if (word.starts_with(kMounts)) word = root_ + word;
  }
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

void Replay::tell(const std::string& line) {
  const size_t agent_end = line.find(' ');
  const std::string agent = line.substr(0, agent_end);
  const std::string what = line.substr(agent_end + 1);
  if (what.starts_with('{')) {
    const std::string sent = replaced(what, "$W", project());
    const Value event = parse_cut_json(sent).value_or(Value());
    do_tool_work(event, project());
    answer_hook(agent, sent);
    if (is_end(event)) files_.end(agent, conversation_of(event));
  } else if (what.ends_with(".json")) {
    const std::string sent = read_all(source_ + "/tests/fixtures/hooks/" + agent + "/" + what);
    answer_hook(agent, replaced(replaced(sent, "/home/ana/oauth", root_ + "/project"), "/home/ana",
                                root_ + "/home"));
  } else {
    const size_t name_end = what.find(' ');
    answer_hook(agent,
                write_json(moment(what.substr(0, name_end),
                                  parse_cut_json(what.substr(name_end + 1)).value_or(Value()))));
  }
  now_ = now_ + seconds(1);
}

void Replay::add_input(const std::string& line) { input_ += with_join_codes(line) + "\n"; }

void Replay::go(const std::string& to) {
  if (to.starts_with("on ")) {
    go_to_machine(to.substr(3));
  } else {
    pass(to);
  }
}

void Replay::go_to_machine(const std::string& name) {
  const std::string first = root_ + "/project";
  if (!std::filesystem::exists(first + "/.git")) {
    run_program({"git", "init", "-q", "-b", "main", first});
    run_program({"git", "-C", first, "commit", "-q", "--allow-empty", "-m", "first"});
  }
  const std::string there = folder_on(name, "project");
  if (!std::filesystem::exists(there)) run_program({"git", "clone", "-q", first, there});
  machine_ = name;
  std::filesystem::create_directories(home());
  std::filesystem::current_path(there);
}

void Replay::pass(const std::string& time) {
  if (time.starts_with('+')) {
    now_ = now_ + parse_duration(time.substr(1)).value_or(Duration());
  } else if (const auto then = parse_time(time + ":00Z")) {
    now_ = then->time;
  }
}
void Replay::write_line(const std::string& line, std::ios::openmode mode) {
  const size_t colon = line.find(": ");
  write_file(line.substr(0, colon), line.substr(colon + 2), mode);
}

// A name with * or ? is that of the first that matches.
std::string Replay::path_of(const std::string& name) const {
  const std::string path = std::filesystem::path(name.starts_with("~/") ? home() + name.substr(1)
                                                                        : project() + "/" + name)
                               .lexically_normal();
  glob_t found{};
  const bool any = glob(path.c_str(), 0, nullptr, &found) == 0;
  std::string first = any ? found.gl_pathv[0] : path;
  globfree(&found);
  return first;
}

void Replay::write_file(const std::string& name, const std::string& text, std::ios::openmode mode) {
  const std::filesystem::path path = path_of(name);
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, mode) << text << "\n";
}

void Replay::show_file(const std::string& name) {
  if (!std::filesystem::is_regular_file(path_of(name))) {
    out_ += "! there is no such file\n";
    return;
  }
  show(read_all(path_of(name)), "| ");
}

void Replay::list_files(const std::string& name) {
  std::vector<std::string> found;
  if (!std::filesystem::exists(path_of(name))) out_ += "! there is no such folder\n";
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path_of(name), ignored)) {
    if (entry.is_regular_file()) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  for (const auto& path : found) show(path.substr(path_of("").size()), "");
}

void Replay::edit(const std::string& name, const std::string& before, const std::string& after) {
  std::string text = read_all(path_of(name));
  const size_t at = text.find(before);
  if (at == std::string::npos) {
    out_ += "! nothing reads so there\n";
    return;
  }
  std::ofstream(path_of(name)) << text.replace(at, before.size(), after);
}

void Replay::copy_fixture(const std::string& from, const std::string& to) {
  const std::filesystem::path path = path_of(to);
  std::filesystem::create_directories(path.parent_path());
  const std::string own = beside_ + "/" + from;
  const bool is_own = !beside_.empty() && std::filesystem::exists(own);
  std::filesystem::copy(is_own ? own : source_ + "/tests/fixtures/" + from, path,
                        std::filesystem::copy_options::recursive);
  if (!is_own) return;
  std::vector<std::filesystem::path> copied = {path};
  if (std::filesystem::is_directory(path)) {
    copied.assign(std::filesystem::recursive_directory_iterator(path), {});
  }
  for (const auto& file : copied) {
    if (!std::filesystem::is_regular_file(file)) continue;
    const std::string text = replaced(read_all(file), "$W", project());
    std::ofstream(file) << text;
  }
}

int Replay::run_clew(const std::vector<std::string>& words) {
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

int Replay::call_verb(const std::vector<std::string>& words) {
  Terminal terminal;
  terminal.out = [&](const std::string& text) { show(text, ""); };
  terminal.err = [&](const std::string& text) { show(text, "! "); };
  Caller base;
  base.read_input = [this]() -> Result<std::string> { return std::exchange(input_, ""); };
  base.wait = [](Duration) { return false; };
  const OpenWorkspace open = [this](const CommonOptions& common, Caller caller) {
    return open_workspace(common, std::move(caller), project());
  };
  const int exit = run_cli(words, terminal, base, open);
  stores_.clear();
  return exit;
}

void Replay::answer_hook(const std::string& agent, const std::string& input) {
  HookCall hook;
  hook.agent = agent;
  hook.input = input;
  hook.person = "ana@" + machine_;
  hook.variable = [](const char*) { return std::string(); };
  if (tells_processes_) {
    const Value event = parse_cut_json(input).value_or(Value());
    const int64_t process = files_.enter(agent, conversation_of(event));
    hook.variable = [agent, process](const char* name) {
      const AgentClient* client = find_client(agent);
      const bool is_asked = client != nullptr && std::string(name) == client->pid_variable;
      return is_asked ? std::to_string(process) : std::string();
    };
  }
  HookLog log(files_, state_folder(), [this] { return now_; });
  const OpenHookWorkspace open = [this](const std::string& folder, Caller caller) {
    CommonOptions common;
    common.actor = caller.actor.text;
    return open_workspace(common, std::move(caller),
                          folder.starts_with(project()) ? folder : project());
  };
  run_hook(hook, open, log, [this](const std::string& text) {
    const Value answer = parse_cut_json(text).value_or(Value());
    const Value* own = answer.find("hookSpecificOutput");
    const Value* context = own == nullptr ? nullptr : own->find("additionalContext");
    show(context == nullptr ? text : context->as_string(), "");
  });
  if (tells_processes_) files_.enter_shell();
  stores_.clear();
}

// Every line of the input is a message.
int Replay::serve_mcp() {
  ToolboxParts parts;
  parts.version = "1.2.3";
  parts.connection = "8f1c";
  parts.open = [this](Caller caller) {
    CommonOptions common;
    common.actor = caller.actor.text;
    return open_workspace(common, std::move(caller), project());
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
  stores_.clear();
  return exit;
}

// As a process, ended by SIGTERM once it has said where it serves.
int Replay::serve_http(const std::vector<std::string>& words) {
  const char* until_it_serves =
      "err=$1; shift; : >\"$err\"; \"$@\" 2>\"$err\" & pid=$!\n"
      "while kill -0 $pid 2>/dev/null && ! grep -q ^serving \"$err\"; do sleep 0.02; done\n"
      "kill $pid 2>/dev/null; wait $pid; code=$?; cat \"$err\" >&2; exit $code";
  std::vector<std::string> all = {
      "sh", "-c", until_it_serves, "sh", root_ + "/shared/err", program_under_test()};
  all.insert(all.end(), words.begin(), words.end());
  return run_program(all);
}

int Replay::run_program(const std::vector<std::string>& words) {
  const std::string date = std::to_string(now_.ms / 1000) + " +0000";
  ProcessRequest request;
  request.argv = words;
  request.folder = project();
  request.environment = {
      {"HOME",                home()      },
      {"XDG_DATA_HOME",       std::nullopt},
      {"XDG_STATE_HOME",      std::nullopt},
      {"CLEW_STORE",          std::nullopt},
      {"GIT_CONFIG_NOSYSTEM", "1"         },
      {"GIT_AUTHOR_NAME",     "Ana"       },
      {"GIT_AUTHOR_EMAIL",    "ana@laptop"},
      {"GIT_COMMITTER_NAME",  "Ana"       },
      {"GIT_COMMITTER_EMAIL", "ana@laptop"},
      {"GIT_AUTHOR_DATE",     date        },
      {"GIT_COMMITTER_DATE",  date        }
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

std::string Replay::folder_on(const std::string& machine, const std::string& name) const {
  return root_ + "/" + name + (machine == kFirstMachine ? "" : "-" + machine);
}

std::string Replay::home() const { return folder_on(machine_, "home"); }

std::string Replay::project() const { return folder_on(machine_, "project"); }

std::string Replay::state_folder() const { return home() + "/.local/state/clew"; }

Result<std::unique_ptr<Workspace>> Replay::open_workspace(const CommonOptions& common,
                                                          Caller caller,
                                                          const std::string& folder) {
  StoreOptions options;
  options.random = [this](Bytes& bytes) { fill(bytes); };
  const std::string own = project() + "/.clew/store.db";
  const std::string usual = home() + "/.local/share/clew/store.db";
  std::string url = common.store;
  if (url.empty()) url = std::filesystem::exists(own) ? own : usual;
  CLEW_ASSIGN(const StoreLocation location, parse_location(url));
  CLEW_ASSIGN(auto store, sqlite_factory().open(location, options));
  stores_.push_back(std::move(store));
  Surroundings around;
  around.stores = &sqlite_factory();
  around.verbs = find_verb_kind;
  around.cwd = folder;
  around.home = home();
  around.device = machine_;
  around.store_url = url;
  around.store_path = url == usual ? "~/.local/share/clew/store.db" : url;
  around.cache_folder = home() + "/.cache/clew";
  around.state_folder = state_folder();
  around.shared_folder = root_ + "/shared";
  around.user = geteuid();
  around.program = program_under_test();
  caller.actor = ActorId(common.actor.empty() ? "ana@" + machine_ : common.actor);
  return std::make_unique<Workspace>(
      *stores_.back(), files_, [this] { return now_; }, [this](Bytes& bytes) { fill(bytes); },
      std::move(caller), around);
}

// What the agent sends: `name` is a moment, or a tool that has just run.
Value Replay::moment(const std::string& name, const Value& fields) {
  const bool is_tool = fields.find("file_path") != nullptr || fields.find("todos") != nullptr ||
                       fields.find("command") != nullptr;
  Value sent = is_tool ? Value::object() : fields;
  sent.set("hook_event_name", is_tool ? "PostToolUse" : name);
  if (sent.find("session_id") == nullptr) sent.set("session_id", "5c1e88a2-made-for-this-page");
  sent.set("cwd", project());
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
void Replay::fill(Bytes& bytes) {
  std::random_device device;
  for (auto& byte : bytes) {
    byte = static_cast<char>((is_program_ ? device() : random_()) & 0xFF);
  }
}

void Replay::show(const std::string& text, const std::string& prefix) {
  if (marks_ == Marks::kExact) {
    out_ += text;
    return;
  }
  std::string steady = replaced(replaced(replaced(text, root_ + kMounts, kMounts), root_, "TMP"),
                                program_under_test(), "/usr/bin/clew");
  for (const std::string start : kJoinCodes) {
    const size_t at = steady.find(start);
    if (at == std::string::npos) continue;
    const size_t end = std::min(steady.find_first_not_of(kJoinCodeLetters, at), steady.size());
    if (end - at <= kLeastJoinCode) continue;
    join_codes_[start] = steady.substr(at, end - at);
    steady.replace(at, end - at, start + kJoinCodeEnd);
  }
  std::istringstream lines(steady);
  std::string line;
  while (std::getline(lines, line)) {
    line = is_program_ ? steady_program_line(line) : steady_line(line);
    const bool is_escaped = marks_ == Marks::kEscaped && prefix.empty() && has_mark(line);
    out_ += (is_escaped ? "| " : prefix) + line + "\n";
  }
}

}  // namespace clew
