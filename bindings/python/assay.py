# SPDX-License-Identifier: Apache-2.0
"""Judge mathematical answers with libassay: one file, nothing to build.

    >>> import assay
    >>> v = assay.verify(r"\\frac{1}{2}", r"So it is \\boxed{0.5}.")
    >>> bool(v), v.verdict, v.rule
    (True, 'correct', 'boxed')

verify() judges one pair, verify_batch() many on all processors, with the
interpreter lock released. trl_reward() and compute_score() have the shapes
that TRL and verl call. Nothing in a reply is ever run as code, no call hangs,
and every function may be called from any thread.

The library is looked for in $ASSAY_LIBRARY, beside this file, in build/ of
the source tree this file stands in, and where the system keeps libraries.
"""
import ctypes
import ctypes.util
import os
import threading

__all__ = [
    "AssayError", "Verdict", "verify", "verify_batch", "trl_reward",
    "compute_score", "compute_score_batch", "text_of", "version",
]

OUTCOMES = (
    "correct", "wrong", "undecided", "no_answer", "unreadable", "bad_key",
)
# These say that nobody knows, not that the answer is wrong.
NOT_JUDGED = frozenset(("undecided", "bad_key"))


class AssayError(Exception):
    """The library is missing, or an option makes no sense."""


class Verdict:
    """What the judge says of one pair; true when it is correct.

    verdict    the outcome by the reading that was asked for, see OUTCOMES
    strict, lenient   the outcomes by both readings
    by, why    the road that settled it, and one sentence for people
    rule       how the answer was found in the reply: "boxed", ...
    extracted  the answer as written, or None
    key, answer   both as they were understood, or None
    witness    where the two differ, or None
    work       units of work spent
    parts      where several values were asked, a dict for each: name, strict,
               lenient, extracted, and value, the exact number that was read
               ("5/12") or None; else an empty list
    """

    __slots__ = (
        "verdict", "strict", "lenient", "by", "why", "rule", "extracted",
        "key", "answer", "witness", "work", "parts",
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
        """False when the judge does not know: undecided or bad_key."""
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
    ]


def _places():
    own = os.environ.get("ASSAY_LIBRARY")
    if own:  # this one and no other
        return [own]
    here = os.path.dirname(os.path.abspath(__file__))
    top = os.path.dirname(os.path.dirname(here))
    found = ctypes.util.find_library("assay")
    return [
        os.path.join(here, "libassay.so.0"),
        os.path.join(here, "libassay.so"),
        os.path.join(top, "build", "libassay.so.0"),
        found or "libassay.so.0",
        "/usr/local/lib/libassay.so.0",
    ]


def _load():
    reasons = []
    for place in _places():
        if os.sep in place and not os.path.exists(place):
            reasons.append("%s: not there" % place)
            continue
        try:
            return _declare(ctypes.CDLL(place))
        except (OSError, AttributeError) as e:
            reasons.append("%s: %s" % (place, e))
    raise AssayError(
        "could not load libassay; build it with `make`, install it with "
        "`make install`, or name it in ASSAY_LIBRARY. Tried:\n  "
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


def _bytes(text):
    """UTF-8 without NUL; lone surrogates become "?"."""
    if isinstance(text, bytes):
        return text.replace(b"\0", b"\xef\xbf\xbd")
    if not isinstance(text, (str, int, float)):
        raise TypeError(
            "a key or a reply is a text or a number, not %s"
            % type(text).__name__
        )
    return str(text).replace("\0", "\ufffd").encode("utf-8", "replace")


def _texts(values):
    values = [_bytes(v) for v in values]
    return (ctypes.c_char_p * len(values))(*values)


def _options(strict=False, extracted=False, kind=None, params=(), choices=(),
             tolerance=None, digits=0):
    params, choices = list(params or ()), list(choices or ())
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
    )


def _read_texts(v, names):
    """Members that are texts or NULL."""
    values = ((name, getattr(v, name)) for name in names)
    return {name: None if text is None else text.decode("utf-8", "replace")
            for name, text in values}


def _part(p):
    return dict(_read_texts(p, ("name", "extracted", "value")),
                strict=OUTCOMES[p.strict], lenient=OUTCOMES[p.lenient])


