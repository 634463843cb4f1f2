// `clew mcp` and `clew hook`: what a call takes; its start against the least that a server can be
// and against the reference memory server, a hook against the least that a process can be.
//   serving CLEW ECHO EMPTY_STATIC [NODE MEMORY_SERVER]

#include "agent_messages.h"
#include "child.h"
#include "paced.h"
#include "served_child.h"

namespace clew::bench {
namespace {

struct Programs {
  std::string clew;
  std::string echo;
  std::string empty;
  std::vector<std::string> memory;  // empty when it cannot be had
};

// Two sessions, of which one is long.
void fill_store(const std::string& folder) {
  auto store = open_at(folder + "/store.db");
  Appender(*store, "short").fill(10);
  Appender(*store, "long").fill(10'000);
}

double first_answer_us(const std::vector<std::string>& argv) {
  const double start = now_us();
  ServedChild server(argv);
  server.ask(hello());
  return now_us() - start;
}

void starting(const Programs& programs) {
  constexpr int kRounds = 200;
  std::vector<double> ours;
  std::vector<double> echo;
  std::vector<double> memory;
  for (int i = 0; i < kRounds; ++i) {
    ours.push_back(first_answer_us({programs.clew, "mcp"}));
    echo.push_back(first_answer_us({programs.echo}));
    if (i % 20 == 0 && !programs.memory.empty()) memory.push_back(first_answer_us(programs.memory));
  }
  row_at_most("clew mcp, spawn to first answer / an echo server", 2, median(ours) / median(echo),
              "x");
  if (memory.empty()) return;
  row_at_least("server-memory, spawn to first answer / clew mcp", 50, median(memory) / median(ours),
               "x");
}

void reading(const Programs& programs) {
  const OneProcessor together;
  ServedChild clew({programs.clew, "mcp"});
  open_server(clew);
  row_at_most("resident memory of an idle clew mcp", 8, clew.resident() / (1 << 20), " MB");
  int id = 1;
  const auto row_of = [&](const char* what, const std::string& arguments) {
    const auto read = [&] { clew.ask(call(++id, "session_find", arguments)); };
    for (int i = 0; i < 100; ++i) read();
    row_of_time(what, median_us(1000, read));
  };
  row_of("a read (session_find, the list; tmpfs)", R"({"all":true})");
  row_of("a read (session_find of one session; tmpfs)", R"({"session":"short"})");
  row_at_most("resident memory of clew mcp after 2,200 reads", 8, clew.resident() / (1 << 20),
              " MB");
}

void writing(const Programs& programs, const std::string& folder) {
  RawFile raw(folder + "/raw");
  ServedChild clew({programs.clew, "mcp"});
  open_server(clew);
  int id = 1;
  const auto write = [&] { clew.ask(note(++id, "short")); };
  for (int i = 0; i < 20; ++i) write();
  row_of_ratio("a durable write / write and fdatasync of a file (disk)",
               paced_ratio(300, write, [&] { raw.write_and_sync(); }));
}

void writing_to_a_long_session(const Programs& programs) {
  ServedChild clew({programs.clew, "mcp"});
  open_server(clew);
  int id = 100'000;
  const auto write = [&](const char* session) { clew.ask(note(++id, session)); };
  for (int i = 0; i < 100; ++i) write(i % 2 == 0 ? "short" : "long");
  row_of_time("a write to a session of 10 events (tmpfs)",
              median_us(1000, [&] { write("short"); }));
  row_of_ratio("a write to 10,000 events / to 10 (tmpfs)",
               paired_ratio(1000, [&] { write("long"); }, [&] { write("short"); }));
}

// A hook never fails: whether it did its work is seen in the store.
int recorded_edits(const std::string& folder) {
  auto store = open_at(folder + "/store.db");
  int edits = 0;
  for (const auto& summary : must(store->list({}))) {
    if (summary.id.text == "short" || summary.id.text == "long") continue;
    for (const auto& stored : must(store->read(summary.id, Seq{1}, 10'000))) {
      edits += holds<FileChanged>(stored.event.data) ? 1 : 0;
    }
  }
  return edits;
}

void hooking(const Programs& programs, const std::string& folder) {
  RawFile raw(folder + "/raw-hook");
  int count = 0;
  const std::string input = folder + "/event.json";
  const auto prepare = [&] {
    ++count;
    write_text(folder + "/a.cc", std::to_string(count) + "\n");
    write_text(input, edit_event(folder, count));
  };
  const auto hook = [&] { spawn({programs.clew, "hook", "claude-code"}, "/dev/null", input); };
  for (int i = 0; i < 20; ++i) {
    prepare();
    hook();
  }
  const double ratio = paced_ratio(
      300, hook,
      [&] {
        spawn({programs.empty});
        raw.write_and_sync();
      },
      prepare);
  if (recorded_edits(folder) < count) {
    std::fprintf(stderr, "bench: not every hook recorded its edit\n");
    std::exit(1);
  }
  row_at_most("clew hook for an edit / an empty process and an fdatasync (disk)", 3, ratio, "x");
}

int run(const Programs& programs) {
  const std::string in_memory = folder_in_memory();
  const std::string on_disk = folder_on_disk();
  for (const auto& folder : {in_memory, on_disk}) fill_store(folder);
  if (programs.memory.empty()) {
    std::printf(
        "against server-memory: skipped, it is not installed (tools/npm_cache tests/npm)\n");
  }
  use_store_in(in_memory);
  if (chdir(in_memory.c_str()) != 0) return 1;
  starting(programs);
  reading(programs);
  writing_to_a_long_session(programs);
  use_store_in(on_disk);
  if (chdir(on_disk.c_str()) != 0) return 1;
  writing(programs, on_disk);
  hooking(programs, on_disk);
  if (chdir("/") != 0) return 1;
  std::filesystem::remove_all(in_memory);
  std::filesystem::remove_all(on_disk);
  return 0;
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  if (argc != 4 && argc != 6) return 2;
  clew::bench::Programs programs{argv[1], argv[2], argv[3], {}};
  if (argc == 6) programs.memory = {argv[4], argv[5]};
  return clew::bench::run(programs);
}
