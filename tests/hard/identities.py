r"""A polynomial P from an identity in P(x + a), P(a - x) and P'(x + a); asked: P at an integer.

The left side is a linear map L on polynomials.  L takes x^n to a polynomial of
degree at most n whose x^n coefficient is the sum of the factors of the P(x + a)
plus (-1)^n times that of the P(a - x).  Where this is never 0, P is the only
solution and has the degree of the right side; its coefficients follow from the
highest down.
"""
import re
from collections import Counter
from fractions import Fraction
from math import comb

IDENTITY = r'\$(?P<left>[^$=]+) = (?P<right>[^$=]+)\$'
WORDINGS = [re.compile(text) for text in (
    r'A polynomial \$P\$ with real coefficients satisfies ' + IDENTITY + r" for all real numbers \$x\$, where \$P'\$ is the "
    r'derivative of \$P\$\. There is exactly one such polynomial\. Give \$P\((?P<at>-?\d+)\)\$ as an exact integer\.',
    r'There is one polynomial \$P\$, and only one, for which ' + IDENTITY + r" holds for every real \$x\$; here \$P'\$ means the "
    r'derivative\. Determine the integer \$P\((?P<at>-?\d+)\)\$\.')]
LEFT = r"([+-]?)(\d*)P('?)\((?:x([+-]\d+)?|(-?\d+)?-x)\)"
RIGHT = r'([+-]?)(\d*)(?:(x)(?:\^(?:\{(\d+)\}|(\d)))?)?'


def terms(pattern, text):
    """The matches of the pattern, which together must make up the text."""
    text, at, found = text.replace(' ', ''), 0, []
    while at < len(text):
        match = re.compile(pattern).match(text, at)
        if not match or match.end() == at or (at and not match[1]) or not re.search(r'\w', match[0]):
            raise ValueError('not read: ' + text[at:])
        found.append(match)
        at = match.end()
    return found


def read(statement):
    """The terms (factor, derivative?, sign of x, shift), the right side {power: coefficient}, and the place asked for."""
    s = next((found for wording in WORDINGS if (found := wording.fullmatch(statement))), None)
    if not s:
        raise ValueError('statement not read')
    left = []
    for m in terms(LEFT, s['left']):
        sign = 1 if 'x' == m[0][m[0].index('(') + 1] else -1
        left.append((int(m[1] + (m[2] or '1')), bool(m[3]), sign, int(m[4] or m[5] or 0)))
    right = Counter()
    for m in terms(RIGHT, s['right']):
        right[int(m[4] or m[5] or 1) if m[3] else 0] += int(m[1] + (m[2] or '1'))
    return left, right, int(s['at'])


def image(left, n):
    """The coefficients of L(x^n), lowest first."""
    out = [0] * (n + 1)
    for factor, derivative, sign, shift in left:
        degree = n - 1 if derivative else n
        scale = factor * n if derivative else factor
        for i in range(degree + 1):  # scale * (sign x + shift)^degree
            out[i] += scale * comb(degree, i) * sign ** i * shift ** (degree - i)
    return out


def solve(statement):
    left, right, at = read(statement)
    straight = sum(f for f, derivative, sign, _ in left if not derivative and sign == 1)
    mirrored = sum(f for f, derivative, sign, _ in left if not derivative and sign == -1)
    if straight + mirrored == 0 or straight - mirrored == 0:
        raise ValueError('the solution may not be unique')
    rest = [Fraction(right[i]) for i in range(max(right) + 1)]
    value = Fraction(0)
    for n in reversed(range(len(rest))):
        column = image(left, n)
        coefficient = rest[n] / column[n]
        value += coefficient * at ** n
        rest = [x - coefficient * y for x, y in zip(rest, column)]
    if value.denominator != 1:
        raise ValueError('the value is not an integer')
    return str(value)
