#include "dialects/fixtures.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "discovery/dialect_locations.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Fixture> find_fixtures(const Dialect& dialect) {
  const char* root = std::getenv("CLEW_SOURCE_DIR");
  const fs::path top =
      fs::path(root == nullptr ? "../.." : root) / "tests/fixtures" / dialect.name();
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), top).string());
  }
  std::sort(names.begin(), names.end());
  std::set<std::string> taken;
  std::vector<Fixture> found;
  const auto take = [&](const std::string& base, const std::vector<std::string>& files) {
    Fixture fixture;
    for (const auto& file : files) {
      const std::string path = base.empty() ? file : base + "/" + file;
      if (fixture.name.empty()) fixture.name = path;
      taken.insert(path);
      fixture.files.files.push_back({file, text_of(top / path)});
    }
    found.push_back(std::move(fixture));
  };
  for (const auto& [primary, claims] : claims_in(names, {&dialect})) {
    take(claims.front().base, claims.front().location.files);
  }
  for (const auto& name : names) {
    if (taken.contains(name) || !dialect.recognises(name, text_of(top / name))) continue;
    const size_t slash = name.rfind('/');
    if (slash == std::string::npos) {
      take("", {name});
    } else {
      take(name.substr(0, slash), {name.substr(slash + 1)});
    }
  }
  return found;
}

}  // namespace

const std::vector<Fixture>& fixtures_of(const Dialect& dialect) {
  static std::map<std::string, std::vector<Fixture>> known;
  const auto there = known.find(dialect.name());
  if (there != known.end()) return there->second;
  return known[dialect.name()] = find_fixtures(dialect);
}

FileSet with_text(FileSet files, size_t index, std::string text) {
  files.files[index].text = std::move(text);
  return files;
}

FileSet overlaid(FileSet files, const FileSet& written) {
  for (const auto& file : written.files) {
    const auto there = std::find_if(files.files.begin(), files.files.end(),
                                    [&](const NamedFile& f) { return f.path == file.path; });
    if (there == files.files.end()) {
      files.files.push_back({file.path, file.text});
    } else {
      there->text = file.text;
    }
  }
  return files;
}

std::string first_difference(const std::string& a, const std::string& b) {
  if (a == b) return {};
  const auto at = std::mismatch(
      a.begin(), a.begin() + static_cast<long>(std::min(a.size(), b.size())), b.begin());
  const auto offset = static_cast<size_t>(at.first - a.begin());
  const size_t from = offset < 60 ? 0 : offset - 60;
  return "…" + a.substr(from, 160) + "…\nagainst\n…" + b.substr(from, 160) + "…";
}

}  // namespace clew
