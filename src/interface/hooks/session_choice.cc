#include "interface/hooks/session_choice.h"

#include <algorithm>
#include <cctype>

#include "brief/said.h"
#include "brief/words.h"

namespace clew {
namespace {

// What people say to a new agent about work that it does not know.
constexpr std::string_view kGoingOn[] = {
    "continue",   "continuing", "resume",    "proceed",   "onward",      "weiter",   "weitermachen",
    "fortsetzen", "fortfahren", "continuer", "continuez", "continue-le", "reprends", "reprendre",
    "poursuis",   "continúa",   "continua",  "seguir",    "sigue",       "sigamos",  "prosegui",
    "verder",     "doorgaan",   "kontynuuj", "dalej",     "продолжай",   "продолжи", "дальше",
};
constexpr std::string_view kGoingOnPhrases[] = {
    "go on",         "carry on",      "keep going", "pick up",   "left off",
    "where we were", "where were we", "mach da",    "da weiter", "na los",
    "on continue",   "继续",          "接着",       "続け",      "계속",
};

bool says_to_go_on(const std::string& prompt) {
  const std::string text = folded(prompt);
  for (const auto& phrase : kGoingOnPhrases) {
    if (text.find(phrase) != std::string::npos) return true;
  }
  const auto words = words_of(prompt);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return std::find(std::begin(kGoingOn), std::end(kGoingOn), word) != std::end(kGoingOn);
  });
}

// "step 3", "Schritt 2.1": there is no other number it could mean.
bool names_step(const std::string& prompt) {
  constexpr std::string_view kStep[] = {"step",    "task",  "item", "phase", "schritt",
                                        "aufgabe", "étape", "paso", "passo"};
  const auto words = words_of(prompt);
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const bool is_step = std::find(std::begin(kStep), std::end(kStep), words[i]) != std::end(kStep);
    if (is_step && words[i + 1].find_first_not_of("0123456789") == std::string::npos) return true;
  }
  return false;
}

bool shares_words(const std::string& prompt, const std::string& text) {
  return shares_name(prompt, text) || shared_stems(content_words(prompt), content_words(text)) >= 2;
}

// An open item of one to three words is known by any of them.
bool shares_item(const std::string& prompt, const std::string& title) {
  if (shares_words(prompt, title)) return true;
  return words_of(title).size() <= 3 &&
         shared_stems(content_words(title), content_words(prompt)) >= 1;
}

// As a word of its own.
bool names_session(const std::string& prompt, const std::string& id) {
  const auto is_part = [](char c) {
    return c == '-' || c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  for (size_t at = prompt.find(id); at != std::string::npos; at = prompt.find(id, at + 1)) {
    const size_t end = at + id.size();
    const bool begins = at == 0 || !is_part(prompt[at - 1]);
    if (begins && (end == prompt.size() || !is_part(prompt[end]))) return true;
  }
  return false;
}

bool is_about(const std::string& prompt, const SessionView& view) {
  if (names_session(prompt, view.id.text)) return true;
  if (!view.open_items.empty() && names_step(prompt)) return true;
  if (shares_words(prompt, view.goal) || shares_words(prompt, view.last_words)) return true;
  return std::any_of(view.open_items.begin(), view.open_items.end(),
                     [&](const std::string& title) { return shares_item(prompt, title); });
}

// A word of going on is about the work there is, whatever else is said; a mere yes only alone.
bool goes_on(const std::vector<std::string>& prompts) {
  return std::all_of(prompts.begin(), prompts.end(), is_acknowledgement) ||
         std::any_of(prompts.begin(), prompts.end(), says_to_go_on);
}

// By what the person said; nothing when it fits none of them, or several.
const SessionView* candidate_for(const SessionChoices& choices,
                                 const std::vector<const SessionView*>& free) {
  std::vector<const SessionView*> about;
  for (const auto* view : free) {
    const bool fits =
        std::any_of(choices.prompts.begin(), choices.prompts.end(),
                    [&](const std::string& prompt) { return is_about(prompt, *view); });
    if (fits) about.push_back(view);
  }
  if (about.size() == 1) return about.front();
  if (!about.empty()) return nullptr;
  if (!goes_on(choices.prompts)) return nullptr;
  // A finished one is not gone on with by somebody who said nothing. What it was told of comes
  // before what is latest.
  const SessionView* latest = nullptr;
  for (const auto* view : free) {
    if (choices.prompts.empty() && view->course != SessionCourse::kOpen) continue;
    if (choices.briefed == view->id) return view;
    if (latest == nullptr) latest = view;
  }
  return latest;
}

}  // namespace

SessionChoice choose_session(const SessionChoices& choices) {
  for (const auto& sure : {choices.named, choices.bound, choices.used, choices.own}) {
    if (sure) return {sure, {}, {}};
  }
  SessionChoice choice;
  if (choices.open.empty()) return choice;
  choice.previous = choices.open.front().id;
  if (choices.opening == Opening::kCleared) return choice;
  std::vector<const SessionView*> free;
  for (const auto& view : choices.open) {
    if (view.turn == OthersTurn::kNone) free.push_back(&view);
  }
  if (const SessionView* found = candidate_for(choices, free)) return {found->id, {}, {}};
  const SessionView& latest = choices.open.front();
  const bool is_only = choices.open.size() == 1 && latest.turn == OthersTurn::kNone;
  if (is_only && latest.begun == BegunBy::kPurpose && latest.course != SessionCourse::kPutAside) {
    return {latest.id, {}, {}};
  }
  const bool is_over = is_only && latest.course == SessionCourse::kFinished;
  if (is_over) choice.completes = latest.id;
  return choice;
}

BriefSize choose_brief(StartSource source, OthersTurn turn) {
  switch (source) {
    case StartSource::kResume:
    case StartSource::kCompact:
      return BriefSize::kFull;
    case StartSource::kClear:
      return BriefSize::kFiveLines;
    case StartSource::kStartup:
      break;
  }
  return turn == OthersTurn::kOpen ? BriefSize::kFiveLines : BriefSize::kFull;
}

}  // namespace clew
