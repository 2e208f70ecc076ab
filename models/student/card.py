"""Writes CARD.md: card.py FOLDER

Makes fresh problems, lets assay ask the student for each (greedily) and judge
its replies, and writes what came out beside what the weights and the recipe say.
FOLDER keeps problems, replies and results: a second time nothing is asked again.
Numbers of problems may be given for a shorter look: card.py FOLDER 40 20 12.
ASSAY names the program.
"""
import hashlib
import json
import os
import subprocess
import sys

from weights import read

here = os.path.dirname(os.path.abspath(__file__))
ASSAY = os.environ.get("ASSAY", "assay")
WEIGHTS = os.path.join(here, "student.weights")
recipe = json.load(open(os.path.join(here, "recipe.yaml")))
SHOWN = ("as others", "small numbers only", "rare", "absent")


def shown(name):
    """How a family, or a pair, was met in training."""
    if name in recipe["absent"] or name in recipe["pairs"]["absent"]:
        return "absent"
    if name.startswith("hard/"):
        return "few"
    return "rare" if name in recipe["rare"] else "small numbers only" if name in recipe["digits"] else "as others"


def assay(*words):
    return subprocess.run([ASSAY, *map(str, words)], env=dict(os.environ, ASSAY_STUDENT=WEIGHTS),
                          stdout=subprocess.PIPE, check=True).stdout


def fresh(families, level, number):
    """Lines of problems that training cannot have had."""
    return b"".join(assay("new", f, "--level", level, "--count", number, "--seed", "card", "--split", "test")
                    for f in families).splitlines(True)


def measured(folder, name, lines):
    """The run of these problems, as `assay run --json` tells it."""
    file = os.path.join(folder, name)
    with open(file + ".jsonl", "wb") as f:
        f.writelines(lines)
    told = assay("run", file + ".jsonl", "--model", "student", "--temperature", 0,
                 "--by", "family", "--store", os.path.join(folder, "card.db"), "--json")
    with open(file + ".json", "wb") as f:
        f.write(told)
    with open(file + "-replies.jsonl", "wb") as f:
        f.write(assay("store", "show", "last", "--replies", "--store", os.path.join(folder, "card.db")))
    return json.loads(told)["models"][0]


def interval(cell):
    a = cell["accuracy"]
    return "%.0f (%.0f .. %.0f)" % (100 * a["value"], 100 * a["low"], 100 * a["high"])


def row(*cells):
    return "| %s |\n" % " | ".join(map(str, cells))


def table(*names):
    return "\n" + row(*names) + row(*["---"] * len(names))


def measure(folder, counts):
    """{(kind, level, how shown or None): run}"""
    names = recipe["pairs"]["families"]
    pairs = ["%s+%s" % (a, b) for a in names for b in names if a != b]
    sets = [("concept", level, ["concept/all"], counts[0]) for level in (1, 2, 3)]
    sets += [("hard", 1, ["hard/all"], counts[1]), ("pair", 1, pairs, counts[2])]
    out = {}
    for kind, level, families, number in sets:
        lines = fresh(families, level, number)
        name = "%s-%d" % (kind, level)
        out[kind, level, None] = measured(folder, name, lines)
        for how in SHOWN if kind != "hard" else ():
            part = [line for line in lines if shown(json.loads(line)["family"]) == how]
            if part:
                out[kind, level, how] = measured(folder, name + "-" + how.replace(" ", "-"), part)
    return out


def kinds(runs):
    text = table("problems", "level", "in training", "number", "right, % (95 %)", "cut by the context")
    for (kind, level, how), run in runs.items():
        cell = run["cell"]
        text += row(kind, level, how or "**all**", cell["counted"], interval(cell), cell["counts"]["truncated"])
    return text


def families(runs):
    by = [runs["concept", level, None]["groups"]["family"] for level in (1, 2, 3)]
    text = table("family", "in training", "level 1", "level 2", "level 3", "monotone")
    for name in by[0]:
        right = [b[name]["accuracy"]["value"] for b in by]
        text += row(name.split("/")[1], shown(name), *[interval(b[name]) for b in by],
                    "yes" if right[0] >= right[1] >= right[2] else "no")
    return text


def groups(runs, kind):
    text = table("family" if kind == "hard" else "pair", "in training", "level 1")
    for name, cell in runs[kind, 1, None]["groups"]["family"].items():
        text += row(name.replace(kind + "/" if kind == "hard" else "concept/", ""), shown(name), interval(cell))
    return text


