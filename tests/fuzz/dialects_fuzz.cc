// Any bytes as a document of any dialect: read without a crash, and where they tell a session that
// can be told again, written back as they were. The first byte chooses dialect and document.

#include <cstdlib>

#include "dialect/registry.h"

namespace clew {
namespace {

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
}

// A name such as the dialect expects: <…> becomes a plain word.
std::string name_for(std::string path) {
  for (size_t open = path.find('<'); open != std::string::npos; open = path.find('<')) {
    const size_t close = path.find('>', open);
    if (close == std::string::npos) break;
    path.replace(open, close - open + 1, "some-work-2026-11-16");
  }
  replace_all(path, "YYYYMMDD-HHMMSS", "20261116-093000");
  return path;
}

void try_document(uint8_t choice, std::string text) {
  const auto& dialects = all_dialects();
  const Dialect& dialect = *dialects[choice % dialects.size()];
  const auto& documents = dialect.documents();
  const DocumentShape& document = documents[choice / dialects.size() % documents.size()];
  const FileSet files{{{name_for(document.path), std::move(text), document.write, document.owner}}};
  const Readings readings = dialect.read(files);
  for (const auto& reading : readings.sessions) {
    const auto written = dialect.write(reading.session, files);
    if (!written) continue;
    for (const auto& file : written->files) {
      const NamedFile* before = files.find(file.path);
      if (before != nullptr && before->text != file.text && !has_errors(readings.findings)) {
        std::abort();
      }
    }
  }
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  clew::try_document(data[0], std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
