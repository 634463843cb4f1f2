// Tables of languages that are not read yet give nothing.
#include "index/language_tables.h"
namespace clew {
const LanguageTable& rust_table() { return python_table(); }
const LanguageTable& java_table() { return python_table(); }
const LanguageTable& csharp_table() { return python_table(); }
const LanguageTable& ruby_table() { return python_table(); }
const LanguageTable& php_table() { return python_table(); }
const LanguageTable& bash_table() { return python_table(); }
}  // namespace clew
