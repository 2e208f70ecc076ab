# SPDX-License-Identifier: Apache-2.0
"""Judge mathematical answers with libassay, in this process.

    >>> import assay
    >>> v = assay.verify(r"\\frac{1}{2}", r"So it is \\boxed{0.5}.")
    >>> bool(v), v.verdict, v.rule, v.span
    (True, 'correct', 'boxed', (16, 19))

verify() judges one pair, verify_batch() many on all processors, with the
interpreter lock released. Nothing in a reply is ever run as code, no call
hangs, and every function may be called from any thread. assay.compat has the
interfaces of other judges.

`assay export` writes this file as reward.py beside the data of other tools:

verl:     custom_reward_function.path=reward.py
          custom_reward_function.name=compute_score (or compute_score_batch)
TRL:      from reward import assay_reward
          GRPOTrainer(reward_funcs=assay_reward, ...)
lm-eval:  process_results: !function reward.process_results
Inspect:  the task file beside it uses verify()

A reward is 1 or 0. If the rules of a game give points for a reply, the reward
is these points divided by the maximum.

The library is searched for in $ASSAY_LIBRARY, beside this file, in the prefix
or build tree that contains this file, beside the program `assay` ($ASSAY, or on
the PATH), and in the library folders of the system.
"""
import ctypes
import ctypes.util
import decimal
import fractions
import json
import os
import platform
import shutil
import sys
import sysconfig
import threading

__all__ = [
    "AssayError", "Verdict", "verify", "verify_batch", "trl_reward",
    "assay_reward", "compute_score", "compute_score_batch", "process_results",
    "reward_of", "text_of", "version",
]

OUTCOMES = (
    "correct", "wrong", "undecided", "no_answer", "unreadable", "bad_key",
)
# With these, the judge could not decide; the answer may be correct.
NOT_JUDGED = frozenset(("undecided", "bad_key"))


class AssayError(Exception):
    """The library is missing, or an option is not valid."""


class Verdict:
    """The verdict of the judge on one pair; true if the answer is correct.

    verdict    the outcome of the reading that was asked for, see OUTCOMES
    strict, lenient   the outcomes of both readings
    by, why    the method that decided, and the reason in one sentence
    rule       how the answer was found in the reply: "boxed", ...
    extracted  the answer as written, or None
    span       (from, to): response[from:to] contains the extract; None if no
               part of the response does
    profile    the profile that was used; None: the rules of assay
    key, answer   both as they were understood, or None
    witness    where the two differ, or None
    work       units of work spent
    parts      if several values were asked for, a dict for each: name, strict,
               lenient, extracted, and value, the exact number that was read
               ("5/12") or None; otherwise an empty list
    """

    __slots__ = (
        "verdict", "strict", "lenient", "by", "why", "rule", "extracted",
        "span", "key", "answer", "witness", "profile", "work", "parts",
    )

    def __init__(self, **fields):
        for name in self.__slots__:
            setattr(self, name, fields.get(name))

    def __bool__(self):
        return self.verdict == "correct"

    def __eq__(self, other):
        if not isinstance(other, Verdict):
            return NotImplemented
        return self.as_dict() == other.as_dict()

    __hash__ = None

    def __repr__(self):
        return "Verdict(%s)" % ", ".join(
            "%s=%r" % item for item in self.as_dict().items()
        )

    @property
    def judged(self):
        """False if the judge could not decide: undecided or bad_key."""
        return self.verdict not in NOT_JUDGED

    def as_dict(self):
        return {name: getattr(self, name) for name in self.__slots__}


# ---- the library ----


class _Options(ctypes.Structure):  # struct assay_options
    _fields_ = [
        ("strict", ctypes.c_int),
        ("extracted", ctypes.c_int),
        ("kind", ctypes.c_char_p),
        ("params", ctypes.POINTER(ctypes.c_char_p)),
        ("params_n", ctypes.c_size_t),
        ("choices", ctypes.POINTER(ctypes.c_char_p)),
        ("choices_n", ctypes.c_size_t),
        ("tolerance", ctypes.c_char_p),
        ("digits", ctypes.c_int),
        ("profile", ctypes.c_char_p),
        ("limit", ctypes.c_char_p),
    ]


