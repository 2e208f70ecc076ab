"""Problems and their worked solutions as rows of pieces, made by assay itself."""
import collections
import hashlib
import json
import os
import re
import subprocess
import time
import zlib
from multiprocessing import Pool

import numpy as np

from finer import finer
from pieces import Pieces, choose, count

ENV = os.environ
ASSAY = os.environ.get("ASSAY", "assay")
TAIL = b"\n\nWork it out step by step. End with the final answer, and nothing else, in \\boxed{}."  # of assay run
NUMBERS = re.compile(r"[0-9]+")


def made(family, level, seed, number, first=0, split="train"):
    """Rows of a family's level; fewer if it has not so many. Those of the split
    "test" share no problem with those of "train"."""
    p = subprocess.run([ASSAY, "new", family, "--level", str(level), "--seed", seed, "--count", str(number),
                        "--from", str(first), "--split", split, "-j", "1"],
                       env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    for line in p.stdout.splitlines():
        yield json.loads(line)


def reply_of(row):
    key = row["key"]
    if "latex" not in key:
        return None
    return "%s\n\\boxed{%s}" % (finer(row["solution"]), key["latex"])


def texts_of(job):
    family, level, seed, number = job
    counts = collections.Counter()
    for row in made(family, level, seed, number):
        reply = reply_of(row)
        if reply:
            count((row["statement"].encode() + TAIL, reply.encode()), counts)
    return counts


PIECES = None
CONTEXT = 512


def rows_of(job):
    """One array: pieces of all documents, and one: where replies begin and end."""
    family, level, seed, number, first, digits = job
    ids, marks, kept, long = [], [], 0, 0
    for row in made(family, level, seed, number, first):
        reply = reply_of(row)
        if not reply or (digits and max(map(len, NUMBERS.findall(row["statement"])), default=0) > digits):
            continue
        tail = TAIL if (row["index"] * 7919 + level) % 10 < 6 else b""
        a = [PIECES.user] + PIECES.encode(row["statement"].encode() + tail) + [PIECES.student]
        b = PIECES.encode(reply.encode()) + [PIECES.end]
        if len(a) + len(b) > CONTEXT:
            long += 1
            continue
        kept += 1
        marks.append((len(ids), len(ids) + len(a), len(ids) + len(a) + len(b)))
        ids.extend(a)
        ids.extend(b)
    return family, level, kept, long, np.array(ids, np.uint16), np.array(marks, np.int64).reshape(-1, 3)


def make(recipe, seed, threads):
    """All documents of a recipe: [(family, level, number, most digits or 0)]."""
    global PIECES
    began = time.time()
    with Pool(threads) as pool:
        counts = collections.Counter()
        for c in pool.imap_unordered(texts_of, [(f, l, "words", 300) for f, l, _, _ in recipe], 1):
            counts += c
    words = choose(counts, 2048)
    PIECES = Pieces(words)
    print("pieces chosen in %.0f s" % (time.time() - began), flush=True)
    jobs = [(f, l, seed, min(2000, n - k), k, d) for f, l, n, d in recipe for k in range(0, n, 2000)]
    jobs.sort(key=lambda j: zlib.crc32(repr(j).encode()))
    table, ids, marks, at = {}, [], [], 0
    with Pool(threads) as pool:
        for f, l, kept, long, i, m in pool.imap(rows_of, jobs, 1):
            t = table.setdefault((f, l), [0, 0, 0])
            t[0] += kept
            t[1] += long
            t[2] += len(i)
            ids.append(i)
            marks.append(m + at)
            at += len(i)
    ids, marks = np.concatenate(ids), np.concatenate(marks)
    sha = hashlib.sha256(ids.tobytes() + marks.tobytes()).hexdigest()
    print("made in %.0f s: %d pieces, sha256 %s" % (time.time() - began, at, sha), flush=True)
    return words, ids, marks, table, sha
