#include "power/view_life.h"

#include "command/verb.h"
#include "store/sqlite/sqlite_factory.h"

namespace clew {

Result<Answer> run_command(FileSystem& files, const std::string& store, const std::string& vfs,
                           const ViewCommand& command) {
  uint64_t state = 1;
  const RandomSource random = [&state](Bytes& bytes) {
    for (char& c : bytes) c = static_cast<char>((state = state * 6364136223846793005u + 1) >> 56);
  };
  StoreOptions options;
  options.lifespan = Lifespan::kOneShot;
  options.vfs = vfs;
  options.random = random;
  CLEW_ASSIGN(const auto opened,
              sqlite_factory().open({StoreLocation::Backend::kSqlite, store}, options));
  Caller caller;
  caller.actor = ActorId("ana");
  caller.verb = command.verb;
  caller.request = Value(command.request);
  if (command.verb != "start" && command.verb != "view list") caller.session = kViewSession;
  Surroundings around;
  around.stores = &sqlite_factory();
  around.verbs = find_verb_kind;
  around.cwd = "/home/project";
  around.home = "/home";
  around.cache_folder = "/home/cache";
  around.state_folder = "/home/state";
  around.store_path = store;
  Workspace workspace(
      *opened, files, [] { return Time{1'763'200'000'000}; }, random, caller, around);
  auto answer = find_verb(command.verb)->run(workspace, caller.request);
  opened->finish();
  return answer;
}

ViewLife::ViewLife(FaultyFileSystem& files, std::string store, std::string vfs)
    : files_(files), store_(std::move(store)), vfs_(std::move(vfs)) {}

void ViewLife::run(const std::vector<ViewCommand>& commands) {
  for (const auto& command : commands) {
    const auto answer = run_command(files_, store_, vfs_, command);
    if (!answer) return;
    acknowledged_.emplace_back(Seq{static_cast<uint32_t>(answer->data.find("seq")->as_int())},
                               answer->data.find("hash")->as_string());
  }
  finished_ = true;
}

}  // namespace clew
