#include "base/ordered_workers.h"

#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <set>
#include <string>

namespace clew {
namespace {

using Squares = WorkAhead<size_t, std::string>;

void square(size_t& job, std::string& result) { result = std::to_string(job * job); }

TEST_CASE("work done ahead comes in its order, whatever the threads and slots") {
  for (const size_t threads : {size_t{0}, size_t{1}, size_t{2}, size_t{8}}) {
    for (const size_t slots : {size_t{1}, size_t{3}, size_t{64}}) {
      CAPTURE(threads);
      CAPTURE(slots);
      Squares ahead(slots, threads, square);
      size_t taken = 0;
      const auto take = [&] {
        CHECK(ahead.take() == std::to_string(taken * taken));
        ++taken;
      };
      for (size_t i = 0; i < 1000; ++i) {
        if (ahead.full()) take();
        ahead.add(i);
      }
      while (!ahead.empty()) take();
      CHECK(taken == 1000);
    }
  }
}

TEST_CASE("no more is held than there are slots, and a few jobs need no thread") {
  Squares ahead(4, 2, square);
  for (size_t i = 0; i < 4; ++i) {
    CHECK_FALSE(ahead.full());
    ahead.add(i);
  }
  CHECK(ahead.full());
  CHECK(ahead.take() == "0");
  CHECK_FALSE(ahead.full());
}

TEST_CASE("few jobs begin no thread, and are done in order") {
  std::vector<size_t> order;
  std::set<std::thread::id> where;
  Squares ahead(64, 4, [&](size_t& job, std::string&) {
    order.push_back(job);
    where.insert(std::this_thread::get_id());
  });
  for (size_t i = 0; i < 5; ++i) ahead.add(i);
  while (!ahead.empty()) ahead.take();
  CHECK(order == std::vector<size_t>{0, 1, 2, 3, 4});
  CHECK(where == std::set{std::this_thread::get_id()});
}

TEST_CASE("many jobs are shared with another thread") {
  // The first two wait for each other: that ends only when they run at the same time.
  std::atomic<int> met = 0;
  Squares ahead(64, 2, [&](size_t& job, std::string&) {
    if (job >= 2) return;
    ++met;
    while (met < 2) std::this_thread::yield();
  });
  for (size_t i = 0; i < 40; ++i) ahead.add(i);
  while (!ahead.empty()) ahead.take();
  CHECK(met == 2);
}

TEST_CASE("what was not taken is let go, and what nobody began is never begun") {
  std::atomic<int> begun = 0;
  {
    Squares ahead(64, 1, [&](size_t&, std::string&) { ++begun; });
    for (size_t i = 0; i < 64; ++i) ahead.add(i);
    ahead.take();
  }
  CHECK(begun == 1);
}

TEST_CASE("a result stays when it was taken, until its slot is filled again") {
  const auto held = std::make_shared<int>();
  WorkAhead<int, std::shared_ptr<int>> ahead(8, 2, [&](int&, auto& result) { result = held; });
  for (int i = 0; i < 8; ++i) ahead.add(i);
  while (!ahead.empty()) ahead.take();
  CHECK(held.use_count() == 1 + 8);
}

}  // namespace
}  // namespace clew
