#include "base/scratch_list.h"

namespace clew {
namespace {

bool is_arranged(const TypeInfo& type, const void* list, const std::vector<size_t>& order) {
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != i) return false;
  }
  return type.reach(list, order.size()) == nullptr;
}

}  // namespace

void arrange(const TypeInfo& type, void* list, const std::vector<size_t>& order) {
  if (is_arranged(type, list, order)) return;
  ScratchList before(type);
  copy_content(type, before.get(), list);
  type.reset(list);
  for (const size_t at : order) copy_content(*type.inner, type.grow(list), before.at(at));
}

}  // namespace clew
