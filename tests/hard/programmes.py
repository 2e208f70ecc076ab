"""One machine, jobs with a running time, a deadline and a profit. V is the greatest total profit of
a set of jobs that can all be finished in time, S the sum of the numbers of its jobs; asked is V * S.

A set of jobs can be done if it can be done in the order of the deadlines. So the jobs are gone
through in that order, keeping for every total running time the best profit, with the number of sets
that reach it (the statement says that the best set is the only one, which is checked) and S.
"""
import re

FORMS = (
    re.compile(r"A workshop has one machine, which is free from now on and works on one order at a time\. An order that is begun is finished without "
               r"interruption\. The workshop may accept any of the following orders, and every accepted order must be finished by its deadline; the "
               r"others are turned down and pay nothing\. (?P<jobs>(?:Order \$\d+\$ takes \$\d+\$ hours?, must be finished within \$\d+\$ hours? from "
               r"now and pays \$\d+\$ dollars?\. )+)There is exactly one choice of orders for which the total pay is as large as possible\. Let \$V\$ "
               r"be this largest total pay in dollars and \$S\$ the sum of the numbers of the orders chosen\. Find the product \$V \\cdot S\$\."),
    re.compile(r"Some of the following jobs are to be done one after the other on a single computer, beginning at time \$0\$, in an order that may be "
               r"chosen freely and without splitting a job\. A job that is done must end at its deadline at the latest; all others are left out\. For "
               r"each job the row gives, after its number, the running time, the deadline and the profit\. (?P<jobs>(?:\(\$\d+\$\) \$\d+\$, \$\d+\$, "
               r"\$\d+\$\. )+)Only one set of jobs yields the greatest possible sum of profits \$V\$\. The numbers of its jobs add up to \$S\$\. What is "
               r"\$V \\cdot S\$\?"),
)


def solve(statement):
    text = next((f for f in (form.fullmatch(statement) for form in FORMS) if f), None)
    if text is None:
        raise ValueError("statement not understood")
    jobs = [tuple(map(int, job)) for job in re.findall(r"\$(\d+)\$" + r"\D+(\d+)" * 3 + r"\D*\. ", text["jobs"])]
    if [job[0] for job in jobs] != list(range(1, len(jobs) + 1)):
        raise ValueError("the jobs are not numbered in order")
    best = {0: (0, 1, 0)}  # running time: (profit, number of sets with it, S of one of them)
    for number, time, deadline, profit in sorted(jobs, key=lambda job: job[2]):
        new = dict(best)
        for used, (v, sets, s) in best.items():
            if used + time <= deadline:
                better = (v + profit, sets, s + number)
                old = new.get(used + time, (-1, 0, 0))
                if old[0] == better[0]:
                    better = (old[0], old[1] + sets, old[2])
                new[used + time] = max(old, better, key=lambda entry: (entry[0], entry[1]))
        best = new
    top = max(v for v, _, _ in best.values())
    winners = [entry for entry in best.values() if entry[0] == top]
    if sum(sets for _, sets, _ in winners) != 1:
        raise ValueError("more than one best set")
    return str(top * winners[0][2])
