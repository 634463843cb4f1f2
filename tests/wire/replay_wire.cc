#include "replay_wire.h"

#include <cctype>
#include <filesystem>
#include <memory>
#include <random>
#include <sstream>
#include <vector>

#include "command/verb.h"
#include "files/posix_file_system.h"
#include "interface/mcp_tools/run_mcp.h"
#include "store/sqlite/sqlite_factory.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

// The folder of a replay is part of what is hashed and differs from run to run: every hash is shown
// as this one.
std::string steady(const std::string& line) {
  constexpr size_t kMinHash = 40;
  const std::string hash = "9f3c01d2";
  std::string out;
  for (size_t i = 0; i < line.size();) {
    size_t end = i;
    while (end < line.size() && std::isxdigit(static_cast<unsigned char>(line[end])) != 0) ++end;
    const bool is_head = out.ends_with("head ") && end - i == hash.size();
    if (end - i >= kMinHash || is_head) {
      out += hash;
    } else {
      out += line.substr(i, end - i);
    }
    if (end < line.size()) out += line[end++];
    i = end;
  }
  return out;
}

class WireReplay {
 public:
  explicit WireReplay(const std::string& text) : random_(7) {
    std::filesystem::create_directories(folder_ / "project");
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
      if (!line.starts_with("< ")) lines_.push_back(line);
    }
  }

  std::string run() {
    StoreOptions options;
    options.lifespan = Lifespan::kLongLived;
    options.writer = "clew test";
    options.random = [this](Bytes& bytes) { fill(bytes); };
    const std::string path = folder_ / "store.db";
    auto store = sqlite_factory().open({StoreLocation::Backend::kSqlite, path}, options);
    if (!store) return store.error().message;
    Surroundings around;
    around.stores = &sqlite_factory();
    around.verbs = find_verb_kind;
    around.cwd = folder_ / "project";
    around.cache_folder = folder_ / "cache";
    around.device = "laptop";
    around.store_path = "~/.local/share/clew/store.db";
    ToolboxParts parts;
    parts.version = "1.2.3";
    parts.connection = "8f1c";
    parts.open = [&](Caller caller) -> Result<std::unique_ptr<Workspace>> {
      return std::make_unique<Workspace>(
          **store, files_, [this] { return now_; }, [this](Bytes& bytes) { fill(bytes); },
          std::move(caller), around);
    };
    McpStreams streams;
    streams.read = [this](std::string& into, std::optional<Duration> wait) {
      return read(into, wait);
    };
    streams.write = [this](std::string_view bytes) {
      show(std::string(bytes));
      return true;
    };
    run_mcp(std::move(parts), streams);
    return out_;
  }

 private:
  // Up to and with the next line of the client.
  McpRead read(std::string& into, std::optional<Duration> wait) {
    if (wait && wait->ms == 0) return McpRead::kNothing;
    while (next_ < lines_.size()) {
      const std::string& line = lines_[next_++];
      out_ += line + "\n";
      if (line.starts_with("@ +")) now_ = now_ + parse_duration(line.substr(3)).value_or({});
      if (line.starts_with("= ")) {
        const size_t colon = line.find(": ");
        write_text(folder_ / ("project/" + line.substr(2, colon - 2)),
                   line.substr(colon + 2) + "\n");
      }
      if (!line.starts_with("> ")) continue;
      now_ = now_ + seconds(1);
      into += line.substr(2) + "\n";
      return McpRead::kBytes;
    }
    return McpRead::kEnd;
  }

  void show(std::string text) {
    for (size_t at = text.find(folder_.path()); at != std::string::npos;
         at = text.find(folder_.path())) {
      text.replace(at, folder_.path().size(), "TMP");
    }
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) out_ += "< " + steady(line) + "\n";
  }

  void fill(Bytes& bytes) {
    for (auto& byte : bytes) byte = static_cast<char>(random_() & 0xFF);
  }

  TempFolder folder_;
  PosixFileSystem files_;
  std::mt19937 random_;
  Time now_ = parse_time("2026-11-15T12:00:00Z")->time;
  std::vector<std::string> lines_;
  size_t next_ = 0;
  std::string out_;
};

}  // namespace

std::string replay_wire(const std::string& text) { return WireReplay(text).run(); }

}  // namespace clew
