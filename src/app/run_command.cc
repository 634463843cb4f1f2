#include "app/run_command.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

#include "app/environment.h"
#include "app/open_workspace.h"
#include "interface/cli/run_cli.h"

namespace clew {
namespace {

Result<std::string> read_all_input() {
  constexpr size_t kMax = size_t{64} << 20;
  CLEW_ASSIGN(std::string text, read_input_up_to(kMax));
  if (text.size() > kMax) {
    return make_error(ErrorCode::kInvalid, "standard input is over the limit of 64 MiB", "-");
  }
  return text;
}

// What a person reads; once nobody does, there is nothing left to do.
void write_to(int descriptor, const std::string& text) {
  if (!write_all(descriptor, text)) std::_Exit(1);
}

// One line; unset when there is none.
std::optional<std::string> ask_person(const std::string& question) {
  write_to(STDERR_FILENO, question + " ");
  char answer[1024];
  const ssize_t got = read(STDIN_FILENO, answer, sizeof answer);
  if (got <= 0) {
    write_to(STDERR_FILENO, "\n");  // nobody ended the line
    return std::nullopt;
  }
  const std::string line(answer, static_cast<size_t>(got));
  return line.substr(0, line.find_first_of("\r\n"));
}

std::optional<bool> ask_whether(const std::string& question) {
  const auto answer = ask_person(question + " [y/N]");
  return answer && (answer->starts_with('y') || answer->starts_with('Y'));
}

bool sleep_for(Duration duration) {
  timespec time{duration.ms / 1000, duration.ms % 1000 * 1'000'000};
  nanosleep(&time, nullptr);
  return true;
}

Terminal find_terminal() {
  Terminal terminal;
  terminal.output_is_terminal = isatty(STDOUT_FILENO) == 1;
  terminal.errors_are_terminal = isatty(STDERR_FILENO) == 1;
  terminal.input_is_terminal = isatty(STDIN_FILENO) == 1;
  const bool forced = !variable("CLICOLOR_FORCE").empty() && variable("CLICOLOR_FORCE") != "0";
  const bool off = !variable("NO_COLOR").empty() || variable("TERM") == "dumb";
  terminal.colour = forced || (terminal.output_is_terminal && !off) ? Colour::kOn : Colour::kOff;
  winsize size{};
  if (terminal.output_is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col >= 60) {
    terminal.columns = size.ws_col;
  }
  terminal.out = [](const std::string& text) { write_to(STDOUT_FILENO, text); };
  terminal.err = [](const std::string& text) { write_to(STDERR_FILENO, text); };
  return terminal;
}

// What clew says of itself needs no home, no store and no folder.
bool is_about_clew(std::string_view verb) {
  return verb == "help" || verb == "version" || verb == "completion";
}

}  // namespace

int run_command(const std::vector<std::string>& words, Surroundings around) {
  Terminal terminal = find_terminal();
  WorkspaceMaker maker(std::move(around), Lifespan::kOneShot);
  Caller base;
  base.read_input = read_all_input;
  base.confirm = ask_whether;
  base.ask = ask_person;
  base.wait = sleep_for;
  const OpenWorkspace open = [&](const CommonOptions& common, Caller caller) {
    caller.actor = ActorId(common.actor);
    if (is_about_clew(caller.verb)) {
      maker.move_to("/");
      return maker.open("sqlite:/",
                        std::move(caller));  // a store is not touched before it is asked
    }
    return maker.open(common.store, std::move(caller));
  };
  return run_cli(words, terminal, base, open);
}

}  // namespace clew