def weak(runs):
    by = [runs["concept", level, None]["groups"]["family"] for level in (1, 2, 3)]
    low = sorted((n for n in by[0] if by[0][n]["accuracy"]["value"] < 0.25), key=lambda n: by[0][n]["accuracy"]["value"])
    none = [n for n in by[2] if by[2][n]["counts"]["correct"] == 0]
    say = lambda names: ", ".join(n.split("/")[1] for n in names) or "none"
    return ("Less than a quarter right at level 1: %s. None right at level 3: %s." % (say(low), say(none)))


def filled(text):
    """Lines of at most 80 letters."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > 79:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def card(runs, counts):
    head, parts = read(WEIGHTS)
    c, body = head["model"], open(WEIGHTS, "rb").read()
    plain = lambda names: ", ".join(n.replace("concept/", "") for n in names)
    paragraphs = [
        "A language model of %.1f M parameters (%d layers of width %d, %d heads, a vocabulary of %d tokens, context %d) that ships with "
        "assay. It was trained to write worked solutions of assay's own families of problems, and nothing else. It "
        "is not a general model: it knows no facts, holds no conversation, and answers every question as if it were "
        "one of those problems." % (
            sum(p.size for p in parts.values()) / 1e6, c["layers"], c["width"], c["heads"], c["pieces"], c["context"]),
        "Its purpose is to try, test and show runs, hunts and evolutions without a server or an API key, on a model "
        "whose gaps are known. Do not use it to give or check answers that anyone relies on, to judge the replies of "
        "others, for teaching, or as a measure of how hard problems are for other models.",
        "Licence: Apache-2.0, like the project. No text by others was used in training.",
    ]
    training = [
        "One H200, %.0f minutes: %s steps, %s M tokens seen, of %s M in %s documents; final loss %.4f (mean of the last "
        "steps, on replies). `assay new` wrote all documents (split `train`) as `recipe.yaml` says; `finer.py` divided "
        "their steps into smaller ones." % (
            recipe["variants"][0]["seconds"] / 60, format(head["steps"], ","), format(head["trained"] // 10**6, ","), format(head["data"] // 10**6, ","),
            format(head["documents"], ","), head["loss"]),
        "What is missing from training, or rare in it. Absent families: %s. Rare families (a 25th of the problems): %s. "
        "Families with small numbers only (at most this many digits): %s. Of the %d ordered pairs of %d families these "
        "were absent: %s. Training had few problems of the hard families, at levels 1 and 2, and none of the applied "
        "ones." % (
            plain(recipe["absent"]), plain(recipe["rare"]),
            ", ".join("%s (%d)" % (n.replace("concept/", ""), d) for n, d in recipe["digits"].items()),
            len(recipe["pairs"]["families"]) * (len(recipe["pairs"]["families"]) - 1), len(recipe["pairs"]["families"]),
            plain(recipe["pairs"]["absent"])),
    ]
    facts = table("what", "") + row("file", "`student.weights`, %s bytes" % format(len(body), ","))
    facts += row("SHA-256 of the file", "`%s`" % hashlib.sha256(body).hexdigest())
    facts += row("SHA-256 at its end, by which assay identifies it", "`%s`" % body[-32:].hex())
    facts += row("SHA-256 of the data", "`%s`" % head["data_sha256"])
    how = ("Fresh problems (seed `card`, split `test`, which shares no problem with `train`): {} of each concept family "
           "and level, {} of each hard family at level 1, {} of each pair. One greedy reply to each, by assay's own "
           "engine, judged by assay (lenient reading). The brackets have the 95 % interval that `assay run` prints. "
           "Monotone: no level has a higher rate than the level before it.".format(*counts))
    return "\n".join([
        "# The student: card\n", "Written by `ASSAY=build/assay python3 models/student/card.py FOLDER`; edit the script, not this file.\n",
        *[filled(p) + "\n" for p in paragraphs], "## Training\n", *[filled(p) + "\n" for p in training],
        facts.lstrip("\n"), "## What it can do\n", filled(how), kinds(runs), filled(weak(runs)) + "\n",
        "### Concept families\n" + families(runs), "### Pairs\n\n" + filled(
            "The answer of the first problem is a number of the second.") + "\n" + groups(runs, "pair"),
        "### Hard families\n" + groups(runs, "hard")])


if __name__ == "__main__":
    if len(sys.argv) not in (2, 5):
        raise SystemExit(__doc__)
    counts = tuple(map(int, sys.argv[2:])) or (40, 20, 12)
    os.makedirs(sys.argv[1], exist_ok=True)
    text = card(measure(sys.argv[1], counts), counts)
    with open(os.path.join(here, "CARD.md"), "w") as f:
        f.write(text)
