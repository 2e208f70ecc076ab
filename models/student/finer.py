"""Worked steps at a finer grain: one operation at a time, long products by digits.

People read "23409 - 4 \\cdot 10 \\cdot 243 = 13689" at a glance; a small network
cannot. Where a solution states the value of an expression of whole numbers, the
steps between are written out. Nothing is changed whose value does not agree.
"""
import re

TOKEN = re.compile(r"\\left\(|\\right\)|\\cdot|\\times|[0-9]+|[-+()^{}]| +")
NUMERIC = re.compile(r"(?:\\left\(|\\right\)|\\cdot|\\times|[0-9]|[-+()^{} ])+")
STATED = re.compile(r"(-?[0-9]+)((?: \\pmod\{[^}]*\})?[.,]?)")
MOST = 12  # steps of one expression
LEAD = re.compile(r"^(.*(?:\\equiv|\\ge|\\le|\\to|,|:) )(.*)$")


def tokens(text):
    out, at = [], 0
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            return None
        at = m.end()
        t = m.group().strip()
        if t:
            out.append({"\\left(": "(", "\\right)": ")", "{": "(", "}": ")", "\\times": "\\cdot"}.get(t, t))
    return out


class Reader:
    """A tree of an expression: an int, ("+", [terms]), ("*", [factors]) or ("^", base, power)."""

    def __init__(self, ts):
        self.ts, self.at = ts, 0

    def peek(self):
        return self.ts[self.at] if self.at < len(self.ts) else None

    def take(self, t):
        if self.peek() != t:
            return False
        self.at += 1
        return True

    def sum(self):
        terms = [self.term(-1 if self.take("-") else 1)]
        while self.peek() in ("+", "-"):
            sign = -1 if self.take("-") else (self.take("+") and 1)
            terms.append(self.term(sign))
        return terms[0] if len(terms) == 1 and isinstance(terms[0], int) else ("+", terms)

    def term(self, sign):
        factors = [self.power()]
        while self.take("\\cdot"):
            factors.append(-self.power_int() if self.take("-") else self.power())
        return ("*", sign, factors)

    def power_int(self):
        p = self.power()
        if not isinstance(p, int):
            raise ValueError
        return p

    def power(self):
        base = self.atom()
        if not self.take("^"):
            return base
        p = self.atom()
        if not isinstance(base, int) or not isinstance(p, int) or not 0 <= p < 40:
            raise ValueError
        return ("^", base, p)

    def atom(self):
        if self.take("("):
            inner = self.sum()
            if not self.take(")"):
                raise ValueError
            while isinstance(inner, tuple) and inner[0] == "+" and len(inner[1]) == 1 and len(inner[1][0][2]) == 1:
                sign, f = inner[1][0][1], inner[1][0][2][0]
                if not isinstance(f, int):
                    break
                inner = sign * f
            return inner
        t = self.peek()
        if t is None or not t.isdigit():
            raise ValueError
        self.at += 1
        return int(t)


def value(x):
    if isinstance(x, int):
        return x
    if x[0] == "+":
        return sum(value(t) for t in x[1])
    if x[0] == "*":
        v = x[1]
        for f in x[2]:
            v *= value(f)
        return v
    return x[1] ** x[2]


def flat(x, where):
    """Text of a factor; `where` it stands decides on brackets."""
    if isinstance(x, int):
        return "(%d)" % x if x < 0 and where else str(x)
    if x[0] == "^":
        return "%s^{%d}" % ("(%d)" % x[1] if x[1] < 0 else x[1], x[2])
    return "(" + text(x) + ")"


def text(x):
    if isinstance(x, int):
        return str(x)
    out = []
    for i, (_, sign, factors) in enumerate(x[1]):
        bare = i == 0 and sign == 1
        out.append(("-" if sign < 0 else "") if i == 0 else (" - " if sign < 0 else " + "))
        out.append(" \\cdot ".join(flat(f, not bare or k > 0) for k, f in enumerate(factors)))
    return "".join(out)


def by_digits(a, b):
    """[partial products] of two positive numbers, or None where one step will do."""
    if len(str(a).rstrip("0")) < len(str(b).rstrip("0")):
        a, b = b, a
    m, n = len(str(a).rstrip("0")), len(str(b).rstrip("0"))
    if n == 1 and m > 3:
        a, b, m, n = b, a, n, m
    elif n == 1 or (a == b and m < 3) or n > 4 or m > 5:
        return None
    digits = str(b)
    return [a * int(d) * 10 ** (len(digits) - 1 - i) for i, d in enumerate(digits) if d != "0"]


def reduced(x):
    """The tree after one operation: the first innermost one."""
    if isinstance(x, int):
        return x
    terms = x[1]
    for i, (_, sign, factors) in enumerate(terms):
        for k, f in enumerate(factors):
            if isinstance(f, tuple):
                f = reduced(f) if f[0] == "+" else f[1] ** f[2]
                return whole(terms[:i] + [("*", sign, factors[:k] + [f] + factors[k + 1:])] + terms[i + 1:])
    for i, (_, sign, factors) in enumerate(terms):
        if len(factors) > 1:
            a, b = factors[0], factors[1]
            parts = by_digits(abs(a), abs(b)) if a and b else None
            if parts and (a < 0) != (b < 0):
                sign, parts = -sign, parts
            if parts and len(parts) > 1:
                inner = ("+", [("*", 1, [p]) for p in parts])
                if len(factors) == 2 and sign > 0:
                    return whole(terms[:i] + inner[1] + terms[i + 1:])
                return whole(terms[:i] + [("*", sign, [inner] + factors[2:])] + terms[i + 1:])
            return whole(terms[:i] + [("*", terms[i][1], [a * b] + factors[2:])] + terms[i + 1:])
    first = value(terms[0]) + value(terms[1])
    return whole([signed(first)] + terms[2:])


def signed(v):
    return ("*", -1 if v < 0 else 1, [abs(v)])


def whole(terms):
    terms = [signed(value(t)) if len(t[2]) == 1 and isinstance(t[2][0], int) and t[2][0] < 0 else t for t in terms]
    if len(terms) == 1 and len(terms[0][2]) == 1 and isinstance(terms[0][2][0], int):
        return value(terms[0])
    return ("+", terms)


def steps(expression, stated):
    """Texts between an expression and its value, or []."""
    ts = tokens(expression)
    if not ts or len(ts) > 40 or not any(t in ("+", "-", "\\cdot", "^") for t in ts[1:]):
        return []
    reader = Reader(ts)
    try:
        x = reader.sum()
    except (ValueError, IndexError, RecursionError):
        return []
    if reader.at < len(ts) or isinstance(x, int) or value(x) != stated:
        return []
    out = []
    while not isinstance(x := reduced(x), int):
        out.append(text(x))
        if len(out) > MOST:
            return []
    return out


def finer_math(m):
    parts = m.group(1).split(" = ")
    out = [parts[0]]
    for a, b in zip(parts, parts[1:]):
        s = STATED.fullmatch(b)
        lead = LEAD.match(a)
        e = lead.group(2) if lead else a
        if s and NUMERIC.fullmatch(e):
            out += steps(e, int(s.group(1)))
        out.append(b)
    return "$" + " = ".join(out) + "$"


def finer(solution):
    return re.sub(r"\$([^$]*)\$", finer_math, solution)
