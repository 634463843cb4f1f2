#include "engine/suggestion.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "dialect/fixed_plan.h"
#include "engine/session_view.h"

namespace clew {
namespace {

constexpr std::string_view kProgram = "clew ";
constexpr std::string_view kNextLine = "next  ";

// The words of a command, up to the first that stands for something else ("--" and behind).
std::vector<std::string_view> words_of_command(std::string_view command) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < command.size();) {
    const size_t end = std::min(command.find(' ', at), command.size());
    if (end > at) words.push_back(command.substr(at, end - at));
    if (!words.empty() && words.back() == "--") break;
    at = end + 1;
  }
  return words;
}

std::optional<VerbKind> kind_of(VerbLookup verbs, std::string_view name) {
  return verbs == nullptr ? std::nullopt : verbs(name);
}

// What the command's verb is, and how many words its name has; nothing when there is none.
// Two words are tried first: "step add" is a verb of its own.
std::pair<std::optional<VerbKind>, size_t> verb_of(VerbLookup verbs,
                                                   const std::vector<std::string_view>& words) {
  if (words.size() > 2) {
    if (const auto two = kind_of(verbs, fmt::format("{} {}", words[1], words[2]))) return {two, 2};
  }
  if (words.size() < 2) return {std::nullopt, 0};
  return {kind_of(verbs, words[1]), 1};
}

// A verb whose object is the session takes it as its first argument too.
bool names_one(const VerbKind& verb, const std::vector<std::string_view>& words, size_t count,
               std::string_view id) {
  const bool has_argument = words.size() > count + 1 && !words[count + 1].starts_with("-");
  if (verb.session == SessionArgument::kFirst && has_argument) return true;
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return word == "-s" || word == "--session" || word.starts_with("--session=") || word == id ||
           (word.starts_with(id) && word.substr(id.size()).starts_with("@"));
  });
}

// Asked of the workspace as a command would be, since that is what the suggestion would run as.
bool is_default(Workspace& workspace, const SessionId& session) {
  const auto here = workspace.default_session();
  return here && *here == session;
}

// In an answer's text only lines of the form "next  COMMAND" hold commands for the reader.
void name_in_lines(std::string& text, const std::string& id, VerbLookup verbs) {
  std::string out;
  for (size_t from = 0; from <= text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = std::string_view(text).substr(from, end - from);
    if (from > 0) out += '\n';
    out += line.starts_with(kNextLine) ? with_session(line, id, verbs) : std::string(line);
    from = end + 1;
  }
  text = std::move(out);
}

void name_in_data(Value& data, const std::string& id, VerbLookup verbs) {
  const Value* next = data.find("next");
  const Value* command = next == nullptr ? nullptr : next->find("command");
  if (command == nullptr || !command->is_string()) return;
  Value named = *next;
  named.set("command", with_session(command->as_string(), id, verbs));
  data.set("next", std::move(named));
}

// What the dialect counts by itself is not to be typed: " open_overrides=…" goes.
std::string without_counted(Workspace& workspace, const SessionId& id, std::string text) {
  constexpr std::string_view kToFillIn = "=…";
  std::optional<const StepEvidence*> evidence;
  for (size_t at = text.find(kToFillIn); at != std::string::npos; at = text.find(kToFillIn, at)) {
    if (!evidence) {
      const auto loaded = workspace.load({id, std::nullopt});
      const Dialect* dialect =
          loaded ? dialect_of(workspace, loaded->session).value_or(nullptr) : nullptr;
      evidence = dialect == nullptr ? nullptr : dialect->step_evidence();
    }
    if (*evidence == nullptr) return text;
    const size_t space = text.rfind(' ', at);
    const size_t end = at + kToFillIn.size();
    const bool is_counted =
        space != std::string::npos && (*evidence)->counts(text.substr(space + 1, at - space - 1));
    if (is_counted) text.erase(space, end - space);
    at = is_counted ? space : end;
  }
  return text;
}

