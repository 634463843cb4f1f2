#pragma once
// A store for measuring, filled quickly, and the few statistics that a noisy machine allows.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "session/apply.h"
#include "store/sqlite/sqlite_factory.h"

namespace clew::bench {

inline std::string folder_in_memory() {
  std::string path =
      std::string(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") + "/clew-bench-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) std::abort();
  return path;
}

template <class T>
T must(Result<T> result) {
  if (result) return std::move(result).value();
  std::fprintf(stderr, "bench: %s\n", result.error().message.c_str());
  std::exit(1);
}

inline std::unique_ptr<EventStore> open_at(const std::string& path,
                                           Lifespan lifespan = Lifespan::kLongLived) {
  StoreOptions options;
  options.lifespan = lifespan;
  return must(sqlite_factory().open(StoreLocation{StoreLocation::Backend::kSqlite, path}, options));
}

inline EventData small_note(uint32_t i) {
  return NoteAdded{
      kRoot, "a note of ordinary length, number " + std::to_string(i) + ", nothing special", ""};
}

// One session that takes events one by one, as a long-lived process would append them.
class Appender {
 public:
  Appender(EventStore& store, std::string id) : store_(store), id_(std::move(id)) {}

  void append(EventData data) {
    auto transaction = must(store_.begin_write(seconds(30)));
    add(*transaction, std::move(data));
    if (!transaction->commit()) std::abort();
  }
  // Many in one transaction: only for filling a store.
  void fill(uint32_t count) {
    auto transaction = must(store_.begin_write(seconds(30)));
    for (uint32_t i = 0; i < count; ++i) {
      if (session_.head.number == 0) {
        SessionStarted started;
        started.goal = "measure " + id_;
        started.project = "bench";
        add(*transaction, started);
      } else {
        add(*transaction, small_note(i));
      }
    }
    if (!transaction->commit()) std::abort();
  }
  const Session& session() const { return session_; }

 private:
  void add(Transaction& transaction, EventData data) {
    Event event;
    event.header.seq = Seq{session_.head.number + 1};
    event.header.at = Time{1'800'000'000'000 + int64_t{event.header.seq.number} * 1000};
    event.header.actor = ActorId("bench@host");
    event.data = std::move(data);
    const Seq expected = session_.head;
    session_ = apply(std::move(session_), event);
    must(transaction.append(Append{SessionId(id_), expected, {event}, &session_, {}}));
  }

  EventStore& store_;
  std::string id_;
  Session session_;
};

inline double now_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

inline double cpu_us() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto us = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_usec);
  };
  return us(usage.ru_utime) + us(usage.ru_stime);
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

// Two operations in turn, so that both meet the same weather.
template <class A, class B>
double paired_ratio(int rounds, A&& a, B&& b) {
  std::vector<double> times_a;
  std::vector<double> times_b;
  for (int i = 0; i < rounds; ++i) {
    double start = now_us();
    a();
    times_a.push_back(now_us() - start);
    start = now_us();
    b();
    times_b.push_back(now_us() - start);
  }
  return median(times_a) / median(times_b);
}

template <class A>
double median_us(int rounds, A&& a) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const double start = now_us();
    a();
    times.push_back(now_us() - start);
  }
  return median(times);
}

inline void row(const char* what, const char* goal, const std::string& measured, bool met) {
  std::printf("%-64s  %-10s  %-12s %s\n", what, goal, measured.c_str(), met ? "ok" : "MISSED");
  std::fflush(stdout);
}

inline std::string number(double value, const char* unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f%s", value, unit);
  return text;
}

inline void row_at_most(const char* what, double goal, double value, const char* unit) {
  row(what, ("<= " + number(goal, unit)).c_str(), number(value, unit), value <= goal);
}
inline void row_at_least(const char* what, double goal, double value, const char* unit) {
  row(what, (">= " + number(goal, unit)).c_str(), number(value, unit), value >= goal);
}

// What is only written down: nobody promises it.
inline void row_of_time(const char* what, double us) {
  std::printf("%-64s  %-10s  %s\n", what, "", number(us, " us").c_str());
  std::fflush(stdout);
}
inline void row_of_ratio(const char* what, double ratio) {
  std::printf("%-64s  %-10s  %s\n", what, "", number(ratio, "x").c_str());
  std::fflush(stdout);
}

}  // namespace clew::bench
