#pragma once
// A trial of an agent's settings: a throw-away folder with a store of its own, in which the
// commands that stand in the settings are run as the agent would run them. Nothing of the person's
// is touched.

#include <string>
#include <vector>

#include "agent_client/clients.h"
#include "engine/workspace.h"

namespace clew {

class SetupTrial {
 public:
  // The folder is gone when the trial is.
  static Result<SetupTrial> begin(Workspace& workspace);
  SetupTrial(SetupTrial&& other) noexcept;
  SetupTrial(const SetupTrial&) = delete;
  ~SetupTrial();

  // A prompt, a piece of work and the next start, as the agent tells them: kFailed, saying what is
  // missing, unless the work was recorded and the next start was answered with it.
  Status try_hook(const AgentClient& agent, const Value& handler);
  // Starts the server and shakes hands.
  Status try_server(const std::vector<std::string>& words);

 private:
  SetupTrial(Workspace& workspace, std::string folder)
      : workspace_(&workspace), folder_(std::move(folder)) {}
  // Without a shell of its own to read it from, the input comes from a file.
  Result<std::string> run(const std::vector<std::string>& words, const std::string& input);

  Workspace* workspace_;
  std::string folder_;
};

}  // namespace clew
