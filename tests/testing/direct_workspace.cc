#include "testing/direct_workspace.h"
#include "command/verb.h"

#include <sys/random.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "store/sqlite/sqlite_factory.h"

namespace clew {
namespace {

Time now() {
  using namespace std::chrono;
  return Time{duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

void fill(Bytes& bytes) {
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) std::abort();
}

}  // namespace

DirectWorkspace::DirectWorkspace(const std::string& store_path, const std::string& actor,
                                 const std::string& session) {
  StoreOptions options;
  options.lifespan = Lifespan::kLongLived;
  auto opened =
      sqlite_factory().open(StoreLocation{StoreLocation::Backend::kSqlite, store_path}, options);
  if (!opened) {
    std::fprintf(stderr, "%s\n", opened.error().message.c_str());
    std::abort();
  }
  store_ = std::move(*opened);
  Caller caller;
  caller.actor = ActorId(actor);
  caller.session = session;
  Surroundings around;
  around.stores = &sqlite_factory();
  around.verbs = find_verb_kind;
  around.cwd = "/";
  around.device = "test";
  workspace_ = std::make_unique<Workspace>(*store_, files_, now, fill, caller, around);
}

}  // namespace clew
