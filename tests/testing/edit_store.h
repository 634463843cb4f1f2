#pragma once
// Damage on purpose: changes a SQLite store behind clew's back.

#include <string>

namespace clew {

// Stops the test program when the SQL does not run.
void edit_store(const std::string& path, const std::string& sql);
// Changes the last byte of an event's payload.
void flip_event(const std::string& path, unsigned seq);

}  // namespace clew
