#pragma once
// The documents of an orchestration folder, each described once. docs/dialects/orchestration.md.
//
//   .craft/cache/orchestration-sessions/
//     index.json    {"sessions": [{session_id, goal, device, status, progress, updated_at}]}
//     <id>.json     one session

#include <string_view>

#include "dialect/dialect.h"

namespace clew::orchestration {

inline constexpr const char* kName = "orchestration";
inline constexpr const char* kSchemaUrl =
    "https://data-wise.github.io/craft/schemas/session-state-v1.json";
inline constexpr const char* kVersion = "1.0.0";
// What the format demands of a session that nobody knows the device of.
inline constexpr const char* kUnknownDevice = "unknown";
inline constexpr const char* kMetadataPrefix = "orchestration.metadata.";  // and the member's name

// Where the format says a session may be kept, and no remote of clew's is.
inline constexpr const char* kUnreachedBackend = "claude-desktop";

// A member of metadata that the format has no idea of its own for.
bool is_free_metadata(const std::string& name);

const DocumentShape& session_document();
const DocumentShape& index_document();

}  // namespace clew::orchestration
