r"""The integral of a rational function over the real line, divided by pi.

The denominator is a product of powers of quadratics Q = (x - p)^2 + q^2 with whole
p and q > 0.  Solved by partial fractions: f is the sum of (B + A (x - p)) / Q^k
over the quadratics and their powers k, found by elimination.  The terms with A
give 0: for k > 1 they are odd about p, and for k = 1 the A sum to 0 because f
decreases at least as 1/x^2, so their logarithms cancel in the limit.  And
    integral of 1 / Q^k  =  pi C(2k-2, k-1) / (4^(k-1) q^(2k-1)).
"""
import re
from collections import Counter
from fractions import Fraction
from math import comb, isqrt

POLY = r'[-+x^0-9 ]+'
FRACTION = r'\\frac\{(?P<top>' + POLY + r')\}\{(?P<bottom>(?:\(' + POLY + r'\)(?:\^\d)?)+)\}'
WORDINGS = [re.compile(text) for text in (
    r'The integral \$\\int_\{-\\infty\}\^\{\\infty\} ' + FRACTION + r'\\,dx\$ equals \$q\\pi\$, where \$q\$ is a rational number\. '
    r'Find \$q\$ exactly, as an integer or a fraction in lowest terms\.',
    r'The function \$f\(x\) = ' + FRACTION + r'\$ is integrated over the whole real line\. Its integral is a rational multiple '
    r'of \$\\pi\$\. Give the exact value of \$\\frac\{1\}\{\\pi\}\\int_\{-\\infty\}\^\{\\infty\} f\(x\)\\,dx\$ '
    r'as an integer or a fraction in lowest terms\.')]
TERM = r'(?:\d*x(?:\^\d)?|\d+)'


def polynomial(text):
    """The coefficients, lowest first."""
    text, coefficients = text.replace(' ', ''), Counter()
    if not re.fullmatch(f'-?{TERM}(?:[+-]{TERM})*', text):
        raise ValueError('polynomial not read: ' + text)
    for sign, term in re.findall(f'([+-]?)({TERM})', text):
        number, x, power = re.fullmatch(r'(\d*)(x?)\^?(\d?)', term).groups()
        coefficients[int(power or 1) if x else 0] += int(sign + (number or '1'))
    return [coefficients[i] for i in range(max(coefficients) + 1)]


def read(statement):
    """The numerator, and the exponents of the quadratics (p, q)."""
    s = next((found for wording in WORDINGS if (found := wording.fullmatch(statement))), None)
    if not s:
        raise ValueError('statement not read')
    powers = Counter()
    for text, power in re.findall(r'\(([^()]*)\)(?:\^(\d))?', s['bottom']):
        c, b, one = polynomial(text)
        p = -b // 2
        q = isqrt(max(c - p * p, 0))
        if (c, b, one) != (p * p + q * q, -2 * p, 1) or q == 0:
            raise ValueError('unexpected quadratic: ' + text)
        powers[p, q] += int(power or 1)
    top = polynomial(s['top'])
    if len(top) - 1 > 2 * sum(powers.values()) - 2:
        raise ValueError('the integral does not exist')
    return top, powers


def product(f, g):
    out = [0] * (len(f) + len(g) - 1)
    for i, a in enumerate(f):
        for j, b in enumerate(g):
            out[i + j] += a * b
    return out


def solve(statement):
    top, powers = read(statement)
    size = 2 * sum(powers.values())
    columns, weights = [], []  # each fraction times the denominator; its integral over pi
    for (p, q), most in powers.items():
        for k in range(1, most + 1):
            rest = [1]
            for p2, q2 in (powers - Counter({(p, q): k})).elements():
                rest = product(rest, [p2 * p2 + q2 * q2, -2 * p2, 1])
            columns += [rest, product(rest, [-p, 1])]
            weights += [Fraction(comb(2 * k - 2, k - 1), 4 ** (k - 1) * q ** (2 * k - 1)), 0]
    rows = [[Fraction(c[i]) if i < len(c) else Fraction(0) for c in columns + [top]] for i in range(size)]
    for i in range(size):  # elimination; partial fractions exist and are unique, so there is always a pivot
        j = next(j for j in range(i, size) if rows[j][i])
        rows[i], rows[j] = rows[j], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i])]
    answer = sum(weight * row[-1] for weight, row in zip(weights, rows))
    if answer.denominator == 1:
        return str(answer)
    return ('-' if answer < 0 else '') + f'\\frac{{{abs(answer.numerator)}}}{{{answer.denominator}}}'
