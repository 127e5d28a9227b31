// What libprotobuf 3.21 and pbwire are known to do differently with the same bytes, and why. Each row says how to tell
// it from any other difference; how often it was met is printed. Two more are not made at all, or folded away:
//   - An open enum in a field of a proto2 file: libprotobuf takes it as closed (schema.cc).
//   - What is unknown in a map's entry: libprotobuf drops it when it makes a map of the list (fill_google.cc).
//   - An unlisted number of a closed enum with more than 32 bits: libprotobuf keeps them where it was packed and cuts
//     them where not. Both sides are compared after one more parse (main.cc).
#ifndef PBW_DIFFERENTIAL_DIFFERENCES_H
#define PBW_DIFFERENTIAL_DIFFERENCES_H

#include <functional>
#include <string>
#include <vector>

#include "abi/pbwire.h"
#include "tests/differential/schema.h"

// Damaged bytes, and what became of them.
struct Outcome {
  const std::string &bytes;
  bool message_sets;            // in the schema
  bool google;                  // libprotobuf accepts them
  bool unlisted_entry;          // and holds a map's entry whose value is an unlisted number of a closed enum
  pbw_status status;            // of pbwire
  std::function<pbw_status(const std::string &bytes, size_t *offset)> decode; // by pbwire; where it fails
};

struct KnownDifference {
  const char *name, *reason;
  bool (*explains)(const Outcome &outcome);
  size_t seen;
};

inline uint8_t ByteAt(const std::string &bytes, size_t at) { return at < bytes.size() ? static_cast<uint8_t>(bytes[at]) : 0; }

// Whether pbwire takes the bytes when the tags that it refuses are cut to 32 bits: each the last of a run of
// five bytes or more behind the place that it tells.
inline bool AcceptsTagsCut(const Outcome &outcome) {
  std::string bytes = outcome.bytes;
  for (int times = 0; times < 50; times++) {
    size_t at = 0, run = 0;
    pbw_status status = outcome.decode(bytes, &at);
    if (status != PBW_ERR_MALFORMED) return status == PBW_OK;
    for (; at < bytes.size(); at++) {
      bool more = ByteAt(bytes, at) & 128;
      if (!more && run >= 4 && ByteAt(bytes, at) > 15) break; // fixed-width bytes may stand before it
      run = more ? run + 1 : 0;
    }
    if (at == bytes.size()) return false;
    bytes[at] = static_cast<char>(bytes[at] & 15);
  }
  return false;
}

// A varint of so many bytes or more that ends in a zero byte.
inline bool HasLongVarint(const std::string &bytes, size_t least) {
  for (size_t at = 0, run = 0; at < bytes.size(); at++) {
    bool more = ByteAt(bytes, at) & 128;
    if (ByteAt(bytes, at) == 0 && run + 1 >= least) return true;
    run = more ? run + 1 : 0;
  }
  return false;
}

// `first`, with or without a continuation, then zero bits only.
inline bool HasLongTag(const std::string &bytes, uint8_t first) {
  for (size_t at = 0; at + 1 < bytes.size(); at++) {
    size_t end = at + 1;
    if (ByteAt(bytes, at) != (first | 128)) continue;
    while (ByteAt(bytes, end) == 128) end++;
    if (end < bytes.size() && ByteAt(bytes, end) == 0) return true;
  }
  return false;
}

inline std::vector<KnownDifference> KnownDifferences() {
  return {
      {"a tag of five bytes with more than 32 bits",
       "libprotobuf drops the bits beyond; no writer makes them, and other runtimes refuse them as pbwire does",
       [](const Outcome &o) { return o.google && o.status == PBW_ERR_MALFORMED && AcceptsTagsCut(o); }, 0},
      {"a length of more than five bytes, those beyond being zero",
       "libprotobuf refuses it, although a varint may have ten; pbwire takes the number, as other runtimes do",
       [](const Outcome &o) { return !o.google && o.status == PBW_OK && HasLongVarint(o.bytes, 6); }, 0},
      {"an unlisted number of a closed enum as a map's value",
       "the language makes the whole entry an unknown field; a DynamicMessage keeps it, with the first value of the enum",
       [](const Outcome &o) { return o.google && o.unlisted_entry && o.status == PBW_OK; }, 0},
      {"a tag in a message set's item that is longer than it needs to be",
       "libprotobuf compares one byte and takes it for an unknown field; pbwire reads tags alike everywhere",
       [](const Outcome &o) {
         return o.message_sets && o.google && o.status == PBW_OK && (HasLongTag(o.bytes, 0x10) || HasLongTag(o.bytes, 0x1a));
       }, 0},
      {"a message set's item for type 0",
       "libprotobuf refuses the message, since it makes a tag of it; pbwire keeps what is no extension's",
       [](const Outcome &o) {
         return o.message_sets && !o.google && o.status == PBW_OK &&
                (o.bytes.find(std::string("\x10\0", 2)) != std::string::npos || HasLongTag(o.bytes, 0x10));
       }, 0},
  };
}

#endif
