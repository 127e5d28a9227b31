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
  std::function<pbw_status(const std::string &bytes, uint32_t max_depth, size_t *offset)> decode; // by pbwire; where it fails
};

struct KnownDifference {
  const char *name, *reason;
  bool (*explains)(const Outcome &outcome);
  size_t seen;
};

inline uint8_t ByteAt(const std::string &bytes, size_t at) { return at < bytes.size() ? static_cast<uint8_t>(bytes[at]) : 0; }

// Whether pbwire takes the bytes when the tags that it refuses are cut to 32 bits. A tag is the end of a run of five
// bytes or more (fixed-width bytes may stand before it) somewhere behind the place that pbwire tells; cutting another
// number gets no further.
inline bool AcceptsTagsCut(const Outcome &outcome) {
  std::string bytes = outcome.bytes;
  size_t at = 0, next = 0;
  pbw_status status = outcome.decode(bytes, 0, &at);
  for (bool further = true; further && status == PBW_ERR_MALFORMED;) {
    further = false;
    for (size_t i = at, run = 0; i < bytes.size() && !further; i++) {
      bool more = ByteAt(bytes, i) & 128;
      if (!more && run >= 4 && ByteAt(bytes, i) > 15) {
        std::string cut = bytes;
        cut[i] = static_cast<char>(cut[i] & 15);
        pbw_status now = outcome.decode(cut, 0, &next);
        further = now == PBW_OK || next > at;
        if (further) bytes = cut, at = next, status = now;
      }
      run = more ? run + 1 : 0;
    }
  }
  return status == PBW_OK;
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
       "libprotobuf compares one byte and takes it for an unknown field, whose contents it never sees; pbwire reads tags alike everywhere",
       [](const Outcome &o) {
         return o.message_sets && o.google && (HasLongTag(o.bytes, 0x10) || HasLongTag(o.bytes, 0x1a));
       }, 0},
      {"a message set's item for type 0",
       "libprotobuf refuses the message, since it makes a tag of it; pbwire keeps what is no extension's",
       [](const Outcome &o) {
         return o.message_sets && !o.google && o.status == PBW_OK &&
                (o.bytes.find(std::string("\x10\0", 2)) != std::string::npos || HasLongTag(o.bytes, 0x10));
       }, 0},
      {"message sets at the limit of nesting",
       "libprotobuf counts an item as two levels, its group and its message; pbwire as the one message that it is",
       [](const Outcome &o) {
         size_t at;
         return o.message_sets && !o.google && o.status == PBW_OK && o.decode(o.bytes, 49, &at) == PBW_ERR_DEPTH;
       }, 0},
  };
}

#endif
