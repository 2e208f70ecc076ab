"""The least period of a linear recurrence of order 2 or 3 with the start 0, ..., 0, 1 modulo m.

The first states are a basis of all states, so the period is the order of the companion matrix.
Modulo m it is the lcm of the orders modulo the prime powers. Modulo p the order divides
p * lcm(p - 1, p^2 - 1, p^3 - 1) (a factor p for repeated roots), modulo p^k a further p^(k-1);
superfluous primes are removed from this number one by one.
"""
import re
from math import lcm

RULE = (r"(\$x_0 = .*\$) and (?:satisfies )?\$x_\{n\+(\d)\} = (.*)x_n\$ for all \$n \\ge 0\$\. ")
PATTERNS = (
    r"Let " + RULE + r"The remainders of \$x_0, x_1, x_2, \\ldots\$ modulo \$m = (.*)\$ repeat periodically from the "
    r"beginning; let \$T\$ be the length of the shortest period\. Find \$T\$\.",
    r"A sequence of integers begins with " + RULE + r"Let \$m = (.*)\$, and let \$T\$ be the least positive integer such "
    r"that \$x_\{n\+T\} \\equiv x_n \\pmod\{m\}\$ for all \$n \\ge 0\$\. Find \$T\$\.",
)


def primes(n):
    """The prime divisors of n."""
    result, k = [], 2
    while k * k <= n:
        if n % k == 0:
            result.append(k)
            while n % k == 0:
                n //= k
        k += 1
    return result + [n] * (n > 1)


def power(a, e, q):
    """The matrix power a^e modulo q."""
    size = range(len(a))
    result = [[int(i == j) for j in size] for i in size]
    while e:
        if e % 2:
            result = [[sum(result[i][k] * a[k][j] for k in size) % q for j in size] for i in size]
        a = [[sum(a[i][k] * a[k][j] for k in size) % q for j in size] for i in size]
        e //= 2
    return result


def order(matrix, p, k):
    """The order of the matrix modulo p^k."""
    q, one = p ** k, power(matrix, 0, p ** k)
    T = p ** k * lcm(p - 1, p ** 2 - 1, p ** 3 - 1)
    if power(matrix, T, q) != one:
        raise ValueError("not periodic from the beginning")
    for r in sorted({p, *primes(p - 1), *primes(p + 1), *primes(p * p + p + 1)}):
        while T % r == 0 and power(matrix, T // r, q) == one:
            T //= r
    return T


def solve(statement):
    for pattern in PATTERNS:
        found = re.fullmatch(pattern, statement)
        if found:
            break
    else:
        raise ValueError("unread statement")
    start, size, rule, modulus = found[1], int(found[2]), found[3] + "x_n", found[4]
    if start != {2: "$x_0 = 0, x_1 = 1$", 3: "$x_0 = x_1 = 0, x_2 = 1$"}.get(size):
        raise ValueError("another start: " + start)
    terms = re.findall(r"([+-]?)(\d*)x_(?:\{n\+(\d)\}|n)", rule.replace(" ", ""))
    row = [0] * size
    for sign, factor, shift in terms:
        row[int(shift or 0)] += int(sign + (factor or "1"))
    if re.sub(r"([+-]?)(\d*)x_(?:\{n\+(\d)\}|n)", "", rule.replace(" ", "")):
        raise ValueError("unread recurrence: " + rule)
    matrix = [[int(j == i + 1) for j in range(size)] for i in range(size - 1)] + [row]
    T, seen = 1, set()
    for factor in modulus.split(r" \cdot "):
        part = re.fullmatch(r"(\d+)(?:\^\{(\d+)\})?", factor)
        if not part or primes(int(part[1])) != [int(part[1])] or part[1] in seen:
            raise ValueError("unread modulus: " + modulus)
        seen.add(part[1])
        T = lcm(T, order(matrix, int(part[1]), int(part[2] or 1)))
    return str(T)