class _Part(ctypes.Structure):  # struct assay_part
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("strict", ctypes.c_int),
        ("lenient", ctypes.c_int),
        ("extracted", ctypes.c_char_p),
        ("value", ctypes.c_char_p),
    ]


class _Verdict(ctypes.Structure):  # struct assay_verdict
    _fields_ = [
        ("verdict", ctypes.c_int),
        ("strict", ctypes.c_int),
        ("lenient", ctypes.c_int),
        ("by", ctypes.c_char_p),
        ("why", ctypes.c_char_p),
        ("rule", ctypes.c_char_p),
        ("extracted", ctypes.c_char_p),
        ("key", ctypes.c_char_p),
        ("answer", ctypes.c_char_p),
        ("witness", ctypes.c_char_p),
        ("work", ctypes.c_uint64),
        ("parts", ctypes.POINTER(_Part)),
        ("parts_n", ctypes.c_size_t),
        ("from_", ctypes.c_size_t),
        ("to", ctypes.c_size_t),
        ("profile", ctypes.c_char_p),
    ]


NAME = "libassay.0.dylib" if sys.platform == "darwin" else "libassay.so.0"


def _library_folders(prefix):
    """The library folders of a prefix, including those of Debian."""
    multiarch = (sysconfig.get_config_var("MULTIARCH")
                 or platform.machine() + "-linux-gnu")
    return [os.path.join(prefix, "lib", multiarch),
            os.path.join(prefix, "lib"), os.path.join(prefix, "lib64")]


def _above(folder, steps):
    """The folder and its parents, up to `steps` levels."""
    found = [folder]
    for _ in range(steps):
        found.append(os.path.dirname(found[-1]))
    return found


def _folders():
    here = os.path.dirname(os.path.realpath(__file__))
    yield here
    # bindings/python/assay of a source tree, lib/python3.N/dist-packages/assay
    # of a prefix
    for top in _above(here, 4)[1:]:
        yield os.path.join(top, "build")
        yield from _library_folders(top)
    program = shutil.which(os.environ.get("ASSAY") or "assay")
    if program:
        place = os.path.dirname(os.path.realpath(program))
        yield place  # of a build
        yield from _library_folders(os.path.dirname(place))
    for prefix in (sys.prefix, os.path.expanduser("~/.local"), "/usr/local",
                   "/usr", "/opt/assay"):
        yield from _library_folders(prefix)


def _places():
    own = os.environ.get("ASSAY_LIBRARY")
    if own:  # this one and no other
        yield own
        return
    for place in dict.fromkeys(os.path.join(f, NAME) for f in _folders()):
        if os.path.exists(place):
            yield place
    yield ctypes.util.find_library("assay") or NAME  # starts a process


def _load():
    reasons = []
    for place in _places():
        if os.sep in place and not os.path.exists(place):
            reasons.append("%s: no such file" % place)
            continue
        try:
            return _declare(ctypes.CDLL(place))
        except (OSError, AttributeError) as e:
            reasons.append("%s: %s" % (place, e))
    raise AssayError(
        "could not load libassay; build it with `make`, install it with "
        "`make install`, or set ASSAY_LIBRARY to its path. Tried:\n  "
        + "\n  ".join(reasons)
    )


def _declare(lib):
    texts = ctypes.POINTER(ctypes.c_char_p)
    verdict = ctypes.POINTER(_Verdict)
    options = ctypes.POINTER(_Options)
    lib.assay_version.restype = ctypes.c_char_p
    lib.assay_grade.restype = verdict
    lib.assay_grade.argtypes = [ctypes.c_char_p, ctypes.c_char_p, options]
    lib.assay_verdict_free.restype = None
    lib.assay_verdict_free.argtypes = [verdict]
    lib.assay_grade_many.restype = ctypes.c_int
    lib.assay_grade_many.argtypes = [
        texts, texts, ctypes.c_size_t, options, ctypes.c_int,
        ctypes.POINTER(verdict),
    ]
    lib.assay_grade_each.restype = ctypes.c_int
    lib.assay_grade_each.argtypes = [
        texts, texts, ctypes.c_size_t, ctypes.POINTER(options), ctypes.c_int,
        ctypes.POINTER(verdict),
    ]
    lib.assay_thread_end.restype = None
    return lib


