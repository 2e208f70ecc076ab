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
               r"different edges\. The following list gives each pair of joined vertices with the number of edges between them: "
               + LIST + r"\. No other pair of vertices is joined\. How many spanning trees does this graph have\? \(A spanning tree is a "
               r"set of \$(?P<edges>\d+)\$ edges that connects all vertices\.\) Give the exact number\."),
    re.compile(r"There are \$(?P<n>\d+)\$ towns, numbered from \$1\$ to \$(?P<n2>\d+)\$\. Some pairs of towns are joined directly by one "
               r"road or by several roads\. The following list gives each of these pairs with the number of roads between its two towns: "
               + LIST + r"\. No other pair is joined directly, and all roads are different from one another\. In how many ways can one "
               r"choose a set of these roads such that every town can be reached from every other town on the chosen roads, but this is "
               r"no longer so if any one of the chosen roads is left out\? Give the exact number\."),
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
