#include "app/open_workspace.h"

#include "agent_client/inherited_actor.h"
#include "app/environment.h"
#include "app/find_store.h"
#include "project/git_patience.h"

namespace clew {

WorkspaceMaker::WorkspaceMaker(Surroundings around, Lifespan lifespan)
    : around_(std::move(around)), lifespan_(lifespan) {}

Result<std::unique_ptr<Workspace>> WorkspaceMaker::open(const std::string& store, Caller caller) {
  if (around_.cwd.empty()) {
    return make_error(ErrorCode::kNotFound, "the current folder no longer exists", variable("PWD"),
                      "cd to a folder that exists");
  }
  if (store_ == nullptr) {
    CLEW_ASSIGN(FoundStore found, find_store(store, around_, files_));
    CLEW_ASSIGN(const StoreLocation location, parse_location(found.url));
    StoreOptions options;
    options.lifespan = lifespan_;
    options.writer = "clew " CLEW_VERSION;
    options.random = system_random;
    options.inode = found.inode;
    CLEW_ASSIGN(store_, around_.stores->open(location, options));
    around_.store_path = for_people(location.address, around_.home);
    around_.store_url = std::move(found.url);
    around_.store_note = std::move(found.passed_over);
    handed_out_.reset();
  }
  keep_git_silences_in(around_.cache_folder);
  if (handed_out_ == nullptr) handed_out_ = std::make_shared<const Surroundings>(around_);
  if (caller.actor.empty()) caller.actor = who_calls();
  return std::make_unique<Workspace>(*store_, files_, system_clock, system_random,
                                     std::move(caller), handed_out_);
}

// An agent that was started in the shell of another has inherited the other's name.
ActorId WorkspaceMaker::who_calls() {
  ActorId given(default_actor(around_));
  if (lifespan_ != Lifespan::kOneShot || !is_name_of_hooks(given)) return given;
  return who_runs_below(*store_, processes_above(files_, around_.device), given).value_or(given);
}

void WorkspaceMaker::move_to(const std::string& folder) {
  if (around_.cwd != folder) {
    around_.cwd = folder;
    find_own_folders(around_, files_);
  }
  handed_out_.reset();
  let_go();
}

void WorkspaceMaker::let_go() { store_.reset(); }

}  // namespace clew
