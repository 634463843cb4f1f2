// Sealing and opening 100 MB of a session's log, bytes to bytes, against `zstd | age` on the same
// bytes. Ours reads a file and writes one, as theirs does.

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "bench_store.h"
#include "bundle/bundle_file.h"
#include "child.h"

namespace clew::bench {
namespace {

constexpr size_t kBytes = 100'000'000;

// Lines as a log has them: much that repeats, and salts and hashes that do not.
std::string log_text() {
  std::mt19937_64 chance(20261118);
  const char* const words[] = {
      "token",    "refresh", "the parser", "works", "fails",      "on",    "Windows",
      "coverage", "83",      "because",    "of",    "clock skew", "tests", "src/auth/oauth.ts"};
  std::string text;
  char numbers[128];
  for (uint64_t seq = 1; text.size() < kBytes; ++seq) {
    std::snprintf(numbers, sizeof numbers, "\"salt\":\"%016llx%016llx\",\"hash\":\"%016llx",
                  static_cast<unsigned long long>(chance()),
                  static_cast<unsigned long long>(chance()),
                  static_cast<unsigned long long>(chance()));
    text += "{\"session\":\"oauth-7f3a\",\"seq\":" + std::to_string(seq) +
            ",\"type\":\"note_added\",\"at\":\"2026-11-18T17:06:12.288Z\",\"actor\":\"ana@laptop\","
            "\"via\":\"cli\",\"part\":0,\"repairs\":0," +
            numbers;
    for (int i = 0; i < 3; ++i) {
      std::snprintf(numbers, sizeof numbers, "%016llx", static_cast<unsigned long long>(chance()));
      text += numbers;
    }
    text += "\",\"data\":{\"text\":\"";
    for (uint64_t n = chance() % 30; n > 0; --n) {
      text += words[chance() % std::size(words)];
      text += ' ';
    }
    text += "\"}}\n";
  }
  text.resize(kBytes);
  return text;
}

std::string slurp(const std::string& path) {
  std::string text(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary)
      .read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

void spill(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

template <class Work>
double time_of(const Work& work) {
  const double start = now_us();
  work();
  return now_us() - start;
}

}  // namespace

int run() {
  const std::string root = folder_in_memory();
  const std::string plain = root + "/plain";
  spill(plain, log_text());
  const DeviceKey key(AgeIdentity{Key(Bytes(32, 'k'))});
  spill(root + "/identity", key.identity().text() + "\n");
  const SealFor who{{key.recipient()}, {}};
  const auto random = seeded_random(Bytes(kSeedBytes, 'r'));
  const auto seal_ours = [&] {
    Manifest manifest;
    manifest.sessions.resize(1);
    manifest.sessions[0].genesis = manifest.sessions[0].head = sha256("x");
    spill(root + "/ours", must(write_bundle(manifest, {slurp(plain)}, key, who, random)));
  };
  const auto open_ours = [&] {
    const auto bundle = must(verify_bundle(slurp(root + "/ours"), {{key.identity()}, {}}));
    spill(root + "/back", must(expand_logs(bundle)));
  };
  const auto seal_theirs = [&] {
    spawn({"sh", "-c", "zstd -q -c \"$0\" | age -r \"$1\"", plain, key.recipient().text()},
          root + "/theirs");
  };
  const auto open_theirs = [&] {
    spawn(
        {"sh", "-c", "age -d -i \"$0\" \"$1\" | zstd -q -dc", root + "/identity", root + "/theirs"},
        root + "/back");
  };
  std::vector<double> sealing;
  std::vector<double> opening;
  for (int round = 0; round < 5; ++round) {
    const double our_seal = time_of(seal_ours);
    sealing.push_back(time_of(seal_theirs) / our_seal);
    const double our_open = time_of(open_ours);
    opening.push_back(time_of(open_theirs) / our_open);
  }
  row_at_least("sealing 100 MB, throughput against zstd | age", 0.8, median(sealing), "x");
  row_at_least("opening 100 MB, throughput against age | zstd", 0.8, median(opening), "x");
  std::filesystem::remove_all(root);
  return 0;
}

}  // namespace clew::bench

int main() { return clew::bench::run(); }
