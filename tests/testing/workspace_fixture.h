#pragma once
// Verbs over a real store in a temporary folder, with a clock that stands still and seeded
// randomness. When the test is over, the store must verify.
//
//   WorkspaceFixture w;
//   w.must("start", "goal", "Add OAuth", "step", Value::List{"Plan", "Build"});
//   CHECK(w.refused("done", "words", words("9")) == ErrorCode::kNotFound);

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>

#include "engine/workspace.h"
#include "files/posix_file_system.h"
#include "testing/counting_files.h"
#include "testing/counting_store.h"
#include "testing/temp_folder.h"

namespace clew {

// One text where a verb takes several.
inline Value::List words(const std::string& text) { return Value::List{Value(text)}; }

class WorkspaceFixture {
 public:
  WorkspaceFixture();
  ~WorkspaceFixture();
  WorkspaceFixture(const WorkspaceFixture&) = delete;

  // One command, as a program of its own would run it: by `caller`, in `surroundings`, at `now`.
  // A request is an object, or its names and values in turn.
  Result<Answer> run(const std::string& verb, Value::Object request = {});
  // The answer, or a failed test that says why not. Fields that every changing verb has are
  // checked.
  Answer must(const std::string& verb, Value::Object request = {});
  Error error(const std::string& verb, Value::Object request = {});
  ErrorCode refused(const std::string& verb, Value::Object request = {});
  // The same twice with a key: answered the same, and nothing is recorded the second time.
  void check_key(const std::string& verb, const Value::Object& request = {});

  template <class First, class... Rest>
  Result<Answer> run(const std::string& verb, const char* name, First first, Rest... rest) {
    return run(verb, object_of(name, first, rest...));
  }
  template <class First, class... Rest>
  Answer must(const std::string& verb, const char* name, First first, Rest... rest) {
    return must(verb, object_of(name, first, rest...));
  }
  template <class First, class... Rest>
  Error error(const std::string& verb, const char* name, First first, Rest... rest) {
    return error(verb, object_of(name, first, rest...));
  }
  template <class First, class... Rest>
  ErrorCode refused(const std::string& verb, const char* name, First first, Rest... rest) {
    return refused(verb, object_of(name, first, rest...));
  }
  template <class First, class... Rest>
  void check_key(const std::string& verb, const char* name, First first, Rest... rest) {
    check_key(verb, object_of(name, first, rest...));
  }

  // A session with the steps Plan, Build and Review; Build wants coverage >= 80.
  void start_plan();
  SessionId only_session();
  Session session();  // the only one there is
  std::vector<StoredEvent> events();
  // The last event of this kind, or a failed test.
  template <class T>
  T last() {
    const auto all = events();
    for (auto event = all.rbegin(); event != all.rend(); ++event) {
      if (const auto* data = get_if<T>(&event->event.data)) return *data;
    }
    FAIL("there is no ", T::name);
    return T();
  }
  // A file of the project.
  void write(const std::string& path, const std::string& text);
  void pass(Duration time) { now = now + time; }
  // Else every fixture draws the same: ids, salts, keys.
  void draw_from(uint64_t seed) { chance_.seed(seed); }

  Caller caller;
  Surroundings surroundings;
  Time now{1'763'200'000'000};
  std::string input;  // standard input

  CountingStore& store() { return *store_; }
  CountingFiles& counted_files() { return files_; }
  const std::string& project() const { return surroundings.cwd; }
  const TempFolder& folder() const { return folder_; }

 private:
  static Value::Object object_of() { return {}; }
  template <class T, class... Rest>
  static Value::Object object_of(const char* name, const T& value, const Rest&... rest) {
    Value::Object object = object_of(rest...);
    object.insert(object.begin(), Value::Member(name, Value(value)));
    return object;
  }

  TempFolder folder_;
  CountingFiles files_;
  std::mt19937_64 chance_{7};
  std::unique_ptr<CountingStore> store_;
};

}  // namespace clew
