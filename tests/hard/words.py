"""Count the words of length n over A, B, ... that contain no forbidden block and whose letter
worths add up to r modulo m.

Dynamic programming, letter by letter: a state is (the last few letters, the sum modulo m), where
"few" is one less than the longest block, so that a new block shows at the letter that completes it.
"""
import re

LETTERS = r"((?:[A-E], )*[A-E] and [A-E])"
BLOCKS = r"((?:[A-E]+, )*[A-E]+ and [A-E]+)"
WORTHS = r"((?:\$\d+\$ for [A-E](?:, | and )?)+)"
FORMS = (
    re.compile(r"Words of length \$(?P<n>\d+)\$ are formed from the letters (?P<letters>" + LETTERS + r"); a letter may be used any number "
               r"of times, and need not be used\. A word is good if none of the strings (?P<blocks>" + BLOCKS + r") occurs in it as a block "
               r"of adjacent letters\. Each letter has a worth, namely (?P<worths>" + WORTHS + r"), and the worth of a word is the sum of "
               r"the worths of all its letters\. How many good words of length \$(?P<n2>\d+)\$ have a worth that leaves the remainder "
               r"\$(?P<r>\d+)\$ on division by \$(?P<m>\d+)\$\? Give the exact number\."),
    re.compile(r"The letters are worth (?P<worths>" + WORTHS + r")\. Consider all strings of exactly \$(?P<n>\d+)\$ letters from "
               r"(?P<letters>" + LETTERS + r"), with repetitions allowed, that contain none of the blocks (?P<blocks>" + BLOCKS + r") in "
               r"adjacent places\. For how many of these strings is the sum of the worths of the \$(?P<n2>\d+)\$ letters congruent to "
               r"\$(?P<r>\d+)\$ modulo \$(?P<m>\d+)\$\? Give the exact number\."),
)


def solve(statement):
    found = [form.fullmatch(statement) for form in FORMS]
    text = next((f for f in found if f), None)
    if text is None:
        raise ValueError("statement not understood")
    n, r, m = int(text["n"]), int(text["r"]), int(text["m"])
    letters = re.findall(r"\b[A-E]\b", text["letters"])
    blocks = re.findall(r"\b[A-E]+\b", text["blocks"])
    worth = {a: int(w) for w, a in re.findall(r"\$(\d+)\$ for ([A-E])", text["worths"])}
    if n != int(text["n2"]) or sorted(worth) != sorted(letters) or not 0 <= r < m:
        raise ValueError("the parts of the statement do not fit together")
    keep = max(map(len, blocks)) - 1
    count = {("", 0): 1}
    for _ in range(n):
        new = {}
        for (tail, s), ways in count.items():
            for a in letters:
                word = tail + a
                if not any(word.endswith(b) for b in blocks):
                    key = (word[-keep:], (s + worth[a]) % m)
                    new[key] = new.get(key, 0) + ways
        count = new
    return str(sum(ways for (_, s), ways in count.items() if s == r))
