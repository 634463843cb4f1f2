#pragma once
// WholeSession: a session with every fact of its log, for exports that must list them all. A
// Session keeps only the latest of each kind. Events are given one after another; memory grows with
// the facts.

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
