#include "command/record/record_types.h"

#include <fmt/format.h>

#include "session/intent.h"

namespace clew {
namespace {

template <class... Facts>
void add_names(std::string& names, const OneOf<Facts...>*) {
  ((names += fmt::format(", {}", Facts::name)), ...);
}

}  // namespace

std::string known_record_types() {
  std::string names = fmt::format("one of {}, {}, {}, {}", StepAdded::name, StepStarted::name,
                                  StepCompleted::name, StepStatusChanged::name);
  add_names(names, static_cast<const RecordFact::AnyFact*>(nullptr));
  return names;
}

}  // namespace clew