def _verdict(v):
    return Verdict(
        verdict=OUTCOMES[v.verdict], strict=OUTCOMES[v.strict],
        lenient=OUTCOMES[v.lenient], work=v.work,
        parts=[_part(v.parts[i]) for i in range(v.parts_n)],
        **_read_texts(v, ("by", "why", "rule", "extracted", "key", "answer",
                          "witness"))
    )


def _refuse(options):
    raise AssayError(
        "an option makes no sense: %s" % ", ".join(
            "%s=%r" % item for item in sorted(options.items())
        )
    )


def verify(gold, response, **options):
    """Judge one reply (None: there is none) against a key. The gold of
    several values is "name: value; name: value".

    Options: strict, extracted (the response is the answer itself), kind
    ("integer", "set", ...), params (names of variables), choices (their
    texts), tolerance (0.01 or "1%"), digits (of a rounded answer, 6).
    """
    lib = _lib()
    reply = None if response is None else _bytes(response)
    v = lib.assay_grade(_bytes(gold), reply,
                        ctypes.byref(_options(**options)))
    if not v:
        _refuse(options)
    try:
        return _verdict(v.contents)
    finally:
        lib.assay_verdict_free(v)
        if threading.current_thread() is not threading.main_thread():
            lib.assay_thread_end()  # what the arithmetic keeps for a thread


def verify_batch(pairs, threads=0, **options):
    """Judge (gold, response) pairs; a list of verdicts in the same order.

    One call into the library, on `threads` threads (0: all processors), with
    the interpreter lock released. Options as for verify(), the same for all.
    """
    lib = _lib()
    pairs = list(pairs)
    n = len(pairs)
    golds = _texts(gold for gold, _ in pairs)
    replies = (ctypes.c_char_p * n)(
        *(None if reply is None else _bytes(reply) for _, reply in pairs)
    )
    out = (ctypes.POINTER(_Verdict) * n)()
    if not lib.assay_grade_many(golds, replies, n,
                                ctypes.byref(_options(**options)),
                                int(threads), out):
        _refuse(options)
    try:
        return [_verdict(v.contents) for v in out]
    finally:
        for v in out:
            lib.assay_verdict_free(v)


# ---- rewards ----


def text_of(reply):
    """The text of a reply: a string, a message, or a list of messages, of
    which the last one counts. None is no reply."""
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
    raise TypeError("a reply is a %s" % type(reply).__name__)


MATHADOR_POINTS = 18  # the most there are


def _value(verdict):
    """1.0 or 0.0; of a game of Mathador, the share of the points."""
    if verdict.by == "mathador" and verdict:
        return int(verdict.answer) / MATHADOR_POINTS
    return float(bool(verdict))


def trl_reward(completions, answer=None, solution=None, ground_truth=None,
               **kwargs):
    """A reward function for TRL: 1.0 correct (Mathador: the share of the
    points), 0.0 not, None (the trainer leaves the sample out) where the judge
    does not know. The key is the dataset's column answer, solution or
    ground_truth, the first that is not empty."""
    columns = [c for c in (answer, solution, ground_truth) if c is not None]
    if not columns:
        raise ValueError("the dataset needs a column answer, solution or "
                         "ground_truth")
    for golds in columns:
        if len(golds) != len(completions):
            raise ValueError("%d keys for %d completions"
                             % (len(golds), len(completions)))
    golds = [next((g for g in row if g not in (None, "")), "")
             for row in zip(*columns)]
    verdicts = verify_batch(zip(golds, map(text_of, completions)))
    return [_value(v) if v.judged else None for v in verdicts]


def compute_score(data_source, solution_str, ground_truth, extra_info=None,
                  **kwargs):
    """A reward function for verl: 1.0 correct (Mathador: the share of the
    points), else 0.0. verl cannot leave a sample out, so that 0.0 is also
    given where the judge does not know."""
    return _value(verify(ground_truth, solution_str))


def compute_score_batch(data_sources, solution_strs, ground_truths,
                        extra_infos=None, **kwargs):
    """The same for verl's batch reward manager."""
    return [
        _value(v) for v in verify_batch(zip(ground_truths, solution_strs))
    ]
