/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A final answer that is no number: a set, an expression, an interval. The walk
 * of told_scan.c looks for numbers; here the last names of the final question
 * are looked for, and what stands behind one is read as a reply's own answer
 * is read.
 */
#include "base/ascii.h"
#include "evolve/measure/told_int.h"
#include "grade/extract/extract.h"

#include <string.h>

#define NAMES_MOST 4 /* the last ones: each costs one more reading */

struct name {
    size_t at, end, stop; /* the name, and where what it heads ends */
};

struct names {
    struct name last[NAMES_MOST];
    size_t n;
    size_t behind; /* the line of the last name of another question */
};

/* ---- names ---- */

static void keep_name(struct names *l, struct name x)
{
    if (l->n == NAMES_MOST)
        memmove(l->last, l->last + 1, (NAMES_MOST - 1) * sizeof(*l->last));
    else
        l->n++;
    l->last[l->n - 1] = x;
}

static size_t line_end(struct told_text t, size_t i)
{
    const char *p = memchr(t.s + i, '\n', t.n - i);

    return p ? (size_t)(p - t.s) : t.n;
}

/* Names of other questions that head a passage end what stood before. */
static void find_names(struct told_text t, size_t parts, struct names *out)
{
    enum told_who who;
    size_t i = 0, end;

    while (i < t.n) {
        if (told_label(t, i, parts, &who, &end)) {
            bool heads = told_is_heading(t, i, end) && who <= TOLD_OTHER;

            if (heads && out->n && out->last[out->n - 1].stop == t.n)
                out->last[out->n - 1].stop = i;
            if (heads && who != TOLD_FINAL)
                out->behind = line_end(t, end);
            if (who == TOLD_FINAL && !told_is_use(t, i))
                keep_name(out, (struct name){ i, end, t.n });
            i = end > i ? end : i + 1;
        } else if (is_letter(t.s[i])) {
            while (i < t.n && is_letter(t.s[i]))
                i++;
        } else {
            i++;
        }
    }
}

/* ---- behind a name ---- */

/* Over signs and words that give a value: "**: is". */
static size_t skip_signs(struct told_text t, size_t i, size_t stop)
{
    char word[TOLD_WORD];

    while (i < stop) {
        size_t n = told_word(t, i, word);

        if (n && (strcmp(word, "is") == 0 || strcmp(word, "are") == 0))
            i += n;
        else if (strchr(" \t\r\n:*_=}\"", t.s[i]))
            i++;
        else
            break;
    }
    return i < stop ? i : stop;
}

/* The end of what is said there: of the line, of a box around it, or where
 * another question's turn comes. */
static size_t item_end(struct told_text t, size_t from, size_t stop,
                       size_t parts)
{
    size_t depth = 0, i = from, end;
    enum told_who who;

    for (; i < stop && t.s[i] != '\n'; i++) {
        if (t.s[i] == '}' && depth-- == 0)
            break;
        depth += t.s[i] == '{';
        if (told_label(t, i, parts, &who, &end))
            break;
    }
    while (i > from && strchr(" ;,*", t.s[i - 1]))
        i--;
    return i;
}

static struct extracted read_answer(struct arena *a, struct told_text t,
                                    size_t from, size_t to)
{
    static const struct extract_options inside = { .inside = true, .parts = 1 };

    if (from >= to)
        return (struct extracted){ .rule = EXTRACT_NONE };
    return extract_answer(a, t.s + from, to - from, &inside);
}

static bool is_set_off(const struct extracted *x)
{
    return x->rule == EXTRACT_BOXED || x->rule == EXTRACT_BOXES ||
           x->rule == EXTRACT_TAG || x->rule == EXTRACT_HASHES;
}

static void offer(struct told_found *best, const struct extracted *x,
                  enum told_tier tier)
{
    if (x->rule == EXTRACT_NONE || tier < best->tier)
        return;
    *best = (struct told_found){ tier, x->text };
}

static void read_name(struct arena *a, struct told_text t, struct name l,
                      size_t parts, struct told_found *best)
{
    size_t from = skip_signs(t, l.end, l.stop);
    struct extracted all = read_answer(a, t, from, l.stop), item;

    if (is_set_off(&all)) {
        offer(best, &all, TIER_BOX);
        return;
    }
    item = read_answer(a, t, from, item_end(t, from, l.stop, parts));
    if (item.rule == EXTRACT_WHOLE || item.declared)
        offer(best, &item, TIER_DIRECT);
    else
        offer(best, &all, all.declared ? TIER_DIRECT : TIER_GUESS);
}

void told_other(struct arena *a, const char *reply, size_t n, size_t parts,
                struct told_found *out)
{
    static const struct extract_options one = { .parts = 1 };
    struct told_text t = { arena_strndup(a, reply, n), n };
    struct names names = { .n = 0, .behind = 0 };
    struct extracted all;

    *out = (struct told_found){ 0 };
    find_names(t, parts, &names);
    for (size_t i = 0; i < names.n; i++)
        read_name(a, t, names.last[i], parts, out);
    if (out->tier >= TIER_DIRECT)
        return;
    /* Without a name: what the reply ends with, behind other questions. */
    all = extract_answer(a, t.s + names.behind, t.n - names.behind, &one);
    offer(out, &all, all.declared ? TIER_DIRECT : TIER_GUESS);
}
