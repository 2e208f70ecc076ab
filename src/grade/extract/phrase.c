/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "grade/extract/extract_int.h"

/*
 * Phrases that declare an answer, in many languages. The word for "answer" is
 * the anchor; it is looked for at a byte that is rare in prose (the w of
 * "answer", the p of "respuesta"), so that one pass finds all languages. What
 * stands around an anchor is looked at from the last one on.
 */

#define DECLARED_MOST ((size_t)4096) /* bytes behind an anchor that count */

struct word {
    const char *word; /* lower case */
    size_t rare;      /* offset of the byte that is looked for */
};

/* Words with the same rare byte stand together. */
static const struct word words[] = {
    { "answer", 3 },
    { "antwort", 3 },
    { "antwoord", 3 },
    { "jawaban", 2 },
    { "respuesta", 3 },
    { "resposta", 3 },
    { "risposta", 3 },
    { "r\xc3\xa9ponse", 3 },
    { "r\xc3\x89ponse", 3 },
    { "reponse", 2 },
    { "odpowied\xc5\xba", 2 },
    { "\xc4\x91\xc3\xa1p \xc3\xa1n", 4 },
    { "\xc4\x90\xc3\xa1p \xc3\xa1n", 4 },
    { "\xc4\x91\xc3\xa1p s\xe1\xbb\x91", 4 },
    { "\xc4\x90\xc3\xa1p s\xe1\xbb\x91", 4 },
    { "cevap", 4 },
    { "ergebnis", 4 },
    /* Russian, with and without a capital */
    { "\xd0\xbe\xd1\x82\xd0\xb2\xd0\xb5\xd1\x82", 0 },
    { "\xd0\x9e\xd1\x82\xd0\xb2\xd0\xb5\xd1\x82", 0 },
    { "\xd0\x9e\xd0\xa2\xd0\x92\xd0\x95\xd0\xa2", 0 },
    { "\xe7\xad\x94\xe6\xa1\x88", 0 }, /* Chinese */
    { "\xe7\xad\x94\xe3\x81\x88", 0 }, /* Japanese */
    { "\xe7\xad\x94\xef\xbc\x9a", 0 }, /* both, with a colon */
    { "\xe7\xad\x94:", 0 },
    { "\xeb\x8b\xb5", 0 }, /* Korean */
    { "\xe0\xa4\x89\xe0\xa4\xa4\xe0\xa5\x8d\xe0\xa4\xa4\xe0\xa4\xb0", 0 },
    { "\xd8\xac\xd9\x88\xd8\xa7\xd8\xa8", 0 }, /* Arabic */
    { "\xd8\xac\xd8\xa7\xd8\xa8\xd8\xa9", 0 },
};

static bool has_letter_before(struct span t, size_t at)
{
    return at && is_letter(t.s[at - 1]) && !span_before_fold(t, at, "end");
}

static void note(struct anchors *k, struct anchor a)
{
    k->ring[k->n++ % ANCHORS_KEPT] = a;
}

static bool is_final(struct span t, struct anchor a)
{
    static const char *const before[] = {
        "final ",
        "final** ",
        "end",
        "finale ",
        "endg\xc3\xbcltige ",
        "\xe6\x9c\x80\xe7\xbb\x88",
        "\xe6\x9c\x80\xe7\xb5\x82",
        "\xe6\x9c\x80\xe7\xbb\x88\xe7\x9a\x84",
        "son ",
        "\xd1\x8b\xd0\xb9 ",
        "final correct ",
        "cu\xe1\xbb\x91i c\xc3\xb9ng "
    };
    static const char *const behind[] = { " final",  " finale",  " final:",
                                          "e final", " finale:", " akhir" };

    if (span_before_any(t, a.at, before, COUNT(before)))
        return true;
    return span_at_any(t, a.end, behind, COUNT(behind)) > 0;
}

/* The anchor whose rare byte stands at `at`; words[i] is the first word with
 * that byte. */
static bool anchor_at(struct span t, size_t at, size_t i, struct anchor *a)
{
    char c = words[i].word[words[i].rare];

    for (; i < COUNT(words) && words[i].word[words[i].rare] == c; i++) {
        const struct word *w = &words[i];

        if (at < w->rare ||
            (w->rare && (t.s[at - 1] | 0x20) != (w->word[w->rare - 1] | 0x20)))
            continue; /* soon: most words with such a byte are others */
        if (!span_at_fold(t, at - w->rare, w->word))
            continue;
        a->at = at - w->rare;
        a->end = a->at + strlen(w->word);
        if (has_letter_before(t, a->at))
            return false;
        if (a->end < t.n && (t.s[a->end] == 's' || t.s[a->end] == 'S'))
            a->end++;
        return a->end >= t.n || !is_letter(t.s[a->end]);
    }
    return false;
}