_library = None


def _lib():
    # Two threads may both load it: the same library, twice opened.
    global _library
    if _library is None:
        _library = _load()
    return _library


def version():
    """The version of the library."""
    return _lib().assay_version().decode()


# ---- judging ----


def _spelled(value):
    """The text of a key or a reply, which is a string or a number."""
    if isinstance(value, str):
        return value
    if isinstance(value, decimal.Decimal) and value.is_finite():
        return format(value, "f")
    if isinstance(value, (int, float, decimal.Decimal, fractions.Fraction)):
        return str(value)
    if getattr(value, "ndim", None) == 0:  # a number of numpy
        return str(value)
    raise TypeError("a key or a reply must be a string or a number, not %s"
                    % type(value).__name__)


def _bytes(text):
    """UTF-8 without NUL; lone surrogates become "?"."""
    if isinstance(text, bytes):
        return text.replace(b"\0", b"\xef\xbf\xbd")
    return _spelled(text).replace("\0", "\ufffd").encode("utf-8", "replace")


def _reply(response):
    """The bytes of a reply, or None if there is no reply."""
    return None if response is None else _bytes(response)


def _texts(values):
    values = [_bytes(v) for v in values]
    return (ctypes.c_char_p * len(values))(*values)


def _choice_list(choices):
    """The texts of choices in order: a list, or a mapping from letters."""
    if not hasattr(choices, "keys"):
        return list(choices or ())
    letters = {str(k).strip().upper(): choices[k] for k in choices.keys()}
    names = [chr(ord("A") + i) for i in range(len(letters))]
    if len(letters) != len(choices) or sorted(letters) != names:
        raise ValueError("choices must be named A, B, C ..., each once, not %s"
                         % ", ".join(map(str, choices.keys())))
    return [letters[name] for name in names]


def _options(strict=False, extracted=False, kind=None, params=(), choices=(),
             tolerance=None, digits=0, profile=None, limit=None):
    params, choices = list(params or ()), _choice_list(choices)
    return _Options(
        strict=int(bool(strict)),
        extracted=int(bool(extracted)),
        kind=None if kind is None else _bytes(kind),
        params=_texts(params) if params else None,
        params_n=len(params),
        choices=_texts(choices) if choices else None,
        choices_n=len(choices),
        tolerance=None if tolerance is None else _bytes(tolerance),
        digits=int(digits or 0),
        profile=None if profile is None else _bytes(os.fspath(profile)),
        limit=None if limit is None else _bytes(json.dumps(limit)),
    )


def _read_texts(v, names):
    """The members that are strings or NULL."""
    values = ((name, getattr(v, name)) for name in names)
    return {name: None if text is None else text.decode("utf-8", "replace")
            for name, text in values}


def _part(p):
    return dict(_read_texts(p, ("name", "extracted", "value")),
                strict=OUTCOMES[p.strict], lenient=OUTCOMES[p.lenient])


def _span(v, reply, response):
    """The span in characters of the response, from bytes of the reply."""
    if not v.to or reply is None:
        return None
    if isinstance(response, bytes):
        return v.from_, v.to
    return (len(reply[:v.from_].decode("utf-8", "replace")),
            len(reply[:v.to].decode("utf-8", "replace")))


def _verdict(v, reply, response):
    return Verdict(
        verdict=OUTCOMES[v.verdict], strict=OUTCOMES[v.strict],
        lenient=OUTCOMES[v.lenient], work=v.work,
        span=_span(v, reply, response),
        parts=[_part(v.parts[i]) for i in range(v.parts_n)],
        **_read_texts(v, ("by", "why", "rule", "extracted", "key", "answer",
                          "witness", "profile"))
    )


def _said(options):
    return "an option is not valid: %s" % ", ".join(
        "%s=%r" % item for item in sorted(options.items()))


