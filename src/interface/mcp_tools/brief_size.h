#pragma once
// How long a brief is, by how much was asked for. The first 1,900 characters suffice alone.

#include "interface/mcp_tools/session_call.h"

namespace clew {

inline Value brief_request(Detail detail) {
  Value request = Value::object();
  if (detail != Detail::kUsual) request.set("budget", detail == Detail::kConcise ? 1900 : 9500);
  return request;
}

}  // namespace clew
