// Whole processes, start to end, against empty ones, one of each in turn.
//   starting CLEW EMPTY_DYNAMIC EMPTY_STATIC

#include "bench_store.h"
#include "child.h"

int main(int argc, char** argv) {
  using namespace clew::bench;
  if (argc != 4) return 2;
  const std::string clew = argv[1];
  const std::string folder = folder_in_memory();
  setenv("XDG_DATA_HOME", (folder + "/data").c_str(), 1);
  setenv("XDG_CACHE_HOME", (folder + "/cache").c_str(), 1);
  if (chdir(folder.c_str()) != 0) return 1;
  spawn({clew, "start", "measure", "--step", "one", "--step", "two", "--step", "three"});
  for (int i = 0; i < 100; ++i) spawn({clew, "note", "warm up"});
  const double status =
      paired_ratio(300, [&] { spawn({clew, "status", "--json"}); }, [&] { spawn({argv[2]}); });
  row_at_most("clew status --json / an empty dynamic program", 1.5, status, "x");
  const double note = paired_ratio(
      300, [&] { spawn({clew, "note", "a durable note"}); }, [&] { spawn({argv[3]}); });
  row_at_most("clew note / an empty static program (tmpfs)", 3, note, "x");
  std::filesystem::remove_all(folder);
}
