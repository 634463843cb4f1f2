#pragma once
// Lists whose type is known only by its TypeInfo, for code that goes through the fields of any
// struct (merging, decoding): an empty one to work with, and putting one in another order.

#include "base/type_info.h"

namespace clew {

// An empty list of that type, for as long as this lives.
class ScratchList {
 public:
  explicit ScratchList(const TypeInfo& type) : type_(type) { type.construct(space_); }
  ~ScratchList() { type_.destroy(space_); }
  ScratchList(const ScratchList&) = delete;
  ScratchList& operator=(const ScratchList&) = delete;

  void* get() { return space_; }
  void* grow() { return type_.grow(space_); }  // what was reached before may have moved
  void* at(size_t i) { return const_cast<void*>(type_.reach(space_, i)); }

 private:
  const TypeInfo& type_;
  alignas(std::vector<Value>) std::byte space_[sizeof(std::vector<Value>)];
};

// The list has those of its items, in that order. REQUIRES: no index is past the end.
void arrange(const TypeInfo& type, void* list, const std::vector<size_t>& order);

}  // namespace clew
