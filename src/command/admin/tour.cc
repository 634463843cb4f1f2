#include "command/admin/tour.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/admin/tour_writer.h"
#include "document/json/json.h"
#include "engine/workspace.h"
#include "files/make_folders.h"
#include "files/run_process.h"

namespace clew {
namespace {

struct Ran {
  int exit = 0;
  int signal = 0;
  std::string output;
};

// One guided walk. Every command is this same program, run as a person would run it.
class Tour {
 public:
  Tour(Workspace& workspace, std::string folder)
      : workspace_(workspace), folder_(std::move(folder)), store_(folder_ + "/store.db") {}

  Result<Answer> walk() {
    CLEW_TRY(begin());
    CLEW_TRY(work());
    CLEW_TRY(crash());
    CLEW_TRY(come_back());
    Answer answer;
    answer.data.set("acknowledged", static_cast<int64_t>(acknowledged_.size()));
    answer.data.set("lost", 0);
    answer.text =
        "\nThat was clew. Three commands to try next, in a project of yours:\n"
        "  clew start \"What you are working on\" --step first --step second\n"
        "  clew status\n"
        "  clew help";
    return answer;
  }

 private:
  Status begin() {
    tell(
        "A session is one piece of long-running work. This one has a plan of three steps; the "
        "second has a gate.");
    return run({"start", "Add OAuth 2.0 login with PKCE", "--id", "oauth-tour", "--step", "Plan",
                "--step", "Build", "--gate", "coverage >= 80", "--step", "Review", "--constraint",
                "no client secret on devices"});
  }

  Status work() {
    tell(
        "Whoever does the work records what matters: a decision and why, a dead end, an open "
        "question.");
    CLEW_TRY(run({"decide", "hybrid JWT with refresh tokens", "--over", "cookies", "--because",
                  "scale without losing revocation"}));
    CLEW_TRY(run({"tried", "implicit flow", "--because", "deprecated, libraries refuse it"}));
    CLEW_TRY(run({"ask", "Should refresh tokens rotate?"}));
    CLEW_TRY(run({"done"}));
    tell("The gate is not taken on trust: clew runs the command and reads the number itself.");
    return run({"done", "--", "echo", "coverage: 65%"}, describe(ErrorCode::kInvalid).exit);
  }

  // The writer prints every event once it is durable, then kills itself between writing an event
  // and committing it.
  Status crash() {
    tell(
        "Now a writer records notes as fast as it can. It is killed in the middle of a write: "
        "SIGKILL,\n"
        "no warning, no clean-up.");
    CLEW_ASSIGN(const Ran ran, call({kTourWriterVerb, "--json"}));
    for (size_t start = 0; start < ran.output.size();) {
      const size_t end = std::min(ran.output.find('\n', start), ran.output.size());
      if (auto line = parse_json(ran.output.substr(start, end - start));
          line && line->find("hash") != nullptr) {
        acknowledged_.push_back(*line);
      }
      start = end + 1;
    }
    if (ran.signal == 0 || acknowledged_.empty()) {
      return make_error(ErrorCode::kFailed, "the writer was not killed as planned", store_,
                        "clew doctor");
    }
    say(fmt::format("  killed by signal {} after {} acknowledged notes; one more was half written",
                    ran.signal, acknowledged_.size()));
    return success();
  }

  Status come_back() {
    tell("Somebody else takes over. Is everything there that was acknowledged, and nothing else?");
    CLEW_ASSIGN(const Ran ran, call({"log", "--type", "note_added", "--json"}));
    CLEW_ASSIGN(const Value log, parse_json(ran.output));
    const Value* data = log.find("data");
    const Value* events = data == nullptr ? nullptr : data->find("events");
    if (events == nullptr)
      return make_error(ErrorCode::kFailed, "cannot read the log", store_, "clew verify");
    size_t found = 0;
    for (const auto& one : acknowledged_) {
      for (const auto& event : events->as_list()) {
        if (*event.find("hash") == *one.find("hash")) ++found;
      }
    }
    const size_t extra = events->as_list().size() - found;
    if (found != acknowledged_.size() || extra != 0) {
      return make_error(
          ErrorCode::kCorrupt,
          fmt::format("{} of {} acknowledged events were found, {} were never acknowledged", found,
                      acknowledged_.size(), extra),
          store_, "clew verify");
    }
    say(fmt::format(
        "  {} of {} acknowledged notes are there with matching hashes; the half-written one is not",
        found, acknowledged_.size()));
    CLEW_TRY(run({"verify", "--no-drift"}));
    tell("This is what a newcomer reads, person or agent:");
    return run({"brief"});
  }

  void say(const std::string& text) {
    Value item = Value::object();
    item.set("said", text);
    workspace_.caller().emit(item, text);
  }
  void tell(const std::string& text) { say("\n" + text); }

  Result<Ran> call(const std::vector<std::string>& words) {
    ProcessRequest request;
    request.argv = {workspace_.surroundings().program};
    request.argv.insert(request.argv.end(), words.begin(), words.end());
    request.folder = folder_;
    request.environment = {
        {"CLEW_STORE",     store_             },
        {"CLEW_SESSION",   std::nullopt       },
        {"CLEW_ACTOR",     "you@tour"         },
        {"CLEW_OFF",       std::nullopt       },
        {"XDG_STATE_HOME", folder_ + "/.state"},
        {"NO_COLOR",       "1"                }
    };
    request.timeout = seconds(20);
    request.output_bounds = {size_t{4} << 20, size_t{1} << 20};
    CLEW_ASSIGN(const ProcessResult result, run_process(request));
    Ran ran;
    ran.output = result.output.text() + result.errors.text();
    if (const auto* exited = std::get_if<Exited>(&result.end)) ran.exit = exited->code;
    if (const auto* signalled = std::get_if<Signalled>(&result.end)) ran.signal = signalled->signal;
    if (std::holds_alternative<TimedOut>(result.end)) ran.exit = describe(ErrorCode::kFailed).exit;
    return ran;
  }

  Status run(const std::vector<std::string>& words, int expected = 0) {
    std::string line = "$ clew";
    for (const auto& word : words) {
      const bool plain = word.find_first_of(" \"'>=%:?,") == std::string::npos;
      line += plain ? " " + word : fmt::format(" \"{}\"", word);
    }
    say(line);
    CLEW_ASSIGN(Ran ran, call(words));
    while (!ran.output.empty() && ran.output.back() == '\n') ran.output.pop_back();
    say(ran.output);
    if (ran.exit == expected && ran.signal == 0) return success();
    return make_error(ErrorCode::kFailed,
                      fmt::format("clew {} exited with status {}", words.front(), ran.exit), store_,
                      "clew doctor");
  }

  Workspace& workspace_;
  std::string folder_;
  std::string store_;
  std::vector<Value> acknowledged_;
};

}  // namespace

Result<Answer> take_tour(Workspace& workspace, const TourRequest& request) {
  const std::string folder = "/tmp/clew-tour-" + to_hex(workspace.random(8));
  CLEW_TRY(make_folders(workspace.files(), folder));
  auto answer = Tour(workspace, folder).walk();
  if (request.keep) {
    if (answer) answer->text += "\n\nThe temporary store is in " + folder;
    return answer;
  }
  ProcessRequest clean;
  clean.argv = {"/bin/rm", "-rf", "--", folder};
  CLEW_TRY(run_process(clean));
  return answer;
}

}  // namespace clew
