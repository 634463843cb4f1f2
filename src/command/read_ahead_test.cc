#include "command/read_ahead.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("sessions that are read ahead come in their order, each as it was read") {
  for (const size_t count :
       {size_t{0}, size_t{1}, size_t{47}, size_t{48}, size_t{49}, size_t{200}}) {
    CAPTURE(count);
    std::vector<FoundSession> found(count);
    for (size_t i = 0; i < count; ++i) found[i].folder = std::to_string(i);
    ReadAhead ahead(found, [](const FoundSession& each) {
      Readings readings;
      readings.sessions.resize(1);
      readings.sessions[0].entry = each.folder;
      return readings;
    });
    for (size_t i = 0; i < count; ++i) {
      const Readings readings = ahead.take(i);
      REQUIRE(readings.sessions.size() == 1);
      CHECK(readings.sessions[0].entry == std::to_string(i));
    }
  }
}

TEST_CASE("what was read ahead and not taken is let go") {
  std::vector<FoundSession> found(300);
  ReadAhead ahead(found, [](const FoundSession&) { return Readings(); });
  static_cast<void>(ahead.take(0));
}

}  // namespace
}  // namespace clew
