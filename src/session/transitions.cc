// The tables of what may follow what: sessions, steps, agents. Tests walk every cell.

#include "session/agent.h"
#include "session/session.h"
#include "session/step.h"

namespace clew {
namespace {

// A state and a verb without a row do not go together.
template <class State, class Verb>
struct Row {
  State from;
  Verb verb;
  State to;
};

using L = Lifecycle;
using LV = LifecycleVerb;
constexpr Row<L, LV> kSessionTable[] = {
    {L::kActive,    LV::kPause,    L::kPaused   },
    {L::kActive,    LV::kComplete, L::kCompleted},
    {L::kActive,    LV::kFail,     L::kFailed   },
    {L::kActive,    LV::kAbort,    L::kAborted  },
    {L::kActive,    LV::kAbandon,  L::kAbandoned},
    {L::kActive,    LV::kWork,     L::kActive   },
    {L::kActive,    LV::kFact,     L::kActive   },
    {L::kPaused,    LV::kResume,   L::kActive   },
    {L::kPaused,    LV::kComplete, L::kCompleted},
    {L::kPaused,    LV::kFail,     L::kFailed   },
    {L::kPaused,    LV::kAbort,    L::kAborted  },
    {L::kPaused,    LV::kAbandon,  L::kAbandoned},
    {L::kPaused,    LV::kFact,     L::kPaused   },
    {L::kCompleted, LV::kReopen,   L::kActive   },
};

using S = StepStatus;
using SV = StepVerb;
constexpr Row<S, SV> kStepTable[] = {
    {S::kPending,     SV::kStart,   S::kActive     },
    {S::kPending,     SV::kDone,    S::kDone       },
    {S::kPending,     SV::kBlock,   S::kBlocked    },
    {S::kPending,     SV::kSkip,    S::kSkipped    },
    {S::kActive,      SV::kDone,    S::kDone       },
    {S::kActive,      SV::kFail,    S::kFailed     },
    {S::kActive,      SV::kBlock,   S::kBlocked    },
    {S::kActive,      SV::kReview,  S::kNeedsReview},
    {S::kActive,      SV::kSkip,    S::kSkipped    },
    {S::kActive,      SV::kRetry,   S::kActive     },
    {S::kActive,      SV::kPutBack, S::kPending    },
    {S::kFailed,      SV::kBlock,   S::kBlocked    },
    {S::kFailed,      SV::kReview,  S::kNeedsReview},
    {S::kFailed,      SV::kSkip,    S::kSkipped    },
    {S::kFailed,      SV::kRetry,   S::kActive     },
    {S::kBlocked,     SV::kFail,    S::kFailed     },
    {S::kBlocked,     SV::kUnblock, S::kPending    },
    {S::kBlocked,     SV::kSkip,    S::kSkipped    },
    {S::kNeedsReview, SV::kStart,   S::kActive     },
    {S::kNeedsReview, SV::kDone,    S::kDone       },
    {S::kNeedsReview, SV::kFail,    S::kFailed     },
    {S::kNeedsReview, SV::kBlock,   S::kBlocked    },
    {S::kNeedsReview, SV::kSkip,    S::kSkipped    },
    {S::kNeedsReview, SV::kRetry,   S::kActive     },
};

using A = AgentStatus;
using AV = AgentVerb;
constexpr Row<A, AV> kAgentTable[] = {
    {A::kPending,   AV::kPlan,     A::kPending  },
    {A::kPending,   AV::kStart,    A::kRunning  },
    {A::kPending,   AV::kProgress, A::kRunning  },
    {A::kPending,   AV::kDone,     A::kCompleted},
    {A::kPending,   AV::kFail,     A::kError    },
    {A::kPending,   AV::kTimeout,  A::kTimeout  },
    {A::kRunning,   AV::kStart,    A::kRunning  },
    {A::kRunning,   AV::kProgress, A::kRunning  },
    {A::kRunning,   AV::kDone,     A::kCompleted},
    {A::kRunning,   AV::kFail,     A::kError    },
    {A::kRunning,   AV::kTimeout,  A::kTimeout  },
    {A::kCompleted, AV::kStart,    A::kRunning  },
    {A::kError,     AV::kStart,    A::kRunning  },
    {A::kError,     AV::kRetry,    A::kRunning  },
    {A::kTimeout,   AV::kStart,    A::kRunning  },
    {A::kTimeout,   AV::kRetry,    A::kRunning  },
};

template <class State, class Verb, size_t N>
std::optional<State> look_up(const Row<State, Verb> (&table)[N], State from, Verb verb) {
  for (const auto& row : table) {
    if (row.from == from && row.verb == verb) return row.to;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Lifecycle> next_status(Lifecycle from, LifecycleVerb verb) {
  return look_up(kSessionTable, from, verb);
}
std::optional<StepStatus> next_status(StepStatus from, StepVerb verb) {
  return look_up(kStepTable, from, verb);
}
std::optional<AgentStatus> next_status(AgentStatus from, AgentVerb verb) {
  return look_up(kAgentTable, from, verb);
}

}  // namespace clew
