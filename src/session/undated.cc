#include "session/undated.h"

#include <algorithm>

namespace clew {

void date(Session& session, Time then) {
  Time& begun = session.identity.created_at;
  if (begun == Time()) begun = then;
  if (session.last_activity == Time()) session.last_activity = begun;
  for (auto& step : session.steps) {
    for (auto& attempt : step.attempts) {
      if (attempt.started_at == Time()) attempt.started_at = begun;
      if (attempt.ended_at == Time()) attempt.ended_at = begun;
    }
  }
}

void undate(const Session& reported, Session& session) {
  if (reported.identity.created_at == Time()) session.identity.created_at = Time();
  if (reported.last_activity == Time()) session.last_activity = Time();
  for (size_t i = 0; i < std::min(reported.steps.size(), session.steps.size()); ++i) {
    const auto& known = reported.steps[i].attempts;
    auto& attempts = session.steps[i].attempts;
    for (size_t j = 0; j < std::min(known.size(), attempts.size()); ++j) {
      if (known[j].started_at == Time()) attempts[j].started_at = Time();
      if (known[j].ended_at == Time()) attempts[j].ended_at = Time();
    }
  }
}

}  // namespace clew
