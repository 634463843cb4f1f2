#include "store/codec/event_codec.h"

#include <doctest/doctest.h>

#include <limits>

#include "store/codec/raw_log.h"
#include "testing/event_generators.h"

namespace clew {
namespace {

TEST_CASE("every event decodes to what was encoded") {
  CHECK(rc::check([] {
    const EventData data = *any_event();
    const auto back = decode_data(kind_of(data), encode_data(data));
    RC_ASSERT(back.ok());
    RC_ASSERT(*back == data);
  }));
}

TEST_CASE("every session decodes to what was encoded") {
  CHECK(rc::check([] {
    const Session session = pick<Session>();
    const auto back = decode_session(encode_session(session));
    RC_ASSERT(back.ok());
    RC_ASSERT(*back == session);
  }));
}

TEST_CASE("bytes cut anywhere are refused or mean less, and never crash") {
  CHECK(rc::check([] {
    const EventData data = *any_event();
    const Bytes bytes = encode_data(data);
    for (size_t length = 0; length < bytes.size(); ++length) {
      const auto back = decode_data(kind_of(data), BytesView(bytes).substr(0, length));
      if (back) RC_ASSERT(encode_data(*back) == bytes.substr(0, length));
    }
  }));
}

TEST_CASE("a changed byte is refused or means something else, and never crashes") {
  CHECK(rc::check([] {
    const EventData data = *any_event();
    Bytes bytes = encode_data(data);
    RC_PRE(!bytes.empty());
    const size_t location = *rc::gen::inRange<size_t>(0, bytes.size());
    bytes[location] = static_cast<char>(bytes[location] ^ *rc::gen::inRange(1, 256));
    const auto back = decode_data(kind_of(data), bytes);
    if (back) RC_ASSERT(decode_data(kind_of(data), encode_data(*back)).ok());
  }));
}

TEST_CASE("what has its default takes no bytes") {
  CHECK(encode_data(NoteAdded{}).empty());
  CHECK(encode_data(StepStarted{}).empty());  // attempt 1 is the default
  CHECK(encode_data(SessionArchived{}).empty());
  CHECK_FALSE(encode_data(SessionArchived{false}).empty());
}

TEST_CASE("an optional that is set to a default is not unset") {
  const auto back_from = [](const EventData& data) {
    return decode_data(kind_of(data), encode_data(data));
  };
  IdentityChanged changed;
  changed.goal = "";
  changed.constraints = std::vector<std::string>();
  auto back = get<IdentityChanged>(*back_from(changed));
  REQUIRE(back.goal.has_value());
  CHECK(back.goal->empty());
  REQUIRE(back.constraints.has_value());
  CHECK(back.constraints->empty());
  CHECK_FALSE(back.mode.has_value());
  changed.constraints = std::vector<std::string>{"", "a"};
  CHECK(get<IdentityChanged>(*back_from(changed)).constraints == changed.constraints);

  CommandRan ran;
  ran.exit_code = 0;
  CHECK(get<CommandRan>(*back_from(ran)).exit_code == 0);
  AgentChanged agent;
  agent.progress = -0.0;
  CHECK(get<AgentChanged>(*back_from(agent)).progress == 0.0);
  agent.error = AgentError{};
  CHECK(get<AgentChanged>(*back_from(agent)).error == AgentError{});
}

TEST_CASE("the extremes of numbers survive") {
  AttributeSet set;
  set.value = Value(Value::List{std::numeric_limits<int64_t>::min(),
                                std::numeric_limits<int64_t>::max(), 1e308, -0.0});
  const auto back = decode_data(AttributeSet::kind, encode_data(set));
  REQUIRE(back.ok());
  CHECK(*back == EventData(set));
}

struct Bad {
  const char* what;
  int kind;
  const char* hex;
  ErrorCode code;
};
constexpr Bad kBad[] = {
    {"a kind nobody knows",          999, "",                         ErrorCode::kInvalid},
    {"a field nobody knows",         16,  "f80100",                   ErrorCode::kInvalid},
    {"an enum value nobody knows",   17,  "1863",                     ErrorCode::kInvalid},
    {"a kind of value nobody knows", 23,  "3a0109",                   ErrorCode::kInvalid},
    {"text longer than the bytes",   16,  "1205616263",               ErrorCode::kCorrupt},
    {"a length that does not exist", 16,  "12",                       ErrorCode::kCorrupt},
    {"text where a number belongs",  16,  "0a0161",                   ErrorCode::kCorrupt},
    {"a number that never ends",     16,  "08ffffffffffffffffffff01", ErrorCode::kCorrupt},
    {"a step beyond 32 bits",        16,  "08ffffffff7f",             ErrorCode::kCorrupt},
    {"a hash of the wrong length",   17,  "320161",                   ErrorCode::kCorrupt},
    {"a bool that is neither",       8,   "0802",                     ErrorCode::kCorrupt},
    {"more list items than bytes",   23,  "3a0206ff",                 ErrorCode::kCorrupt},
    {"something after a value",      23,  "3a020000",                 ErrorCode::kCorrupt},
};

TEST_CASE("bad bytes are named for what they are") {
  for (const Bad& bad : kBad) {
    INFO(bad.what);
    const auto refused = decode_data(bad.kind, from_hex(bad.hex));
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == bad.code);
  }
}

TEST_CASE("a value nested too deeply is refused without running out of stack") {
  Bytes deep;
  for (int i = 0; i < 60'000; ++i) deep += Bytes("\x06\x01", 2);
  deep += '\0';
  Bytes bytes("\x3a", 1);
  for (size_t left = deep.size(); left > 0; left >>= 7) {
    bytes += static_cast<char>((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  }
  const auto refused = decode_data(AttributeSet::kind, bytes + deep);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kCorrupt);
}

TEST_CASE("a snapshot of another version is not read") {
  Bytes bytes = encode_session(Session{});
  bytes[0] = static_cast<char>(bytes[0] + 1);
  const auto refused = decode_session(bytes);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kInvalid);
  CHECK_FALSE(decode_session("").ok());
}

TEST_CASE("each part of the header is in the chain") {
  const EventHeader header{Seq{3}, Time{5}, ActorId("ana"), Via::kMcp, 2, Seq{1}};
  const Bytes bytes = encode_header(SessionId("s"), 16, header);
  std::vector<Bytes> others = {encode_header(SessionId("t"), 16, header),
                               encode_header(SessionId("s"), 17, header)};
  for (int i = 0; i < 6; ++i) {
    EventHeader other = header;
    if (i == 0) other.seq = Seq{4};
    if (i == 1) other.at = Time{6};
    if (i == 2) other.actor = ActorId("anb");
    if (i == 3) other.via = Via::kCli;
    if (i == 4) other.part = 1;
    if (i == 5) other.repairs = Seq{2};
    others.push_back(encode_header(SessionId("s"), 16, other));
  }
  for (const Bytes& other : others) CHECK(other != bytes);
}

TEST_CASE("what is said to be readable is read, and at the first level too deep it is not") {
  for (const int levels : {0, 1, 127, 128, 129, 130, 300}) {
    CAPTURE(levels);
    for (const bool lists : {true, false}) {
      AttributeSet set;
      set.key = "deep";
      set.value = "bottom";
      for (int i = 0; i < levels; ++i) {
        set.value = lists ? Value(Value::List{
                                1, set.value
        })
                          : Value(Value::Object{{"a", 1}, {"in", set.value}});
      }
      CHECK(can_be_read_back(set) == decode_data(AttributeSet::kind, encode_data(set)).ok());
      CHECK(can_be_read_back(set) == (levels <= 128));
      StepRestored inside{StepId{1}, Step()};
      inside.record->attempts.resize(1);
      inside.record->attempts[0].attributes.push_back({"deep", set.value});
      CHECK(can_be_read_back(inside) == can_be_read_back(set));
    }
  }
}

TEST_CASE("a chain's hash is the one that the format promises") {
  const EventHeader header{Seq{1}, Time{1'700'000'000'000}, ActorId("ana"), Via::kCli, 0, {}};
  const Bytes bytes = encode_header(SessionId("s"), NoteAdded::kind, header);
  CHECK(to_hex(bytes) == "010173011080a0abfef96203616e61000000");
  const Hash inner = inner_hash("salt", "payload");
  CHECK(inner == sha256("saltpayload"));
  CHECK(chain_hash(Hash{}, bytes, inner) == sha256(Bytes(32, '\0') + bytes + Bytes(inner.view())));
}

TEST_CASE("events set aside come back as they were") {
  RawEvent event;
  event.session = event.hashed_id = SessionId("s");
  event.header = {Seq{7}, Time{9}, ActorId("ana"), Via::kHook, 1, Seq{2}};
  event.kind = 16;
  event.payload = Bytes("\x00\xff", 2);
  event.salt = "0123456789abcdef";
  event.inner = sha256("i");
  event.hash = sha256("h");
  const std::vector<RawEvent> events{event, RawEvent{}};
  const auto back = decode_raw_log(encode_raw_log(events));
  REQUIRE(back.ok());
  CHECK(*back == events);
  CHECK_FALSE(decode_raw_log("\x0a\xff").ok());
}

}  // namespace
}  // namespace clew
