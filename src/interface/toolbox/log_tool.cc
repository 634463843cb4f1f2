// session_log: `record`, one line per entry. All of it is recorded, or nothing.

#include <fmt/format.h>

#include <algorithm>

#include "command/ask_question.h"
#include "interface/toolbox/log_entries.h"
#include "interface/toolbox/session_reply.h"
#include "interface/toolbox/tool_arguments.h"

namespace clew {
namespace {

Error at_entry(size_t number, Error error) {
  error.message = fmt::format("entry {}: {}", number, error.message);
  return error;
}

Result<Seq> question_meant(const Session& session) {
  auto found = only_open_question(session);
  if (found) return found;
  Error error = found.error();
  error.subject = "question";
  error.next = error.code == ErrorCode::kNotFound ? "record it as a note or a decision"
                                                  : "say which with \"question\":NUMBER";
  return error;
}

bool is_open_answer(const Value& line) {
  return line.find("type")->as_string() == QuestionAnswered::name &&
         line.find("data")->find("question") == nullptr;
}

// What the entries leave open: the question an answer means.
Status complete_now(const SessionCall& call, std::vector<Value>& lines) {
  CLEW_ASSIGN(const auto workspace, call.open());
  CLEW_ASSIGN(const SessionRef ref, workspace->find_session(Effect::kChanges));
  CLEW_ASSIGN(const Loaded loaded, workspace->load(ref));
  for (size_t i = 0; i < lines.size(); ++i) {
    Value data = *lines[i].find("data");
    if (!is_open_answer(lines[i])) continue;
    const auto question = question_meant(loaded.session);
    if (!question) return at_entry(i + 1, question.error());
    data.set("question", question->number);
    lines[i].set("data", std::move(data));
  }
  return success();
}

// A repeated call: the world may have moved on since.
void complete_as_then(const std::vector<Event>& events, std::vector<Value>& lines) {
  std::vector<QuestionAnswered> answers;
  for (const auto& event : events) {
    if (const auto* answer = get_if<QuestionAnswered>(&event.data)) answers.push_back(*answer);
  }
  size_t next_answer = 0;
  for (auto& line : lines) {
    Value data = *line.find("data");
    const bool is_answer = line.find("type")->as_string() == QuestionAnswered::name;
    if (is_answer && next_answer < answers.size()) {
      const Seq question = answers[next_answer++].question;
      if (data.find("question") == nullptr) data.set("question", question.number);
    }
    line.set("data", std::move(data));
  }
}

Status complete_lines(const SessionCall& call, std::vector<Value>& lines) {
  if (std::none_of(lines.begin(), lines.end(), is_open_answer)) return success();
  const std::vector<Event> then = call.earlier();
  if (then.empty()) return complete_now(call, lines);
  complete_as_then(then, lines);
  return success();
}

// `record` counts lines, and there is one per entry; some of its fields have other names here.
Error in_entries(Error error) {
  constexpr std::string_view kLine = "line ";
  if (error.message.starts_with(kLine)) error.message.replace(0, kLine.size(), "entry ");
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"verb",           "status"  },
      {"error.category", "category"}
  };
  for (const auto& [there, here] : kNames) {
    const std::string words = fmt::format(": {} must ", there);
    const size_t at = error.message.find(words);
    if (at == std::string::npos) continue;
    error.message.replace(at, words.size(), fmt::format(": {} must ", here));
    error.subject = here;
  }
  if (error.next.find("--dry-run") != std::string::npos) error.next.clear();
  if (error.message.starts_with("entry ")) error.message += "; nothing was recorded";
  return error;
}

}  // namespace

Result<SessionReply> call_log(SessionCall& call, const LogArguments& arguments) {
  auto lines = record_lines_of(arguments.entries);
  if (!lines) return in_entries(lines.error());
  if (const Status completed = complete_lines(call, *lines); !completed) {
    return in_entries(completed.error());
  }
  std::string input;
  for (const auto& line : *lines) input += json_line(line) + "\n";
  auto answer = call.run("record", Value::object(), input);
  if (!answer) return in_entries(answer.error());
  call.bind(*answer, SessionCall::Binding::kFirstWork);
  const size_t notes = std::min(answer->text.find('\n'), answer->text.size());
  answer->text = fmt::format("recorded {} {}{}", lines->size(),
                             lines->size() == 1 ? "entry" : "entries", answer->text.substr(notes));
  return changed_reply(call, *answer);
}

}  // namespace clew
