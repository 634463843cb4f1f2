// Files of `aws configure`: what is read can be written as such a file, and is read again the same.

#include <cstdlib>

#include "remote/s3/aws_settings.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace clew;
  const auto sections = read_aws_file({reinterpret_cast<const char*>(data), size});
  std::string text;
  for (const auto& [name, section] : sections) {
    text += '[' + name + "]\n";
    for (const auto& [key, value] : section) {
      // What would be a comment, a section or nested at the start of a line cannot be a key.
      if (key.empty() || key[0] == '[' || key[0] == '#' || key[0] == ';') std::abort();
      text += key + '=' + value + '\n';
    }
  }
  if (read_aws_file(text) != sections) std::abort();
  return 0;
}
