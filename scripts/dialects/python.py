"""Python's re as an engine for `cargo run -p tress-dialects --example agree`."""

import re
import sys
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(10000)
FLAGS = {"i": re.I, "m": re.M, "s": re.S, "x": re.X, "a": re.A, "-": 0}


def text(codes):
    return "" if codes == "-" else "".join(chr(int(code, 16)) for code in codes.split("."))


for line in sys.stdin:
    mode, letters, pattern, words = line.split()
    try:
        flags = 0
        for letter in letters:
            flags |= FLAGS[letter]
        compiled = re.compile(text(pattern), flags)
    except (re.error, OverflowError) as problem:
        print("E", problem)
        continue
    find = compiled.fullmatch if mode == "full" else compiled.search
    reply = ""
    for word in words.split(","):
        try:
            reply += "1" if find(text(word)) else "0"
        except SystemError:
            # "Please report a bug for the re module": no answer.
            reply += "T"
    print(reply)
