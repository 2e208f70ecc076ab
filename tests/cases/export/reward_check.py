"""reward.py against a made-up grader: reward_check.py FOLDER DATA

FOLDER holds reward.py, DATA are the rows beside it. The grader is this very
file, run as `$ASSAY grade`: it says "correct" to a reply that ends in the key,
and has the faults that $FAKE names.
"""
import json
import os
import stat
import sys
import time


def fake_grader():
    with open(os.environ["FAKE_CALLS"], "a") as calls:
        calls.write("call\n")
    fault = os.environ.get("FAKE", "")
    if fault == "fails":
        sys.stderr.write("assay: the disk is full\n")
        return 3
    if fault == "sleeps":
        time.sleep(20)
    rows = [json.loads(line) for line in sys.stdin.read().split("\n") if line]
    verdicts = {"?": "undecided", "": "no_answer", "{": "unreadable"}
    out = []
    for row in rows:
        assert sorted(row) == ["gold", "id", "response"], row
        verdict = verdicts.get(row["response"])
        if verdict is None:
            right = row["response"].endswith(row["gold"])
            verdict = "correct" if right else "wrong"
        if row["gold"] == "broken key":
            verdict = "bad_key"
        out.append({"id": row["id"], "verdict": verdict,
                    "reason": "a line separator:\u2028here"})
        if row["gold"].startswith("game "):
            out[-1]["score_share"] = json.loads(row["gold"][5:])
    out.reverse()  # the order is the grader's own affair
    if fault == "drops":
        out.pop()
    if fault == "new word":
        out[0]["verdict"] = "perhaps"
    text = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in out)
    if fault == "junk":
        text = "hello\n"
    sys.stdout.buffer.write(text.encode("utf-8"))
    return 0


def fails(what, call, *words):
    try:
        got = call()
    except reward.GraderError as error:
        for word in words:
            assert word in str(error), (what, word, str(error))
        return
    raise AssertionError("%s: no exception but %r" % (what, got))


def calls():
    with open(os.environ["FAKE_CALLS"]) as file:
        return len(file.readlines())


def check(folder, data):
    program = os.path.join(folder, "assay")
    with open(program, "w") as file:
        file.write("#!/bin/sh\nexec '%s' -B '%s' \"$@\"\n"
                   % (sys.executable, os.path.abspath(__file__)))
    os.chmod(program, stat.S_IRWXU)
    os.environ["ASSAY"] = program
    os.environ["FAKE_CALLS"] = os.path.join(folder, "calls")

    # rows of the data, in one process, for TRL
    with open(data, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    golds = [row["ground_truth"] for row in rows]
    got = reward.assay_reward(
        prompts=[row["prompt"] for row in rows],
        completions=["so it is " + gold for gold in golds],
        ground_truth=golds,
        completion_ids=[[1]] * len(rows),
    )
    assert got == [1.0] * len(rows), got
    assert calls() == 1, calls()

    # every verdict, and every shape of a completion
    shapes = [
        "2", "3", "?", "", "{", None, [],
        [{"role": "assistant", "content": "2"}],
        [{"role": "user", "content": "2"},
         {"role": "assistant", "content": "3"}],
        {"role": "assistant", "content": "2"},
        [{"role": "assistant", "content": [{"type": "text", "text": "1"},
                                           {"type": "text", "text": "2"}]}],
        [{"role": "assistant", "content": None}],
        "\ud800\u0000\u2028\n\"2", "é2",
    ]
    want = [1.0, 0.0, None, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0,
            1.0, 1.0]
    got = reward.assay_reward(completions=shapes, ground_truth=["2"] * 14)
    assert got == want, got
    assert reward.assay_reward(["2"], ["broken key"]) == [None]
    assert reward.assay_reward([], []) == []

    # points: their share, whatever the verdict; none where none is known
    games = ["game 0.25", "game 1", "game 0", "game null", "game 0.5"]
    got = reward.assay_reward(games[:4] + ["?"], games)
    assert got == [0.25, 1.0, 0.0, 1.0, None], got
    got = reward.grade(games, games[:4] + ["?"])
    assert got == ["correct"] * 4 + ["undecided"], got
    for bad in ("-0.1", "1.5", "NaN", '"x"', "[]"):
        fails("a share of " + bad,
              lambda: reward.assay_reward(["2"], ["game " + bad]), "share")

    # verl
    before = calls()
    assert reward.compute_score("assay/x", "game 0.25", "game 0.25") == {
        "score": 0.25, "judged": 1.0}
    before = calls()
    score = reward.compute_score
    assert score("assay/x", "2", "2") == {"score": 1.0, "judged": 1.0}
    assert score("assay/x", "3", "2", None) == {"score": 0.0, "judged": 1.0}
    assert score("assay/x", "?", "2", extra_info={"index": 1}, more=1) == {
        "score": 0.0, "judged": 0.0}
    assert calls() == before + 3
    got = reward.compute_score_batch(
        data_sources=["a", "a"], solution_strs=["2", "3"],
        ground_truths=["2", "2"], extra_infos=[None, None])
    assert [g["score"] for g in got] == [1.0, 0.0], got
    assert calls() == before + 4

    # what goes wrong is said, and is no reward
    def one():
        return reward.assay_reward(["2", "3"], ["2", "2"])

    os.environ["FAKE"] = "fails"
    fails("status 3", one, "status 3", "the disk is full")
    os.environ["FAKE"] = "drops"
    fails("a verdict is missing", one, "no verdict on reply 0")
    os.environ["FAKE"] = "new word"
    fails("an unknown verdict", one, "perhaps")
    os.environ["FAKE"] = "junk"
    fails("no JSON", one, "hello")
    os.environ["FAKE"] = "sleeps"
    os.environ["ASSAY_TIMEOUT"] = "0.3"
    fails("too slow", one, "ASSAY_TIMEOUT")
    os.environ["ASSAY"] = os.path.join(folder, "not-there")
    fails("no program", one, "not-there", "set ASSAY")
    try:
        reward.assay_reward(["2"], ["2", "2"])
        raise AssertionError("two keys for one reply were taken")
    except ValueError:
        pass


if __name__ == "__main__":
    if sys.argv[1:] == ["grade"]:
        sys.exit(fake_grader())
    sys.path.insert(0, sys.argv[1])
    import reward

    check(sys.argv[1], sys.argv[2])
