"""Pieces: how text becomes numbers.

A piece is a byte, or one of the commonest words (with the blank before it) and
commands of TeX. Text is cut from the left, each time the longest piece that
fits; so any text can be written, and the text of pieces is their concatenation.
"""
import collections
import re

SPECIAL = ("<end>", "<user>", "<student>")  # after the 256 bytes
CUT = re.compile(rb"\\[A-Za-z]+| ?[A-Za-z]+|[\x00-\xff]")


def count(texts, into):
    for text in texts:
        for word in CUT.findall(text):
            if len(word) > 1:
                into[word] += 1


def choose(counts, size):
    """The vocabulary: bytes, special ones, then words by what they save."""
    room = size - 256 - len(SPECIAL)
    best = sorted(counts.items(), key=lambda x: (-x[1] * (len(x[0]) - 1), x[0]))[:room]
    return [bytes([i]) for i in range(256)] + [s.encode() for s in SPECIAL] + sorted(w for w, _ in best)


class Pieces:
    def __init__(self, words):
        self.words = words
        self.number = {w: i for i, w in enumerate(words) if i < 256 or i >= 256 + len(SPECIAL)}
        self.spelt = {}
        self.end, self.user, self.student = range(256, 259)

    def spell(self, word):
        """Pieces of a word that is none, the longest first; kept for next time."""
        out, at = [], 0
        while at < len(word):
            end = len(word)
            while word[at:end] not in self.number:
                end -= 1
            out.append(self.number[word[at:end]])
            at = end
        self.spelt[word] = out
        return out

    def encode(self, text):
        """No piece goes beyond a word as CUT finds them, so the longest that fits
        is the word itself or lies in it."""
        number, spelt, out = self.number, self.spelt, []
        for word in CUT.findall(text):
            n = number.get(word)
            if n is None:
                out.extend(spelt.get(word) or self.spell(word))
            else:
                out.append(n)
        return out

    def decode(self, numbers):
        return b"".join(self.words[n] for n in numbers if not 256 <= n < 259)
