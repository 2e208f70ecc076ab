# SPDX-License-Identifier: Apache-2.0
"""Solves the problems of hard/curves from the text of their statements alone.

A statement gives a curve y^2 = f(x) over the field with p elements, and asks for
the product N_1 N_2 ... N_k, where N_j is the number of pairs (x, y) with both
coordinates in the field with p^j elements: exactly, or modulo a prime.

N_1 is counted by trying all x and y modulo p. N_2 is counted in the field of all
a + b r, where r^2 is a fixed number that is no square modulo p: every element is
squared, then every x is tried. The numbers N_j = p^j - t_j - e_j, where e_j
belongs to infinity and t_j is a sum of j-th powers of 2g numbers (g is the
genus), follow from N_1 and, for genus 2, from N_2: the numbers come in pairs
with the product p. With u_i = the sum of the i-th pair, t_j is the sum of the
D_j(u_i), where D_j(u) = u D_(j-1)(u) - p D_(j-2)(u). For genus 2, u_1 and u_2
are the zeros of a quadratic polynomial, so that D_j is kept as m + n u modulo
this polynomial.
"""
import re


def read_polynomial(text):
    """Returns the coefficients of "3x^2 - x + 5", the constant one first."""
    coefficients = {}
    for sign, number, x, power in re.findall(
            r"([+-]?)\s*(\d*)(x?)(?:\^\{?(\d+)\}?)?", text):
        if not number and not x:
            continue
        degree = int(power or 1) if x else 0
        value = int(number or 1)
        coefficients[degree] = -value if sign == "-" else value
    return [coefficients.get(i, 0) for i in range(max(coefficients) + 1)]


def read_statement(statement):
    """Returns p, k, the coefficients of f and the modulus (0: none)."""
    f = read_polynomial(re.search(r"\$y\^2 = ([^$]*)\$", statement).group(1))
    if "defines a curve" in statement:
        p = int(re.search(r"field with \$(\d+)\$ elements", statement).group(1))
        k = int(re.search(r"from \$1\$ to \$(\d+)\$", statement).group(1))
    else:
        p = int(re.search(r"read modulo \$(\d+)\$", statement).group(1))
        k = int(re.search(r"\\prod_\{j=1\}\^\{(\d+)\}", statement).group(1))
    modulus = re.search(r"division by the prime \$(\d+)\$", statement)
    return p, k, f, int(modulus.group(1)) if modulus else 0


def count_over_p(p, f):
    """Returns the number of pairs (x, y) modulo p."""
    roots = [0] * p
    for y in range(p):
        roots[y * y % p] += 1
    return sum(roots[sum(c * x**i for i, c in enumerate(f)) % p]
               for x in range(p))


def count_over_p2(p, f):
    """Returns the number of pairs (x, y) in the field with p^2 elements."""
    squares = {y * y % p for y in range(p)}
    r2 = min(n for n in range(p) if n not in squares)
    roots = {}
    for a in range(p):
        for b in range(p):
            square = ((a * a + r2 * b * b) % p, 2 * a * b % p)
            roots[square] = roots.get(square, 0) + 1
    total = 0
    for a in range(p):
        for b in range(p):
            u = v = 0
            for c in reversed(f):
                u, v = (u * a + r2 * v * b + c) % p, (u * b + v * a) % p
            total += roots.get((u, v), 0)
    return total


def counts(p, k, f):
    """Yields N_1, N_2 ... N_k."""
    degree = len(f) - 1
    sign = 0  # of the leading coefficient, where infinity splits
    if degree % 2 == 0:
        sign = 1 if any(y * y % p == f[-1] % p for y in range(1, p)) else -1
    t1 = p - count_over_p(p, f) - sign
    # u^2 = t1 u - w for the two sums u of genus 2; u = t1 for genus 1
    genus = (degree - 1) // 2
    w = 0
    if genus == 2:
        t2 = p * p - count_over_p2(p, f) - sign * sign
        w = (t1 * t1 - t2 - 4 * p) // 2
    before, now = (2, 0), (0, 1)  # D_0 = 2 and D_1 = u, as m + n u
    for j in range(1, k + 1):
        t = genus * now[0] + t1 * now[1]
        yield p**j - t - sign**j
        m, n = now
        # u (m + n u) = -n w + (m + n t1) u; w is 0 and u = t1 for genus 1
        before, now = now, (-n * w - p * before[0],
                            m + n * t1 - p * before[1])


def solve(statement):
    """Returns the answer as text."""
    p, k, f, modulus = read_statement(statement)
    product = 1
    for n in counts(p, k, f):
        product *= n
        if modulus:
            product %= modulus
    return str(product)
