#pragma once
// Ids and file names. A session that was read from another file than the default one goes on living
// there.

#include <string>
#include <string_view>

#include "session/session.h"

namespace clew::structural {

inline constexpr std::string_view kDefaultFile = "quedonde_session_state.json";

std::string_view base_name(std::string_view path);
bool is_state_name(std::string_view path);      // the default one or a variant
std::string id_in_name(std::string_view path);  // of a variant; empty otherwise

// subsystem_YYYYMMDD; the number tells apart what would have the same id.
std::string make_id(const Session& session, Time day, uint32_t number);
// The session's id in this dialect; one made from what it is about when it has none yet.
std::string entry_of(const Session& session);

std::string state_path(const Session& session);
void remember_path(Session& session, const std::string& entry, const std::string& path);

}  // namespace clew::structural
