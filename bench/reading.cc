// Loading, listing and forking cost the same however much there is; and what an event costs on
// disk.

#include "bench_store.h"
#include "document/json/json.h"
#include "engine/log/event_text.h"
#include "files/posix_file_system.h"

namespace clew::bench {
namespace {

void load_ratio(const std::string& folder) {
  auto store = open_at(folder + "/load.db");
  Appender small(*store, "small");
  small.fill(1000);
  Appender large(*store, "large");
  for (int i = 0; i < 10; ++i) large.fill(10'000);
  const double ratio = paired_ratio(
      400, [&] { must(store->load(SessionId("large"), std::nullopt)); },
      [&] { must(store->load(SessionId("small"), std::nullopt)); });
  row_at_most("load a session of 100,000 events / of 1,000", 1.2, ratio, "x");
}

void fork_ratio(const std::string& folder) {
  auto store = open_at(folder + "/load.db");
  Appender few(*store, "few");
  few.fill(100);
  int count = 0;
  const auto fork = [&](const char* parent) {
    auto transaction = must(store->begin_write(seconds(30)));
    const Loaded loaded = must(transaction->load(SessionId(parent)));
    const SessionId id("fork" + std::to_string(++count));
    Event event;
    event.header.seq = Seq{loaded.head.seq.number + 1};
    event.header.at = loaded.session.last_activity;
    event.header.actor = ActorId("bench@host");
    event.data = SessionForked{SessionId(parent), loaded.head.seq, ""};
    const Session after = apply(Session(loaded.session), event);
    must(transaction->append_fork(Fork{SessionId(parent), loaded.head.seq},
                                  Append{id, loaded.head.seq, {event}, &after, {}}));
    if (!transaction->commit()) std::abort();
  };
  const double ratio = paired_ratio(100, [&] { fork("large"); }, [&] { fork("few"); });
  row_at_most("fork 100,000 events / 100", 1.2, ratio, "x");
}

void list_ratio(const std::string& folder) {
  auto few = open_at(folder + "/few.db");
  auto many = open_at(folder + "/many.db");
  const auto fill = [](EventStore& store, int count) {
    for (int done = 0; done < count; done += 1000) {
      auto transaction = must(store.begin_write(seconds(30)));
      for (int i = 0; i < 1000; ++i) {
        SessionStarted started;
        started.goal = "session " + std::to_string(done + i);
        started.project = "bench";
        Event event;
        event.header.seq = Seq{1};
        event.header.at = Time{1'800'000'000'000 + (done + i) * 1000};
        event.header.actor = ActorId("bench@host");
        event.data = started;
        const Session after = apply(Session(), event);
        must(transaction->append(
            Append{SessionId("s" + std::to_string(done + i)), Seq{0}, {event}, &after, {}}));
      }
      if (!transaction->commit()) std::abort();
    }
  };
  fill(*few, 1000);
  fill(*many, 100'000);
  ListQuery query;
  query.project = "bench";
  const double ratio =
      paired_ratio(400, [&] { must(many->list(query)); }, [&] { must(few->list(query)); });
  row_at_most("list the newest 20 of 100,000 sessions / of 1,000", 1.2, ratio, "x");
}

void bytes_per_event(const std::string& folder) {
  const std::string path = folder + "/bytes.db";
  uint64_t json = 0;
  {
    auto store = open_at(path);
    Appender appender(*store, "bytes");
    appender.fill(1);
    for (uint32_t i = 0; i < 20'000; ++i) appender.append(small_note(i));
    must(store->search(SearchQuery{"ordinary", {}, {}, 1}));
    for (uint32_t from = 1; from <= 20'001; from += 1000) {
      for (const auto& stored : must(store->read(SessionId("bytes"), Seq{from}, 1000))) {
        json += write_json(event_fields_of(stored)).size();
      }
    }
    store->finish();
  }
  uint64_t disk = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().filename().string().rfind("bytes.db", 0) == 0) disk += file.file_size();
  }
  row_at_most("bytes on disk / bytes of JSON, small events, all included", 2.5,
              static_cast<double>(disk) / static_cast<double>(json), "x");
}

}  // namespace
}  // namespace clew::bench

int main() {
  using namespace clew::bench;
  const std::string folder = folder_in_memory();
  load_ratio(folder);
  fork_ratio(folder);
  list_ratio(folder);
  bytes_per_event(folder);
  std::filesystem::remove_all(folder);
}
