r"""Commuting permutations with a colouring.

Asked: the number of triples (x, y, c) where x, y are commuting permutations of
n points with x^a = y^b = id, x has exactly f fixed points, and c is a colouring
with k colours that x and y leave unchanged.

The pair (x, y) is an action of Z^2, and c is constant on its orbits.  An action
of Z^2 that is transitive on m given points is a subgroup H of index m (what
fixes the first point) with names for the other points: (m-1)! actions for each
H.  Such an H has exactly one basis (d, e), (0, h) with d*h = m, 0 <= e < h.
x^a = id on the orbit when (a, 0) lies in H, y^b = id when (0, b) does; x fixes
all m points when (1, 0) lies in H, and no point otherwise.  The orbit of the
greatest point is taken off first: it has C(n-1, m-1) choices of points.
"""
import re
from functools import cache
from math import comb, factorial

FIXED = r'(?P<fixed>no fixed points|exactly one fixed point|exactly \$\d+\$ fixed points)'
WORDINGS = [re.compile(text) for text in (
    r'Two commuting permutations \$x\$ and \$y\$ of the numbers from \$1\$ to \$(?P<n>\d+)\$ satisfy '
    r'\$x\^\{(?P<a>\d+)\} = y\^\{(?P<b>\d+)\} = \\mathrm\{id\}\$, and \$x\$ has ' + FIXED +
    r'\. The numbers are coloured with \$(?P<k>\d+)\$ colours, not all of which need be used, so that each number \$i\$ '
    r'has the same colour as \$x\(i\)\$ and as \$y\(i\)\$\. A triple consists of \$x\$, \$y\$ and the colouring\. '
    r'How many such triples are there\?',
    r'Consider the triples \$\(x, y, c\)\$ in which \$x\$ and \$y\$ are permutations of the set '
    r'\$\\\{1, 2, \\ldots, (?P<n>\d+)\\\}\$ with \$xy = yx\$ such that \$x\^\{(?P<a>\d+)\}\$ and \$y\^\{(?P<b>\d+)\}\$ '
    r'are the identity and \$x\$ has ' + FIXED +
    r', and \$c\$ gives each number of the set one of \$(?P<k>\d+)\$ colours such that \$i\$, \$x\(i\)\$ and \$y\(i\)\$ '
    r'have the same colour for every \$i\$\. How many such triples are there\?')]


def read(statement):
    """n, a, b, f, k as in the heading."""
    for wording in WORDINGS:
        if s := wording.fullmatch(statement):
            number = re.search(r'\d+', s['fixed'])
            f = int(number[0]) if number else 0 if s['fixed'].startswith('no') else 1
            return int(s['n']), int(s['a']), int(s['b']), f, int(s['k'])
    raise ValueError('statement not read')


def orbits(m, a, b):
    """The numbers of subgroups H of index m: those that hold (1, 0), and those that do not."""
    inside = outside = 0
    for d in range(1, m + 1):
        if m % d == 0:
            h = m // d
            for e in range(h):
                if a % d == 0 and (a // d) * e % h == 0 and b % h == 0:
                    if d == 1 and e == 0:
                        inside += 1
                    else:
                        outside += 1
    return inside, outside


def solve(statement):
    n, a, b, f, k = read(statement)
    kinds = {m: orbits(m, a, b) for m in range(1, n + 1)}

    @cache
    def count(points, fixed):
        if fixed < 0:
            return 0
        if points == 0:
            return int(fixed == 0)
        total = 0
        for m in range(1, points + 1):
            inside, outside = kinds[m]
            ways = comb(points - 1, m - 1) * factorial(m - 1) * k
            total += ways * (inside * count(points - m, fixed - m) + outside * count(points - m, fixed))
        return total

    return str(count(n, f))
