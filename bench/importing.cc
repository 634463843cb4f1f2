// Importing workflow files, against reading them and parsing them with a JSON library and doing
// nothing else.
//   importing CLEW

#include <fstream>
#include <nlohmann/json.hpp>

#include "bench_store.h"
#include "child.h"
#include "dialect/registry.h"
#include "document/json/json.h"

namespace clew::bench {
namespace {

constexpr int kFiles = 10'000;
constexpr int kRounds = 3;
constexpr int kDonePhases = 6;

Value object(std::vector<std::pair<std::string, Value>> members) {
  Value value = Value::object();
  for (auto& [name, member] : members) value.set(name, std::move(member));
  return value;
}

std::string uuid(int number) {
  char text[40];
  std::snprintf(text, sizeof text, "%08x-0000-4000-8000-%012x", number, number);
  return text;
}

std::string at(int hour, int minute) {
  char text[40];
  std::snprintf(text, sizeof text, "2026-11-15T%02d:%02d:00.000Z", hour, minute);
  return text;
}

Value timing() {
  Value all = Value::object();
  for (int i = 0; i < kDonePhases; ++i) {
    all.set(std::to_string(i), object({
                                   {"started_at", at(i, 0)},
                                   {"completed_at", at(i, 30)},
                                   {"duration_seconds", 1800},
    }));
  }
  all.set(std::to_string(kDonePhases), object({
                                           {"started_at", at(kDonePhases, 0)}
  }));
  return all;
}

Value artifacts() {
  Value all = Value::object();
  for (int i = 0; i < kDonePhases; ++i) {
    const Value command = object({
        {"command", "pytest -q"},
        {"output", "12 passed in 0.31s"},
        {"exit_code", 0},
        {"executed_at", at(i, 20)},
    });
    all.set(std::to_string(i),
            object({
                {"phase_number", i},
                {"evidence",
                 object({{"functions_found", 12 + i},
                         {"report", "reports/phase_" + std::to_string(i) + ".md"},
                         {"notes", "All of the functions were looked at, and their callers"}})},
                {"outputs", object({{"tag", "v" + std::to_string(i)}})},
                {"commands_executed", Value::List{command}},
                {"timestamp", at(i, 30)},
    }));
  }
  return all;
}

Value lifecycle() {
  Value all = Value::object();
  all.set("completed", false);
  all.set("completed_at", nullptr);
  all.set("paused", false);
  for (const char* name : {"paused_at", "paused_reason", "paused_context", "resumed_at"}) {
    all.set(name, nullptr);
  }
  all.set("resume_count", 0);
  all.set("last_error", nullptr);
  all.set("last_error_at", nullptr);
  return all;
}

Value document(int number) {
  Value completed = Value::list();
  Value checkpoints = Value::object();
  for (int i = 0; i < kDonePhases; ++i) {
    completed.push(i);
    checkpoints.set(std::to_string(i), "passed");
  }
  checkpoints.set(std::to_string(kDonePhases), "pending");
  const Value structure = object({
      {"total_phases",     8           },
      {"starting_phase",   0           },
      {"indexing_scheme",  "zero_based"},
      {"workflow_version", "3.1.0"     },
  });
  return object({
      {"session_id", uuid(number)},
      {"workflow_type", "test_generation_v3"},
      {"target_file", "src/part_" + std::to_string(number) + ".py"},
      {"workflow_structure", structure},
      {"current_phase", kDonePhases},
      {"completed_phases", std::move(completed)},
      {"phase_timing", timing()},
      {"lifecycle", lifecycle()},
      {"phase_artifacts", artifacts()},
      {"checkpoints", std::move(checkpoints)},
      {"created_at", at(0, 0)},
      {"updated_at", at(kDonePhases, 0)},
      {"metadata", object({{"started_by", "ana"}, {"branch", "main"}})},
  });
}

// Every file as a tree of the library.
void only_parse(const std::string& folder) {
  for (int i = 0; i < kFiles; ++i) {
    std::ifstream in(folder + "/" + uuid(i) + ".json");
    const auto tree = nlohmann::json::parse(in);
    if (!tree.is_object()) std::abort();
  }
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  using namespace clew;
  using namespace clew::bench;
  if (argc != 2) return 2;
  const std::string clew = argv[1];
  const std::string root = folder_in_memory();
  const std::string folder = root + "/state";
  std::filesystem::create_directories(folder);
  setenv("XDG_DATA_HOME", (root + "/data").c_str(), 1);
  setenv("XDG_CACHE_HOME", (root + "/cache").c_str(), 1);
  unsetenv("CLEW_STORE");
  for (int i = 0; i < kFiles; ++i) {
    const NamedFile file{uuid(i) + ".json", write_json(document(i), JsonStyle::kPretty) + "\n"};
    std::ofstream(folder + "/" + file.path) << file.text;
    if (i > 0) continue;
    std::fprintf(stderr, "files of %zu bytes\n", file.text.size());
    for (const auto& finding : find_dialect("workflow")->read({{file}}).findings) {
      std::fprintf(stderr, "bench: the file is not valid: %s\n", finding.message.c_str());
      return 1;
    }
  }
  const double ratio = paired_ratio(
      kRounds,
      [&] {
        std::filesystem::remove_all(root + "/data");
        spawn({clew, "import", folder});
      },
      [&] { only_parse(folder); });
  row_at_most("importing 10,000 workflow files / reading and parsing alone", 3, ratio, "x");
  std::filesystem::remove_all(root);
}
