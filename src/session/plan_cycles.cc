// A plan in which steps wait for each other can never finish. Every step has a start and a finish;
// what must come before what makes a graph, and a circle in it is refused:
//
//   start(s)  after  start(parent), finish(each need), and without needs among siblings in order
//                    before(s)
//   before(s) after  finish(the sibling before it), before(that sibling)
//   finish(s) after  start(s), finish(each part)

#include <fmt/format.h>

#include "session/decide_internal.h"

#include "base/quote.h"

namespace clew::deciding {
namespace {

class Waits {
 public:
  explicit Waits(const Session& session) : edges_(session.steps.size() * 3) {
    for (const auto& step : session.steps) {
      if (!step.removed) add(session, step);
    }
  }

  // A step on a circle, if there is one.
  // A search in depth with a path of its own instead of recursion. A node that is open lies on the
  // path, so that meeting it again closes a circle. Each step has three nodes: a node's number
  // divided by three is its step.
  std::optional<StepId> find_circle() const {
    enum Colour : char { kNew, kOpen, kClosed };
    std::vector<Colour> colours(edges_.size(), kNew);
    for (uint32_t start = 0; start < edges_.size(); ++start) {
      if (colours[start] != kNew) continue;
      std::vector<std::pair<uint32_t, size_t>> path{
          {start, 0}
      };
      colours[start] = kOpen;
      while (!path.empty()) {
        auto& [at, next] = path.back();
        if (next == edges_[at].size()) {
          colours[at] = kClosed;
          path.pop_back();
          continue;
        }
        const uint32_t to = edges_[at][next++];
        if (colours[to] == kOpen) return StepId{to / 3};
        if (colours[to] == kClosed) continue;
        colours[to] = kOpen;
        path.push_back({to, 0});
      }
    }
    return std::nullopt;
  }

 private:
  static uint32_t start(StepId id) { return id.number * 3; }
  static uint32_t finish(StepId id) { return id.number * 3 + 1; }
  static uint32_t before(StepId id) { return id.number * 3 + 2; }
  void wait(uint32_t node, uint32_t for_node) { edges_[node].push_back(for_node); }

  void add(const Session& session, const Step& step) {
    wait(finish(step.id), start(step.id));
    for (const StepId need : step.needs) {
      if (session.find(need) != nullptr) wait(start(step.id), finish(need));
    }
    const Step* earlier = nullptr;
    for (const StepId child : step.children) {
      const Step* part = session.find(child);
      if (part == nullptr) continue;
      wait(finish(step.id), finish(child));
      wait(start(child), start(step.id));
      if (step.order == ChildOrder::kInOrder && part->needs.empty()) {
        wait(start(child), before(child));
      }
      if (earlier != nullptr) {
        wait(before(child), finish(earlier->id));
        wait(before(child), before(earlier->id));
      }
      earlier = part;
    }
  }

  std::vector<std::vector<uint32_t>> edges_;
};

}  // namespace

Status check_cycles(const Session& session) {
  const auto circle = Waits(session).find_circle();
  if (!circle) return success();
  const std::string& title = session.find(*circle)->title;
  return make_error(ErrorCode::kInvalid, fmt::format("step {} would wait for itself", quote(title)),
                    title, "remove one of its needs, or let its siblings run in any order");
}

}  // namespace clew::deciding
