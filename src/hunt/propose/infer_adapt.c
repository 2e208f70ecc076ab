/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Adaptive prompts: a few different hypotheses, each with examples it was
 * right on, of which a model chooses.
 */
#include "base/ascii.h"
#include "base/rng.h"
#include "hunt/propose/infer_int.h"

/* Some rows that the entry was right on, drawn by the seed; a file's bank may
 * name rows that the data has not. */
static size_t draw_hits(struct inferring *f, size_t entry, size_t **out)
{
    const struct vec *hits = &f->bank->entries[entry].correct;
    struct rng r = propose_stream("infer/examples", f->o->seed, entry, 0);
    size_t n = 0;

    *out = arena_array(f->arena, size_t, hits->n + 1);
    for (size_t i = 0; f->train && i < hits->n; i++) {
        size_t row = vec_get(hits, struct bank_hit, i)->row;

        if (row < f->train->n)
            (*out)[n++] = row;
    }
    rng_shuffle(&r, *out, n, sizeof(**out));
    return n < f->o->examples ? n : f->o->examples;
}

/* Without examples a template that speaks of their fields says nothing. */
static bool needs_example(const struct task *t)
{
    return !json_get(json_get(t->templates, "adaptive_info_prompt"), "prefix");
}

static bool add_pattern(struct inferring *f, size_t entry, size_t number,
                        struct str *out, struct err *e)
{
    const char *text = f->bank->entries[entry].text;
    const char *idx = arena_printf(f->arena, "%zu", number), *piece;
    struct slot_value v[] = {
        { "hypothesis", text }, { "pattern", text }, { "idx", idx },
        { "index", idx },       { "num", idx },      { "number", idx },
    };
    size_t *rows, n = draw_hits(f, entry, &rows);

    if (n == 0 && needs_example(f->job->task)) {
        str_addf(out, "Pattern %zu: %s\n", number, text);
        return true;
    }
    if (!task_repeat(f->arena, f->job->task, "adaptive_info_prompt", v,
                     sizeof(v) / sizeof(v[0]), f->train, rows, n, &piece, e))
        return false;
    str_add(out, piece);
    if (!str_ends(piece, "\n"))
        str_addc(out, '\n');
    return true;
}

static bool write_patterns(struct inferring *f, const size_t *which, size_t n,
                           const char **out, struct err *e)
{
    struct str s = str_in(f->arena);

    for (size_t i = 0; i < n; i++)
        if (!add_pattern(f, which[i], i + 1, &s, e))
            return false;
    *out = str_get(&s);
    return true;
}

/* Ask a prompt about every row, with the patterns in it. */
static bool ask_rows(struct inferring *f, const char *prompt,
                     const size_t *which, size_t n, struct question *q,
                     struct err *e)
{
    const char *text;
    struct slot_value v[3] = { { "adaptive_info_prompt", NULL },
                               { "hypotheses", NULL },
                               { "patterns", NULL } };

    if (!write_patterns(f, which, n, &text, e))
        return false;
    for (size_t k = 0; k < 3; k++)
        v[k].value = text;
    for (size_t i = 0; i < f->n; i++) {
        q[i].attempt = 1;
        if (!task_messages(f->arena, f->job->task, prompt, v, 3, f->job->data,
                           f->rows[i], &q[i].messages, &q[i].n_messages, e))
            return false;
    }
    return question_ask(f->arena, f->job->consult, q, f->n, e);
}

bool infer_one_step(struct inferring *f, const size_t *which, size_t n,
                    struct err *e)
{
    struct question *q = arena_array(f->arena, struct question, f->n);

    if (!ask_rows(f, "adaptive_inference", which, n, q, e))
        return false;
    for (size_t i = 0; i < f->n; i++) {
        const char *text = judge_text(&q[i].reply);

        if (text)
            f->labels[i] =
                propose_label(text, f->judge.labels, f->judge.n_labels);
    }
    return true;
}

/* N of the last "chosen pattern: Pattern N", 0: there is none. */
static size_t read_choice(const char *s)
{
    static const char mark[] = "chosen pattern:";
    size_t found = 0;

    for (; *s; s++) {
        size_t k = 0, digits = 0;

        while (mark[k] && to_lower(s[k]) == mark[k])
            k++;
        if (mark[k])
            continue;
        found = 0;
        /* "**Pattern 2**", "pattern #2", "2" */
        while (s[k] && s[k] != '\n' && !is_digit(s[k]))
            k++;
        for (; is_digit(s[k]) && digits < 6; digits++)
            found = 10 * found + (size_t)(s[k++] - '0');
    }
    return found;
}

bool infer_choose(struct inferring *f, const size_t *which, size_t n,
                  size_t *chosen, struct err *e)
{
    struct question *q = arena_array(f->arena, struct question, f->n);

    if (!ask_rows(f, "adaptive_selection", which, n, q, e))
        return false;
    for (size_t i = 0; i < f->n; i++) {
        const char *text = judge_text(&q[i].reply);
        size_t number = text ? read_choice(text) : 0;

        if (number >= 1 && number <= n)
            chosen[i] = which[number - 1];
    }
    return true;
}
