#!/usr/bin/env python3
"""Does the student say the same elsewhere? same.py [families of each level]

Fresh problems go to `assay run` (whole numbers), to model.py in PyTorch (single
precision) and, through gguf.py, to llama.cpp (single precision; llama.mjs says
what that needs). Compares prompts by pieces and replies by bytes. Where replies
differ, it shows how far apart the two pieces were there in single precision. What
is not installed is left out and named. ASSAY_BUILD names the build's folder.
Exit status 1: prompts differ, or replies do that were no near tie.
"""
import json
import os
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
home = os.path.join(here, "..", "..", "models", "student")
sys.path.insert(0, home)
import data  # noqa: E402
from gguf import write  # noqa: E402
from pieces import Pieces  # noqa: E402
from weights import read  # noqa: E402

WEIGHTS = os.path.join(home, "student.weights")
ASSAY = data.ASSAY = os.path.join(os.environ.get("ASSAY_BUILD", "build"), "assay")
NEAR = 0.1  # a difference of logits that the rounding of `assay` can undo
CHAT = [  # templates and our own prompts must agree on these, too
    ([("system", "A"), ("user", "B \\frac é"), ("assistant", "C"), ("user", "D")], "{u}A\n\nB \\frac é{s}C{e}{u}D{s}"),
    ([("user", "A"), ("system", "B"), ("system", "C")], "{u}B\n\nC\n\nA{s}"),
    ([("system", "A")], "{u}A{s}"),
    ([("system", "A"), ("user", "")], "{u}A{s}"),
    ([("user", "A"), ("assistant", "The ")], "{u}A{s}The "),
]


