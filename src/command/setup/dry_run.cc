#include "command/setup/dry_run.h"

#include <fmt/format.h>

#include "agent_client/hook_command.h"
#include "base/text.h"
#include "document/json/json.h"
#include "files/make_folders.h"
#include "files/run_process.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr const char* kTrialGoal = "See whether clew setup works";
constexpr const char* kInputFile = "input.json";
constexpr const char* kHandshake =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",)"
    R"("capabilities":{},"clientInfo":{"name":"clew setup --check","version":"1"}}})"
    "\n";

Value object(Value::Object members) { return Value(std::move(members)); }

// What every event tells.
Value common(const std::string& folder, const char* event, const char* session) {
  return object({
      {"session_id",      session                   },
      {"conversation_id", session                   },
      {"transcript_path", nullptr                   },
      {"cwd",             folder                    },
      {"workspace_roots", Value::List{Value(folder)}},
      {"hook_event_name", event                     },
  });
}

// Nobody else knows of the folder: no lock, which would stay behind in the cache.
Status write_plainly(Folder& folder, const std::string& name, const std::string& text) {
  CLEW_ASSIGN(const auto file, folder.open(name, OpenMode::kAppend));
  CLEW_TRY(file->truncate(0));
  return write_all(*file, text);
}

}  // namespace

Result<SetupTrial> SetupTrial::begin(Workspace& workspace) {
  const std::string& shared = workspace.surroundings().shared_folder;
  SetupTrial trial(workspace, fmt::format("{}/clew-check-{}", shared.empty() ? "/tmp" : shared,
                                          to_hex(workspace.random(8))));
  CLEW_TRY(make_folders(workspace.files(), trial.folder_));
  return trial;
}

SetupTrial::SetupTrial(SetupTrial&& other) noexcept
    : workspace_(other.workspace_), folder_(std::move(other.folder_)) {
  other.folder_.clear();
}

SetupTrial::~SetupTrial() {
  if (folder_.empty()) return;
  ProcessRequest clean;
  clean.argv = {"/bin/rm", "-rf", "--", folder_};
  static_cast<void>(run_process(clean));
}

Result<std::string> SetupTrial::run(const std::vector<std::string>& words,
                                    const std::string& input) {
  CLEW_ASSIGN(const auto folder, workspace_->files().open_folder(folder_));
  CLEW_TRY(write_plainly(*folder, kInputFile, input));
  ProcessRequest request;
  request.argv = {"/bin/sh", "-c", "input=$1; shift; exec \"$@\" <\"$input\"", "sh",
                  folder_ + "/" + kInputFile};
  request.argv.insert(request.argv.end(), words.begin(), words.end());
  request.folder = folder_;
  request.environment = {
      {"CLEW_STORE",     folder_ + "/store.db"},
      {"CLEW_SESSION",   std::nullopt         },
      {"CLEW_ACTOR",     std::nullopt         },
      {"CLEW_OFF",       std::nullopt         },
      {"XDG_STATE_HOME", folder_ + "/state"   },
      {"XDG_CACHE_HOME", folder_ + "/cache"   },
  };
  request.timeout = seconds(20);
  request.output_bounds = {size_t{1} << 20, size_t{64} << 10};
  CLEW_ASSIGN(const ProcessResult result, run_process(request));
  if (std::holds_alternative<TimedOut>(result.end)) {
    return make_error(ErrorCode::kFailed, "did not answer within 20 seconds");
  }
  if (!result.succeeded()) {
    const std::string said = one_line(result.errors.text());
    return make_error(ErrorCode::kFailed,
                      said.empty() ? std::string("failed without output") : cut(said, 200));
  }
  return result.output.text();
}

Status SetupTrial::try_hook(const AgentClient& agent, const Value& handler) {
  const TrialEvents& names = agent.trial;
  const std::vector<std::string> words = handler_words(handler);
  const auto reported = [&](const Value& event) {
    return write_json(names.in_shape == nullptr ? event : names.in_shape(event));
  };
  CLEW_ASSIGN(const auto folder, workspace_->files().open_folder(folder_));
  Value prompt = common(folder_, names.prompt, "clew-check-1");
  prompt.set("prompt", kTrialGoal);
  CLEW_TRY(run(words, reported(prompt)));
  CLEW_TRY(write_plainly(*folder, "hello.txt", "hello\n"));
  Value work = common(folder_, names.work, "clew-check-1");
  names.fill_work(work, folder_ + "/hello.txt");
  CLEW_TRY(run(words, reported(work)));
  Value start = common(folder_, names.start, "clew-check-2");
  start.set("source", "resume");
  CLEW_ASSIGN(const std::string answer, run(words, reported(start)));
  const auto log = run({workspace_->surroundings().program, "log", "--json"}, "");
  if (!log || log->find("hello.txt") == std::string::npos) {
    return make_error(ErrorCode::kFailed, "the work was not recorded");
  }
  if (answer.find(kTrialGoal) == std::string::npos ||
      answer.find("hello.txt") == std::string::npos) {
    return make_error(ErrorCode::kFailed, "the work was not shown at the next start");
  }
  return success();
}

Status SetupTrial::try_server(const std::vector<std::string>& words) {
  CLEW_ASSIGN(const std::string answer, run(words, kHandshake));
  const std::string_view lines = answer;
  const auto line = parse_json(lines.substr(0, lines.find('\n')));
  const Value* result = line ? line->find("result") : nullptr;
  if (result != nullptr && result->find("serverInfo") != nullptr) return success();
  return make_error(ErrorCode::kFailed, "MCP handshake failed");
}

}  // namespace clew
