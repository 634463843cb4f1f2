#include "index/seen_symbols.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace clew {
namespace {

// One line for each, the newest first: version, path, name, fingerprint and tokens, with tabs.
constexpr const char* kSeenKey = "seen";
constexpr size_t kMaxSeen = 2000;

bool fits_a_line(const std::string& text) {
  return text.find_first_of("\t\n") == std::string::npos;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

}  // namespace

Status remember_seen(CodeIndex& index, const std::string& version,
                     const std::vector<SeenSymbol>& symbols) {
  std::vector<std::string> lines;
  std::set<std::string> locations;
  for (const SeenSymbol& each : symbols) {
    if (!fits_a_line(each.path) || !fits_a_line(each.qualified)) continue;
    const std::string location = version + "\t" + each.path + "\t" + each.qualified + "\t";
    locations.insert(location);
    lines.push_back(location + each.fingerprint.hex() + "\t" + std::to_string(each.tokens));
  }
  IndexDatabase& database = index.database();
  // What is asked afterwards is still what was there when the index was opened, or newer.
  CLEW_TRY(database.commit());
  CLEW_TRY(database.begin());
  const auto write = [&]() -> Status {
    CLEW_ASSIGN(const std::string before, database.meta(kSeenKey));
    for (const std::string& line : split(before, '\n')) {
      if (lines.size() >= kMaxSeen) break;
      const bool is_replaced =
          std::any_of(locations.begin(), locations.end(),
                      [&](const auto& location) { return line.starts_with(location); });
      if (!is_replaced) lines.push_back(line);
    }
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return database.set_meta(kSeenKey, text);
  };
  const Status written = write();
  CLEW_TRY(written ? database.commit() : database.roll_back());
  CLEW_TRY(database.begin_reading());
  return written;
}

Result<std::vector<SeenSymbol>> recall_seen(CodeIndex& index, const std::string& version) {
  CLEW_ASSIGN(const std::string text, index.database().meta(kSeenKey));
  std::vector<SeenSymbol> out;
  for (const std::string& line : split(text, '\n')) {
    const auto parts = split(line, '\t');
    if (parts.size() != 5 || parts[0] != version) continue;
    out.push_back({parts[1], parts[2], Hash::from_hex(parts[3]),
                   static_cast<uint32_t>(std::strtoul(parts[4].c_str(), nullptr, 10))});
  }
  return out;
}

}  // namespace clew
