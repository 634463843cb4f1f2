#pragma once
// Ids and file names. A session born here has a UUID v4 and lives in <id>.json; one that was read
// from a file of another name goes on living there.

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "session/session.h"

namespace clew::orchestration {

inline constexpr std::string_view kIndexName = "index.json";

bool is_uuid4(std::string_view text);
// `random` is as many bytes as there are; all of them count.
std::string make_uuid4(BytesView random);

// The session's id in this dialect; one made from its own id and beginning when it has none yet.
std::string entry_of(const Session& session);

// Where the session's file is, and the index beside it.
std::string session_path(const Session& session);
// Of a session that is only known by its id.
std::string path_for(const std::string& entry);
std::string index_path(const Session& session);
// Remembers where it was read, when the name alone would not tell.
void remember_path(Session& session, const std::string& entry, const std::string& path);

std::string_view base_name(std::string_view path);
std::string_view folder_of(std::string_view path);  // with its last /, or empty
// abc.json -> abc; empty when it is no name of a session's file
std::string stem_of(std::string_view path);

}  // namespace clew::orchestration
