#pragma once
// A session without the bound: every fact its log has, for exports that must list them all (a
// Session keeps only the latest of each kind). Events are given one after another; memory grows
// with the facts.

#include "session/event.h"

namespace clew {

class WholeSession {
 public:
  void add(const Event& event);
  // The session with every fact of every kind in order. REQUIRES: called once, at the end.
  Session take();

 private:
  // What the bound let go, by kind, in the order it went.
  Session kept_;
  Session gone_;
};

}  // namespace clew