void leave_out_counted(Workspace& workspace, const SessionId& id, Answer& answer) {
  answer.text = without_counted(workspace, id, std::move(answer.text));
  if (answer.refusal) {
    answer.refusal->next = without_counted(workspace, id, std::move(answer.refusal->next));
  }
  const Value* next = answer.data.find("next");
  const Value* command = next == nullptr ? nullptr : next->find("command");
  if (command == nullptr || !command->is_string()) return;
  Value changed = *next;
  changed.set("command", without_counted(workspace, id, command->as_string()));
  answer.data.set("next", std::move(changed));
}

// Only those answers are changed: naming the session costs a look at the store.
bool has_next(const Answer& answer) {
  return answer.refusal || answer.data.find("next") != nullptr ||
         answer.text.starts_with(kNextLine) || answer.text.find("\nnext  ") != std::string::npos;
}

// Which session an answer is about. What is refused before any was looked for is about the one
// that the caller named, at the moment of it that was to be read.
std::optional<SessionRef> session_of(Workspace& workspace, const Result<Answer>& answer) {
  const Value* id = answer ? answer->data.find("session") : nullptr;
  if (id != nullptr && id->is_string()) return SessionRef{SessionId(id->as_string()), {}};
  if (const auto& found = workspace.found_session()) return SessionRef{*found, {}};
  const Caller& caller = workspace.caller();
  if (caller.session.empty()) return std::nullopt;
  auto named = workspace.parse_ref(caller.session);
  if (!named) return std::nullopt;
  const auto verb = kind_of(workspace.surroundings().verbs, caller.verb);
  if (!verb || verb->effect == Effect::kChanges) named->at.reset();
  return *named;
}

}  // namespace

// Puts "-s ID" behind the verb of each command that could mean another session: it has a session,
// and does not name one.
std::string with_session(std::string_view next, const std::string& id, VerbLookup verbs) {
  std::string out;
  size_t from = 0;
  for (size_t at = next.find(kProgram); at != std::string_view::npos;
       at = next.find(kProgram, at + 1)) {
    if (at > 0 && next[at - 1] != ' ' && next[at - 1] != '(' && next[at - 1] != '`') continue;
    const size_t end =
        std::min({next.find("  ", at), next.find("; ", at), next.find('`', at), next.size()});
    const auto words = words_of_command(next.substr(at, end - at));
    const auto [verb, count] = verb_of(verbs, words);
    if (!verb || verb->session == SessionArgument::kNone || names_one(*verb, words, count, id)) {
      continue;
    }
    const size_t behind =
        static_cast<size_t>(words[count].data() + words[count].size() - next.data());
    out += fmt::format("{} -s {}", next.substr(from, behind - from), id);
    from = behind;
  }
  return out + std::string(next.substr(from));
}

// Whether the session is the default is found out once, and only when a command is said at all.
CommandWording wording_for(Workspace& workspace, const SessionId& session) {
  const CommandWording& wording = workspace.caller().wording;
  std::optional<bool> usual;  // found out when the first command is said
  return [&workspace, session, wording, usual](const std::string& whole) mutable {
    if (!usual) usual = is_default(workspace, session);
    const std::string command = without_counted(workspace, session, whole);
    const std::string said =
        *usual ? command : with_session(command, session.text, workspace.surroundings().verbs);
    return wording ? wording(said) : said;
  };
}

// The last step of every answer. What the caller named as a past moment stays named so.
void name_session(Workspace& workspace, Result<Answer>& answer) {
  if (answer && !has_next(*answer)) return;
  const auto session = session_of(workspace, answer);
  if (!session || session->id.text.empty()) return;
  if (answer) leave_out_counted(workspace, session->id, *answer);
  if (!session->at && is_default(workspace, session->id)) return;
  const std::string name =
      session->at ? fmt::format("{}@{}", session->id.text, session->at->number) : session->id.text;
  const VerbLookup verbs = workspace.surroundings().verbs;
  if (!answer) {
    Error error = answer.error();
    error.next = with_session(error.next, name, verbs);
    answer = std::move(error);
    return;
  }
  name_in_lines(answer->text, name, verbs);
  name_in_data(answer->data, name, verbs);
  if (answer->refusal) answer->refusal->next = with_session(answer->refusal->next, name, verbs);
}

}  // namespace clew
