#include "index/guarded_parse.h"

#include <malloc.h>

#include <cstdlib>
#include <ctime>

namespace clew {
namespace {

// What tree-sitter holds for this thread. A tree is dropped where it was made, so each thread's
// count is its own.
thread_local int64_t held_bytes = 0;

// Out of memory: tree-sitter has no way back from a failed allocation.
void* counted(void* block) {
  if (block == nullptr) std::abort();
  held_bytes += static_cast<int64_t>(malloc_usable_size(block));
  return block;
}

void discount(void* block) { held_bytes -= static_cast<int64_t>(malloc_usable_size(block)); }

void* counting_malloc(size_t size) { return counted(std::malloc(size == 0 ? 1 : size)); }

void* counting_calloc(size_t count, size_t size) {
  const bool none = count == 0 || size == 0;
  return counted(std::calloc(none ? 1 : count, none ? 1 : size));
}

void* counting_realloc(void* block, size_t size) {
  discount(block);
  return counted(std::realloc(block, size == 0 ? 1 : size));
}

void counting_free(void* block) {
  discount(block);
  std::free(block);
}

int64_t thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

struct Watch {
  int64_t end = 0;
  int64_t bytes = 0;
  int64_t asked_at = 0;  // the time
  unsigned calls_left = 0;
};

// Asking for the time costs more than the hundred steps between two calls of a quick parse. In some
// files those steps take tens of milliseconds: there it is asked for at each.
constexpr unsigned kCallsPerClock = 8;
constexpr int64_t kSlowNanoseconds = 4'000'000;

bool gives_up(TSParseState* state) {
  auto& watch = *static_cast<Watch*>(state->payload);
  if (held_bytes > watch.bytes) return true;
  if (watch.calls_left > 0) {
    --watch.calls_left;
    return false;
  }
  const int64_t now = thread_nanoseconds();
  watch.calls_left = now - watch.asked_at > kSlowNanoseconds ? 0 : kCallsPerClock - 1;
  watch.asked_at = now;
  return now > watch.end;
}

const char* read_bytes(void* payload, uint32_t offset, TSPoint, uint32_t* length) {
  const auto& bytes = *static_cast<const std::string_view*>(payload);
  if (offset >= bytes.size()) {
    *length = 0;
    return "";
  }
  *length = static_cast<uint32_t>(bytes.size() - offset);
  return bytes.data() + offset;
}

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

}  // namespace

ParsedTree guarded_parse(const TSLanguage* language, std::string_view bytes,
                         const OutlineLimits& limits) {
  // Before the first allocation, and once: blocks of one allocator never reach another.
  static const bool counting = [] {
    ts_set_allocator(counting_malloc, counting_calloc, counting_realloc, counting_free);
    return true;
  }();
  static_cast<void>(counting);

  Watch watch;
  watch.asked_at = thread_nanoseconds();
  watch.end =
      watch.asked_at + std::chrono::duration_cast<std::chrono::nanoseconds>(limits.time).count();
  watch.bytes = held_bytes + static_cast<int64_t>(limits.bytes);
  const std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), language)) return nullptr;
  TSInput input{};
  input.payload = &bytes;
  input.read = read_bytes;
  input.encoding = TSInputEncodingUTF8;
  TSParseOptions options{};
  options.payload = &watch;
  options.progress_callback = gives_up;
  return ParsedTree(ts_parser_parse_with_options(parser.get(), nullptr, input, options));
}

}  // namespace clew