def problems(number):
    names = [f["name"] for f in map(json.loads, subprocess.check_output([ASSAY, "families", "--json"]).splitlines())]
    names = [n for n in names if n.startswith("concept/")]
    names = names[::max(1, len(names) // number)][:number]
    return [r for n in names for level in (1, 2, 3) for r in data.made(n, level, "same", 1, split="test")]


def of_assay(rows, folder):
    """{problem: [pieces of its prompt, its reply]}"""
    file, store = os.path.join(folder, "problems.jsonl"), os.path.join(folder, "store.db")
    with open(file, "w") as f:
        f.writelines(json.dumps(r) + "\n" for r in rows)
    env = dict(os.environ, ASSAY_STUDENT=WEIGHTS)
    subprocess.run([ASSAY, "run", file, "--model", "student", "--temperature", "0", "--store", store], env=env,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    lines = subprocess.check_output([ASSAY, "store", "show", "last", "--replies", "--store", store]).splitlines()
    by = {r["problem_id"]: r for r in map(json.loads, lines)}
    return [(by[r["id"]]["usage"]["prompt_tokens"], by[r["id"]]["response"].encode()) for r in rows]


def of_llama(chats, context, folder):
    """[(pieces of the prompt, of the reply)] or None"""
    file = os.path.join(folder, "student.gguf")
    write(WEIGHTS, file)
    rows = "".join(json.dumps({"messages": [{"role": r, "content": t} for r, t in chat], "whole": whole}) + "\n"
                   for chat, whole in chats)
    try:
        p = subprocess.run(["node", os.path.join(here, "llama.mjs"), file], input=rows.encode(), stdout=subprocess.PIPE)
    except FileNotFoundError:
        print("skipped: node is not here")
        return None
    if p.returncode == 77:
        return None
    p.check_returncode()
    return [(r["prompt"], r["reply"]) for r in map(json.loads, p.stdout.splitlines())]


class Torch:
    """model.py in single precision, with weights as int8 rows give them."""

    def __init__(self, head, parts):
        import torch
        from model import Student
        self.torch, self.c = torch, head["model"]
        self.model = Student(self.c)
        self.model.load_state_dict({n: torch.from_numpy(p.copy()) for n, p in parts.items()})
        torch.set_grad_enabled(False)
        torch.set_num_threads(1)

    def reply(self, prompt, end):
        t, c, out = self.torch, self.c, []
        shape = (1, c["heads"], c["context"], c["width"] // c["heads"])
        cache = [(t.zeros(shape), t.zeros(shape)) for _ in range(c["layers"])]
        logits, at = self.model(t.tensor([prompt]), cache)[0, -1], len(prompt)
        while at + len(out) < c["context"] and (piece := int(logits.argmax())) != end:
            out.append(piece)
            n = at + len(out)
            if n < c["context"]:
                logits = self.model(t.tensor([[piece]]), cache, n - 1, mask=t.ones(1, n, dtype=t.bool))[0, -1]
        return out

    def logits(self, ids):
        return self.model(self.torch.tensor([ids]))[0].numpy()


def parting(ids, text, pieces):
    """How many pieces of a reply agree with another's text, and what is left of that."""
    at = 0
    for n, i in enumerate(ids):
        if not text.startswith(pieces.words[i], at):
            return n, text[at:]
        at += len(pieces.words[i])
    return len(ids), text[at:]


def apart(torch, prompt, ids, text, pieces):
    """Where a reply of pieces leaves another's text: (piece, difference of logits there)."""
    n, rest = parting(ids, text, pieces)
    logits = torch.logits(prompt + ids[:n])[-1]
    mine = ids[n] if n < len(ids) else pieces.end
    others = [i for w, i in pieces.number.items() if rest.startswith(w)] if rest else [pieces.end]
    return n, float(logits[mine] - max(logits[i] for i in others))


def tell(name, ids, other, texts, rows, prompts, torch, pieces):
    """Prints how many replies of pieces are the other's texts; returns the widest gap where they part."""
    differ = [i for i, t in enumerate(texts) if pieces.decode(ids[i]) != t]
    print("%s and %s: %d of %d replies the same" % (name, other, len(texts) - len(differ), len(texts)))
    widest = 0
    for i in differ if torch else []:
        n, gap = apart(torch, prompts[i], ids[i], texts[i], pieces)
        widest = max(widest, abs(gap))
        print("  %s: apart at piece %d of %d, by %.4f" % (rows[i]["id"], n, len(ids[i]), gap))
    return widest


def usual(torch, prompts, replies):
    """How near the second piece is to the first one, at all pieces of replies."""
    import numpy as np
    gaps = []
    for p, r in zip(prompts, replies):
        top = np.sort(torch.logits((p + r)[:torch.c["context"]])[len(p) - 1:], 1)[:, -2:]
        gaps.append(top[:, 1] - top[:, 0])
    gaps = np.concatenate(gaps)
    print("first and second piece: %.1f apart at the median; under 0.01, 0.1 and 0.5 at %s of %d pieces" % (
        np.median(gaps), ", ".join(str(int((gaps < x).sum())) for x in (0.01, 0.1, 0.5)), len(gaps)))


def main():
    head, parts = read(WEIGHTS)
    pieces, context = Pieces([p.encode("latin-1") for p in head["pieces"]]), head["model"]["context"]
    rows = problems(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    asked = [r["statement"].encode() + data.TAIL for r in rows]
    prompts = [[pieces.user] + pieces.encode(a) + [pieces.student] for a in asked]
    chats = [([("user", a.decode())], context) for a in asked] + [(c, 0) for c, _ in CHAT]
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = of_assay(rows, folder), of_llama(chats, context, folder)
    try:
        torch = Torch(head, parts)
    except ImportError:
        torch = print("skipped: PyTorch is not here")
    bad = sum(n != len(p) for (n, _), p in zip(ours, prompts))
    texts, widest = [t for _, t in ours], 0
    if torch:
        single = [torch.reply(p, pieces.end) for p in prompts]
        widest = tell("PyTorch", single, "assay", texts, rows, prompts, torch, pieces)
        usual(torch, prompts, single)
    if theirs:
        wanted = prompts + [special(t, pieces) for _, t in CHAT]
        same = sum(p == w for (p, _), w in zip(theirs, wanted))
        print("llama.cpp: %d of %d prompts the same pieces" % (same, len(wanted)))
        bad += len(wanted) - same
        replies = [r for _, r in theirs[:len(rows)]]
        widest = max(widest, tell("llama.cpp", replies, "assay", texts, rows, prompts, torch, pieces))
        if torch:
            tell("llama.cpp", replies, "PyTorch", [pieces.decode(r) for r in single], rows, prompts, torch, pieces)
    return 1 if bad or widest > NEAR else 0


def special(text, pieces):
    """{u}, {s} and {e} as pieces, the rest cut."""
    out = []
    for part in text.replace("{", "\0{").replace("}", "\0").split("\0"):
        out += {"{u": [pieces.user], "{s": [pieces.student], "{e": [pieces.end]}.get(part) or pieces.encode(part.encode())
    return out


if __name__ == "__main__":
    sys.exit(main())
