"""assay.py against the library that $ASSAY_LIBRARY names."""
import threading
from decimal import Decimal
from fractions import Fraction

import assay
from assay import verify, verify_batch


def raises(expected, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except expected as e:
        return str(e)
    raise AssertionError("%s was not raised" % expected.__name__)


def one_pair():
    v = verify("42", r"Six times seven: \boxed{42}.")
    assert v and v.verdict == "correct" and v.judged
    assert v.rule == "boxed" and v.extracted == "42", v
    assert v.strict == v.lenient == "correct"
    assert v.witness is None and v.why and v.by and v.work >= 0
    assert "verdict='correct'" in repr(v) and v.as_dict()["key"] == "42"
    w = verify("42", r"\boxed{43}")
    assert not w and w.verdict == "wrong" and w.judged and w != v
    assert verify(42, "42") and verify("42", b"42")
    assert verify("42", None).verdict == "no_answer"
    assert verify("42", "").verdict == "no_answer"


def parts():
    gold = "question 1: 14; final: 5/12"
    v = verify(gold, "The answer to question 1 is 14. The final answer is 5/12.")
    assert v and v.rule == "parts", v
    assert [p["name"] for p in v.parts] == ["question 1", "final"]
    assert [p["value"] for p in v.parts] == ["14", "5/12"], v.parts
    v = verify(gold, "Question 1: 13. Final answer: 5/12.")
    assert v.verdict == "wrong"
    assert [p["lenient"] for p in v.parts] == ["wrong", "correct"], v.parts
    v = verify(gold, "Question 1: 14")
    assert v.verdict == "wrong" and v.parts[1]["lenient"] == "no_answer"
    assert v.parts[1]["extracted"] is None and v.parts[1]["value"] is None
    assert verify("42", "42").parts == []
    assert verify_batch([(gold, r"\boxed{14, 5/12}")])[0].parts[0]["value"] == "14"


def odd_text():
    assert not verify("42", "4\x002")
    assert not verify("42", "\ud800")
    assert verify("42", "\\boxed{42}\x00")
    assert not verify("42", b"\xff\xfe")
    assert not verify("", "42").judged
    verify("42", "(" * 100000)
    verify("(" * 100000, "42")


def options():
    assert verify("42", "42", extracted=True).rule == "given"
    assert verify("42", "42", kind="integer", digits=8, params=["x", "y"],
                  strict=True)
    assert verify("B", r"\boxed{B}", kind="choice", choices=["red", "blue"])
    said = raises(assay.AssayError, verify, "1", "2", kind="integral")
    assert "kind='integral'" in said, said
    raises(assay.AssayError, verify, "1", "2", tolerance="some")
    raises(assay.AssayError, verify, "1", "2", digits=-1)
    raises(assay.AssayError, verify_batch, [("1", "2")], kind="integral")
    raises(TypeError, verify, "1", "2", colour="red")


def batches():
    pairs = [(str(i % 7), r"\boxed{%d}" % (i % 5)) for i in range(3000)]
    pairs[17] = ("1", None)
    one, many = verify_batch(pairs, threads=1), verify_batch(pairs, threads=4)
    assert one == many
    assert [bool(v) for v in one] == [
        reply == r"\boxed{%s}" % gold for gold, reply in pairs
    ]
    assert one[17].verdict == "no_answer"
    assert one[18] == verify(*pairs[18])
    assert verify_batch([]) == []
    assert len(verify_batch(iter(pairs[:3]))) == 3


def threads():
    seen = []

    def work(k):
        for i in range(200):
            seen.append(bool(verify(str(i), str(i + k % 2))) == (k % 2 == 0))

    ts = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    assert len(seen) == 800 and all(seen)


def rewards():
    chat = [{"role": "assistant", "content": r"It is \boxed{5}."}]
    parts = {"role": "assistant",
             "content": [{"type": "text", "text": r"\boxed{5}"}]}
    got = assay.trl_reward(
        prompts=["?"] * 5, completions=[chat, r"\boxed{6}", parts, None, []],
        answer=["5"] * 5, completion_ids=[], trainer_state=None)
    assert got == [1.0, 0.0, 1.0, 0.0, 0.0], got
    assert assay.trl_reward(["5"], solution=["5"]) == [1.0]
    assert assay.trl_reward(["5"], ground_truth=[""]) == [None]
    assert "column" in raises(ValueError, assay.trl_reward, ["5"])
    assert "2 keys" in raises(ValueError, assay.trl_reward, ["5"],
                              answer=["5", "6"])
    raises(TypeError, assay.trl_reward, [3.5], answer=["5"])
    score = assay.compute_score(data_source="own", solution_str="#### 5",
                                ground_truth="5", extra_info={"index": 1})
    assert score == {"score": 1.0, "judged": 1.0}
    assert assay.compute_score("own", "#### 6", "5")["score"] == 0.0
    assert assay.compute_score("own", "#### 6", "") == {"score": 0.0,
                                                        "judged": 0.0}
    assert [s["score"] for s in assay.compute_score_batch(
        data_sources=["own"] * 2, solution_strs=["5", "6"],
        ground_truths=["5", "5"], extra_infos=None)] == [1.0, 0.0]

    # A game of Mathador, as `assay export` writes it.
    game = ('{"family": "mathador", "params": '
            '{"numbers": [2, 6, 3, 1, 11], "target": 11}}')
    plays = ["6 * 2 = 12\n12 - 1 = 11", "6 - 1 = 5", None]
    shares = [8 / 18, 0.0, 0.0]
    assert [s["score"] for s in assay.compute_score_batch(
        [], plays, [game] * 3)] == shares
    assert assay.trl_reward(plays, solution=[""] * 3,
                            ground_truth=[game] * 3) == shares


class Scalar:
    """A number of numpy, in its shape."""
    ndim = 0

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


def keys():
    assert verify(Decimal("0.50"), "1/2") and verify(Decimal("1E+3"), "1000")
    assert verify(Fraction(1, 2), "0.5") and verify("0.5", Fraction(1, 2))
    assert verify(Scalar("0.25"), "1/4") and not verify(Scalar("2"), "3")
    v = verify(["7", "1/2", 9], "so \\boxed{0.5}")
    assert v and v.key == "\\frac{1}{2}", v
    assert verify(("7", "8"), "9").verdict == "wrong"
    assert verify({"8"}, "8") and verify(["\\frac{1}{", "8"], "8")
    assert verify([], "8").verdict == "bad_key"
    raises(TypeError, verify, {"x": 1}, "5")
    raises(TypeError, verify, None, "5")
    red = {"B": "blue", "A": "red"}
    assert verify("B", "blue", kind="choice", choices=red)
    assert verify("A", "red", choices={"a": "red", "b": "blue"})
    assert "A, B, C" in raises(ValueError, verify, "A", "A",
                               choices={"A": "x", "C": "y"})


def places():
    reply = "\u00c9t \u7b54\u6848: \\boxed{42}."
    v = verify("42", reply)
    assert reply[slice(*v.span)] == "42" and v.span == (14, 16), v
    raw = reply.encode()
    v = verify("42", raw)
    assert raw[slice(*v.span)] == b"42", v
    assert verify("42", None).span is None
    assert verify("42", "42", extracted=True).span is None
    [v] = verify_batch([("42", reply)])
    assert v.span == (14, 16)


def profiles():
    v = verify("18", r"\boxed{18}", profile="gsm8k")
    assert v.verdict == "no_answer" and v.profile == "gsm8k"
    assert verify("18", "#### 18", profile="gsm8k").profile == "gsm8k"
    assert verify("18", "18").profile is None
    said = raises(assay.AssayError, verify, "1", "1", profile="gsm")
    assert "profile='gsm'" in said


def each():
    got = verify_batch(["100", "100", "B", "1", {"x": 1}, ["3", "4"], "5"],
                       ["101", "101", "blue", "2", "5", "4", "5"],
                       each=[{"tolerance": "1%"}, None,
                             {"choices": {"A": "red", "B": "blue"}},
                             {"kind": "integral"}, None, {}, None])
    assert [v.verdict for v in got] == [
        "correct", "wrong", "correct", "bad_key", "bad_key", "correct",
        "correct"], got
    assert "kind='integral'" in got[3].why and "not dict" in got[4].why
    assert "2 keys, but 1" in raises(ValueError, verify_batch, ["1", "2"], ["1"])
    assert "options for 1 pairs, but 2" in raises(ValueError, verify_batch, ["1", "2"],
                                          ["1", "2"], each=[None])
    raises(assay.AssayError, verify_batch, ["1"], ["1"], kind="integral")
    raises(assay.AssayError, verify_batch, [], kind="integral")
    many = verify_batch(["7"] * 500, ["7"] * 500, threads=4,
                        each=[{"digits": 1 + i % 9} for i in range(500)])
    assert all(many) and len(many) == 500


for test in (one_pair, keys, places, profiles, each, parts, odd_text, options, batches, threads, rewards):
    test()
print("all is well with", assay.version())