static void find_anchors(struct span t, struct anchors *final,
                         struct anchors *label)
{
    unsigned char first[256] = { 0 }; /* index in words, plus 1 */
    struct anchor a;

    _Static_assert(COUNT(words) < 255, "an index is one byte");
    for (size_t i = COUNT(words); i-- > 0;) {
        char c = words[i].word[words[i].rare];

        first[(unsigned char)c] = (unsigned char)(i + 1);
        if (is_lower(c))
            first[(unsigned char)(c - 'a' + 'A')] = (unsigned char)(i + 1);
    }
    for (size_t i = 0; i < t.n; i++) {
        unsigned char k = first[(unsigned char)t.s[i]];

        if (k && anchor_at(t, i, k - 1u, &a))
            note(is_final(t, a) ? final : label, a);
    }
}

/* "to answer", "no answer": a verb, or none. */
static bool is_refused(struct span t, struct anchor a)
{
    static const char *const before[] = {
        "if the ", "whether the ", "suppose the ", "assume the ", "to ",
        "not ",    "n't ",         "can ",         "no ",         "any ",
        "each ",   "wrong ",       "incorrect ",   "possible ",   "your ",
        "please ", "initial ",     "previous ",    "an ",         "<",
        "</"
    };
    static const char *const behind[] = { " choice", " option", " key",
                                          " format", " sheet",  ">",
                                          " this",   " the " };

    if (span_before_any(t, a.at, before, COUNT(before)))
        return true;
    return span_at_any(t, a.end, behind, COUNT(behind)) > 0;
}

/* Words between "answer" and the answer. */
/* clang-format off */
static const char *const connectors[] = {
    "is", "are", "was", "be", "would", "should", "must", "will", "equals",
    "equal", "to", "thus", "therefore", "then", "simply", "just", "clearly",
    "definitely", "for", "sure", "indeed", "probably", "approximately",
    "about", "exactly", "obviously", "hence", "so", "given", "by", "as",
    "follows", "option", "choice", "letter", "that", "the", "number", "value",
    "integer", "final", "finale", "est", "ist", "lautet", "es", "\xc3\xa9",
    "\xc3\xa8", "jest", "l\xc3\xa0", "hier", "donc", "also", "adalah", "akhir",
    "\xd9\x87\xd9\x88", "\xd9\x87\xd9\x8a", "\xe0\xa4\xb9\xe0\xa5\x88",
    "still", "actually", "only", "it's", "correct", "right", "best", "here"
};
/* clang-format on */

static bool is_connector(struct span w)
{
    static const char *const endings[] = {
        "\xe6\x98\xaf", "\xe4\xb8\xba", "\xe7\x82\xba",
        "\xe3\x81\xaf", "\xec\x9d\x80", "\xeb\x8a\x94",
        "\xe9\x80\x89", "\xe9\x81\xb8", "\xe7\xad\x89\xe4\xba\x8e"
    };

    if (span_listed(w, connectors, COUNT(connectors)))
        return true;
    for (size_t i = 0; i < COUNT(endings) && w.n <= 24; i++)
        if (span_before_fold(w, w.n, endings[i]))
            return true;
    return false;
}

/* Where the answer begins behind an anchor. *linked: something says that
 * what follows is the answer. */
static size_t skip_connectors(struct span t, size_t at, bool *linked)
{
    size_t after, lines = 0, stop = at + 200;
    enum reply_token k;

    while (at < stop && (k = token_read(t, at, &after)) != TOKEN_END) {
        bool sign = k == TOKEN_SIGN && (t.s[at] == '=' || t.s[at] == '>');
        bool word = k == TOKEN_WORD || k == TOKEN_MATHWORD ||
                    (k == TOKEN_LETTER && after > at + 1);

        if (k == TOKEN_NEWLINE) {
            if (++lines > 3)
                break;
        } else if (k == TOKEN_MARK || k == TOKEN_OTHER || sign ||
                   t.s[at] == '}') {
            *linked = *linked || k != TOKEN_OTHER || t.s[at] == ':' ||
                      t.s[at] == '\xef';
        } else if (word && is_connector(span_cut(t, at, after))) {
            *linked = true;
        } else if (k != TOKEN_SPACE && !(lines && t.s[at] == '-' &&
                                         after < t.n && t.s[after] == ' ')) {
            break;
        }
        at = after;
    }
    return at;
}

