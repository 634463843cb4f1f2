#include "dialect/essay/revisit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "dialect/essay/draft_outline.h"
#include "dialect/tree_dialect.h"

namespace clew::essay {
namespace {

constexpr const char* kApproved = "essay.birds_eye_approved";
constexpr const char* kTotalSections = "essay.total_sections";
constexpr const char* kVoiceScore = "essay.voice_check_score";
constexpr const char* kClaimType = "essay.claim_type";

constexpr std::string_view kClaimTypes[] = {"argument", "explainer", "prediction", "hybrid"};

enum class Nulls { kDrop, kKeep };

void set(const Step& step, const char* key, Value value, Nulls nulls, std::vector<Intent>& out) {
  AttributeSet event;
  event.owner = AttributeOwner::kStep;
  event.step = step.id;
  event.key = key;
  event.value = std::move(value);
  event.keeps_null = nulls == Nulls::kKeep;
  out.push_back(RecordFact{std::move(event), {}});
}

// What was set on a step, or shown when it was done last.
const Value* reported(const Step& step, const char* key) {
  if (const Value* found = find_attribute(step.attributes, key)) return found;
  const Attempt* passed = step.passed_attempt();
  const std::string_view name = std::string_view(key).substr(std::string_view("essay.").size());
  return passed == nullptr ? nullptr : passed->evidence.find(std::string(name));
}

bool is_reported(const Step& step, const char* key) {
  const Value* value = reported(step, key);
  return value != nullptr && !value->is_null();
}

// "Claim type: explainer", "**claim_type**: explainer"
std::string claim_type_in(std::string_view text) {
  std::string folded(text);
  std::transform(folded.begin(), folded.end(), folded.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view name : {"claim type", "claim_type", "claim-type"}) {
    const size_t at = folded.find(name);
    if (at == std::string::npos) continue;
    const size_t start = folded.find_first_of("abcdefghijklmnopqrstuvwxyz\n", at + name.size());
    const size_t end =
        std::min(folded.find_first_not_of("abcdefghijklmnopqrstuvwxyz", start), folded.size());
    if (start < folded.size()) return folded.substr(start, end - start);
  }
  return {};
}

}  // namespace

void withdraw_approval(const Names& names, std::vector<Intent>& out) {
  const Step* arguments = names.stage(3);
  const Value* approved = arguments == nullptr ? nullptr : reported(*arguments, kApproved);
  if (approved != nullptr && approved->as_bool()) {
    set(*arguments, kApproved, false, Nulls::kDrop, out);
  }
}

std::vector<Intent> after_revisit(const Session& session, StepId step, Impact impact) {
  std::vector<Intent> out;
  const Names names(session);
  const int stage = names.spot(step).stage;
  const Step* arguments = names.stage(3);
  if (stage == 0 || arguments == nullptr) return out;
  // A second outline says how many there are; those that there are say it until then.
  if (stage <= 2 && find_attribute(arguments->attributes, kTotalSections) != nullptr) {
    set(*arguments, kTotalSections, nullptr, Nulls::kDrop, out);
  }
  if (impact != Impact::kMajor) return out;
  if (stage <= 3) withdraw_approval(names, out);
  const Step* outline = names.stage(2);
  if (stage == 1 && outline != nullptr && is_reported(*outline, kTotalSections)) {
    set(*outline, kTotalSections, nullptr, Nulls::kKeep, out);
  }
  if (stage <= 2) {
    for (const int of : {4, 3}) {
      for (const auto& section : names.sections(of)) out.push_back(RemoveStep{section.step->id});
    }
    return out;
  }
  for (const auto& section : names.sections(4)) {
    const bool is_open = section.step->status == StepStatus::kPending;
    if (is_open && is_reported(*section.step, kVoiceScore)) {
      set(*section.step, kVoiceScore, nullptr, Nulls::kKeep, out);
    }
  }
  return out;
}

std::string upset_by(const Session& session, const Step& step, std::string_view before,
                     std::string_view after) {
  const int stage = Names(session).spot(step.id).stage;
  if (stage == 1) {
    const Attempt* passed = step.passed_attempt();
    const Value* shown = passed == nullptr ? nullptr : passed->evidence.find("claim_type");
    const Value* now = find_attribute(step.attributes, kClaimType);
    const bool is_set = shown != nullptr && now != nullptr && now->is_string();
    std::string was = is_set ? shown->as_string() : claim_type_in(before);
    std::string is = is_set ? now->as_string() : claim_type_in(after);
    if (is_set && was == is) {
      was = claim_type_in(before);
      is = claim_type_in(after);
    }
    // A thesis that did not say it is of the type that was given for it.
    const Value* given = now != nullptr ? now : shown;
    const bool is_type =
        std::find(std::begin(kClaimTypes), std::end(kClaimTypes), is) != std::end(kClaimTypes);
    if (was.empty() && is_type && given != nullptr && given->is_string()) was = given->as_string();
    if (!was.empty() && !is.empty() && was != is) {
      return fmt::format("the claim type is {}, no longer {}", is, was);
    }
  }
  const bool is_other = !after.empty() && headings_of(before) != headings_of(after);
  return is_other ? std::string("its headings changed") : std::string();
}

}  // namespace clew::essay
