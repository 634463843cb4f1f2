#pragma once
// Small steps that the readers of all agents share.

#include <initializer_list>
#include <string>
#include <string_view>

#include "agent_client/hook_event.h"
#include "base/value.h"

namespace clew {

// The value at a path of keys, or null; a missing part is no error.
const Value& value_at(const Value& value, std::initializer_list<std::string_view> keys);
const std::string& text_at(const Value& value, std::initializer_list<std::string_view> keys);

// Absolute, and such as can be opened; else empty.
std::string safe_path(const std::string& path);
int64_t count_text_lines(std::string_view text);  // the last one counts even without its end

// What every event of the clients with the common contract has.
HookEvent common_hook_fields(const Value& input);
// A number of milliseconds.
std::optional<Duration> duration_in(const Value& input, std::string_view key);
StartSource start_source(std::string_view word);
// Empty for what a client puts in the place of a prompt by itself, such as the report of a task.
std::string prompt_of(const Value& input);

// pending, in_progress, completed, cancelled, deleted, blocked; unknown words are no state.
std::optional<StepStatus> item_state(std::string_view word);
// [{TITLE: "…", "status": "…", "id": "…"}]
std::vector<PlanItem> plan_items(const Value& list, std::string_view title);
// A list that replaces the one before. None when what was told is no list of items: that must not
// be taken for an empty one, which drops every item.
std::optional<PlanChange> whole_list(const Value& list, std::string_view title);

// The end of a command's output, as much as is kept of it.
std::string output_end(std::string_view text);
// Of a line that leaves its work behind in the background, a success says only that it began.
void forget_background_success(ShellCommand& command);

// Whether there is anything in it to record.
bool has_content(const HookEvent& event);

}  // namespace clew
