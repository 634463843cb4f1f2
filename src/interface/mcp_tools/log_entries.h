#pragma once
// The entries of session_log: a word for the model per kind of event, flat and few, and the lines
// of `clew record` that they become. Entries in, lines out; what a file holds now is looked up by
// the caller.

#include <string>
#include <vector>

#include "base/result.h"
#include "base/value.h"

namespace clew {

inline constexpr size_t kMaxEntries = 1000;

// JSON Schema of the list. Single types only: not every client takes unions.
inline constexpr const char* kEntriesSchema =
    R"({"type":"array","items":{"type":"object","properties":{)"
    R"("type":{"type":"string","enum":["decision","failed","question","answer","note","file",)"
    R"("command","error","agent","context","next","instruction"]},)"
    R"("text":{"type":"string","description":"choice, what failed, note …"},)"
    R"("why":{"type":"string"},"topic":{"type":"string"},)"
    R"("over":{"type":"array","items":{"type":"string"},"description":"rejected options"},)"
    R"("question":{"type":"integer"},"path":{"type":"string"},"symbol":{"type":"string"},)"
    R"("action":{"type":"string","enum":["created","modified","deleted"]},)"
    R"("added":{"type":"integer"},"removed":{"type":"integer"},"exit_code":{"type":"integer"},)"
    R"("category":{"type":"string"},"agent":{"type":"string"},)"
    R"("status":{"type":"string","description":"start, progress, done, fail"},)"
    R"("progress":{"type":"number"},"tokens":{"type":"integer"},"compressed":{"type":"boolean"},)"
    R"("step":{"type":"string"}},"required":["type"]}})";

// One line of `clew record`: {"type":"decision_made","data":{…}}. kInvalid names the entry, counted
// from 1, and what it takes.
Result<std::vector<Value>> record_lines_of(const Value& entries);

}  // namespace clew
