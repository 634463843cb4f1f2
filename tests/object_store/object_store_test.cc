// What a place between machines must do right, whatever it is made of.

#include <atomic>
#include <thread>

#include "object_store/object_stores.h"

namespace clew {
namespace {

constexpr size_t kPlenty = size_t{16} << 20;
using Names = std::vector<std::string>;

PutOutcome create(ObjectStore& store, const std::string& name, BytesView bytes) {
  const auto outcome = store.put_if_absent(name, bytes);
  REQUIRE(outcome.ok());
  return *outcome;
}
Bytes content(ObjectStore& store, const std::string& name) {
  const auto bytes = store.get(name, kPlenty);
  REQUIRE(bytes.ok());
  REQUIRE(bytes->has_value());
  return **bytes;
}
bool is_there(ObjectStore& store, const std::string& name) {
  const auto bytes = store.get(name, kPlenty);
  REQUIRE(bytes.ok());
  return bytes->has_value();
}
Names list(ObjectStore& store, const std::string& prefix, const std::string& start_after = "",
           size_t max = 1000) {
  const auto names = store.list(prefix, start_after, max);
  REQUIRE(names.ok());
  return *names;
}

TEST_CASE("what one machine puts, another gets, byte for byte") {
  on_every_object_store([](ObjectStore& store, ObjectStore& again) {
    Bytes all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    CHECK(create(store, "clew1", all) == PutOutcome::kCreated);
    CHECK(content(again, "clew1") == all);
    const Bytes large(size_t{8} << 20, 'x');
    REQUIRE(store.put("p/0f", large).ok());
    CHECK(content(again, "p/0f") == large);
  });
}

TEST_CASE("what is not there is nothing, not an error") {
  on_every_object_store([](ObjectStore& store, ObjectStore&) {
    CHECK_FALSE(is_there(store, "clew1"));
    CHECK_FALSE(is_there(store, "j/00000000000000000001"));
    CHECK(list(store, "j/").empty());
    CHECK(store.remove("j/00000000000000000001").ok());
  });
}

TEST_CASE("what exists is never replaced by what must be absent, and stays as it was") {
  on_every_object_store([](ObjectStore& store, ObjectStore& again) {
    CHECK(create(store, "j/1", "first") == PutOutcome::kCreated);
    CHECK(create(again, "j/1", "second") == PutOutcome::kExists);
    CHECK(create(store, "j/1", "first") == PutOutcome::kExists);
    CHECK(content(store, "j/1") == "first");
  });
}

TEST_CASE("of many who create one name at once, exactly one does, and its bytes are there") {
  on_every_object_store([](ObjectStore& store, ObjectStore&) {
    for (int round = 0; round < 20; ++round) {
      const std::string name = "j/" + std::to_string(round);
      std::atomic<int> created{0};
      std::atomic<int> winner{-1};
      std::vector<std::thread> writers;
      for (int writer = 0; writer < 6; ++writer) {
        writers.emplace_back([&, writer] {
          const auto outcome =
              store.put_if_absent(name, Bytes(1000, static_cast<char>('a' + writer)));
          if (!outcome.ok() || *outcome != PutOutcome::kCreated) return;
          ++created;
          winner = writer;
        });
      }
      for (auto& writer : writers) writer.join();
      REQUIRE(created == 1);
      CHECK(content(store, name) == Bytes(1000, static_cast<char>('a' + winner)));
    }
  });
}

TEST_CASE("an object named by its content may be put twice") {
  on_every_object_store([](ObjectStore& store, ObjectStore& again) {
    REQUIRE(store.put("p/0a", "bytes").ok());
    REQUIRE(again.put("p/0a", "bytes").ok());
    CHECK(content(store, "p/0a") == "bytes");
    CHECK(list(store, "p/") == Names{"p/0a"});
  });
}

TEST_CASE("a list is in byte order, begins after a name, and stops at its limit") {
  on_every_object_store([](ObjectStore& store, ObjectStore& again) {
    for (const char* name : {"j/03", "j/01", "j/10", "j/02", "i/a", "k/a", "j-1"}) {
      create(store, name, "x");
    }
    CHECK(list(again, "j/") == Names{"j/01", "j/02", "j/03", "j/10"});
    CHECK(list(again, "j/", "j/02") == Names{"j/03", "j/10"});
    CHECK(list(again, "j/", "j/025") == Names{"j/03", "j/10"});
    CHECK(list(again, "j/", "j/10").empty());
    CHECK(list(again, "j/", "", 3) == Names{"j/01", "j/02", "j/03"});
    CHECK(list(again, "j/0") == Names{"j/01", "j/02", "j/03"});
    CHECK(list(again, "j") == Names{"j-1", "j/01", "j/02", "j/03", "j/10"});
    CHECK(list(again, "") == Names{"i/a", "j-1", "j/01", "j/02", "j/03", "j/10", "k/a"});
  });
}

TEST_CASE("a list of more than a thousand names is whole") {
  on_every_object_store([](ObjectStore& store, ObjectStore& again) {
    Names all;
    for (int i = 0; i < 1100; ++i) {
      std::string name = "j/" + std::to_string(10'000 + i);
      create(store, name, "x");
      all.push_back(std::move(name));
    }
    CHECK(list(again, "j/", "", 5000) == all);
  });
}

TEST_CASE("an object over the limit is refused, and one at the limit is not") {
  on_every_object_store([](ObjectStore& store, ObjectStore&) {
    create(store, "j/1", Bytes(1000, 'x'));
    CHECK(store.get("j/1", 1000).ok());
    const auto refused = store.get("j/1", 999);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kInvalid);
  });
}

TEST_CASE("what was removed is gone, and its name is free") {
  on_every_object_store([](ObjectStore& store, ObjectStore& again) {
    create(store, "i/1", "x");
    REQUIRE(again.remove("i/1").ok());
    CHECK_FALSE(is_there(store, "i/1"));
    CHECK(list(store, "i/").empty());
    CHECK(create(store, "i/1", "y") == PutOutcome::kCreated);
    CHECK(content(again, "i/1") == "y");
  });
}

TEST_CASE("an object without bytes and names that lead elsewhere are refused") {
  on_every_object_store([](ObjectStore& store, ObjectStore&) {
    CHECK(store.put_if_absent("j/1", "").error().code == ErrorCode::kInvalid);
    CHECK(store.put("p/1", "").error().code == ErrorCode::kInvalid);
    for (const char* name : {"", "/", "/j", "j/", "j//1", "../j", "j/../../x", ".j", "j/.x", "j_1",
                             "j 1", "j\\1", "j\n1", "j%2f1"}) {
      CAPTURE(name);
      CHECK(store.put_if_absent(name, "x").error().code == ErrorCode::kInvalid);
      CHECK(store.put(name, "x").error().code == ErrorCode::kInvalid);
      CHECK(store.get(name, 10).error().code == ErrorCode::kInvalid);
      CHECK(store.remove(name).error().code == ErrorCode::kInvalid);
    }
    CHECK(store.put_if_absent(Bytes(1025, 'a'), "x").error().code == ErrorCode::kInvalid);
    CHECK(list(store, "").empty());
  });
}

}  // namespace
}  // namespace clew
