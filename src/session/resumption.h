#pragma once
// ResumptionContext: how far the work is, counted for somebody who takes a session up again, by
// phases (top-level steps, whatever parts these have). In a plan without parts the numbers are
// those of session/progress.h.

#include <optional>

#include "session/session.h"

namespace clew {

enum class ResumptionStatus { kCompleted, kPaused, kCheckpointFailed, kPossiblyStalled, kActive };
template <>
struct EnumNames<ResumptionStatus> {
  static constexpr const char* names[] = {"completed", "paused", "checkpoint_failed",
                                          "possibly_stalled", "active"};
};

struct ResumptionContext {
  std::optional<int64_t> percent_complete;     // unset while nobody knows how many phases there are
  std::optional<int64_t> phases_remaining;     // likewise
  std::optional<Duration> avg_phase_duration;  // unset until a phase has passed
  std::optional<Duration> estimated_remaining;  // unset while one of these is
  std::optional<Duration> time_in_phase;        // at work; unset when no phase is under way
  bool is_stalled = false;
  ResumptionStatus status = ResumptionStatus::kActive;
  bool operator==(const ResumptionContext&) const = default;
  static constexpr auto fields() {
    return field_list(
        field(1, "percent_complete", &ResumptionContext::percent_complete, "0 to 100"),
        field(2, "phases_remaining", &ResumptionContext::phases_remaining, "phases not complete"),
        field(3, "avg_phase_duration_ms", &ResumptionContext::avg_phase_duration,
              "average of passed phases, at work"),
        field(4, "estimated_remaining_ms", &ResumptionContext::estimated_remaining,
              "average times what is left"),
        field(5, "time_in_phase_ms", &ResumptionContext::time_in_phase,
              "time at the current phase"),
        field(6, "is_stalled", &ResumptionContext::is_stalled, "more than twice the average"),
        field(7, "status", &ResumptionContext::status,
              "completed, paused, checkpoint_failed, possibly_stalled or active"));
  }
};

ResumptionContext resumption_context(const Session& session, Time now);

}  // namespace clew
