#include "brief/brief.h"

#include <doctest/doctest.h>

#include <iostream>

#include "base/text.h"
#include "brief/session_diff.h"
#include "brief/status_page.h"
#include "brief/telling_test.h"

namespace clew {
TEST_CASE("print") {
  std::cout << write_brief(oauth_session(), oauth_world()) << "\n=====\n";
  std::cout << write_short_brief(oauth_session(), oauth_world()) << "\n=====\n";
  std::cout << write_status_page(oauth_session(), oauth_world(), Bar::kShown, 90) << "\n=====\n";
  std::cout << write_status_page(oauth_session(), oauth_world(), Bar::kHidden, 60) << "\n=====\n";
  std::cout << write_status_line(oauth_session(), oauth_world()) << "\n=====\n";
  std::cout << write_plan(oauth_session(), oauth_world()) << "\n=====\n";
  World w = world_at("12:30");
  for (size_t n : {600, 1000, 1900, 6000})
    std::cout << write_brief(huge_session(), w, n) << "\n====\n";
  std::cout << write_status_page(huge_session(), w, Bar::kShown, 80) << "\n=====\n";
}
}  // namespace clew
