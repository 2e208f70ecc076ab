"""Heaps of counters; from a heap with an even number one may take p(j) counters, from a heap with
an odd number q(j) counters, j = 0, 1, 2, ...; who cannot move loses. Over all positions in a box,
count the positions in which the player to move loses, or the winning moves.

Sprague-Grundy: the value of a heap is the least number that is not the value of a heap it can be
turned into; a position is lost exactly if the XOR of its heaps' values is 0. A move in heap i wins if
it leaves a heap whose value is the XOR of the values of the other heaps. The positions are counted
by XOR value, heap by heap.
"""
import re

BOUNDS = r"(?P<bounds>(?:\$\d+ \\le x_\{\d+\} \\le \d+\$(?:, | and )?)+)"
LOST = (r"(?P<lost>For how many of these positions does the second player have a winning strategy\?|In how many of these positions does the player "
        r"to move lose if the opponent plays perfectly\?)")
MOVES = (r"(?P<moves>A move is winning if the player who makes it can then win whatever the opponent does\. Find the total number of winning moves in "
         r"all these positions, that is the number of pairs of such a position and a winning move in it\.|Call a move good if it leads to a position "
         r"from which the player whose turn it then is loses against perfect play\. Count the good moves in each of these positions\. What is the sum "
         r"of all these counts\?)")
ASKED = r" (?:" + LOST + r"|" + MOVES + r")"
FORMS = [re.compile(form + ASKED) for form in (
    r"Some heaps of counters lie on a table, \$(?P<n>\d+)\$ in number, and two players take turns\. The player to move takes from a single heap: if it "
    r"has an even number of counters at that time, some number of the form \$(?P<even>[^$]+)\$, and if it has an odd number of counters, some number of "
    r"the form \$(?P<odd>[^$]+)\$, with an integer \$j \\ge 0\$ of the player's choice; one cannot take more than is there\. A player who has no move "
    r"has lost\. A position is a row of integers \$\(x_1, \\dots, x_\{(?P<n2>\d+)\}\)\$, the numbers of counters in the first heap, the second heap and "
    r"so on, with " + BOUNDS + r"; the heaps are told apart\.",
    r"Two players play with \$(?P<n>\d+)\$ heaps of counters and move in turn\. A move consists in choosing one heap and taking counters from it\. From a "
    r"heap with an even number of counters one may take \$(?P<even>[^$]+)\$ counters, and from a heap with an odd number of counters \$(?P<odd>[^$]+)\$ "
    r"counters, where \$j\$ may be any of the numbers \$0, 1, 2, \\dots\$, as long as the heap has so many counters\. Whoever cannot move loses\. "
    r"Consider all positions \$\(x_1, \\dots, x_\{(?P<n2>\d+)\}\)\$ with " + BOUNDS + r", where \$x_i\$ is the number of counters in heap \$i\$; the "
    r"heaps are told apart\.",
)]


def amounts(formula, largest):
    """The values of a j^2 + b j + c, j = 0, 1, 2, ..., up to largest; c is at least 1, so that every move takes something."""
    found = re.fullmatch(r"(\d*)j\^2(?: \+ (\d*)j)? \+ (\d+)", formula)
    if not found or int(found[3]) < 1:
        raise ValueError("formula not understood")
    a, b, c = int(found[1] or 1), 0 if found[2] is None else int(found[2] or 1), int(found[3])
    return [v for v in (a * j * j + b * j + c for j in range(largest + 1)) if v <= largest]


def combine(counts):
    """Number of ways, by XOR value, to take one value from each table {value: number}."""
    total = {0: 1}
    for table in counts:
        new = {}
        for x, p in total.items():
            for y, q in table.items():
                new[x ^ y] = new.get(x ^ y, 0) + p * q
        total = new
    return total


def solve(statement):
    text = next((f for f in (form.fullmatch(statement) for form in FORMS) if f), None)
    if text is None:
        raise ValueError("statement not understood")
    bounds = [tuple(map(int, b)) for b in re.findall(r"(\d+) \\le x_\{(\d+)\} \\le (\d+)", text["bounds"])]
    if [i for _, i, _ in bounds] != list(range(1, int(text["n"]) + 1)) or text["n"] != text["n2"] or any(lo > hi for lo, _, hi in bounds):
        raise ValueError("the heaps do not fit together")
    largest = max(hi for _, _, hi in bounds)
    takes = (amounts(text["even"], largest), amounts(text["odd"], largest))
    if [t for t in takes[0] if t < largest] == [t for t in takes[1] if t < largest]:
        raise ValueError("the rules for even and for odd heaps are the same")
    value = []
    for x in range(largest + 1):
        reached = {value[x - t] for t in takes[x % 2] if t <= x}
        value.append(next(v for v in range(x + 2) if v not in reached))
    tables = []
    for lo, _, hi in bounds:
        heaps = [value[x] for x in range(lo, hi + 1)]
        tables.append({v: heaps.count(v) for v in heaps})
    if text["lost"]:
        return str(combine(tables).get(0, 0))
    total = 0
    for k, (lo, _, hi) in enumerate(bounds):
        others = combine(tables[:k] + tables[k + 1:])
        total += sum(others.get(value[x - t], 0) for x in range(lo, hi + 1) for t in takes[x % 2] if t <= x)
    return str(total)
