#include "agent_client/read_fields.h"

#include <algorithm>

#include "agent_client/transcript/person_text.h"
#include "base/text.h"

namespace clew {

std::string safe_path(const std::string& path) {
  const bool usable =
      !path.empty() && path[0] == '/' && path.size() < 4096 && path.find('\0') == std::string::npos;
  return usable ? path : std::string();
}

const Value& value_at(const Value& value, std::initializer_list<std::string_view> keys) {
  static const Value kNothing;
  const Value* at = &value;
  for (const auto key : keys) {
    at = at->find(key);
    if (at == nullptr) return kNothing;
  }
  return *at;
}

const std::string& text_at(const Value& value, std::initializer_list<std::string_view> keys) {
  return value_at(value, keys).as_string();
}

int64_t count_text_lines(std::string_view text) {
  const auto ends = std::count(text.begin(), text.end(), '\n');
  return ends + (text.empty() || text.back() == '\n' ? 0 : 1);
}

HookEvent common_hook_fields(const Value& input) {
  HookEvent event;
  event.name = text_at(input, {"hook_event_name"});
  event.session = text_at(input, {"session_id"});
  event.cwd = safe_path(text_at(input, {"cwd"}));
  event.model = text_at(input, {"model"});
  event.transcript = safe_path(text_at(input, {"transcript_path"}));
  event.tool = text_at(input, {"tool_name"});
  event.tool_id = text_at(input, {"tool_use_id"});
  event.subagent = text_at(input, {"agent_id"});
  event.subagent_type = text_at(input, {"agent_type"});
  return event;
}

std::optional<Duration> duration_in(const Value& input, std::string_view key) {
  const Value& took = value_at(input, {key});
  const bool is_known = took.is_number() && took.as_double() >= 0 && took.as_double() < 1e12;
  if (!is_known) return std::nullopt;
  return Duration{static_cast<int64_t>(took.as_double())};
}

StartSource start_source(std::string_view word) {
  if (word == "resume") return StartSource::kResume;
  if (word == "clear") return StartSource::kClear;
  if (word == "compact") return StartSource::kCompact;
  return StartSource::kStartup;
}

std::string prompt_of(const Value& input) {
  return transcript::typed_by_person(text_at(input, {"prompt"}));
}

std::optional<StepStatus> item_state(std::string_view word) {
  if (word == "pending" || word == "open") return StepStatus::kPending;
  if (word == "blocked") return StepStatus::kBlocked;
  if (word == "in_progress" || word == "active") return StepStatus::kActive;
  if (word == "completed" || word == "done") return StepStatus::kDone;
  if (word == "cancelled" || word == "canceled" || word == "deleted") return StepStatus::kSkipped;
  return std::nullopt;
}

std::vector<PlanItem> plan_items(const Value& list, std::string_view title) {
  std::vector<PlanItem> items;
  for (const auto& entry : list.as_list()) {
    PlanItem item;
    item.id = text_at(entry, {"id"});
    item.title = one_line(text_at(entry, {title}));
    item.description = text_at(entry, {"description"});
    if (item.description == text_at(entry, {title})) item.description.clear();
    item.status = item_state(text_at(entry, {"status"}));
    if (!item.title.empty()) items.push_back(std::move(item));
  }
  return items;
}

std::optional<PlanChange> whole_list(const Value& list, std::string_view title) {
  auto items = plan_items(list, title);
  if (!list.is_list() || (items.empty() && !list.as_list().empty())) return std::nullopt;
  return PlanChange{PlanScope::kWholeList, std::move(items), ""};
}

std::string output_end(std::string_view text) {
  if (text.size() > kMaxOutput) {
    text.remove_prefix(text.size() - kMaxOutput);
    const size_t line = text.find('\n');
    if (line != std::string_view::npos) text.remove_prefix(line + 1);
  }
  return to_utf8(text);
}

void forget_background_success(ShellCommand& command) {
  const size_t last = command.text.find_last_not_of(" \t\r\n");
  if (last == std::string::npos || command.text[last] != '&') return;
  const bool joins = last > 0 && command.text[last - 1] == '&';
  if (!joins && command.outcome == RunOutcome::kSuccess) command.outcome = RunOutcome::kUnknown;
}

bool has_content(const HookEvent& event) {
  return !event.edits.empty() || event.command || event.plan || !event.plan_file.empty() ||
         !event.explanation.empty() || !event.answers.empty();
}

}  // namespace clew
