/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asked values that are no numbers: a set, an expression, an interval. The last
 * names of each are looked for in the reply as it was written, and what stands
 * behind one is read as a reply's own answer is read.
 */
#include "base/ascii.h"
#include "grade/parts/parts_int.h"

#define NAMES_MOST 4 /* the last ones: each costs one more reading */
#define READ_MOST  ((size_t)1 << 14) /* bytes behind a name that are read */

struct name {
    size_t end, stop; /* behind the name, and where what it heads ends */
};

struct names {
    struct name last[NAMES_MOST];
    size_t n;
};

/* The names of all values; `behind` is the line of the last one that heads a
 * passage of a value other than the final one. */
struct directory {
    struct names of[LIMIT_KEYS];
    size_t behind;
};

static void keep_name(struct names *l, struct name x)
{
    if (l->n == NAMES_MOST)
        memmove(l->last, l->last + 1, (NAMES_MOST - 1) * sizeof(*l->last));
    else
        l->n++;
    l->last[l->n - 1] = x;
}

/* Back from a name at `end` over what only leads to it: "... and for the",
 * ", \\text{", "(ii)". */
static size_t back_lead(struct span t, size_t from, size_t end)
{
    static const char commands[][9] = { "\\text", "\\textbf", "\\mathrm" };

    for (size_t i = end;;) {
        struct span word = text_word_before(t, i);

        if (word.n && word.n <= i - from &&
            text_listed(word, " and the its is for in as when "))
            i -= word.n;
        else if (i > from && one_of(t.s[i - 1], " ;,*$\n-#"))
            i--;
        else if (i > from && t.s[i - 1] == '{') {
            size_t k = 0;

            for (; k < 3; k++)
                if (i - 1 - from >= strlen(commands[k]) &&
                    span_at(t, i - 1 - strlen(commands[k]), commands[k]))
                    break;
            if (k == 3)
                return i;
            i -= 1 + strlen(commands[k]);
        } else {
            return i;
        }
    }
}

/* A name at i ends what was said of other values: a heading of any, another
 * mention of those that are not the final one. */
static void end_passages(const struct asking *q, struct span t,
                         struct directory *d, size_t who, bool heads, size_t i)
{
    for (size_t k = 0; k < q->n; k++) {
        struct names *l = &d->of[k];

        if (k != who && l->n && l->last[l->n - 1].stop > i &&
            (heads || k != q->last))
            l->last[l->n - 1].stop = back_lead(t, l->last[l->n - 1].end, i);
    }
}

static void find_names(const struct asking *q, struct span t,
                       struct directory *d)
{
    size_t i = 0, who, end;

    while (i < t.n) {
        if (!label_read(q, t, i, &who, &end)) {
            i = text_step(t, i);
            continue;
        }
        if (who <= WHO_OTHER && !label_is_use(t, i)) {
            bool heads = label_is_heading(t, i, end);

            end_passages(q, t, d, who, heads, i);
            if (heads && who != q->last)
                d->behind = text_line_end(t, end);
            if (who < q->n)
                keep_name(&d->of[who], (struct name){ end, t.n });
        }
        i = end > i ? end : i + 1;
    }
}

/* ---- behind a name ---- */

/* The end of what is said there: of the line, of a box around it, or where
 * another question's turn comes. */
static size_t item_end(const struct asking *q, struct span t, size_t from)
{
    size_t depth = 0, i = from, who, end;

    for (; i < t.n && t.s[i] != '\n'; i++) {
        if (t.s[i] == '}' && depth-- == 0)
            break;
        depth += t.s[i] == '{';
        if (label_read(q, t, i, &who, &end))
            break;
    }
    return back_lead(t, from, i);
}

static struct extracted read_answer(struct arena *a, struct span t, size_t from,
                                    size_t to)
{
    static const struct extract_options inside = { .inside = true, .parts = 1 };

    if (from >= to)
        return (struct extracted){ .rule = EXTRACT_NONE };
    return extract_answer(a, t.s + from, to - from, &inside);
}

static bool is_set_off(const struct extracted *x)
{
    return x->rule >= EXTRACT_BOXED && x->rule <= EXTRACT_HASHES;
}

static void offer(struct part_found *best, const struct extracted *x,
                  enum part_tier tier)
{
    if (x->rule != EXTRACT_NONE && tier >= best->tier)
        *best = (struct part_found){ tier, x->text };
}

/* A remark in brackets that says where the value holds, "($\\epsilon \\to
 * 0^+$)": where it ends; 0: there is none. */
static size_t limit_remark(struct span t, size_t i)
{
    size_t k = text_blanks(t, i), start = k;
    bool about = false;

    if (span_byte(t, k) != '(')
        return 0;
    for (; k < t.n && k - start < PARTS_LOOK && !one_of(t.s[k], ")\n"); k++)
        about = about || span_at(t, k, "\\to") || span_at(t, k, "\\ll") ||
                span_at(t, k, "\\gg") || span_at(t, k, "\\rightarrow");
    return about && span_byte(t, k) == ')' ? k + 1 : 0;
}

/* Behind a name and what it says of itself: "small regime (...):". */
static size_t behind_name(struct span t, size_t i)
{
    size_t k = text_blanks(t, i), remark;

    if (text_word_in(t, k, " regime limit case region "))
        i = text_step(t, k);
    k = i;
    while (one_of(span_byte(t, k), "*: "))
        k++;
    remark = limit_remark(t, k);
    return text_skip_giving(t, remark ? remark : i, " \t\r\n:,*_=}\"");
}

static void read_name(struct arena *a, const struct asking *q, struct span t,
                      struct name l, struct part_found *best)
{
    struct extracted all, item;
    size_t from;

    if (l.stop - l.end > READ_MOST)
        l.stop = l.end + READ_MOST;
    t.n = l.stop;
    from = behind_name(t, l.end);
    all = read_answer(a, t, from, l.stop);
    if (is_set_off(&all)) {
        offer(best, &all, PART_BOX);
        return;
    }
    item = read_answer(a, t, from, item_end(q, t, from));
    if (item.rule == EXTRACT_WHOLE || item.declared)
        offer(best, &item, PART_DIRECT);
    else
        offer(best, &all, all.declared ? PART_DIRECT : PART_GUESS);
}

void expression_find(struct arena *a, const struct asking *q, struct span t,
                     struct part_found *out)
{
    static const struct extract_options one = { .parts = 1 };
    struct directory d = { .behind = 0 };
    struct extracted all;

    find_names(q, t, &d);
    for (size_t k = 0; k < q->n; k++) {
        if (q->parts[k].number)
            continue;
        out[k] = (struct part_found){ 0 };
        for (size_t i = 0; i < d.of[k].n; i++)
            read_name(a, q, t, d.of[k].last[i], &out[k]);
        if (k != q->last || out[k].tier >= PART_DIRECT)
            continue;
        /* Without a name: what the reply ends with, behind other questions. */
        all = extract_answer(a, t.s + d.behind, t.n - d.behind, &one);
        offer(&out[k], &all, all.declared ? PART_DIRECT : PART_GUESS);
    }
}
