"""Count the domino tilings of a board with removed squares and with walls that no domino may cross
(the same as the perfect matchings of a grid graph with missing points and edges).

Dynamic programming, square by square, column after column: a state is the set of squares ahead
that are already covered by a domino from a square passed before.
"""
import re

SQUARE = r"\$\(\d+, \d+\)\$"
SQUARES = r"(?P<gone>(?:" + SQUARE + r"(?:, | and )?)+)"
WALLS = r"(?P<walls>" + SQUARE + r" and " + SQUARE + r"(?:; " + SQUARE + r" and " + SQUARE + r")*)"
FORMS = (
    re.compile(r"Consider the graph whose vertices are the points \$\(r, c\)\$ with integers \$1 \\le r \\le (?P<rows>\d+)\$ and "
               r"\$1 \\le c \\le (?P<columns>\d+)\$, except the points " + SQUARES + r"\. Two points are joined by an edge if they have "
               r"distance \$1\$, but there is no edge between the two points of any of these pairs: " + WALLS + r"\. How many perfect "
               r"matchings does this graph have, that is, sets of edges such that each vertex belongs to exactly one edge of the set\? Give the "
               r"exact number\."),
    re.compile(r"A board has \$(?P<rows>\d+)\$ rows and \$(?P<columns>\d+)\$ columns of unit squares; the square in row \$r\$ and column "
               r"\$c\$ is called \$\(r, c\)\$\. The squares " + SQUARES + r" are removed\. Between some pairs of neighbouring squares there "
               r"is a wall, which no domino may cross: " + WALLS + r"\. In how many ways can all remaining squares be covered by dominoes "
               r"without overlaps, where each domino covers two squares with a common side\? Tilings that differ by a rotation or "
               r"reflection count as different\. Give the exact number\."),
)


def solve(statement):
    text = next((f for f in (form.fullmatch(statement) for form in FORMS) if f), None)
    if text is None:
        raise ValueError("statement not understood")
    rows, columns = int(text["rows"]), int(text["columns"])
    read = lambda part: [(int(r), int(c)) for r, c in re.findall(r"\((\d+), (\d+)\)", part)]
    gone = read(text["gone"])
    ends = read(text["walls"])
    walls = {frozenset(pair) for pair in zip(ends[::2], ends[1::2])}
    if any(not (1 <= r <= rows and 1 <= c <= columns) for r, c in gone + ends):
        raise ValueError("a square lies outside the board")
    if any(abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 for a, b in map(tuple, walls)):
        raise ValueError("a wall between squares that are not neighbours")
    free = {(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)} - set(gone)
    count = {frozenset(): 1}
    for square in sorted(free, key=lambda s: (s[1], s[0])):
        r, c = square
        partners = [s for s in ((r + 1, c), (r, c + 1)) if s in free and frozenset((square, s)) not in walls]
        new = {}
        for covered, ways in count.items():
            if square in covered:
                following = [covered - {square}]
            else:
                following = [covered | {s} for s in partners if s not in covered]
            for state in following:
                new[state] = new.get(state, 0) + ways
        count = new
    return str(count.get(frozenset(), 0))