/* "The answer to this question is 5": where "is" ends; 0: there is none. */
static size_t skip_subject(struct span t, size_t at)
{
    static const char *const heads[] = { "to",   "for",      "in",        "of",
                                         "when", "we",       "after",     "on",
                                         "with", "rounded",  "expressed", "you",
                                         "i",    "\xc3\xa0", "zu",        "auf",
                                         "de",   "that" };
    static const char *const verbs[] = { "is",     "are",      "est",
                                         "ist",    "es",       "equals",
                                         "lautet", "\xc3\xa9", "\xc3\xa8",
                                         "be",     "jest" };
    size_t after, stop = at + 160;
    bool first = true;
    enum reply_token k;

    for (; at < stop && (k = token_read(t, at, &after)) != TOKEN_END;
         at = after) {
        struct span w = span_cut(t, at, after);

        if (k == TOKEN_SPACE)
            continue;
        if (first && t.s[at] != '(' && t.s[at] != ',' &&
            !span_listed(w, heads, COUNT(heads)))
            return 0;
        first = false;
        if (k == TOKEN_STOP || k == TOKEN_NEWLINE)
            return 0;
        if (t.s[at] == ':' || span_listed(w, verbs, COUNT(verbs)))
            return after;
    }
    return 0;
}

/* What may stand behind a bare "Answer": mathematics, nothing else. */
static bool is_plain_start(struct span t, size_t at)
{
    size_t after;
    enum reply_token k = token_read(t, at, &after);

    if (k == TOKEN_LETTER)
        return at && t.s[at - 1] == '\n';
    return k == TOKEN_FORMULA || k == TOKEN_NUMBER || k == TOKEN_COMMAND;
}

static bool forward(const struct extract *x, struct anchor a, struct span *out)
{
    struct span t = span_cut(x->text, 0, a.end + DECLARED_MOST);
    bool linked = false;
    size_t at = skip_connectors(t, a.end, &linked), after, subject;
    enum reply_token k;

    if (!linked && (subject = skip_subject(t, a.end))) {
        at = skip_connectors(t, subject, &linked);
        linked = true;
    }
    if (span_at_fold(t, at, "not ") || span_at_fold(t, at, "incorrect") ||
        span_at(t, a.end, "\xe4\xb8\x8d"))
        return false;
    k = token_read(t, at, &after);
    if (k == TOKEN_END || k == TOKEN_STOP)
        return false;
    after = sentence_end(t, at);
    if (after < t.n && t.s[after] == '?')
        return false;
    if (!linked && !is_plain_start(t, at) &&
        !(x->opt->choice && choice_letter(span_cut(t, at, t.n))))
        return false;
    return declared_find(x, span_cut(t, at, t.n), out);
}

/* "Thus 42 is our answer." */
static bool backward(const struct extract *x, struct anchor a, struct span *out)
{
    static const char *const links[] = {
        " is the ",       " is our ",       " is my ",
        " is the final ", " is our final ", " is the correct ",
        " as the ",       " as our ",       " is therefore the ",
        " is thus the ",  " as the final ", " est la ",
        " es la ",        " ist die "
    };
    struct span t = x->text, sentence;
    size_t end = 0, from, value_end;
    bool formula;

    for (size_t i = 0; i < COUNT(links) && !end; i++)
        if (span_before_fold(t, a.at, links[i]))
            end = a.at - strlen(links[i]);
    if (!end)
        return false;
    from = end > 400 ? end - 400 : 0;
    for (size_t i = end; i-- > from;)
        if (t.s[i] == '\n' ||
            (t.s[i] == '.' && i + 1 < t.n && is_space(t.s[i + 1]))) {
            from = i + 1;
            break;
        }
    sentence = span_cut(t, from, end);
    if (x->opt->choice && sentence.n &&
        choice_letter(span_cut(sentence, sentence.n - 1, sentence.n)) &&
        (sentence.n < 2 || !is_letter(sentence.s[sentence.n - 2]))) {
        *out = span_cut(sentence, sentence.n - 1, sentence.n);
        return true;
    }
    return value_last(sentence, out, &value_end, &formula) &&
           trim_span(span_cut(sentence, value_end, sentence.n)).n == 0;
}