def _bad(by, why):
    """The verdict on a row that cannot be judged."""
    return Verdict(verdict="bad_key", strict="bad_key", lenient="bad_key",
                   by=by, why=why, work=0, parts=[])


def _keys(gold):
    """The accepted keys: each member of a list, a tuple or a set."""
    if isinstance(gold, (list, tuple, set, frozenset)):
        return [_bytes(key) for key in gold]
    return [_bytes(gold)]


def _rank(verdict):
    """A higher rank means that the verdict says more about the answer."""
    worth = {"correct": 3, "undecided": 2, "bad_key": 0}
    return 4 * worth.get(verdict.lenient, 1) + worth.get(verdict.strict, 1)


def verify(gold, response, **options):
    """Judge one reply (None: no reply) against a key: a string, a number, or
    a list of accepted keys. Several values are written as "name: value; name:
    value" in the gold.

    Options: strict, extracted (the response is only the answer), kind
    ("integer", "set", ...), params (names of variables), choices (their texts
    in a list, or in a dict by letter), tolerance (0.01 or "1%"), digits (of a
    rounded answer, default 6), profile ("gsm8k", "math", "hardmath2",
    "mathador" or a file NAME.yaml), limit (a dict such as {"symbol": "x",
    "to": "inf", "order": 1}: a formula is accepted if it agrees with the key
    in this limit).
    """
    lib = _lib()
    reply, best = _reply(response), None
    given = _options(**options)
    keys = _keys(gold)
    if not keys:
        return _bad("list", "there is no key")
    try:
        for key in keys:
            v = lib.assay_grade(key, reply, ctypes.byref(given))
            if not v:
                raise AssayError(_said(options))
            one = _verdict(v.contents, reply, response)
            lib.assay_verdict_free(v)
            if best is None or _rank(one) > _rank(best):
                best = one
        return best
    finally:
        if threading.current_thread() is not threading.main_thread():
            lib.assay_thread_end()  # frees the caches of this thread


class _Row:
    """One pair of a batch: its keys and reply, or the error in them."""

    def __init__(self, gold, response, options):
        self.response, self.verdict, self.options = response, None, None
        self.keys, self.reply = [], _reply(response)
        try:
            self.keys = _keys(gold)
            self.options = None if options is None else _options(**options)
        except (TypeError, ValueError) as e:
            self.verdict = _bad("row", str(e))
            self.keys = []
        if not self.keys and self.verdict is None:
            self.verdict = _bad("list", "there is no key")

    def take(self, v, options):
        """Adds the verdict of another key; the best one is kept."""
        one = (_verdict(v.contents, self.reply, self.response) if v
               else _bad("options", _said(options)))
        if self.verdict is None or _rank(one) > _rank(self.verdict):
            self.verdict = one


def _rows(pairs, responses, each):
    pairs = list(pairs)
    if responses is not None:
        responses = list(responses)
        if len(pairs) != len(responses):
            raise ValueError("there are %d keys, but %d replies"
                             % (len(pairs), len(responses)))
        pairs = list(zip(pairs, responses))
    each = [None] * len(pairs) if each is None else list(each)
    if len(each) != len(pairs):
        raise ValueError("there are options for %d pairs, but %d pairs"
                         % (len(each), len(pairs)))
    return pairs, each


def verify_batch(pairs, responses=None, threads=0, each=None, **options):
    """Judge (gold, response) pairs, or keys and their responses in a second
    list. Returns a list of verdicts in the same order.

    One call into the library, on `threads` threads (0: all processors), with
    the interpreter lock released. The options are those of verify() and apply
    to all pairs; `each` has a dict of further options for each pair, or None.
    Lists of different lengths are an error. An invalid key or invalid options
    of a pair give the verdict bad_key for that row only.
    """
    lib = _lib()
    pairs, each = _rows(pairs, responses, each)
    shared = _options(**options)
    if not lib.assay_grade_many(_texts(()), None, 0, ctypes.byref(shared), 1,
                                (ctypes.POINTER(_Verdict) * 0)()):
        raise AssayError(_said(options))
    own = [None if not o else dict(options, **o) for o in each]
    rows = [_Row(gold, response, o)
            for (gold, response), o in zip(pairs, own)]
    asked = [(i, key) for i, row in enumerate(rows) for key in row.keys]
    n = len(asked)
    golds = (ctypes.c_char_p * n)(*(key for _, key in asked))
    replies = (ctypes.c_char_p * n)(*(rows[i].reply for i, _ in asked))
    given = (ctypes.POINTER(_Options) * n)(
        *(ctypes.pointer(rows[i].options or shared) for i, _ in asked))
    out = (ctypes.POINTER(_Verdict) * n)()
    lib.assay_grade_each(golds, replies, n, given, int(threads), out)
    try:
        for (i, _), v in zip(asked, out):
            rows[i].take(v, own[i] or options)
        return [row.verdict for row in rows]
    finally:
        for v in out:
            lib.assay_verdict_free(v)


