"""Sums of arithmetic functions, the bound of each sum depending on the sum before.

The functions d, sigma, phi and mu^2 are tabulated by sieves; every sum is then added up term by term.
"""
import re
from math import gcd

INTRO = (r"Here \$d\(n\)\$ is the number of positive divisors of \$n\$, \$\\sigma\(n\)\$ their sum, \$\\varphi\$ Euler's function, "
         r"\$\\mu\$ the Möbius function, and \$a \\bmod b\$ is the remainder of \$a\$ on division by \$b\$\. "
         r"(?:Numbers are defined one after the other by|Let) (.*)\. (?:Find|What is the value of) \$S_\{(\d+)\}\$[.?]")
PART = (r"\$N_\{(\d+)\} = (\d+)(?: \+ \(S_\{(\d+)\} \\bmod (\d+)\))?\$, "
        r"\$S_\{(\d+)\} = \\sum_\{1 \\le n \\le N_\{(\d+)\}(,\\ .*?)?\} (\\?[a-z(].*)\$")
TABLES = {}


def tables(n):
    """Tables of d, sigma, phi and mu^2 for the numbers up to n or further."""
    if not TABLES or len(TABLES["d(n)"]) <= n:
        size = max(n + 1, 2 ** 17)
        d, sigma, phi, free = [1] * size, [1] * size, list(range(size)), [1] * size
        for k in range(2, size):
            if phi[k] == k:
                for j in range(k, size, k):
                    phi[j] -= phi[j] // k
                for j in range(k * k, size, k * k):
                    free[j] = 0
            for j in range(k, size, k):
                d[j] += 1
                sigma[j] += k
        TABLES.update({"d(n)": d, r"\sigma(n)": sigma, r"\varphi(n)": phi, r"\mu(n)^2": free})
    return TABLES


def add_up(N, index, condition, term):
    """The sum of the term over the n from 1 to N that satisfy the condition."""
    numbers = range(1, N + 1)
    if condition:
        class_ = re.fullmatch(r",\\ n \\equiv (\d+)\\ \(\\mathrm\{mod\}\\ (\d+)\)", condition)
        other = re.fullmatch(r",\\ (\d+) \\nmid n", condition)
        if class_:
            a, m = int(class_[1]), int(class_[2])
            numbers = [n for n in numbers if n % m == a % m]
        elif other:
            numbers = [n for n in numbers if n % int(other[1])]
        else:
            raise ValueError("unread condition: " + condition)
    if term in tables(N):
        table = tables(N)[term]
        return sum(table[n] for n in numbers)
    if term == r"(N_{%d} \bmod n)" % index:
        return sum(N % n for n in numbers)
    common = re.fullmatch(r"\\gcd\(n, (\d+)\)", term)
    if common:
        return sum(gcd(n, int(common[1])) for n in numbers)
    raise ValueError("unread term: " + term)


def solve(statement):
    found = re.fullmatch(INTRO, statement)
    if not found:
        raise ValueError("unread statement")
    S, parts = None, found[1].split("; ")
    for number, text in enumerate(parts, 1):
        part = re.fullmatch(PART, text)
        if not part or {int(part[i]) for i in (1, 5, 6)} != {number}:
            raise ValueError("unread part: " + text)
        N = int(part[2])
        if (part[3] is None) != (number == 1) or part[3] and int(part[3]) != number - 1:
            raise ValueError("unread bound: " + text)
        if number > 1:
            N += S % int(part[4])
        S = add_up(N, number, part[7], part[8])
    if int(found[2]) != len(parts):
        raise ValueError("another sum is asked for")
    return str(S)
