r"""The value at an integer of the minimal polynomial of sqrt(a + b r) + c r + d r^2, r = m^(1/n).

With m prime, r has degree n over Q (Eisenstein).  s = sqrt(a + b r) does not lie
in Q(r): there is a prime p not dividing 2nm and a root r of r^n = m modulo p for
which a + b r is not a square modulo p, while a square of Q(r) would give a square.
So the r^i and r^i s, i < n, are a basis of the field Q(r, s).  The powers 1,
alpha, alpha^2, ... are written in this basis, and the first that depends
linearly on those before it gives the minimal polynomial.
"""
import re
from fractions import Fraction
from math import isqrt

ALPHA = (r'\$\\alpha = \\sqrt\{(?P<a>\d+) \+ (?P<b>\d*)\\sqrt\[(?P<n>\d+)\]\{(?P<m>\d+)\}\} '
         r'(?P<c>[+-] \d*)\\sqrt\[(?P=n)\]\{(?P=m)\} (?P<d>[+-] \d*)\\sqrt\[(?P=n)\]\{(?P=m)\^2\}\$')
END = r'\. Find \$P\((?P<at>-?\d+)\)\$\.'
WORDINGS = [re.compile(text) for text in (
    r'Let ' + ALPHA + r', where all roots are real and positive, and let \$P\$ be the minimal polynomial of '
    r'\$\\alpha\$ over the rational numbers, with leading coefficient 1' + END,
    r'Among all polynomials with rational coefficients and leading coefficient 1 that vanish at ' + ALPHA +
    r' \(all roots are the positive real ones\), let \$P\$ be the one of least degree' + END)]


def integer(text):
    text = text.replace(' ', '')
    return int(text if text[-1:].isdigit() else text + '1')


def read(statement):
    for wording in WORDINGS:
        if s := wording.fullmatch(statement):
            return [integer(s[g]) for g in ('a', 'b', 'c', 'd', 'n', 'm', 'at')]
    raise ValueError('statement not read')


def is_prime(p):
    return p > 1 and all(p % q for q in range(2, isqrt(p) + 1))


def certify(a, b, n, m):
    """Raise ValueError unless m is prime and a + b r is shown not to be a square in Q(r)."""
    if is_prime(m):
        for p in filter(is_prime, range(3, 2000)):
            if n * m % p:
                for r in range(p):
                    if (pow(r, n, p) - m) % p == 0 and pow(a + b * r, (p - 1) // 2, p) == p - 1:
                        return
    raise ValueError('degree of the field not settled')


def minimal_polynomial(a, b, c, d, n, m):
    """The coefficients, lowest first."""
    def times_r(v, k):  # r^k times a polynomial in r of n coefficients
        for _ in range(k):
            v = [m * v[-1]] + v[:-1]
        return v

    def combine(*terms):
        return [sum(f * v[i] for f, v in terms) for i in range(n)]

    def times_alpha(u, v):  # (u + v s)(s + c r + d r^2), where s^2 = a + b r
        return (combine((c, times_r(u, 1)), (d, times_r(u, 2)), (a, v), (b, times_r(v, 1))),
                combine((c, times_r(v, 1)), (d, times_r(v, 2)), (1, u)))

    u, v = [1] + [0] * (n - 1), [0] * n
    rows = []  # (pivot, vector with 1 there, how it is made of the powers of alpha)
    for power in range(2 * n + 1):
        vector = [Fraction(x) for x in u + v]
        made = [Fraction(int(i == power)) for i in range(2 * n + 1)]
        for pivot, row, row_made in rows:
            if factor := vector[pivot]:
                vector = [x - factor * y for x, y in zip(vector, row)]
                made = [x - factor * y for x, y in zip(made, row_made)]
        pivot = next((i for i, x in enumerate(vector) if x), None)
        if pivot is None:
            return made[:power + 1]
        rows.append((pivot, [x / vector[pivot] for x in vector], [x / vector[pivot] for x in made]))
        u, v = times_alpha(u, v)
    raise ValueError('no dependence found')


def solve(statement):
    a, b, c, d, n, m, at = read(statement)
    certify(a, b, n, m)
    value = sum(coefficient * at ** i for i, coefficient in enumerate(minimal_polynomial(a, b, c, d, n, m)))
    if value.denominator != 1:
        raise ValueError('alpha is an algebraic integer, so this cannot be')
    return str(value)
