#include "index/extractor.h"
#include "index/outline.h"
#include "index/source_language.h"

namespace clew {

const Extractor& own_extractor() {
  static const Extractor kOwn = {
      kExtractorVersion,
      [](std::string_view path) { return is_source_path(path); },
      [](std::string_view path, std::string_view bytes) { return source_language(path, bytes); },
      [](Language language, std::string_view bytes) { return outline_file(language, bytes); },
  };
  return kOwn;
}

}  // namespace clew
