// How steps are called: by number, and back from whatever somebody typed.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/quote.h"
#include "base/text.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew {
namespace {

// "2.1" from the top down; empty when the plan has no such place.
std::optional<StepId> at_number(const Session& session, std::string_view path) {
  const Step* at = &session.root();
  uint32_t first = session.structure.first_index;
  for (size_t start = 0; start <= path.size();) {
    const size_t end = std::min(path.find('.', start), path.size());
    const std::string_view part = path.substr(start, end - start);
    uint32_t number = 0;
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    // "01" names no step; "0" may, where a plan counts from 0.
    const bool is_plain = part.size() == 1 || (!part.empty() && part[0] != '0');
    if (error != std::errc() || stop != part.data() + part.size() || !is_plain) return std::nullopt;
    const std::vector<const Step*> parts = numbered_parts(session, *at);
    if (number < first || number - first >= parts.size()) return std::nullopt;
    at = parts[number - first];
    // The top level alone may begin with another number.
    first = 1;
    start = end + 1;
  }
  return at->id;
}

// "#3": by the number it has for good, as the log of a step that was removed has it.
std::optional<StepId> at_id(const Session& session, std::string_view text) {
  if (!text.starts_with('#')) return std::nullopt;
  uint32_t number = 0;
  const auto [stop, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  const bool is_id = error == std::errc() && stop == text.data() + text.size() && number > 0;
  const Step* step = is_id ? session.find(StepId{number}) : nullptr;
  return step == nullptr ? std::nullopt : std::optional(step->id);
}

template <class Matches>
std::vector<StepId> all_that(const Session& session, Matches&& matches) {
  std::vector<StepId> out;
  for (const auto& step : session.steps) {
    if (!step.removed && step.id != kRoot && matches(step)) out.push_back(step.id);
  }
  return out;
}

}  // namespace

std::string number_of(const Session& session, StepId id) {
  if (id == kRoot || session.find(id) == nullptr) return "0";
  std::string out;
  for (const Step* step = session.find(id); step->id != kRoot;) {
    const Step* parent = session.find(step->parent);
    if (parent == nullptr) return std::to_string(id.number);
    uint32_t position = parent->id == kRoot ? session.structure.first_index : 1;
    for (const Step* sibling : numbered_parts(session, *parent)) {
      if (sibling == step) break;
      ++position;
    }
    out = std::to_string(position) + (out.empty() ? "" : ".") + out;
    step = parent;
  }
  return out;
}

std::string label_of(const Session& session, StepId id) {
  const Step* step = session.find(id);
  if (step == nullptr) return "?";
  if (id == kRoot) return "the session";
  return fmt::format("{} {}", number_of(session, id), quote(step->title));
}

// Tried in turn: the number in the plan, "#3", the key, the id in another program, the title, the
// beginning of the title. The first that is true of any step decides, and must be true of one only.
Result<StepId> find_step(const Session& session, std::string_view text) {
  if (const auto numbered = at_number(session, text)) return *numbered;
  if (const auto known = at_id(session, text)) return *known;
  const std::string wanted = lower_case(text);
  std::vector<StepId> found;
  if (!text.empty()) {
    found = all_that(session, [&](const Step& s) { return s.key == text; });
    if (found.empty()) {
      found = all_that(session, [&](const Step& s) {
        return std::any_of(s.external.begin(), s.external.end(),
                           [&](const ExternalId& e) { return e.id == text; });
      });
    }
    if (found.empty()) {
      found = all_that(session, [&](const Step& s) { return lower_case(s.title) == wanted; });
    }
    if (found.empty()) {
      found = all_that(session, [&](const Step& s) {
        return lower_case(s.title).compare(0, wanted.size(), wanted) == 0;
      });
    }
  }
  if (found.size() == 1) return found[0];
  const std::string subject = text.empty() ? "step" : std::string(text);
  if (found.size() > 1) {
    std::string all;
    for (const StepId id : found) all += (all.empty() ? "" : ", ") + label_of(session, id);
    return make_error(ErrorCode::kUsage,
                      fmt::format("{} is ambiguous; it could be {}", quote(text), all), subject,
                      "clew status");
  }
  const size_t count = count_top_steps(session);
  const std::string there =
      session.has_plan() ? fmt::format("the plan has {} step{}", count, count == 1 ? "" : "s")
                         : std::string("this session has no plan");
  return make_error(ErrorCode::kNotFound,
                    fmt::format("there is no step {}; {}", quote(text), there), subject,
                    session.has_plan() ? "clew status" : "clew step add \"…\"");
}

}  // namespace clew
