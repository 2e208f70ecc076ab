"""Count the sequences of n moves of the kinds A to D from a given start height to a given end
height that never go below height 0, never make a forbidden kind directly after another, and use
one kind a number of times that is r modulo m.

Dynamic programming, move by move: a state is (height, last kind, count of the kind modulo m).
"""
import re

AFTER = r"(?:[A-D] directly after [A-D](?:, | and )?)+"
FORMS = (
    re.compile(r"A walk in the plane begins at \$\(0, (?P<start>\d+)\)\$ and consists of \$(?P<n>\d+)\$ steps\. There are four kinds of "
               r"steps: (?P<kinds>(?:[A-D] adds \$\(1, -?\d+\)\$(?:, | and )?){4}) to the point \$\(x, y\)\$ that the walk has reached\. "
               r"The walk may never reach a point with \$y < 0\$; points with \$y = 0\$ are allowed\. Among consecutive steps, these are "
               r"forbidden: (?P<bad>" + AFTER + r")\. How many such walks end at \$\((?P<n2>\d+), (?P<end>\d+)\)\$ and have a number of "
               r"steps of kind (?P<kind>[A-D]) that leaves the remainder \$(?P<r>\d+)\$ on division by \$(?P<m>\d+)\$\? Give the exact "
               r"number\."),
    re.compile(r"A point starts at height \$(?P<start>\d+)\$ and makes \$(?P<n>\d+)\$ moves one after the other\. There are four kinds of "
               r"moves: (?P<kinds>(?:[A-D] changes the height by \$-?\d+\$(?:, | and )?){4})\. Its height must never become negative "
               r"\(height \$0\$ is allowed\), and each of the following is forbidden: (?P<bad>" + AFTER + r")\. "
               r"Count the sequences of \$(?P<n2>\d+)\$ moves after which the height is \$(?P<end>\d+)\$ and in which the number of moves "
               r"of kind (?P<kind>[A-D]) is congruent to \$(?P<r>\d+)\$ modulo \$(?P<m>\d+)\$\. Give the exact number\."),
)


def solve(statement):
    found = [form.fullmatch(statement) for form in FORMS]
    text = next((f for f in found if f), None)
    if text is None:
        raise ValueError("statement not understood")
    n, r, m = int(text["n"]), int(text["r"]), int(text["m"])
    change = {k: int(d) for k, d in re.findall(r"([A-D]) [^$]*\$(?:\(1, )?(-?\d+)\)?\$", text["kinds"])}
    bad = {(before, after) for after, before in re.findall(r"([A-D]) directly after ([A-D])", text["bad"])}
    if n != int(text["n2"]) or sorted(change) != list("ABCD") or not 0 <= r < m:
        raise ValueError("the parts of the statement do not fit together")
    count = {(int(text["start"]), "", 0): 1}
    for _ in range(n):
        new = {}
        for (height, last, used), ways in count.items():
            for k, d in change.items():
                if height + d >= 0 and (last, k) not in bad:
                    key = (height + d, k, (used + (k == text["kind"])) % m)
                    new[key] = new.get(key, 0) + ways
        count = new
    end = int(text["end"])
    return str(sum(ways for (height, _, used), ways in count.items() if height == end and used == r))
