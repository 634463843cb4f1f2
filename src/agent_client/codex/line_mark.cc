#include "agent_client/codex/line_mark.h"

#include <cstring>

#include "base/bytes.h"

namespace clew::transcript {
namespace {

// FNV-1a, 64 bits: lines are many and long, and nobody gains by making two look alike.
class Mark {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) {
      number_ = (number_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    number_ = (number_ ^ bytes.size()) * 0x100000001b3;
  }
  void add_number(uint64_t number) {
    for (int i = 0; i < 8; ++i) {
      number_ = (number_ ^ ((number >> (8 * i)) & 0xff)) * 0x100000001b3;
    }
  }
  uint64_t number() const { return number_; }

 private:
  uint64_t number_ = 0xcbf29ce484222325;
};

// As deep as the reader lets a line be, so that recursion is bounded.
void add_value(const Value& value, Mark& mark) {
  mark.add_number(static_cast<uint64_t>(value.kind()));
  if (value.is_string()) {
    mark.add(value.as_string());
  } else if (value.is_list()) {
    for (const auto& item : value.as_list()) add_value(item, mark);
  } else if (value.is_object()) {
    for (const auto& [name, item] : value.as_object()) {
      mark.add(name);
      add_value(item, mark);
    }
  } else if (value.is_int()) {
    mark.add_number(static_cast<uint64_t>(value.as_int()));
  } else if (value.is_number()) {
    const double number = value.as_double();
    uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    mark.add_number(bits);
  } else {
    mark.add_number(value.as_bool(false) ? 1 : 0);
  }
}

}  // namespace

std::string line_mark(const std::string& type, const Value& payload) {
  Mark mark;
  mark.add(type);
  add_value(payload, mark);
  Bytes bytes(sizeof(uint64_t), '\0');
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>((mark.number() >> (8 * i)) & 0xff);
  }
  return to_hex(bytes);
}

}  // namespace clew::transcript
