#pragma once
// What a dialect demands of a session before it writes one, and how a session is given it.

#include <functional>
#include <string>
#include <vector>

#include "dialect/dialect.h"

namespace clew {

struct Demand {
  std::string name;  // as the refusal names it
  std::function<void(Session&)> give;
};

const std::vector<Demand>& demands_of(const Dialect& dialect);
// Gives the session what the dialect's refusal names, and nothing else.
void make_acceptable(const Dialect& dialect, Session& session);
// Everything, named or not.
void give_all(const Dialect& dialect, Session& session);
// A session of which nothing is known but when it began.
Session bare_session();

}  // namespace clew
