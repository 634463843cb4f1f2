#pragma once
// `clew next`: the next step that is ready; with --claim, taken in the same breath.

#include "command/verb.h"

namespace clew {

struct NextRequest {
  bool claim = false;
  std::string step;
  std::optional<Duration> ttl;
  bool release = false;
  std::optional<uint32_t> fence;
  static constexpr auto params() {
    using R = NextRequest;
    return field_list(
        flag("claim", &R::claim, "claim it: nobody else can until it is done or the claim expires"),
        option("step", &R::step, "STEP", "this step, not the first ready one"),
        option("ttl", &R::ttl, "TIME",
               "how long the claim lasts without further work (default: 30m)"),
        flag("release", &R::release, "release a claimed step"),
        option("fence", &R::fence, "N", "the fence of your claim"));
  }
};

Result<Answer> claim_next(Workspace& workspace, const NextRequest& request);

}  // namespace clew
