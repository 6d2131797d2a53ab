"""libpcre2 as an engine for `cargo run -p tress-dialects --example agree`."""

import ctypes
import ctypes.util
import sys

name = ctypes.util.find_library("pcre2-8") or "libpcre2-8.so.0"
try:
    library = ctypes.CDLL(name)
except OSError:
    sys.exit(0)
library.pcre2_compile_8.restype = ctypes.c_void_p
library.pcre2_match_data_create_8.restype = ctypes.c_void_p
UTF, UCP = 0x00080000, 0x00020000
# 10.42 takes the dot and \\R for disjoint, so that it finds no .?\\R in U+2028.
NO_AUTO_POSSESS = 0x00004000
FLAGS = {"i": 8, "m": 0x400, "s": 0x20, "x": 0x80, "u": UCP, "D": 0x10, "-": 0}
FULL = 0x80000000 | 0x20000000  # anchored at both ends


def text(codes):
    return b"" if codes == "-" else "".join(chr(int(code, 16)) for code in codes.split(".")).encode()


data = ctypes.c_void_p(library.pcre2_match_data_create_8(10, None))
for line in sys.stdin:
    mode, letters, pattern, words = line.split()
    options = UTF | NO_AUTO_POSSESS
    for letter in letters:
        options |= FLAGS[letter]
    pattern = text(pattern)
    error, place = ctypes.c_int(), ctypes.c_size_t()
    size = ctypes.c_size_t(len(pattern))
    code = library.pcre2_compile_8(pattern, size, ctypes.c_uint32(options), ctypes.byref(error), ctypes.byref(place), None)
    if not code:
        message = ctypes.create_string_buffer(200)
        library.pcre2_get_error_message_8(error, message, ctypes.c_size_t(200))
        print("E", message.value.decode(), "at", place.value)
        continue
    code = ctypes.c_void_p(code)
    reply = ""
    for word in words.split(","):
        word = text(word)
        flags = ctypes.c_uint32(FULL if mode == "full" else 0)
        found = library.pcre2_match_8(code, word, ctypes.c_size_t(len(word)), ctypes.c_size_t(0), flags, data, None)
        reply += "1" if found >= 0 else "0" if found == -1 else "T"
    library.pcre2_code_free_8(code)
    print(reply)
