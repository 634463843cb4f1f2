// Runs a libFuzzer target without libFuzzer, so that every `make test` gives each of them some
// time: the saved corpus as it is, then seeded mutations of it. Blind: what it finds is found by
// luck; `make fuzz` is guided by coverage and runs under sanitizers.
//   FUZZ_SECONDS=20 PROGRAM CORPUS KEPT_INPUT
// The input at hand always stands in KEPT_INPUT, so that it is there after a crash.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr size_t kMaxBytes = size_t{1} << 16;
constexpr unsigned kSlowSeconds = 10;  // for one input
constexpr const char* kPieces[] = {"{",        "}",       "[",
                                   "]",        "\"",      ":",
                                   ",",        "\n",      "- ",
                                   "null",     "true",    "0",
                                   "-1",       "1e308",   "18446744073709551616",
                                   "\\u0000",  "\\ud800", "\xEF\xBB\xBF",
                                   "\xC3\x28", "&a",      "*a",
                                   "<<<<<<< ", "#",       "'",
                                   "|",        "../",     "2026-11-15T12:00:00Z",
                                   "\t",       "\r\n"};

std::vector<std::string> read_corpus(const char* folder) {
  std::vector<std::filesystem::path> paths;
  if (std::filesystem::exists(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> inputs = {""};
  for (const auto& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    inputs.push_back(text.str());
  }
  return inputs;
}

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& corpus) : corpus_(corpus) {}

  std::string next() {
    std::string text = corpus_[below(corpus_.size())];
    for (size_t turns = 1 + below(8); turns > 0; --turns) change(text);
    text.resize(std::min(text.size(), kMaxBytes));
    return text;
  }

 private:
  size_t below(size_t end) { return end == 0 ? 0 : random_() % end; }

  void change(std::string& text) {
    const size_t at = below(text.size() + 1);
    const size_t length = std::min(text.size() - at, below(32));
    switch (below(7)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size() + 1), 1 + below(64)));
        break;
      case 3:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      case 4:
        text.replace(at, length, kPieces[below(std::size(kPieces))]);
        break;
      case 5:
        text.resize(at);
        break;
      default: {
        const std::string& other = corpus_[below(corpus_.size())];
        text = text.substr(0, at) + other.substr(below(other.size() + 1));
      }
    }
  }

  const std::vector<std::string>& corpus_;
  std::mt19937 random_{20261116};
};

// A page of memory that is a file: what is in it survives this process.
class KeptInput {
 public:
  explicit KeptInput(const char* path) : file_(open(path, O_RDWR | O_CREAT | O_TRUNC, 0600)) {
    if (file_ < 0 || ftruncate(file_, kMaxBytes) != 0) std::exit(2);
    void* mapped = mmap(nullptr, kMaxBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (mapped == MAP_FAILED) std::exit(2);
    bytes_ = static_cast<char*>(mapped);
  }
  void keep(const std::string& text) {
    std::memcpy(bytes_, text.data(), std::min(text.size(), kMaxBytes));
  }

 private:
  int file_;
  char* bytes_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto corpus = read_corpus(argv[1]);
  KeptInput kept(argv[2]);
  const auto feed = [&](const std::string& text) {
    kept.keep(text);
    alarm(kSlowSeconds);
    // A copy of its own, so that reading past the end is seen by whoever watches memory.
    const std::vector<uint8_t> bytes(text.begin(), text.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  };
  for (const auto& text : corpus) feed(text);
  const char* seconds = std::getenv("FUZZ_SECONDS");
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(seconds == nullptr ? 20 : std::atoi(seconds));
  Mutator mutator(corpus);
  size_t runs = 0;
  for (; std::chrono::steady_clock::now() < end; ++runs) feed(mutator.next());
  std::printf("%zu saved inputs and %zu mutations of them\n", corpus.size() - 1, runs);
  return runs > 0 ? 0 : 1;
}
