#pragma once
// `clew import`: sessions that foreign files tell of, in any dialect or in the transcript of an
// agent client, and logs that `clew export --log` wrote. The source is never touched. The same
// files twice are one session; changed ones bring their changes into it.

#include "command/verb.h"

namespace clew {

struct ImportRequest {
  std::vector<std::string> paths;
  std::string dialect;
  std::string workflow;
  static constexpr auto params() {
    return field_list(
        positional("paths", &ImportRequest::paths, "PATH…",
                   "files or folders of a dialect, transcripts of an agent client, or what clew "
                   "export --log wrote; - is standard input"),
        option("dialect", &ImportRequest::dialect, "DIALECT",
               "treat the files as this dialect, or as transcripts of claude-code, codex, gemini "
               "or opencode; "
               "default: detected from their content"),
        option("workflow", &ImportRequest::workflow, "DIR",
               "a workflow folder, or a folder of several; metadata.json defines the names of "
               "phases, and their number where older files do not"));
  }
};

Result<Answer> import_sessions(Workspace& workspace, const ImportRequest& request);

}  // namespace clew
