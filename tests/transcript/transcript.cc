#include "transcript.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>

#include "command/json_text.h"
#include "files/posix_file_system.h"
#include "interface/cli/run_cli.h"
#include "interface/hook/run_hook.h"
#include "store/open_store.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

// As a shell splits a line, for quotes only.
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

// The folder of a replay is part of what is hashed and differs from run to run: every hash is shown
// as this one.
std::string steady(std::string line) {
  const std::string hash = "9f3c01d2";
  for (const char* before : {"head ", "\"hash\":\""}) {
    for (size_t at = line.find(before); at != std::string::npos; at = line.find(before, at + 1)) {
      size_t end = at += std::string(before).size();
      while (end < line.size() && std::isxdigit(static_cast<unsigned char>(line[end])) != 0) ++end;
      if (end - at >= hash.size()) line.replace(at, end - at, hash);
    }
  }
  return line;
}

class Replay {
 public:
  Replay() : random_(7) { std::filesystem::create_directories(folder_ / "project"); }

  void run(const std::string& line) {
    std::vector<std::string> words = split_words(line);
    words.erase(words.begin());  // clew
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
    if (exit != 0) out_ += "[exit " + std::to_string(exit) + "]\n";
    now_ = now_ + seconds(1);
  }

  // AGENT MOMENT {fields}
  void tell(const std::string& line) {
    const size_t agent_end = line.find(' ');
    const size_t name_end = line.find(' ', agent_end + 1);
    HookCall hook;
    hook.agent = line.substr(0, agent_end);
    hook.input = json_line(moment(line.substr(agent_end + 1, name_end - agent_end - 1),
                                  read_json_text(line.substr(name_end + 1)).value_or(Value())));
    hook.person = "ana@laptop";
    hook.variable = [](const char*) { return std::string(); };
    HookLog log(files_, folder_ / "state", [this] { return now_; });
    const OpenHookWorkspace open = [this](const std::string&, Caller caller) {
      CommonOptions common;
      common.actor = caller.actor.text;
      return open_workspace(common, std::move(caller));
    };
    run_hook(hook, open, log, [this](const std::string& text) {
      const Value answer = read_json_text(text).value_or(Value());
      const Value* own = answer.find("hookSpecificOutput");
      const Value* context = own == nullptr ? nullptr : own->find("additionalContext");
      if (context != nullptr) show(context->as_string(), "");
    });
    store_.reset();
    now_ = now_ + seconds(1);
  }

  void pass(const std::string& time) { now_ = now_ + parse_duration(time).value_or(Duration()); }
  void add_input(const std::string& line) { input_ += line + "\n"; }
  void write_file(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ / ("project/" + name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << "\n";
  }
  void keep(const std::string& line) { out_ += line + "\n"; }
  std::string text() const { return out_; }

 private:
  Result<std::unique_ptr<Workspace>> open_workspace(const CommonOptions& common, Caller caller) {
    StoreOptions options;
    options.random = [this](Bytes& bytes) { fill(bytes); };
    const std::string url = common.store.empty() ? folder_ / "store.db" : common.store;
    CLEW_ASSIGN(const StoreLocation location, parse_location(url));
    CLEW_ASSIGN(store_, open_store(location, options));
    Surroundings around;
    around.cwd = folder_ / "project";
    around.device = "laptop";
    around.store_url = url;
    around.store_path = "~/.local/share/clew/store.db";
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
    sent.set("cwd", folder_ / "project");
    if (!is_tool) return sent;
    Value input = fields;
    Value response = Value::object();
    if (const Value* path = fields.find("file_path")) {
      input.set("file_path", folder_ / ("project/" + path->as_string()));
      response = input;
      response.set("type", "create");
      write_file(path->as_string(), fields.find("content")->as_string());
    }
    sent.set("tool_name", name);
    sent.set("tool_input", input);
    sent.set("tool_response", response);
    sent.set("tool_use_id", "toolu_" + std::to_string(++tools_));
    return sent;
  }

  void fill(Bytes& bytes) {
    for (auto& byte : bytes) byte = static_cast<char>(random_() & 0xFF);
  }

  void show(std::string text, const std::string& prefix) {
    for (size_t at = text.find(folder_.path()); at != std::string::npos;
         at = text.find(folder_.path())) {
      text.replace(at, folder_.path().size(), "TMP");
    }
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) out_ += prefix + steady(line) + "\n";
  }

  TempFolder folder_;
  PosixFileSystem files_;
  std::unique_ptr<EventStore> store_;
  std::mt19937 random_;
  Time now_ = parse_time("2026-11-15T12:00:00Z")->time;
  std::string input_;
  int tools_ = 0;
  std::string out_;
};

}  // namespace

std::string replay_transcript(const std::string& text) {
  Replay replay;
  std::istringstream lines(text);
  std::string line;
  bool in_output = false;
  while (std::getline(lines, line)) {
    const bool is_moment = line.rfind("% ", 0) == 0;
    const bool is_command = is_moment || line.rfind("$ ", 0) == 0;
    const bool is_kept = line.rfind("# ", 0) == 0 || line.rfind("@ ", 0) == 0 ||
                         line.rfind("< ", 0) == 0 || line.rfind("> ", 0) == 0;
    if (!is_command && !is_kept && in_output) continue;  // what was printed then: made anew
    replay.keep(line);
    in_output = in_output || is_command;
    if (is_moment) {
      replay.tell(line.substr(2));
    } else if (is_command) {
      replay.run(line.substr(2));
    }
    if (line.rfind("@ +", 0) == 0) replay.pass(line.substr(3));
    if (line.rfind("< ", 0) == 0) replay.add_input(line.substr(2));
    if (line.rfind("> ", 0) == 0) {
      const size_t colon = line.find(": ");
      replay.write_file(line.substr(2, colon - 2), line.substr(colon + 2));
    }
  }
  return replay.text();
}

}  // namespace clew
