// Judging orchestration documents of 10 KB, against ajv with the same schema, compiled, in Node, on
// the same files.
//   validating CLEW NODE_SCRIPT

#include <fstream>

#include "bench_store.h"
#include "child.h"
#include "dialect/registry.h"
#include "document/json/json.h"
#include "document/shape/publish_schema.h"

namespace clew::bench {
namespace {

constexpr int kDocuments = 10'000;
constexpr const char* kTime = "2026-11-15T14:32:01Z";

Value object(std::vector<std::pair<const char*, Value>> members) {
  Value value = Value::object();
  for (auto& [name, member] : members) value.set(name, std::move(member));
  return value;
}

std::string uuid(int number) {
  char text[40];
  std::snprintf(text, sizeof text, "%08x-0000-4000-8000-%012x", number, number);
  return text;
}

std::string digest(char digit) { return std::string(64, digit); }

Value agents() {
  Value list = Value::list();
  for (int i = 0; i < 8; ++i) {
    const std::string id = "agent-" + std::to_string(i);
    list.push(object({
        {"id",             id                                                             },
        {"type",           "code"                                                         },
        {"status",         "completed"                                                    },
        {"started_at",     kTime                                                          },
        {"completed_at",   kTime                                                          },
        {"progress",       1.0                                                            },
        {"result",         "success"                                                      },
        {"blocking_on",    nullptr                                                        },
        {"error",          nullptr                                                        },
        {"output_summary", "Token refresh works, with tests for clock skew and revocation"},
        {"artifacts",      object({{"files_created", Value::List{"src/auth/" + id + ".ts"}},
                              {"files_modified", Value::List{"src/middleware/auth.ts"}},
                              {"files_deleted", Value::list()}})     },
    }));
  }
  return list;
}

Value decisions() {
  Value list = Value::list();
  for (int i = 0; i < 8; ++i) {
    list.push(object({
        {"timestamp", kTime                                                            },
        {"context",   "How are sessions kept, number " + std::to_string(i)             },
        {"options",   Value::List{"cookies", "plain JWT", "JWT with refresh tokens"}   },
        {"chosen",    "JWT with refresh tokens"                                        },
        {"reasoning", "It scales, and a token can still be revoked within ten minutes."},
    }));
  }
  return list;
}

Value file_changes() {
  Value list = Value::list();
  for (int i = 0; i < 12; ++i) {
    list.push(object({
        {"path",          "src/auth/oauth-" + std::to_string(i) + ".ts"},
        {"action",        "modified"                                   },
        {"agent_id",      "agent-1"                                    },
        {"timestamp",     kTime                                        },
        {"lines_added",   127                                          },
        {"lines_removed", 3                                            },
        {"hash_before",   digest('a')                                  },
        {"hash_after",    digest('b')                                  },
    }));
  }
  return list;
}

Value document(int number) {
  Value completed = Value::list();
  for (int i = 0; i < 10; ++i) completed.push("Write part " + std::to_string(i) + " of the login");
  return object({
      {"schema_version", "1.0.0"                                                                                       },
      {"session_id",     uuid(number)                                                                                  },
      {"created_at",     kTime                                                                                         },
      {"updated_at",     kTime                                                                                         },
      {"device",         "laptop"                                                                                      },
      {"project",        "/home/ana/project"                                                                           },
      {"goal",           "Add OAuth 2.0 login with PKCE"                                                               },
      {"mode",           "optimize"                                                                                    },
      {"status",         "in_progress"                                                                                 },
      {"progress",       0.5                                                                                           },
      {"agents",         agents()                                                                                      },
      {"completed_work", std::move(completed)                                                                          },
      {"pending_tasks",  Value::List{"Review", "Merge", "Tell everybody"}                                              },
      {"decisions_made", decisions()                                                                                   },
      {"files_modified", file_changes()                                                                                },
      {"context_usage",  object({{"estimated_tokens", 120000},
                                {"compression_count", 1},
                                {"by_agent", object({{"agent-1", 60000}, {"agent-2", 60000}})}})},
      {"teleportation",  object({{"enabled", false}})                                                                  },
  });
}

void write_file(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::string read_number(const std::string& path) {
  std::ifstream in(path);
  std::string text;
  std::getline(in, text);
  return text;
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  using namespace clew;
  using namespace clew::bench;
  if (argc != 3) return 2;
  const std::string clew = argv[1];
  const std::string script = argv[2];
  const Dialect* dialect = find_dialect("orchestration");
  if (dialect == nullptr) {
    std::puts("validate against ajv: skipped, there is no orchestration dialect");
    return 0;
  }
  if (std::system("command -v node >/dev/null") != 0) {
    std::puts("validate against ajv: skipped, node is not installed");
    return 0;
  }
  const std::string root = folder_in_memory();
  const std::string many = root + "/many/orchestration-sessions";
  const std::string one = root + "/one/orchestration-sessions";
  std::filesystem::create_directories(many);
  std::filesystem::create_directories(one);
  setenv("XDG_DATA_HOME", (root + "/data").c_str(), 1);
  setenv("XDG_CACHE_HOME", (root + "/cache").c_str(), 1);
  for (int i = 0; i < kDocuments; ++i) {
    const std::string text = write_json(document(i), JsonStyle::kPretty) + "\n";
    write_file(many + "/" + uuid(i) + ".json", text);
    if (i > 0) continue;
    std::fprintf(stderr, "documents of %zu bytes\n", text.size());
    write_file(one + "/" + uuid(i) + ".json", text);
    for (const auto& finding : dialect->read({{{uuid(i) + ".json", text}}}).findings) {
      std::fprintf(stderr, "bench: the document is not valid: %s\n", finding.message.c_str());
      return 1;
    }
  }
  const std::string schema = root + "/schema.json";
  write_file(schema, write_json(publish_schema(dialect->name(), dialect->documents().front())));

  // Node measures itself, without its start and without compiling the schema: only reading and
  // judging. clew is measured from outside, start and all.
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int round = 0; round < 5; ++round) {
    const double start = now_us();
    spawn({clew, "validate", many});
    ours.push_back(now_us() - start);
    spawn({"node", script, schema, many}, root + "/time");
    theirs.push_back(std::stod(read_number(root + "/time")));
  }
  row_at_least("documents per second, clew validate / ajv (10,000 of 10 KB)", 1,
               median(theirs) / median(ours), "x");
  const std::string file = one + "/" + uuid(0) + ".json";
  const double single = paired_ratio(
      20, [&] { spawn({"node", script, schema, file}); }, [&] { spawn({clew, "validate", file}); });
  row_at_least("a single document, start to end: ajv / clew validate", 100, single, "x");
  std::filesystem::remove_all(root);
}
