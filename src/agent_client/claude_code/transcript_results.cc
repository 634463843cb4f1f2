// What the results of Claude Code's tools tell.

#include <fmt/format.h>

#include <charconv>

#include "agent_client/claude_code/transcript_lines.h"
#include "agent_client/read_fields.h"
#include "agent_client/transcript/line_feed.h"
#include "agent_client/transcript/person_text.h"
#include "agent_client/transcript/value_access.h"
#include "base/text.h"
#include "document/members.h"

namespace clew::transcript {
namespace {

bool is_claude_shell(const std::string& tool) { return tool == "Bash" || tool == "PowerShell"; }
bool is_edit(const std::string& tool) {
  return tool == "Write" || tool == "Edit" || tool == "MultiEdit" || tool == "NotebookEdit";
}

StepStatus claude_status(const std::string& word) {
  if (word == "in_progress") return StepStatus::kActive;
  if (word == "completed") return StepStatus::kDone;
  if (word == "deleted") return StepStatus::kSkipped;
  return StepStatus::kPending;
}

// "Exit code 2" opens the text of a command that failed.
std::optional<int> exit_code_in(std::string_view& text) {
  constexpr std::string_view kStart = "Exit code ";
  if (!text.starts_with(kStart)) return std::nullopt;
  text.remove_prefix(kStart.size());
  int code = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), code);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return code;
}

// The duration counts only for calls that nobody was asked about: otherwise it is the time of a
// person. A command in the background is left out, since nothing says how it ended.
void report_run(const ClaudeCall& call, const ClaudeResult& result,
                std::vector<TranscriptItemData>& items) {
  ShellCommand ran;
  ran.text = text_in(call.input, "command");
  ran.outcome = RunOutcome::kSuccess;
  if (!result.asked && result.at && *result.at >= call.at) ran.duration = *result.at - call.at;
  if (result.failed) {
    std::string_view text = result.text;
    ran.outcome = RunOutcome::kFailure;
    ran.exit_code = exit_code_in(text);
    ran.output = output_end(text);
  } else if (result.result != nullptr) {
    // It goes on in the background: how it ends is told nowhere.
    if (!text_in(*result.result, "backgroundTaskId").empty()) return;
    if (member(*result.result, "interrupted").as_bool()) {
      ran.outcome = RunOutcome::kFailure;
      ran.error = "interrupted";
    }
  }
  items.push_back(std::move(ran));
}

// The text with one edit made, as the client makes it; nothing when it does not fit.
// `from` empty means a new file. The first place that fits is replaced, or every one.
std::optional<std::string> edited(const std::string& text, const std::string& from,
                                  const std::string& to, bool everywhere) {
  if (from.empty()) return text.empty() ? std::optional(to) : std::nullopt;
  std::string out;
  size_t done = 0;
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, done)) {
    out.append(text, done, at - done).append(to);
    done = at + from.size();
    if (!everywhere) break;
  }
  if (done == 0) return std::nullopt;
  return out.append(text, done);
}

// The whole content after the change, where the record has enough to tell.
// Nothing when the person changed the edit before it was made, or when the record is not enough to
// compute the content.
std::optional<std::string> content_after(const ClaudeCall& call, const Value& record) {
  if (member(record, "userModified").as_bool()) return std::nullopt;
  if (const Value& content = member(record, "content"); content.is_string()) {
    return content.as_string();
  }
  const Value& original = member(record, "originalFile");
  if (!original.is_string()) return std::nullopt;
  // A text that was left out of a long line is no empty one.
  const auto tells = [](const Value& edit, const char* from, const char* to) {
    return member(edit, from).is_string() && member(edit, to).is_string();
  };
  if (call.name == "Edit") {
    if (!tells(record, "oldString", "newString")) return std::nullopt;
    return edited(original.as_string(), text_in(record, "oldString"), text_in(record, "newString"),
                  member(record, "replaceAll").as_bool());
  }
  std::optional<std::string> text = original.as_string();
  for (const auto& edit : member(record, "edits").as_list()) {
    if (!text) break;
    if (!tells(edit, "old_string", "new_string")) return std::nullopt;
    text = edited(*text, text_in(edit, "old_string"), text_in(edit, "new_string"),
                  member(edit, "replace_all").as_bool());
  }
  return member(record, "edits").as_list().empty() ? std::nullopt : text;
}

