/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is known of an entry besides its text: what reviewers answered before
 * they saw the key, what checks found, and what models did.
 */
#include "report/html/html.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/desk/review.h"
#include "serve/pages/layout.h"

/* ---- answers that were given blind ---- */

struct blind blind_read(struct arena *a, const struct entry_deed *d)
{
    struct blind out = { .deed = d,
                         .answer = deed_member(a, d, "answer"),
                         .verdict = verdict_name(VERDICT_UNDECIDED),
                         .why = deed_member(a, d, "why") };
    enum verdict verdict;

    if (verdict_find(deed_member(a, d, "verdict"), &verdict)) {
        out.verdict = verdict_name(verdict);
        out.agrees = verdict == VERDICT_CORRECT;
    }
    return out;
}

const char *blind_finding(const struct blind *b)
{
    return b->agrees                     ? "agrees"
           : str_eq(b->verdict, "wrong") ? "does not agree"
                                         : "cannot be decided";
}

struct blind blind_of(struct visit *v, const struct entry_view *x,
                      int64_t person)
{
    for (size_t i = 0; i < x->n_deeds; i++) {
        const struct entry_deed *d = &x->deeds[i];

        if (d->deed == DEED_SOLVED && d->person == person &&
            d->version == x->entry.version)
            return blind_read(v->arena, d);
    }
    return (struct blind){ .answer = "", .verdict = "", .why = "" };
}

bool keys_hidden(struct visit *v, const struct entry *list, size_t n,
                 bool **out, struct err *e)
{
    *out = arena_array(v->arena, bool, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct entry_view x = { .entry = list[i] };

        if (entry_may(v, &x, DEAL_KEY, NULL))
            continue; /* whatever was done with it */
        if (!deeds_list(v->store, v->arena, x.entry.id, &x.deeds, &x.n_deeds,
                        e))
            return false;
        (*out)[i] = !entry_may(v, &x, DEAL_KEY, NULL);
    }
    return true;
}

/* ---- checks ---- */

void check_add(struct arena *a, struct str *out, const struct entry_deed *d)
{
    html_text(out, deed_member(a, d, "how"));
    str_add(out, ": <strong>");
    html_text(out, deed_member(a, d, "finding"));
    str_add(out, "</strong> ");
    html_text(out, deed_member(a, d, "why"));
}

static void add_answer(struct visit *v, struct str *out, const struct crowd *c,
                       const struct entry_deed *d)
{
    struct blind b = blind_read(v->arena, d);

    str_add(out, "second solution by ");
    html_text(out, crowd_name(c, d->person));
    str_addf(out, ": <strong>%s</strong>", blind_finding(&b));
}

size_t checks_add(struct visit *v, struct str *out, const struct entry_view *x,
                  const struct crowd *c)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n_deeds; i++) {
        const struct entry_deed *d = &x->deeds[i];

        if ((d->deed != DEED_CHECKED && d->deed != DEED_SOLVED) ||
            d->version != x->entry.version)
            continue;
        str_add(out, n++ ? "<li>" : "<ul class=\"list\">\n<li>");
        if (d->deed == DEED_CHECKED)
            check_add(v->arena, out, d);
        else
            add_answer(v, out, c, d);
        str_add(out, " <span class=\"hint\">");
        layout_time(out, d->at_ms);
        str_add(out, "</span></li>\n");
    }
    str_add(out, n ? "</ul>\n" : "");
    return n;
}

/* ---- models ---- */

/* Returns whether a model stands in an earlier challenge, or earlier in this. */
static bool is_known(const struct asked *all, size_t i, size_t model)
{
    const char *name = all[i].row.models[model];

    for (size_t k = 0; k <= i; k++)
        for (size_t m = 0; m < (k < i ? all[k].row.n_models : model); m++)
            if (str_eq(all[k].row.models[m], name))
                return true;
    return false;
}

static void add_score(struct visit *v, struct str *out, const struct asked *all,
                      size_t n, const char *model)
{
    struct asked_score score = { 0 };

    for (size_t i = 0; i < n; i++)
        asked_add(&all[i], model, &score);
    asked_name(v, out, model);
    str_add(out, " ");
    asked_rate(out, &score);
}

bool record_add(struct visit *v, struct str *out, int64_t entry,
                int64_t version, struct err *e)
{
    struct challenge *list;
    struct asked *all;
    size_t count, n = 0, models = 0;

    if (!challenges_list(v->store, v->arena, entry, &list, &count, e))
        return false;
    all = arena_array(v->arena, struct asked, count + 1);
    for (size_t i = 0; i < count; i++)
        if (list[i].version == version && list[i].run &&
            !asked_read(v, &list[i], &all[n++], e))
            return false;
    for (size_t i = 0; i < n; i++)
        for (size_t m = 0; m < all[i].row.n_models; m++) {
            if (is_known(all, i, m))
                continue;
            str_add(out, models++ ? "; " : "Attempts at this version: ");
            add_score(v, out, all, n, all[i].row.models[m]);
        }
    str_add(out, models ? "." : "No model has been asked about this version.");
    return true;
}
