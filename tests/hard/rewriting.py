"""Operations on the numbers 0, ..., p - 1, each defined by earlier ones; 1000 u + v is asked for.

The first two are given by formulas, the others by terms in a, b and constants. Every operation is
evaluated by its definition; results are remembered, so that each is found once for each pair (a, b).
"""
import re
from functools import lru_cache

INTRO = (
    r"Somebody has invented operations with the numbers \$0, 1, \\dots, (?P<top>\d+)\$; the results are such numbers, too\. "
    r"The order of the two sides matters: \$a \\circ b\$ and \$b \\circ a\$ may differ\. The first two are: "
    r"\$a \\circ_1 b\$ is what remains when \$(?P<one>\d+a \+ \d+b \+ \d+)\$ is divided by \$(?P<p>\d+)\$; "
    r"\$a \\circ_2 b\$ is what remains when \$(?P<two>\d+a \+ \d+b \+ \d+)\$ is divided by \$(?P<q>\d+)\$\. "
    r"The others are explained by these\. (?P<rules>.*)"
    r"Write \$u\$ for \$(?P<u>.*)\$ and \$v\$ for \$(?P<v>.*)\$\. Which integer is \$1000u \+ v\$\?",
    r"All numbers in this problem are whole numbers from \$0\$ to \$(?P<top>\d+)\$, and \$\\circ_1\$, \$\\circ_2\$ and so on "
    r"are operations with them, for which neither \$a \\circ b = b \\circ a\$ nor the associative law need hold\. "
    r"\$a \\circ_1 b\$ is the remainder of \$(?P<one>\d+a \+ \d+b \+ \d+)\$ on division by \$(?P<p>\d+)\$\. "
    r"\$a \\circ_2 b\$ is the remainder of \$(?P<two>\d+a \+ \d+b \+ \d+)\$ on division by \$(?P<q>\d+)\$\. (?P<rules>.*)"
    r"Let \$u = (?P<u>.*)\$ and \$v = (?P<v>.*)\$\. Give the integer \$1000u \+ v\$\.",
)
RULES = (
    r"\$a \\circ_\{(\d+)\} b\$ means \$(.*)\$",
    r"To find \$a \\circ_\{(\d+)\} b\$, one first finds \$(.*)\$ and \$(.*)\$; with the former on the left and the latter on "
    r"the right, \$\\circ_\{(\d+)\}\$ gives the result",
)


def parse(text):
    """A term as a letter, a number or a triple (left, index of the operation, right)."""
    tokens = re.findall(r"\(|\)|a|b|\d+|\\circ_\{\d+\}", text)
    if "".join(tokens) != text.replace(" ", ""):
        raise ValueError("unread term: " + text)

    def atom():
        token = tokens.pop(0)
        if token == "(":
            inner = binary()
            if tokens.pop(0) != ")":
                raise ValueError("bracket: " + text)
            return inner
        return token if token in "ab" else int(token)

    def binary():
        left = atom()
        sign = re.fullmatch(r"\\circ_\{(\d+)\}", tokens.pop(0))
        return left, int(sign[1]), atom()

    term = binary()
    if tokens:
        raise ValueError("unread rest of the term: " + text)
    return term


def solve(statement):
    for pattern in INTRO:
        found = re.fullmatch(pattern, statement)
        if found:
            break
    else:
        raise ValueError("unread statement")
    p = int(found["p"])
    if int(found["q"]) != p or int(found["top"]) != p - 1:
        raise ValueError("several moduli")
    formula = {i: [int(x) for x in re.findall(r"\d+", found[name])] for i, name in ((1, "one"), (2, "two"))}
    terms = {}
    for sentence in found["rules"].rstrip(" .").split(". "):
        simple, double = (re.fullmatch(rule, sentence) for rule in RULES)
        if simple:
            index, term = int(simple[1]), parse(simple[2])
        elif double:
            index, term = int(double[1]), (parse(double[2]), int(double[4]), parse(double[3]))
        else:
            raise ValueError("unread rule: " + sentence)
        if index != len(terms) + 3:
            raise ValueError("rules out of order")
        terms[index] = term

    @lru_cache(maxsize=None)
    def apply(index, a, b):
        if index in terms:
            return value(terms[index], a, b)
        x, y, z = formula[index]
        return (x * a + y * b + z) % p

    def value(term, a, b):
        if isinstance(term, tuple):
            return apply(term[1], value(term[0], a, b), value(term[2], a, b))
        return {"a": a, "b": b}.get(term, term)

    u, v = (value(parse(found[name]), None, None) for name in "uv")
    return str(1000 * u + v)
