// The second program: what talks to a network. `clew` becomes it, with the same words, when a verb
// needs that (reach_by_clew_net.h); it knows every verb, too.

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "agent_client/hook_log.h"
#include "agent_client/inherited_actor.h"
#include "app/environment.h"
#include "app/find_store.h"
#include "app/open_workspace.h"
#include "app/reach_s3.h"
#include "app/run_command.h"
#include "app/serve_agents.h"
#include "app/token_file.h"
#include "base/bytes.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "command/admin/protocol_verbs.h"
#include "command/help_pages.h"
#include "interface/cli/output.h"
#include "interface/cli/parse_arguments.h"
#include "interface/http/http_server.h"
#include "interface/http/mcp_endpoint.h"
#include "interface/mcp_tools/toolbox.h"

namespace clew {
namespace {

constexpr int64_t kUsualPort = 7117;
constexpr int64_t kMaxPort = 65'535;

struct ServeOptions {
  uint16_t port = 0;
  std::string token_file;
  CommonOptions common;
};

Result<ServeOptions> serve_options(const ParsedCall& call) {
  CLEW_ASSIGN(const auto request, read_request<ServeHttpRequest>(call.request));
  const int64_t port = request.port.value_or(kUsualPort);
  if (port < 0 || port > kMaxPort) {
    return make_error(ErrorCode::kUsage, "the port must be between 0 and 65535",
                      std::to_string(port), "clew serve --port 0   picks a free port");
  }
  return ServeOptions{static_cast<uint16_t>(port), request.token_file, call.common};
}

Result<std::string> token_path(const ServeOptions& options, const Surroundings& around,
                               FileSystem& files) {
  if (!options.token_file.empty()) return options.token_file;
  CLEW_ASSIGN(const OwnFolder folder, data_folder(around, files));
  if (!folder.path.empty()) return folder.path + "/token";
  return make_error(ErrorCode::kUsage, "HOME is not set, so clew does not know where its token is",
                    "HOME", "name a file: clew serve --token-file PATH");
}

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, number);
  return set;
}

void announce(uint16_t port, const std::string& token_file, const CommonOptions& common) {
  const std::string url = fmt::format("http://127.0.0.1:{}/mcp", port);
  if (common.json) {
    Answer answer;
    answer.data.set("url", url);
    answer.data.set("port", int64_t{port});
    answer.data.set("pid", int64_t{getpid()});
    answer.data.set("token_file", token_file);
    write_all(STDOUT_FILENO, json_document(answer) + "\n");
  }
  // The client is told the name of a variable: arguments of a program can be read by everybody.
  write_all(STDERR_FILENO,
            fmt::format("serving {0} · connect  claude mcp add --transport http clew {0} --header "
                        "'Authorization: Bearer ${{CLEW_TOKEN}}'  · then  "
                        "CLEW_TOKEN=\"$(cat {1})\" claude\n",
                        url, shell_word(token_file)));
}

ToolboxParts toolbox_parts(WorkspaceMaker& maker, HookLog& log, const ServeOptions& options) {
  Bytes random(2, '\0');
  system_random(random);
  ToolboxParts parts;
  parts.open = [&maker, store = options.common.store](Caller caller) {
    return maker.open(store, std::move(caller));
  };
  parts.version = CLEW_VERSION;
  // The agent in whose shell this was started is not the one who calls.
  const std::string given = variable("CLEW_ACTOR");
  const bool chosen = !is_name_of_hooks(ActorId(given));
  parts.actor = options.common.actor.empty() && chosen ? given : options.common.actor;
  parts.connection = to_hex(random);
  parts.on_trouble = [&maker, &log](const Error& error) {
    log.problem("serve", fmt::format("{} ({})", error.message, error.subject));
    write_all(STDERR_FILENO, error_text(error, Colour::kOff) + "\n");
    maker.let_go();
  };
  return parts;
}

// What clew tells people to type is clew, who stands beside us.
Surroundings surroundings_of_clew() {
  Surroundings around = find_surroundings();
  around.program = around.program.substr(0, around.program.rfind('/') + 1) + "clew";
  return around;
}

Status serve(const ServeOptions& options) {
  Surroundings around = surroundings_of_clew();
  if (!options.common.session.empty()) around.session = options.common.session;
  PosixFileSystem files;
  CLEW_ASSIGN(const FoundStore found, find_store(options.common.store, around, files));
  CLEW_TRY(parse_location(found.url));
  if (!found.passed_over.empty()) write_all(STDERR_FILENO, "note: " + found.passed_over + "\n");
  CLEW_ASSIGN(const std::string token_file, token_path(options, around, files));
  HttpServerOptions http;
  http.port = options.port;
  CLEW_ASSIGN(http.policy.token, read_or_make_token(token_file, system_random));

  // Blocked before the first thread is started, so that only sigwait sees them.
  const sigset_t ending = ending_signals();
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  WorkspaceMaker maker(around, Lifespan::kLongLived);
  HookLog log(maker.files(), around.state_folder, system_clock);
  Toolbox toolbox(toolbox_parts(maker, log, options));
  McpServer server(toolbox);
  McpEndpoint endpoint(server, {.clock = system_clock, .random = system_random});
  CLEW_ASSIGN(const auto listening, HttpServer::start(std::move(http), {endpoint.route()}));
  endpoint.attach(*listening);
  announce(listening->port(), token_file, options.common);
  int which = 0;
  sigwait(&ending, &which);
  // Whoever cannot wait for the calls at work may ask twice.
  pthread_sigmask(SIG_UNBLOCK, &ending, nullptr);
  endpoint.detach();
  listening->stop();
  return success();
}

int fail(const Error& error, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), "--json") != words.end()) {
    write_all(STDOUT_FILENO, json_document(error) + "\n");
  } else {
    write_all(STDERR_FILENO, error_text(error, Colour::kOff) + "\n");
  }
  return describe(error.code).exit;
}

int run_server(const std::vector<std::string>& given) {
  std::vector<std::string> words;
  for (const auto& word : given) words.push_back(to_utf8(word));
  const auto call = parse_arguments(words);
  if (!call) return fail(call.error(), words);
  if (call->help) {
    write_all(STDOUT_FILENO, for_people(help_for(*call->verb), Colour::kOff) + "\n");
    return 0;
  }
  const auto options = serve_options(*call);
  if (!options) return fail(options.error(), words);
  const Status served = serve(*options);
  return served ? 0 : fail(served.error(), words);
}

int run(const std::vector<std::string>& words) {
  signal(SIGPIPE, SIG_IGN);
  umask(077);
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    return run_server({"serve", "--help"});
  }
  if (words[0] == "serve") return run_server(words);
  if (const auto served = serve_agents(words)) return *served;
  Surroundings around = surroundings_of_clew();
  const Surroundings found = around;
  const ReachS3 remotes(found);
  around.remotes = &remotes;
  leave(run_command(words, std::move(around)));
}

}  // namespace
}  // namespace clew

int main(int argc, char** argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) words.emplace_back(argv[i]);
  return clew::run(words);
}
