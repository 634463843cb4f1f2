#include "index/code_index.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "files/posix_file_system.h"
#include "index/edge_counts.h"
#include "index/symbol_graph.h"
#include "index/toy_extractor_test.h"
#include "sqlite/connection.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

// A checkout, and as many caches as a test wants.
class Checkout {
 public:
  explicit Checkout(bool in_git) : in_git_(in_git) {
    fs::create_directories(root());
    if (in_git) GitSandbox(root()).init();
  }

  std::string root() const { return folder_ / "project"; }
  void write(const std::string& path, const std::string& text) {
    write_text(root() + "/" + path, text);
  }
  IndexLocation location(const std::string& cache = "cache") const {
    IndexLocation location{root(), std::nullopt, folder_ / cache};
    if (in_git_) location.repository = *find_repository(files_, root());
    return location;
  }
  std::unique_ptr<CodeIndex> open(const std::string& cache = "cache") const {
    SystemMachine machine;
    auto index = CodeIndex::open(files_, machine, location(cache), toy_extractor());
    REQUIRE_MESSAGE(index, (index ? "" : index.error().message));
    return std::move(*index);
  }

 private:
  bool in_git_;
  TempFolder folder_;
  mutable PosixFileSystem files_;
};

// All that an index holds, the numbers of its files and the stamps left out.
std::string content_of(CodeIndex& index) {
  std::string text;
  for (const FileRow& row : index.files()) {
    text += row.path + " " + std::to_string(static_cast<int>(row.state)) + " " +
            index.database().content_of(row.file)->brief() + "\n";
    const auto outline = index.database().outline(row.file, OutlineParts::kAll);
    REQUIRE(outline);
    text += to_hex(encode_outline(*outline)) + "\n";
    for (const int64_t key : name_keys(*outline)) {
      const auto found = index.database().files_with(key);
      CHECK(std::count(found->begin(), found->end(), row.file) == 1);
    }
  }
  const IndexSummary& summary = index.summary();
  CHECK(index.database().visit_shapes([&](const std::string& path, const Hash& shape) {
    text += path + " " + shape.brief() + "\n";
  }));
  const IndexCounts& counts = summary.counts;
  for (const uint64_t n :
       {summary.files, summary.indexed, summary.given_up, summary.too_large, summary.binary,
        summary.generated, counts.resolved, counts.by_name, counts.unresolved, counts.symbols}) {
    text += std::to_string(n) + " ";
  }
  return text;
}

// How many rows say which file has which name: none may stay behind.
int64_t count_names(const Checkout& checkout, const std::string& cache) {
  const auto db = Connection::open(index_path(checkout.location(cache)),
                                   {ConnectionMode::Access::kReadOnly, {}});
  REQUIRE(db);
  return *(*db)->integer("SELECT count(*) FROM names");
}

class RandomEdits {
 public:
  RandomEdits(Checkout& checkout, unsigned seed) : checkout_(checkout), chance_(seed) {}

  void edit() {
    const std::string path = random_path();
    const std::string whole = checkout_.root() + "/" + path;
    switch (chance_() % 6) {
      case 0:
        fs::remove(whole);
        break;
      case 1: {
        const std::string to = checkout_.root() + "/" + random_path();
        if (!fs::exists(whole) || whole == to) break;
        fs::create_directories(fs::path(to).parent_path());
        fs::rename(whole, to);
        break;
      }
      case 2:
        fs::remove_all(checkout_.root() + "/" + folder());
        break;
      default:
        checkout_.write(path, random_text());
    }
  }

 private:
  std::string folder() { return std::string(1, static_cast<char>('a' + chance_() % 3)); }
  std::string name() { return "n" + std::to_string(chance_() % 12); }
  std::string random_path() {
    return folder() + "/" + name() + (chance_() % 8 == 0 ? ".txt" : ".toy");
  }
  std::string random_text() {
    if (chance_() % 12 == 0) return "give up\n";
    if (chance_() % 12 == 0) return std::string("x\0y", 3);
    std::string text;
    for (size_t i = chance_() % 8; i > 0; --i) {
      const char* words[] = {"def ", "call ", "import a/n1 "};
      text += words[chance_() % 3] + name() + "\n";
    }
    return text;
  }

  Checkout& checkout_;
  std::mt19937 chance_;
};

}  // namespace

TEST_CASE("an index that followed random edits equals one made from scratch") {
  for (const bool in_git : {false, true}) {
    if (in_git && !GitSandbox::available()) continue;
    for (unsigned seed = 1; seed <= 12; ++seed) {
      Checkout checkout(in_git);
      RandomEdits edits(checkout, seed);
      for (int round = 0; round < 10; ++round) {
        // Few at a time are counted one by one, many anew.
        for (int i = round == 5 ? 150 : 1 + round; i > 0; --i) edits.edit();
        auto followed = checkout.open();
        const std::string cache = "fresh-" + std::to_string(round);
        auto fresh = checkout.open(cache);
        CAPTURE(seed);
        CAPTURE(round);
        REQUIRE(content_of(*followed) == content_of(*fresh));
        REQUIRE(count_names(checkout, "cache") == count_names(checkout, cache));
      }
    }
  }
}

