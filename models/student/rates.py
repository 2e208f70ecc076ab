"""Intervals of rates."""
import math


def wilson(k, n, z=1.96):
    """The 95 % interval of k of n."""
    p, d = k / n, 1 + z * z / n
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
    return (p + z * z / (2 * n)) / d - half, (p + z * z / (2 * n)) / d + half


def shift(k1, n1, k2, n2, z=1.96):
    """Rate 2 less rate 1, with Newcombe's interval."""
    (l1, u1), (l2, u2), d = wilson(k1, n1, z), wilson(k2, n2, z), k2 / n2 - k1 / n1
    p1, p2 = k1 / n1, k2 / n2
    return d, d - math.hypot(p2 - l2, u1 - p1), d + math.hypot(u2 - p2, p1 - l1)
