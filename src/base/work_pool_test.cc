#include "base/work_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <set>

namespace clew {
namespace {

TEST_CASE("every job is done once, whatever the number of threads") {
  for (const size_t threads : {size_t{0}, size_t{1}, size_t{2}, size_t{5}}) {
    CAPTURE(threads);
    std::vector<int> done(1000);
    WorkPool pool(threads);
    for (int& slot : done) pool.add([&slot] { ++slot; });
    pool.finish();
    CHECK(done == std::vector<int>(1000, 1));
  }
}

TEST_CASE("few jobs begin no thread, and are done in order") {
  std::vector<int> order;
  std::set<std::thread::id> where;
  WorkPool pool(4);
  for (int i = 0; i < 5; ++i) {
    pool.add([&, i] {
      order.push_back(i);
      where.insert(std::this_thread::get_id());
    });
  }
  pool.finish();
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4});
  CHECK(where == std::set{std::this_thread::get_id()});
}

TEST_CASE("many jobs are shared with another thread") {
  // Two jobs wait for each other: that ends only when they run at the same time.
  std::atomic<int> met = 0;
  WorkPool pool(2);
  for (int i = 0; i < 2; ++i) {
    pool.add([&] {
      ++met;
      while (met < 2) std::this_thread::yield();
    });
  }
  for (int i = 0; i < 40; ++i) pool.add([] {});
  pool.finish();
  CHECK(met == 2);
}

TEST_CASE("a pool can be used again after it has finished") {
  std::atomic<int> done = 0;
  WorkPool pool(3);
  for (int round = 1; round <= 2; ++round) {
    for (int i = 0; i < 100; ++i) pool.add([&] { ++done; });
    pool.finish();
    CHECK(done == 100 * round);
  }
}

}  // namespace
}  // namespace clew
