#include "agent_client/plan_text.h"

#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxPlanTitle = 200;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "1. Do it" and "2) That" → "Do it", "That"
std::string_view numbered(std::string_view line) {
  size_t digits = 0;
  while (digits < line.size() && is_digit(line[digits])) ++digits;
  if (digits == 0 || digits > 3 || digits + 1 >= line.size()) return {};
  const char mark = line[digits];
  if ((mark != '.' && mark != ')') || line[digits + 1] != ' ') return {};
  return line.substr(digits + 2);
}

// "- [ ] Do it" → "Do it"
std::string_view boxed(std::string_view line) {
  for (const std::string_view box : {"- [ ] ", "* [ ] ", "- [x] ", "* [x] "}) {
    if (line.starts_with(box)) return line.substr(box.size());
  }
  return {};
}

using Shape = std::string_view (*)(std::string_view);

std::vector<PlanItem> items_of(std::string_view text, Shape shape) {
  std::vector<PlanItem> items;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string title = one_line(shape(text.substr(at, end - at)));
    at = end + 1;
    while (title.size() >= 4 && title.starts_with("**") && title.find("**", 2) != title.npos) {
      title.erase(title.find("**", 2), 2).erase(0, 2);
    }
    if (title.empty()) continue;
    PlanItem item;
    item.title = cut(title, kMaxPlanTitle);
    item.status = StepStatus::kPending;
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace

std::vector<PlanItem> steps_in_text(std::string_view text) {
  auto items = items_of(text, numbered);
  return items.empty() ? items_of(text, boxed) : items;
}

PlanChange agreed_to(const std::string& text) {
  return {PlanScope::kProposal, steps_in_text(text), text};
}

}  // namespace clew
