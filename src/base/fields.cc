#include "base/fields.h"

namespace clew {
namespace {

Error refuse(const std::string& where, const std::string& problem) {
  return make_error(ErrorCode::kInvalid, where + problem, where);
}

Error mismatch(const std::string& where, const char* wanted, const Value& got) {
  const std::string location = where.empty() ? "the document" : where;
  return refuse(location, std::string(" must be ") + wanted + ", not " + to_string(got.kind()));
}

Value write_members(const StructInfo& info, const void* object) {
  Value out = Value::object();
  for (const MemberInfo& member : info.members) {
    const void* content = member.of(object);
    if (!says_nothing(*member.type, content)) {
      out.set(member.name, write_value(*member.type, content));
    }
  }
  return out;
}

Value write_list(const TypeInfo& type, const void* list) {
  Value out = Value::list();
  for_each_part(type, list, [&](const TypeInfo& inner, const void* item) {
    out.push(write_value(inner, item));
  });
  return out;
}

Status read_members(const StructInfo& info, const Value& value, void* object,
                    const std::string& where) {
  if (!value.is_object()) return mismatch(where, "an object", value);
  for (const auto& [key, item] : value.as_object()) {
    const std::string location = where.empty() ? key : where + "." + key;
    const MemberInfo* found = nullptr;
    for (const MemberInfo& member : info.members) {
      if (key == member.name) found = &member;
    }
    if (found == nullptr) return refuse(location, " is not a known field");
    CLEW_TRY(read_value(*found->type, item, found->of(object), location));
  }
  return success();
}

Status read_list(const TypeInfo& type, const Value& value, void* list, const std::string& where) {
  if (!value.is_list()) return mismatch(where, "a list", value);
  type.reset(list);
  size_t i = 0;
  for (const Value& item : value.as_list()) {
    CLEW_TRY(
        read_value(*type.inner, item, type.grow(list), where + "[" + std::to_string(i++) + "]"));
  }
  return success();
}

Status read_word(const TypeInfo& type, const Value& value, void* x, const std::string& where) {
  if (!value.is_string()) return mismatch(where, "a string", value);
  std::string choices;
  for (size_t i = 0; i < type.names.size(); ++i) {
    if (value.as_string() == type.names[i]) {
      set_number(type, x, static_cast<int64_t>(i));
      return success();
    }
    choices += (i == 0 ? "" : ", ") + std::string(type.names[i]);
  }
  return refuse(where, " must be one of " + choices + ", not \"" + value.as_string() + "\"");
}

Status read_number(const TypeInfo& type, const Value& value, void* x, const std::string& where) {
  const bool is_duration = type.form == TypeForm::kDuration;
  if (!value.is_int()) {
    return mismatch(where, is_duration ? "a number of milliseconds" : "an integer", value);
  }
  if (!set_number(type, x, value.as_int())) return refuse(where, " is out of range");
  return success();
}

Status read_time(const Value& value, Time& out, const std::string& where) {
  if (!value.is_string()) return mismatch(where, "an ISO 8601 time", value);
  const auto parsed = parse_time(value.as_string());
  if (!parsed) return refuse(where, ": " + parsed.error().message);
  out = parsed->time;
  return success();
}

Status read_hash(const Value& value, Hash& out, const std::string& where) {
  static const char* const kWanted = "a SHA-256 in 64 hex digits";
  if (value.is_null()) {
    out = Hash{};
    return success();
  }
  if (!value.is_string()) return mismatch(where, kWanted, value);
  const Bytes raw = from_hex(value.as_string());
  if (raw.size() != out.bytes.size()) {
    return refuse(where,
                  std::string(" must be ") + kWanted + ", not \"" + value.as_string() + "\"");
  }
  out = Hash::from_bytes(raw);
  return success();
}

}  // namespace

Value write_value(const TypeInfo& type, const void* x) {
  switch (type.form) {
    case TypeForm::kBool:
      return *static_cast<const bool*>(x);
    case TypeForm::kInt:
    case TypeForm::kNumberId:
    case TypeForm::kDuration:
      return number_in(type, x);
    case TypeForm::kDouble:
      return *static_cast<const double*>(x);
    case TypeForm::kEnum: {
      const auto index = static_cast<size_t>(number_in(type, x));
      return index < type.names.size() ? type.names[index] : "unknown";
    }
    case TypeForm::kText:
    case TypeForm::kTextId:
      return text_in(x);
    case TypeForm::kTime:
      return to_iso(*static_cast<const Time*>(x));
    case TypeForm::kHash: {
      const auto& hash = *static_cast<const Hash*>(x);
      return hash.empty() ? Value() : Value(hash.hex());
    }
    case TypeForm::kValue:
      return *static_cast<const Value*>(x);
    case TypeForm::kOptional: {
      const void* content = type.reach(x, 0);
      return content == nullptr ? Value() : write_value(*type.inner, content);
    }
    case TypeForm::kList:
      return write_list(type, x);
    case TypeForm::kStruct:
      return write_members(type.structure(), x);
  }
  return {};
}

Status read_value(const TypeInfo& type, const Value& value, void* x, const std::string& where) {
  switch (type.form) {
    case TypeForm::kBool:
      if (!value.is_bool()) return mismatch(where, "true or false", value);
      *static_cast<bool*>(x) = value.as_bool();
      return success();
    case TypeForm::kInt:
    case TypeForm::kNumberId:
    case TypeForm::kDuration:
      return read_number(type, value, x, where);
    case TypeForm::kDouble:
      if (!value.is_number()) return mismatch(where, "a number", value);
      *static_cast<double*>(x) = value.as_double();
      return success();
    case TypeForm::kEnum:
      return read_word(type, value, x, where);
    case TypeForm::kText:
    case TypeForm::kTextId:
      if (!value.is_string()) return mismatch(where, "a string", value);
      text_in(x) = value.as_string();
      return success();
    case TypeForm::kTime:
      return read_time(value, *static_cast<Time*>(x), where);
    case TypeForm::kHash:
      return read_hash(value, *static_cast<Hash*>(x), where);
    case TypeForm::kValue:
      *static_cast<Value*>(x) = value;
      return success();
    case TypeForm::kOptional:
      type.reset(x);
      return value.is_null() ? success() : read_value(*type.inner, value, type.grow(x), where);
    case TypeForm::kList:
      return read_list(type, value, x, where);
    case TypeForm::kStruct:
      return read_members(type.structure(), value, x, where);
  }
  return success();
}

}  // namespace clew
