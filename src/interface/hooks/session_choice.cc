#include "interface/hooks/session_choice.h"

#include <algorithm>

namespace clew {

std::optional<SessionId> choose_session(const SessionChoices& choices) {
  for (const auto& sure : {choices.named, choices.bound, choices.used, choices.own}) {
    if (sure) return sure;
  }
  const auto& open = choices.open;
  const auto told = std::find_if(open.begin(), open.end(), [&](const SessionView& view) {
    return choices.briefed && view.id == *choices.briefed;
  });
  if (told != open.end() && told->others == OthersThere::kNobody) {
    const bool over = told->begun == BegunBy::kHook && told->openness == SessionCourse::kFinished;
    if (!over) return told->id;
  }
  if (open.size() != 1) return std::nullopt;
  const SessionView& only = open.front();
  const bool joins = only.begun == BegunBy::kPurpose && only.openness != SessionCourse::kPutAside &&
                     only.others == OthersThere::kNobody;
  return joins ? std::optional(only.id) : std::nullopt;
}

BriefSize choose_brief(StartSource source, OthersThere others, Duration since_work) {
  switch (source) {
    case StartSource::kResume:
    case StartSource::kCompact:
      return BriefSize::kFull;
    case StartSource::kClear:
      return BriefSize::kFiveLines;
    case StartSource::kStartup:
      break;
  }
  const bool fresh = since_work <= kFresh && others != OthersThere::kElsewhere;
  return fresh ? BriefSize::kFull : BriefSize::kFiveLines;
}

}  // namespace clew
