#pragma once
// The lines that `clew record` reads: one JSON object each, {"type":"decision_made","data":{…}},
// with the event types and fields of docs/format-event-log.md. Text in, lines out; record_intents.h
// says what they ask for in a session. Never touches a disk.
//
// A step is its number in the plan, its key or the start of its title as text ("2.1", "build"), or
// its id as `clew log --json` shows it. Left out: the step at hand. Blank lines are passed over.
//
// file_changed without hash_after: clew looks at the file itself (engine/work_files/file_change.h),
// and `path` is then as seen from the current folder.
//
// A decision, question, failed approach, note and step takes `file` and `symbol`, as the verbs do:
// a text or a list of texts, each of which becomes one of its `ties`.
//
// question_answered without a question is the answer to the only open one, which an earlier line
// may have asked.
//
// step_added takes what `clew step add` takes, artifact_added what `clew artifact add` takes: their
// JSON names, and for a line's sake also `key` for `id`, `parent` for `under`, `path` for one of
// `paths`.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command/artifact/add_artifact.h"
#include "command/plan/add_step.h"
#include "drift/make_ties.h"
#include "engine/work_files/file_change.h"
#include "session/intent.h"

namespace clew {

inline constexpr size_t kMaxRecordLines = 10'000;

struct RecordLine {
  size_t number = 0;  // from 1, as an editor counts
  std::string step;   // as text, to be looked up; may be empty
  std::variant<RecordFact, StartStep, CompleteStep, ChangeStep, AddStepRequest, AddArtifactRequest>
      intent;
  std::vector<ArtifactAdded> kept = {};  // of an AddArtifactRequest, once its files were read
  TieNames tie_names = {};               // what it rests on, as it was named
  std::vector<Tie> ties = {};            // of a step, once that was looked at
  std::optional<ReportedChange> look =
      {};  // the line is a file_changed that leaves the rest to clew
};

// Errors are kInvalid and begin with "line 3: ", or "line 3, column 14: ".
Result<std::vector<RecordLine>> read_record_lines(std::string_view text);

// The same of lines that are values already.
Result<std::vector<RecordLine>> record_lines_from(const std::vector<Value>& values);

// The same error, naming its line.
Error at_line(size_t number, Error error);

}  // namespace clew
