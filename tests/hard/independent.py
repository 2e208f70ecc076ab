"""Count the proper colourings of a graph with q colours, or count the independent sets of a graph
with one of q labels on each chosen vertex (a sum of q to the size of the set).

The vertices are passed in the order 1, 2, ...; only the ones that still have a neighbour ahead are
remembered. For independent sets it is remembered which of them are chosen. For colourings it is
remembered which of them have equal colours: a new vertex takes the colour of a remembered vertex
that is not its neighbour, or one of the q - k colours that none of the remembered vertices has.
"""
import re

EDGES = r"(?P<edges>(?:\$\\\{\d+, \d+\\\}\$(?:, | and )?)+)"
PLAIN = r"A graph has the vertices \$1, 2, \\ldots, (?P<n>\d+)\$ and the edges " + EDGES + r"\. "
COLOURINGS = (
    re.compile(r"Let \$G\$ be the graph with the vertices \$1\$ to \$(?P<n>\d+)\$ and the edges " + EDGES + r"\. How many functions \$f\$ "
               r"from its vertices to \$\\\{1, 2, \\ldots, (?P<q>\d+)\\\}\$ satisfy \$f\(x\) \\ne f\(y\)\$ for every edge "
               r"\$\\\{x, y\\\}\$\? Give the exact number\."),
    re.compile(PLAIN + r"In how many ways can each vertex be given one of \$(?P<q>\d+)\$ colours such that the two ends of every edge have "
               r"different colours\? The vertices and the colours are distinguishable, and not every colour need be used\. Give the exact "
               r"number\."),
)
SETS = (
    re.compile(PLAIN + r"Some of its vertices \(possibly none\) are coloured, each of these in one of \$(?P<q>\d+)\$ colours, such that no "
               r"edge joins two coloured vertices, whether their colours are equal or not\. In how many ways can this be done\? The vertices "
               r"and the colours are distinguishable\. Give the exact number\."),
    re.compile(r"In the graph with the vertices \$1\$ to \$(?P<n>\d+)\$ and the edges " + EDGES + r", choose a set of vertices \(it may be "
               r"empty\) of which no two are joined by an edge, and give each chosen vertex one of \$(?P<q>\d+)\$ labels, where a label may "
               r"be used several times\. In how many ways can this be done\? Give the exact number\."),
)


def next_sets(state, near, q):
    """state: pairs (vertex, chosen or not)."""
    yield 0, 1
    if not any(chosen for v, chosen in state if v in near):
        yield 1, q


def next_colourings(state, near, q):
    """state: pairs (vertex, class), equal classes for equal colours, the classes being 0, 1, ..."""
    classes = {c for _, c in state}
    for c in classes - {c for v, c in state if v in near}:
        yield c, 1
    yield len(classes), q - len(classes)


def rename(state):
    names = {}
    return tuple((v, names.setdefault(c, len(names))) for v, c in state)


def solve(statement):
    colouring = next((f for f in (form.fullmatch(statement) for form in COLOURINGS) if f), None)
    text = colouring or next((f for f in (form.fullmatch(statement) for form in SETS) if f), None)
    if text is None:
        raise ValueError("statement not understood")
    n, q = int(text["n"]), int(text["q"])
    edges = [(int(a), int(b)) for a, b in re.findall(r"\{(\d+), (\d+)\\\}", text["edges"])]
    near = {v: set() for v in range(1, n + 1)}
    for a, b in edges:
        if a not in near or b not in near or a == b:
            raise ValueError("an edge is wrong")
        near[a].add(b)
        near[b].add(a)
    count = {(): 1}
    for v in range(1, n + 1):
        new = {}
        for state, ways in count.items():
            for mark, times in (next_colourings if colouring else next_sets)(state, near[v], q):
                kept = tuple((w, c) for w, c in state + ((v, mark),) if max(near[w], default=0) > v)
                if colouring:
                    kept = rename(kept)
                new[kept] = new.get(kept, 0) + ways * times
        count = new
    return str(sum(count.values()))
