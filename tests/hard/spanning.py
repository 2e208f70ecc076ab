"""Count the spanning trees of a graph with multiple edges. (A set of roads that connects all towns,
and no longer does when any one road is left out, is a spanning tree.)

Kirchhoff: strike out the last row and column of the Laplacian matrix and take the determinant,
here by elimination with fractions.
"""
from fractions import Fraction
import re

LIST = r"(?P<list>(?:\$\\\{\d+, \d+\\\}\$: \$\d+\$(?:, | and )?)+)"
FORMS = (
    re.compile(r"A graph has the vertices \$1, 2, \\ldots, (?P<n>\d+)\$\. Two vertices may be joined by several edges, which count as "
               r"different edges\. The list gives pairs of vertices with the number of edges between them; all other pairs are not joined: "
               + LIST + r"\. How many spanning trees does this graph have\? \(A spanning tree is a set of \$(?P<edges>\d+)\$ edges that "
               r"connects all vertices\.\) Give the exact number\."),
    re.compile(r"There are \$(?P<n>\d+)\$ towns with the numbers \$1\$ to \$(?P<n2>\d+)\$\. For some pairs of towns there are roads that "
               r"join them directly, and this is the number of such roads for each of these pairs: " + LIST + r"\. No other pair is joined "
               r"directly, and all roads are different from one another\. In how many ways can one choose a set of roads such that from "
               r"every town one can reach every other town on chosen roads, but this fails as soon as any one of the chosen roads is left "
               r"out\? Give the exact number\."),
)


def determinant(matrix):
    rows = [[Fraction(x) for x in row] for row in matrix]
    value = Fraction(1)
    for i in range(len(rows)):
        pivot = next((k for k in range(i, len(rows)) if rows[k][i]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != i:
            rows[i], rows[pivot] = rows[pivot], rows[i]
            value = -value
        value *= rows[i][i]
        for k in range(i + 1, len(rows)):
            if rows[k][i]:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [x - factor * y if y else x for x, y in zip(rows[k], rows[i])]
    return value


def solve(statement):
    text = next((f for f in (form.fullmatch(statement) for form in FORMS) if f), None)
    if text is None:
        raise ValueError("statement not understood")
    n = int(text["n"])
    laplacian = [[0] * n for _ in range(n)]
    seen = set()
    for found in re.findall(r"\{(\d+), (\d+)\\\}\$: \$(\d+)\$", text["list"]):
        a, b, many = map(int, found)
        if not (1 <= a <= n and 1 <= b <= n and a != b) or frozenset((a, b)) in seen:
            raise ValueError("a pair is wrong or given twice")
        seen.add(frozenset((a, b)))
        for x, y in ((a, b), (b, a)):
            laplacian[x - 1][x - 1] += many
            laplacian[x - 1][y - 1] -= many
    named = text.groupdict()
    if int(named.get("n2") or n) != n or int(named.get("edges") or n - 1) != n - 1:
        raise ValueError("the parts of the statement do not fit together")
    answer = determinant([row[:-1] for row in laplacian[:-1]])
    return str(int(answer))
