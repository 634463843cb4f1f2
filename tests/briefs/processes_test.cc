// Conversations of a story have processes of their own, as clew sees them.

#include <doctest/doctest.h>

#include "agent_client/process.h"
#include "testing/reported_processes.h"
#include "testing/temp_folder.h"

namespace clew {

TEST_CASE("a conversation's process runs until it is ended, and then only this one") {
  TempFolder folder;
  ReportedProcesses files(folder.path());
  files.enter("codex", "one");
  const ProcessMark one = find_agent_process(files, "laptop", 0);
  files.enter("codex", "two");
  const ProcessMark two = find_agent_process(files, "laptop", 0);
  CHECK(one != two);
  CHECK(is_running(files, one, "laptop") == true);
  files.end("codex", "one");
  CHECK(is_running(files, one, "laptop") == false);
  CHECK(is_running(files, two, "laptop") == true);
}

TEST_CASE("a shared process serves all conversations of its client and outlives them") {
  TempFolder folder;
  ReportedProcesses files(folder.path());
  files.share("codex");
  const int64_t one = files.enter("codex", "one");
  CHECK(files.enter("codex", "two") == one);
  CHECK(files.enter("gemini", "three") != one);
  files.end("codex", "one");
  CHECK(find_agent_process(files, "laptop", one).pid == one);
}

TEST_CASE("no agent is above a command of the person") {
  TempFolder folder;
  ReportedProcesses files(folder.path());
  files.enter("codex", "one");
  files.enter_shell();
  CHECK(find_agent_process(files, "laptop", 0).pid == 0);
}

}  // namespace clew