/* "One might think the answer is 24": before the anchor, in its sentence. */
static bool is_supposed(struct span t, struct anchor a)
{
    static const char *const cues[] = {
        "might think", "may think",   "thought",  "at first",    "first glance",
        "initially",   "would think", "tempting", "intuitively", "mistake"
    };
    size_t from = a.at > 80 ? a.at - 80 : 0;

    for (size_t i = a.at; i > from; i--) {
        if (t.s[i - 1] == '\n' || (t.s[i - 1] == '.' && is_space(t.s[i])))
            return false;
        for (size_t k = 0; k < COUNT(cues); k++)
            if (span_at_fold(t, i - 1, cues[k]))
                return true;
    }
    return false;
}

static void note_barrier(struct extract *x, size_t at)
{
    if (at > x->from)
        x->from = at;
}

/* "The answer is", in English, and something behind it. */
static bool is_declaration(struct span t, struct anchor a)
{
    static const char *const behind[] = { " is not ",    " is no ", " is unk",
                                          " is neither", " isn't ", " is at ",
                                          " is between " };

    if (!span_before_fold(t, a.at, "the ") &&
        !span_before_fold(t, a.at, "final "))
        return false;
    if (span_at_any(t, a.end, behind, COUNT(behind)))
        return true;
    return span_at_fold(t, a.end, " is ") && a.end + 4 < t.n &&
           is_digit(t.s[a.end + 4]);
}

/* "If order matters, the answer is": the sentence of the anchor begins so. */
static bool is_conditional(struct span t, struct anchor a)
{
    size_t from = a.at, least = a.at > 120 ? a.at - 120 : 0;

    while (from > least && t.s[from - 1] != '\n' &&
           !(t.s[from - 1] == ' ' && from > 1 && one_of(t.s[from - 2], ".!?;")))
        from--;
    return span_at_fold(t, from, "if ");
}

/* Do the last two anchors give answers under conditions of their own? */
static bool is_twofold(struct span t, const struct anchors *k)
{
    return k->n > 1 && is_conditional(t, k->ring[(k->n - 1) % ANCHORS_KEPT]) &&
           is_conditional(t, k->ring[(k->n - 2) % ANCHORS_KEPT]);
}

/* "The answer was 24, but": of the past. */
static bool is_past(struct span t, struct anchor a)
{
    size_t end = sentence_end(span_cut(t, 0, a.end + 400), a.end);

    if (!span_at_fold(t, a.end, " was "))
        return false;
    for (size_t i = a.end; i < end; i++)
        if (span_at_fold(t, i, " but "))
            return true;
    return false;
}

/* Behind the sentence of an anchor. */
static size_t anchor_end(struct span t, struct anchor a)
{
    return sentence_end(span_cut(t, 0, a.end + DECLARED_MOST), a.end);
}

static bool is_taken_back(const struct extract *x, struct anchor a)
{
    size_t end = anchor_end(x->text, a);

    return retraction_find(span_cut(x->text, end, x->text.n)) > 0;
}

static bool try_anchors(struct extract *x, const struct anchors *k,
                        struct extracted *out)
{
    size_t kept = k->n < ANCHORS_KEPT ? k->n : ANCHORS_KEPT;
    struct span answer;

    if (is_twofold(x->text, k)) {
        note_barrier(x, x->text.n);
        return false;
    }
    for (size_t i = 0; i < kept; i++) {
        struct anchor a = k->ring[(k->n - 1 - i) % ANCHORS_KEPT];

        if (is_refused(x->text, a) || is_supposed(x->text, a) ||
            is_past(x->text, a))
            continue;
        if (is_taken_back(x, a)) {
            note_barrier(x, anchor_end(x->text, a));
            return false;
        }
        if ((backward(x, a, &answer) || forward(x, a, &answer)) &&
            extract_fill(x, out, answer))
            return true;
        /* It says what the answer is, in words that nobody can read: what
         * stands before it is no answer either. */
        if (is_declaration(x->text, a)) {
            note_barrier(x, anchor_end(x->text, a));
            return false;
        }
    }
    return false;
}

bool rule_final(struct extract *x, struct extracted *out)
{
    find_anchors(x->text, &x->final, &x->label);
    return try_anchors(x, &x->final, out);
}

bool rule_label(struct extract *x, struct extracted *out)
{
    return try_anchors(x, &x->label, out);
}
