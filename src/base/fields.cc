#include "base/fields.h"

namespace clew {

namespace fields_detail {

Error mismatch(const std::string& where, const char* wanted, const Value& got) {
  const std::string place = where.empty() ? "the document" : where;
  return make_error(ErrorCode::kInvalid,
                    place + " must be " + wanted + ", not " + to_string(got.kind()), place);
}

}  // namespace fields_detail

Value write_members(const std::vector<MemberInfo>& members, const void* object) {
  Value out = Value::object();
  for (const MemberInfo& member : members) {
    const void* content = static_cast<const std::byte*>(object) + member.offset;
    if (!member.type->says_nothing(content)) out.set(member.name, member.type->write(content));
  }
  return out;
}

Status read_members(const std::vector<MemberInfo>& members, const Value& value, void* object,
                    const std::string& where) {
  if (!value.is_object()) return fields_detail::mismatch(where, "an object", value);
  for (const auto& [key, item] : value.as_object()) {
    const std::string place = where.empty() ? key : where + "." + key;
    const MemberInfo* found = nullptr;
    for (const MemberInfo& member : members) {
      if (key == member.name) found = &member;
    }
    if (found == nullptr) {
      return make_error(ErrorCode::kInvalid, place + " is not a known field", place);
    }
    CLEW_TRY(found->type->read(item, static_cast<std::byte*>(object) + found->offset, place));
  }
  return success();
}

}  // namespace clew
