// Runs over files that are not part of the project, when CLEW_FIXTURES names a folder of them.

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "dialect/essay/fixture_test.h"

namespace clew::essay {
namespace {

TEST_CASE("foreign files are read or refused, and written back as they were") {
  const char* folder = std::getenv("CLEW_FIXTURES");
  if (folder == nullptr) return;
  for (const auto& item : std::filesystem::recursive_directory_iterator(folder)) {
    if (!item.is_regular_file() || item.path().extension() != ".yaml") continue;
    std::ifstream in(item.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    const FileSet files = state_file(text.str(), "x");
    const Readings readings = essay_dialect().read(files);
    std::cout << item.path().filename().string() << ": recognised "
              << essay_dialect().recognises(item.path().string(), text.str()) << ", "
              << readings.sessions.size() << " session(s)\n";
    for (const auto& finding : readings.findings) {
      std::cout << "  " << finding.rule << " " << finding.pointer << " "
                << (finding.position ? finding.position->line : 0) << ": " << finding.message
                << "\n";
    }
    for (const auto& reading : readings.sessions) {
      CHECK(essay_dialect().write(reading.session, files)->files[0].text == text.str());
    }
  }
}

}  // namespace
}  // namespace clew::essay
