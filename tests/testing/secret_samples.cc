#include "testing/secret_samples.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace clew {
namespace {

constexpr std::string_view kBegins = "‹";
constexpr std::string_view kEnds = "›";

class SampleWriter {
 public:
  explicit SampleWriter(uint64_t seed) : state_(seed) {}

  std::string fill_in(std::string_view pattern) {
    std::string out;
    while (!pattern.empty()) {
      const size_t end = pattern.find('}');
      const bool is_run = pattern[0] == '{' && end != std::string_view::npos;
      const std::string made = is_run ? run(pattern.substr(1, end - 1)) : std::string();
      out += made.empty() ? std::string(1, pattern[0]) : made;
      pattern.remove_prefix(made.empty() ? 1 : end + 1);
    }
    return out;
  }

 private:
  static std::string signs_of(char run) {
    const std::string digits = "0123456789";
    const std::string lower = "abcdefghijklmnopqrstuvwxyz";
    const std::string upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    switch (run) {
      case 'a':
        return digits + lower + upper;
      case 'A':
        return digits + upper;
      case 'l':
        return digits + lower;
      case 'd':
        return digits;
      case 'x':
        return digits + "abcdef";
      case 'b':
        return digits + lower + upper + "_-";
      case 'B':
        return digits + lower + upper + "+/";
      case 'S':
        return upper + "234567";
      case 'L':
        return lower + upper;
      default:
        return {};
    }
  }

  // Empty: these are braces of the text.
  std::string run(std::string_view name) {
    if (name == "u") return fill_in("{x8}-{x4}-{x4}-{x4}-{x12}");
    const std::string signs = name.empty() ? std::string() : signs_of(name[0]);
    const std::string count(name.substr(std::min<size_t>(1, name.size())));
    const bool is_count =
        !count.empty() && count.find_first_not_of("0123456789") == std::string::npos;
    if (signs.empty() || !is_count) return {};
    std::string out;
    for (int left = std::stoi(count); left > 0; --left) out += signs[next() % signs.size()];
    return out;
  }

  uint64_t next() {  // splitmix64
    state_ += 0x9E3779B97F4A7C15U;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

}  // namespace

SecretSample make_secret_sample(std::string_view pattern, uint64_t seed) {
  SecretSample sample;
  std::string text = SampleWriter(seed).fill_in(pattern);
  const size_t begin = text.find(kBegins);
  if (begin != std::string::npos) {
    text.erase(begin, kBegins.size());
    const size_t end = text.find(kEnds, begin);
    text.erase(end, kEnds.size());
    sample.secret = text.substr(begin, end - begin);
  }
  sample.text = std::move(text);
  return sample;
}

std::vector<SecretSample> read_secret_samples(const std::string& file, uint64_t seed) {
  const char* source = std::getenv("CLEW_SOURCE_DIR");
  std::ifstream in(std::string(source == nullptr ? "." : source) + "/tests/fixtures/secrets/" +
                   file);
  std::vector<SecretSample> samples;
  for (std::string line; std::getline(in, line);) {
    const size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    samples.push_back(make_secret_sample(std::string_view(line).substr(tab + 1),
                                         seed * 1'000'003 + samples.size() * 7919));
    samples.back().name = line.substr(0, tab);
  }
  return samples;
}

bool is_secret_gone(const SecretSample& sample, const std::string& kept) {
  const size_t looked_at = std::min<size_t>(6, sample.secret.size());
  const std::string_view secret = sample.secret;
  return kept.find(secret.substr(0, looked_at)) == std::string::npos &&
         kept.find(secret.substr(secret.size() - looked_at)) == std::string::npos;
}

}  // namespace clew
