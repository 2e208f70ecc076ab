"""The sum of p x + q y over all positive solutions of x^2 - D y^2 = N with x up to a bound.

Let t + u sqrt(D) be the least solution of t^2 - D u^2 = 1 with t, u > 0. Multiplying by its powers
brings every solution to one with 0 <= y <= u sqrt(|N| / (2 (t - 1))) (the classical bound, taken here in
its weaker form for both signs of N). These few are found by trying every y; then each of them, with both
signs of x, is multiplied by the unit again and again until x exceeds the bound, and the absolute values
are collected.
"""
import re
from math import isqrt

PATTERNS = (
    r"Consider all pairs \$\(x, y\)\$ of positive integers with \$x\^2 - (\d+) y\^2 = (-?\d+)\$ and "
    r"\$x \\le (\d+) \\cdot 10\^\{(\d+)\}\$\. Find the sum of the values \$(\d+)x \+ (\d+)y\$ over all these pairs\.",
    r"The equation \$x\^2 - (\d+) y\^2 = (-?\d+)\$ has finitely many solutions in positive integers \$x\$ and \$y\$ for "
    r"which \$x\$ does not exceed \$(\d+) \\cdot 10\^\{(\d+)\}\$\. Find the sum of \$(\d+)x \+ (\d+)y\$ over all these "
    r"solutions\.",
)


def unit(D):
    """Least t, u > 0 with t^2 - D u^2 = 1, from the continued fraction of sqrt(D)."""
    root = isqrt(D)
    P, Q, a = 0, 1, root
    t0, t, u0, u = 1, root, 0, 1
    while t * t - D * u * u != 1:
        P = a * Q - P
        Q = (D - P * P) // Q
        a = (root + P) // Q
        t0, t, u0, u = t, a * t + t0, u, a * u + u0
    return t, u


def solve(statement):
    for pattern in PATTERNS:
        found = re.fullmatch(pattern, statement)
        if found:
            break
    else:
        raise ValueError("unread statement")
    D, N, factor, exponent, p, q = map(int, found.groups())
    limit = factor * 10 ** exponent
    if isqrt(D) ** 2 == D or N == 0:
        raise ValueError("a square or zero")
    t, u = unit(D)
    # y^2 <= u^2 |N| / (2 (t - 1)); where the unit is enormous the bound on x is the smaller one.
    highest = min(isqrt(u * u * abs(N) // (2 * (t - 1))) + 1, isqrt(max(limit * limit - N, 0) // D) + 1)
    solutions = set()
    for y in range(highest + 1):
        square = N + D * y * y
        if square < 0 or isqrt(square) ** 2 != square:
            continue
        for x0 in {isqrt(square), -isqrt(square)}:
            x, z = x0, y
            while abs(x) <= limit:
                if x and z:
                    solutions.add((abs(x), abs(z)))
                x, z = t * x + D * u * z, u * x + t * z
    if any(x * x - D * y * y != N for x, y in solutions):
        raise ValueError("a false solution")
    return str(sum(p * x + q * y for x, y in solutions))
