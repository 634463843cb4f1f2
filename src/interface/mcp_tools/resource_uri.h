#pragma once
// clew://session/ID, clew://session/ID/brief, clew://session/ID/log?from=N

#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"

namespace clew {

struct ResourceUri {
  enum class Part { kSession, kBrief, kLog };
  std::string session;  // ID or ID@SEQ
  Part part = Part::kSession;
  std::optional<Seq> from;  // of a log
};

std::optional<ResourceUri> parse_resource_uri(std::string_view uri);
std::string resource_uri(const std::string& session, ResourceUri::Part part);

}  // namespace clew
