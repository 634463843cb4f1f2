#include "session/invert.h"

#include <algorithm>

#include "session/decide_internal.h"

namespace clew {
namespace {

using Ids = std::vector<StepId>;

bool is_among(const Ids& ids, StepId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool same_claim(const std::optional<Lease>& a, const std::optional<Lease>& b) {
  return a.has_value() == b.has_value() && (!a || a->fence == b->fence);
}

// Parts that came with the change go, and those it took away return; what others did to the list
// since then stays.
Ids take_back_parts(const Ids& before, const Ids& after, Ids now) {
  std::erase_if(now, [&](StepId id) { return is_among(after, id) && !is_among(before, id); });
  for (size_t i = 0; i < before.size(); ++i) {
    if (is_among(after, before[i]) || is_among(now, before[i])) continue;
    // Where it was: after the one that stood before it.
    const auto earlier = i == 0 ? now.end() : std::find(now.begin(), now.end(), before[i - 1]);
    now.insert(earlier == now.end() ? now.begin() : earlier + 1, before[i]);
  }
  return now;
}

// The fields that are compared as they are.
Step plain(Step step) {
  step.children.clear();
  step.current_child.reset();
  step.lease.reset();
  return step;
}

}  // namespace

// False when somebody has changed one of the fields since; it is put back all the same.
bool take_back(const TypeInfo& type, const void* before, const void* after, void* now) {
  bool clean = true;
  for (const MemberInfo& member : type.structure().members) {
    if (same_content(*member.type, member.of(before), member.of(after))) continue;
    clean = clean && same_content(*member.type, member.of(now), member.of(after));
    copy_content(*member.type, member.of(now), member.of(before));
  }
  return clean;
}

bool same_step(const Step& a, const Step& b) {
  return a.children == b.children && a.current_child == b.current_child &&
         same_claim(a.lease, b.lease) && plain(a) == plain(b);
}

bool take_back_step(const Step& before, const Step& after, Step& now) {
  Step merged = plain(now);
  bool clean = take_back(plain(before), plain(after), merged);
  merged.children = take_back_parts(before.children, after.children, now.children);
  merged.current_child =
      now.current_child == after.current_child ? before.current_child : now.current_child;
  merged.lease = now.lease;
  if (!same_claim(before.lease, after.lease)) {
    clean = clean && same_claim(now.lease, after.lease);
    merged.lease = before.lease;
  }
  now = std::move(merged);
  return clean;
}

// A total is put back by its difference, so that steps others announced since then still count.
bool take_back_structure(const Structure& before, const Structure& after, Structure& now) {
  Structure steady = after;
  if (before.total && after.total && now.total) {
    const int64_t total = int64_t{*now.total} + *before.total - *after.total;
    now.total = static_cast<uint32_t>(std::max<int64_t>(total, 0));
    steady.total = before.total;
  }
  return take_back(before, steady, now);
}

// Sleep follows the last activity and only ever adds to the time paused. An undo of a resume also
// turns an active session into a paused one; its pause is older than that.
Session with_sleep_of(const Session& before, const Session& after) {
  Session out = before;
  if (before.lifecycle.status != Lifecycle::kActive) return out;
  const LifecycleState& then = after.lifecycle;
  if (then.status == Lifecycle::kPaused && then.reason == kInactivity &&
      then.paused_at > before.last_activity) {
    out.lifecycle.status = then.status;
    out.lifecycle.reason = then.reason;
    out.lifecycle.context = then.context;
    out.lifecycle.paused_at = then.paused_at;
  }
  if (then.paused_total <= before.lifecycle.paused_total) return out;
  out.lifecycle.resumed_at = then.resumed_at;
  out.lifecycle.resume_count = then.resume_count;
  out.lifecycle.paused_total = then.paused_total;
  for (size_t i = 0; i < out.steps.size() && i < after.steps.size(); ++i) {
    for (auto& attempt : out.steps[i].attempts) {
      for (const auto& later : after.steps[i].attempts) {
        if (later.number == attempt.number) attempt.paused = later.paused;
      }
    }
  }
  return out;
}

}  // namespace clew