# ---- rewards ----


def text_of(reply):
    """The text of a reply: a string, a message, or a list of messages, of
    which the last one is used. None means no reply."""
    if reply is None or isinstance(reply, (str, bytes)):
        return reply
    if isinstance(reply, dict):
        content = reply.get("content")
        if isinstance(content, (list, tuple)):  # typed parts
            return "".join(
                part if isinstance(part, str) else str(part.get("text") or "")
                for part in content
            )
        return text_of(content)
    if isinstance(reply, (list, tuple)):
        return text_of(reply[-1]) if reply else None
    raise TypeError("a reply must be a string, a message or a list of messages, "
                    "not %s" % type(reply).__name__)


MATHADOR_POINTS = 18  # the maximum


def reward_of(verdict):
    """1.0 or 0.0; for a game of Mathador, the fraction of the points; None if
    the judge could not decide."""
    if not verdict.judged:
        return None
    if verdict.by == "mathador" and verdict:
        return int(verdict.answer) / MATHADOR_POINTS
    return float(bool(verdict))


def _score(verdict):
    # verl and lm-eval cannot skip a sample: "judged" shows in their logs how
    # often a 0 means that the judge could not decide.
    return {"score": reward_of(verdict) or 0.0,
            "judged": float(verdict.judged)}


def trl_reward(completions, answer=None, solution=None, ground_truth=None,
               **kwargs):
    """A reward function for TRL: 1.0 if correct (Mathador: the fraction of the
    points), 0.0 if not, None (the trainer skips the sample) if the judge could
    not decide. The key is the first non-empty one of the dataset's columns
    answer, ground_truth and solution."""
    columns = [c for c in (answer, ground_truth, solution) if c is not None]
    if not columns:
        raise ValueError("the dataset needs a column answer, solution or "
                         "ground_truth")
    for golds in columns:
        if len(golds) != len(completions):
            raise ValueError("there are %d keys, but %d completions"
                             % (len(golds), len(completions)))
    golds = [next((g for g in row if g is not None and not (isinstance(g, str) and g == "")), "")
             for row in zip(*columns)]
    return [reward_of(v)
            for v in verify_batch(golds, list(map(text_of, completions)))]


assay_reward = trl_reward


def compute_score(data_source, solution_str, ground_truth, extra_info=None,
                  **kwargs):
    """A reward function for verl: "score" is 1.0 if correct (Mathador: the
    fraction of the points), otherwise 0.0; "judged" is 0.0 if the judge could
    not decide."""
    return _score(verify_batch([ground_truth], [solution_str], threads=1)[0])


def compute_score_batch(data_sources, solution_strs, ground_truths,
                        extra_infos=None, **kwargs):
    """The same for verl's batch reward manager."""
    return [_score(v) for v in verify_batch(ground_truths, solution_strs)]


def process_results(doc, results):
    """Scores for lm-evaluation-harness: all replies to one document at once;
    several are averaged."""
    replies = [text for result in results for text in
               (result if isinstance(result, (list, tuple)) else [result])]
    if not replies:
        raise ValueError("there is no reply to judge")
    verdicts = verify_batch([doc["answer"]] * len(replies), replies)
    scores = [dict(_score(v), correct=float(bool(v))) for v in verdicts]
    return {name: sum(s[name] for s in scores) / len(scores)
            for name in ("score", "correct", "judged")}
