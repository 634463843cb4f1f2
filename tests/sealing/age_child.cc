// What the tests of this folder ask of clew's own reader and writer of age files.
//
//   age_child vectors             lines as published_vectors.mjs prints them; says where it
//   disagrees age_child new-key             an identity age_child seal KEY|@PASSPHRASE FOLDER every
//   FOLDER/*.plain becomes *.sealed age_child open SECRET|@PASSPHRASE FOLDER every FOLDER/*.foreign
//   must be *.plain, sealed

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include "base/hash.h"
#include "bundle/age_armor.h"
#include "bundle/age_file.h"
#include "bundle/age_payload.h"

namespace clew {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

struct Outcome {
  std::string what;
  Bytes released;  // what a reader would have got to see
};

// The same steps as unseal(), each with its own name for failing.
Outcome try_open(Bytes file, bool armored, const Openers& openers) {
  if (armored) {
    auto bare = take_off_armor(file);
    if (!bare) return {"armor failure", {}};
    file = std::move(*bare);
  }
  const auto header = read_age_header(file);
  if (!header) return {"header failure", {}};
  const auto found = unwrap(header->stanzas, openers);
  if (!found) {
    const bool no_match = found.error().code == ErrorCode::kNotAllowed;
    return {no_match ? "no match" : "header failure", {}};
  }
  if (!check_header_mac(*header, found->key)) return {"HMAC failure", {}};
  auto reader = PayloadReader::begin(found->key, BytesView(file).substr(header->size));
  if (!reader) return {"header failure", {}};
  Outcome outcome;
  while (true) {
    const auto more = reader->next(outcome.released);
    if (!more) outcome.what = "payload failure";
    if (more && !*more) outcome.what = "success";
    if (!outcome.what.empty()) return outcome;
  }
}

int judge_vectors() {
  size_t judged = 0;
  size_t wrong = 0;
  for (std::string line; std::getline(std::cin, line);) {
    // name, expect, payload hash, armored, identities, passphrases in hex, file in hex
    auto fields = split(line, '\t');
    fields.resize(7);
    Openers openers;
    for (const auto& text : split(fields[4], ',')) {
      auto identity = read_identity(text);
      if (identity) openers.identities.push_back(std::move(*identity));
    }
    for (const auto& text : split(fields[5], ',')) openers.passphrases.push_back(from_hex(text));
    const Bytes file = from_hex(fields[6]);
    const Outcome outcome = try_open(file, fields[3] == "yes", openers);
    const bool same_payload = fields[2].empty() || sha256(outcome.released).hex() == fields[2];
    const bool opens = unseal(file, openers).ok();
    ++judged;
    if (outcome.what == fields[1] && same_payload && opens == (fields[1] == "success")) continue;
    ++wrong;
    std::cout << "FAILED: " << fields[0] << ": " << outcome.what << " instead of " << fields[1]
              << (same_payload ? "" : ", and other bytes were released") << "\n";
  }
  std::cout << judged << " vectors judged, " << wrong << " otherwise than published\n";
  return wrong == 0 && judged > 0 ? 0 : 1;
}

Bytes slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

RandomSource system_source() {
  std::random_device device;
  Bytes seed;
  while (seed.size() < kSeedBytes) seed += static_cast<char>(device());
  return seeded_random(seed);
}

std::vector<std::filesystem::path> files_with(const std::string& folder, const char* ending) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ending) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int seal_all(const std::string& who, const std::string& folder) {
  SealFor recipients;
  recipients.passphrase_work = 10;
  if (who.starts_with('@')) {
    recipients.passphrase = who.substr(1);
  } else {
    recipients.recipients.push_back(*read_recipient(who));
  }
  const auto random = system_source();
  for (auto path : files_with(folder, ".plain")) {
    const auto sealed = seal(slurp(path), recipients, random);
    if (!sealed) return 1;
    std::ofstream(path.replace_extension(".sealed"), std::ios::binary) << *sealed;
  }
  return 0;
}

int open_all(const std::string& with, const std::string& folder) {
  Openers openers;
  if (with.starts_with('@')) {
    openers.passphrases.push_back(with.substr(1));
  } else {
    openers.identities.push_back(*read_identity(with));
  }
  int wrong = 0;
  size_t opened = 0;
  for (auto path : files_with(folder, ".foreign")) {
    const auto unsealed = unseal(slurp(path), openers);
    ++opened;
    const std::string why = unsealed ? "is other bytes" : unsealed.error().message;
    if (unsealed &&
        unsealed->plain == slurp(std::filesystem::path(path).replace_extension(".plain"))) {
      continue;
    }
    std::cout << "FAILED: " << path.filename().string() << " " << why << "\n";
    ++wrong;
  }
  std::cout << opened << " files of age opened, " << wrong << " wrong\n";
  return wrong == 0 && opened > 0 ? 0 : 1;
}

int new_key() {
  Bytes secret(Key::size(), '\0');
  system_source()(secret);
  const AgeIdentity identity{Key(secret)};
  std::cout << identity.text() << "\n" << identity.recipient().text() << "\n";
  return 0;
}

}  // namespace
}  // namespace clew

int main(int count, char** words) {
  const std::vector<std::string> asked(words + 1, words + count);
  if (asked == std::vector<std::string>{"vectors"}) return clew::judge_vectors();
  if (asked == std::vector<std::string>{"new-key"}) return clew::new_key();
  if (asked.size() == 3 && asked[0] == "seal") return clew::seal_all(asked[1], asked[2]);
  if (asked.size() == 3 && asked[0] == "open") return clew::open_all(asked[1], asked[2]);
  return 2;
}