// Lines come from the patch of the record, else from the texts of the call; hashes are computed
// from contents, where those are known. A content that nobody knows leaves its hash empty.
void report_edit(const ClaudeCall& call, const ClaudeResult& result,
                 std::vector<TranscriptItemData>& items) {
  const Value nothing;
  const Value& record = result.result == nullptr ? nothing : *result.result;
  FileEdit edit;
  edit.path = text_in(record, "filePath");
  if (edit.path.empty()) edit.path = text_in(record, "notebook_path");
  if (edit.path.empty()) edit.path = subject_of(call);
  // Lines of subagents come without the record: the call itself has to do.
  const bool created = record.is_object() ? text_in(record, "type") == "create"
                                          : result.text.starts_with("File created");
  if (created) edit.action = FileAction::kCreated;
  for (const auto& hunk : member(record, "structuredPatch").as_list()) {
    for (const auto& line : member(hunk, "lines").as_list()) {
      if (line.as_string().starts_with('+')) ++edit.added;
      if (line.as_string().starts_with('-')) ++edit.removed;
    }
  }
  auto after = record.is_object() ? content_after(call, record) : std::nullopt;
  const Value& written = member(call.input, "content");
  if (!record.is_object() && call.name == "Write" && written.is_string()) {
    after = written.as_string();
  }
  if (!record.is_object() && call.name == "Edit") {
    edit.added = count_lines(text_in(call.input, "new_string"));
    edit.removed = count_lines(text_in(call.input, "old_string"));
  }
  if (created && edit.added == 0 && after) edit.added = count_lines(*after);
  if (const Value& text = member(record, "updated_file"); text.is_string()) {
    after = text.as_string();
  }
  if (after) edit.after = sha256(*after);
  const Value& original = member(record, "originalFile");
  const Value& notebook = member(record, "original_file");
  if (original.is_string() && !created) edit.before = sha256(original.as_string());
  if (notebook.is_string()) edit.before = sha256(notebook.as_string());
  items.push_back(std::move(edit));
}

// TodoWrite always sends the whole list, and its items have no ids: an item is known by its words.
void report_todos(const ClaudeCall& call, std::vector<TranscriptItemData>& items) {
  PlanChange plan{PlanScope::kWholeList, {}, {}, "todo:"};
  for (const auto& todo : member(call.input, "todos").as_list()) {
    const std::string words = text_in(todo, "content");
    if (words.empty()) continue;
    plan.items.push_back({plan.prefix + words, words, {}, claude_status(text_in(todo, "status"))});
  }
  items.push_back(std::move(plan));
}

// TaskCreate gets its id only with the result; TaskUpdate names it in the call.
void report_task(const ClaudeCall& call, const ClaudeResult& result,
                 std::vector<TranscriptItemData>& items) {
  PlanItem item;
  std::string id = text_in(call.input, "taskId");
  if (call.name == "TaskCreate") {
    if (result.result != nullptr) id = text_in(member(*result.result, "task"), "id");
    item.status = StepStatus::kPending;
  } else if (const std::string status = text_in(call.input, "status"); !status.empty()) {
    item.status = claude_status(status);
    if (status == "deleted") item.reason = "deleted";
  }
  if (id.empty()) return;
  item.id = "task:" + id;
  item.title = text_in(call.input, "subject");
  item.description = text_in(call.input, "description");
  items.push_back(PlanChange{PlanScope::kItems, {std::move(item)}, {}});
}

