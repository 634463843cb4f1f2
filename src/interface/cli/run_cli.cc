#include "interface/cli/run_cli.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "command/admin/switch_recording.h"
#include "command/help_pages.h"
#include "document/json/json.h"
#include "engine/error_context.h"
#include "engine/recording.h"
#include "engine/suggestion.h"

namespace clew {
namespace {

int fail(const Error& error, const CommonOptions& common, Terminal& terminal,
         const Value& context = {}) {
  if (common.json) {
    terminal.out(json_document(error, context) + "\n");
  } else {
    terminal.err(error_text(error, terminal.colour) + "\n");
  }
  return describe(error.code).exit;
}

int show(const Answer& answer, const CommonOptions& common, Terminal& terminal,
         const Value& context = {}) {
  if (common.json) {
    // A stream has said everything item by item.
    if (!answer.data.is_null()) terminal.out(json_document(answer, context) + "\n");
  } else if (!answer.text.empty()) {
    terminal.out(for_people(answer.text, terminal.colour) + "\n");
  }
  if (!common.json && !answer.warnings.empty()) {
    terminal.err(for_people(answer.warnings, terminal.colour) + "\n");
  }
  if (!answer.refusal) return answer.exit;
  if (!common.json) terminal.err(error_text(*answer.refusal, terminal.colour) + "\n");
  return describe(answer.refusal->code).exit;
}

// --json anywhere before --, for errors that come before the options are understood.
bool wants_json(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (word == "--") return false;
    if (word == "--json") return true;
  }
  return false;
}

// clew --json status: an option before the verb is meant for it.
void put_behind_verb(std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "--json" || words[1].starts_with("-")) return;
  std::rotate(words.begin(), words.begin() + 1, std::find(words.begin(), words.end(), "--"));
}

}  // namespace

int run_cli(const std::vector<std::string>& given, Terminal& terminal, const Caller& base,
            const OpenWorkspace& open) {
  std::vector<std::string> words;
  for (const auto& word : given)
    words.push_back(to_utf8(word));  // the log holds text, and so does JSON
  put_behind_verb(words);
  const bool is_bare = words.empty() || words[0] == "--json";
  if (is_bare) words.insert(words.begin(), "here");
  if (words[0] == "--help" || words[0] == "-h") words[0] = "help";
  if (words[0] == "--version") words[0] = "version";
  auto call = parse_arguments(words);
  if (!call) {
    CommonOptions common;
    common.json = wants_json(words);
    return fail(call.error(), common, terminal);
  }
  const CommonOptions& common = call->common;
  if (call->help) {
    terminal.out(for_people(help_for(*call->verb), terminal.colour) + "\n");
    return 0;
  }
  Caller caller = base;
  ask_for(caller, *call->verb);
  caller.request = call->request;
  caller.key = common.key;
  caller.session = common.session;
  caller.surface =
      terminal.output_is_terminal && !common.json ? Surface::kTerminal : Surface::kPlain;
  caller.columns = terminal.columns;
  caller.agreed = common.yes;
  caller.emit = [&](const Value& item, const std::string& text) {
    terminal.out((common.json ? write_json(item) : for_people(text, terminal.colour)) + "\n");
  };
  if (!terminal.input_is_terminal || common.json) {
    caller.confirm = nullptr;
    caller.ask = nullptr;
  }
  auto workspace = open(common, std::move(caller));
  if (!workspace) return fail(workspace.error(), common, terminal);
  if (is_recording(*call->verb) && is_off(**workspace)) {
    return show(answer_off(**workspace), common, terminal);
  }
  auto answer = call->verb->run(**workspace, call->request);
  if (!answer && answer.error().next.empty()) {
    Error error = answer.error();
    error.next = fmt::format("clew help {}", call->verb->name);
    answer = error;
  }
  name_session(**workspace, answer);
  const Error* refused = !answer ? &answer.error() : answer->refusal ? &*answer->refusal : nullptr;
  const Value context =
      refused == nullptr || !common.json ? Value() : error_context_of(**workspace, *refused);
  const int exit = answer ? show(*answer, common, terminal, context)
                          : fail(answer.error(), common, terminal, context);
  const std::string& passed_over = (*workspace)->surroundings().store_note;
  const bool is_about_trust = call->verb->name == std::string_view("trust");
  if (!passed_over.empty() && !is_about_trust) {
    terminal.err(for_people("note: " + passed_over, terminal.colour) + "\n");
  }
  (*workspace)->store().finish();
  return exit;
}

}  // namespace clew
