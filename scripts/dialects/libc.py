"""regcomp (POSIX extended) and fnmatch of the C library as engines for the example `agree`."""

import ctypes
import sys

library = ctypes.CDLL(None)


def text(codes):
    return b"" if codes == "-" else "".join(chr(int(code, 16)) for code in codes.split(".")).encode()


def regcomp(mode, letters, pattern, words):
    # The size of regex_t is smaller than this everywhere.
    compiled = ctypes.create_string_buffer(1024)
    flags = 1 | (2 if "i" in letters else 0)
    code = library.regcomp(compiled, pattern, flags)
    if code:
        message = ctypes.create_string_buffer(200)
        library.regerror(code, compiled, message, 200)
        return "E " + message.value.decode()
    reply = ""
    for word in words:
        places = (ctypes.c_int * 2)()
        found = library.regexec(compiled, word, 1, places, 0) == 0
        reply += "1" if found else "0"
    library.regfree(compiled)
    return reply


def fnmatch(mode, letters, pattern, words):
    flags = (1 if "p" in letters else 0) | (16 if "i" in letters else 0)
    return "".join("0" if library.fnmatch(pattern, word, flags) else "1" for word in words)


for line in sys.stdin:
    mode, letters, pattern, words = line.split()
    pattern, words = text(pattern), [text(word) for word in words.split(",")]
    if sys.argv[1] == "regcomp":
        # The whole word: POSIX takes the longest match, but only from the leftmost start.
        print(regcomp(mode, letters, b"^(" + pattern + b")$" if mode == "full" else pattern, words))
    else:
        print(fnmatch(mode, letters, pattern, words))
