#include <zlib.h>

// inflateInit2 is a macro, which Swift doesn't import.
static inline int gzip_init(z_streamp stream) {
  // zlib.h: "Add 32 to windowBits to enable zlib and gzip decoding with automatic header detection,
  // or add 16 to decode only the gzip format".
  return inflateInit2(stream, 15 + 16);
}
