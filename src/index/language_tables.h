#pragma once
// The table of each language (grammar.h), in language_*.cc. An extractor's version is raised when
// one of them changes what is found (file_outline.h).

#include "index/grammar.h"

namespace clew {

const LanguageTable& python_table();
const LanguageTable& javascript_table();
const LanguageTable& typescript_table();
const LanguageTable& tsx_table();
const LanguageTable& go_table();
const LanguageTable& c_table();
const LanguageTable& cpp_table();
const LanguageTable& rust_table();
const LanguageTable& java_table();
const LanguageTable& csharp_table();
const LanguageTable& ruby_table();
const LanguageTable& php_table();
const LanguageTable& bash_table();

}  // namespace clew