TEST_CASE("a file is read again only when its stamp or its content is another") {
  Checkout checkout(false);
  checkout.write("a.toy", "def a\n");
  // What was written a moment ago would be looked at once more.
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  CHECK(checkout.open()->summary().read == 1);
  CHECK(checkout.open()->summary().read == 0);
  checkout.write("a.toy", "def b\n");
  auto index = checkout.open();
  CHECK(index->summary().changed == 1);
  CHECK(SymbolGraph(*index).find("b")->size() == 1);
  CHECK(SymbolGraph(*index).find("a")->empty());
}

TEST_CASE("what is no plain source file is skipped and counted") {
  Checkout checkout(false);
  checkout.write("good.toy", "def good\n");
  checkout.write("binary.toy", std::string("def x\0", 6));
  checkout.write("made.toy", "// Code generated by a tool. DO NOT EDIT.\ndef made\n");
  checkout.write("large.toy", std::string(kSourceLimit + 1, '\n'));
  checkout.write("hard.toy", "give up\n");
  checkout.write("line\nbreak.toy", "def odd\n");
  checkout.write("notes.md", "def no\n");
  checkout.write(".gitignore", "ignored.toy\nout/\n");
  checkout.write("ignored.toy", "def ignored\n");
  checkout.write("out/deep.toy", "def deep\n");
  fs::create_symlink("good.toy", checkout.root() + "/link.toy");
  fs::create_symlink("/", checkout.root() + "/everything");
  REQUIRE(std::system(("mkfifo " + checkout.root() + "/pipe.toy").c_str()) == 0);
  auto index = checkout.open();
  const IndexSummary& summary = index->summary();
  CHECK(summary.files == 6);
  CHECK(summary.indexed == 2);
  CHECK(summary.given_up == 1);
  CHECK(summary.binary == 1);
  CHECK(summary.generated == 1);
  CHECK(summary.too_large == 1);
  CHECK(SymbolGraph(*index).find("ignored")->empty());
  CHECK(SymbolGraph(*index).find("line\nbreak.toy:odd")->size() == 1);
}

TEST_CASE("a damaged, foreign or outdated database is made again") {
  Checkout checkout(false);
  checkout.write("a.toy", "def a\ncall a\n");
  const std::string expected = content_of(*checkout.open());
  const std::string path = index_path(checkout.location());
  const std::string sound = read_text(path);
  REQUIRE(sound.size() > 4096);
  std::mt19937 chance(7);
  for (int i = 0; i < 60; ++i) {
    std::string bytes = sound;
    switch (i % 4) {
      case 0:
        bytes.resize(chance() % bytes.size());
        break;
      case 1:
        for (int n = 0; n < 40; ++n) bytes[chance() % bytes.size()] = static_cast<char>(chance());
        break;
      case 2:
        bytes = "not a database";
        break;
      default:
        for (size_t n = bytes.size() - 4096; n < bytes.size(); ++n)
          bytes[n] = static_cast<char>(chance());
    }
    for (const char* part : {"-wal", "-shm"}) fs::remove(path + part);
    write_text(path, bytes);
    SystemMachine machine;
    PosixFileSystem files;
    const auto index = CodeIndex::open(files, machine, checkout.location(), toy_extractor());
    CAPTURE(i);
    REQUIRE(index);
  }
  for (const char* part : {"", "-wal", "-shm"}) fs::remove(path + part);
  CHECK(content_of(*checkout.open()) == expected);
  Extractor newer = toy_extractor();
  ++newer.version;
  SystemMachine machine;
  PosixFileSystem files;
  CHECK((*CodeIndex::open(files, machine, checkout.location(), newer))->summary().read == 1);
}

TEST_CASE("several processes at once end with the same index") {
  Checkout checkout(false);
  for (int i = 0; i < 80; ++i) {
    checkout.write("f" + std::to_string(i) + ".toy", "def n" + std::to_string(i) + "\ncall n1\n");
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      SystemMachine machine;
      PosixFileSystem files;
      const auto index = CodeIndex::open(files, machine, checkout.location(), toy_extractor());
      CHECK((index && (*index)->summary().indexed == 80));
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(content_of(*checkout.open()) == content_of(*checkout.open("fresh")));
}

TEST_CASE("a name is looked for in its file, its imports, its folder and the project, in turn") {
  Checkout checkout(false);
  checkout.write("a/one.toy",
                 "def own\ndef caller\ncall own\ncall beside\ncall only\ncall many\ncall "
                 "none\nimport b/two taken\ncall taken\n");
  checkout.write("a/other.toy", "def beside\ndef taken\n");
  checkout.write("b/two.toy", "def own\ndef beside\ndef many\ndef taken\n");
  checkout.write("c/three.toy", "def only\ndef many\n");
  auto index = checkout.open();
  SymbolGraph graph(*index);
  const auto caller = graph.find("caller");
  REQUIRE(caller->size() == 1);
  const auto edges = graph.callees(caller->front());
  REQUIRE(edges);
  std::string reported;
  for (const CodeEdge& edge : *edges) {
    reported += edge.dst + " " + std::string(certainty_name(edge.certainty));
    if (edge.meant.size() == 1) reported += " " + edge.meant.front().path;
    reported += "\n";
  }
  CHECK(reported ==
        "own resolved a/one.toy\nbeside resolved a/other.toy\nonly resolved c/three.toy\n"
        "many by_name\nnone unresolved\ntaken resolved b/two.toy\n");
  CHECK(graph.measure(caller->front())->fan_out == 4);
}

}  // namespace clew