// One decision per question that was answered, with the options that were offered.
void report_answers(const ClaudeCall& call, const ClaudeResult& result,
                    std::vector<TranscriptItemData>& items) {
  if (result.result == nullptr) return;
  const Value& answers = member(*result.result, "answers");
  for (const auto& question : member(call.input, "questions").as_list()) {
    const std::string text = text_in(question, "question");
    const Value& answer = member(answers, text);
    if (answer.is_null()) continue;
    const std::string words = answer.is_string() ? answer.as_string() : to_text(answer);
    UserDecision chosen{
        call.id, {text, {}, words}
    };
    for (const auto& option : member(question, "options").as_list()) {
      chosen.answered.options.push_back(text_in(option, "label"));
    }
    items.push_back(std::move(chosen));
  }
}

// The id of a subagent comes from the record, else from the sidechain that was matched to the call,
// else the call's own. One that was launched in the background goes on.
void report_agent(const ClaudeCall& call, const ClaudeResult& result,
                  std::vector<TranscriptItemData>& items) {
  const Value nothing;
  const Value& record = result.result == nullptr ? nothing : *result.result;
  SubagentReport reported;
  reported.id = text_in(record, "agentId");
  if (reported.id.empty()) reported.id = call.agent;
  if (reported.id.empty()) reported.id = call.id;
  reported.type = text_in(call.input, "subagent_type");
  reported.description = text_in(call.input, "description");
  const std::string status = text_in(record, "status");
  const bool goes_on = status == "async_launched" || member(record, "isAsync").as_bool();
  reported.status = result.failed ? AgentStatus::kError
                    : goes_on     ? AgentStatus::kRunning
                                  : AgentStatus::kCompleted;
  if (!goes_on)
    reported.summary = result.failed ? result.text : content_text(member(record, "content"));
  if (!goes_on && reported.summary.empty()) reported.summary = result.text;
  items.push_back(std::move(reported));
}

// What the person said when they did not let it run.
std::string feedback_in(const std::string& text) {
  constexpr std::string_view kSaid = "the user said:";
  const size_t at = text.find(kSaid);
  return at == std::string::npos ? "" : one_line(text.substr(at + kSaid.size()));
}

}  // namespace

std::string subject_of(const ClaudeCall& call) {
  for (const char* name :
       {"command", "file_path", "notebook_path", "description", "subject", "pattern", "url"}) {
    if (std::string text = text_in(call.input, name); !text.empty()) return text;
  }
  return {};
}

// Which tool it was decides what its result means; of the tools that clew does not know, only
// failures are told.
void report_result(const ClaudeCall& call, const ClaudeResult& result,
                   std::vector<TranscriptItemData>& items) {
  const bool is_plan = call.name == "ExitPlanMode";
  if (result.refused) {
    const std::string topic = is_plan ? "plan" : call_words(call.name, subject_of(call));
    items.push_back(UserDecision{
        call.id, {topic, {}, is_plan ? "rejected" : "refused"},
         feedback_in(result.text)
    });
  } else if (is_claude_shell(call.name)) {
    report_run(call, result, items);
  } else if (call.name == "Task" || call.name == "Agent") {
    report_agent(call, result, items);
  } else if (result.failed) {
    const std::string tagged = text_in_tag(result.text, "tool_use_error");
    const std::string& problem = tagged.empty() ? result.text : tagged;
    items.push_back(
        ErrorReported{call_words(call.name, subject_of(call)) + ": " + one_line(problem),
                      ErrorCategory::kUnknown});
  } else if (is_edit(call.name)) {
    report_edit(call, result, items);
  } else if (call.name == "TodoWrite") {
    report_todos(call, items);
  } else if (call.name == "TaskCreate" || call.name == "TaskUpdate") {
    report_task(call, result, items);
  } else if (call.name == "AskUserQuestion") {
    report_answers(call, result, items);
  } else if (is_plan) {
    std::string plan = text_in(call.input, "plan");
    if (plan.empty() && result.result != nullptr) plan = text_in(*result.result, "plan");
    items.push_back(UserDecision{
        call.id, {"plan", {}, "approved"},
         std::move(plan)
    });
  }
}

}  // namespace clew::transcript
