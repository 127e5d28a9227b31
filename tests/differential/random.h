// Numbers that a seed determines, on every machine, and the choices that tests make of them.
#ifndef PBW_DIFFERENTIAL_RANDOM_H
#define PBW_DIFFERENTIAL_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) { state_ = next(); } // neighbours share nothing

  uint64_t next() { // splitmix64
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  size_t below(size_t limit) { return limit == 0 ? 0 : next() % limit; }
  int between(int first, int last) { return first + static_cast<int>(below(static_cast<size_t>(last - first) + 1)); }
  bool chance(unsigned percent) { return next() % 100 < percent; }
  template <class T>
  const T &pick(const std::vector<T> &all) { return all[below(all.size())]; }
  // Mostly small, rarely large.
  size_t skewed(size_t usual, size_t rare) { return chance(96) ? below(usual + 1) : below(rare + 1); }

  // The numbers where codecs break: ends of ranges, lengths of varints, few bits, any bits.
  uint64_t number() {
    switch (below(6)) {
      case 0: return below(3);
      case 1: return ~below(3);
      case 2: return (uint64_t{1} << below(64)) - below(2);
      case 3: return ~((uint64_t{1} << below(64)) - below(2));
      case 4: return below(200);
      default: return next() >> below(64);
    }
  }
  double real() {
    static const double special[] = {0.0, -0.0, 1.0, -1.5, 1e300, -5e-324, 3.5e38, 1e-45};
    uint64_t bits = next();
    double value;
    if (chance(60)) return special[below(sizeof special / sizeof *special)];
    if (chance(20)) bits |= 0x7ff0000000000000u; // infinities and NaN
    static_assert(sizeof bits == sizeof value, "64 bits");
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
  }
  std::string bytes(size_t usual = 20, size_t rare = 300) {
    std::string out(skewed(usual, rare), '\0');
    for (char &c : out) c = static_cast<char>(chance(50) ? 'a' + below(26) : next());
    return out;
  }
  std::string text(size_t usual = 20, size_t rare = 300) {
    static const char *const letters[] = {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                                          "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "\xe2\x82\xac"};
    bool ascii = chance(70);
    std::string out;
    for (size_t left = skewed(usual, rare); left > 0; left--) {
      if (ascii || chance(70)) out += static_cast<char>(' ' + below(95));
      else out += letters[below(sizeof letters / sizeof *letters)];
    }
    if (chance(3)) out += '\0';
    return out;
  }

 private:
  uint64_t state_;
};

#endif
