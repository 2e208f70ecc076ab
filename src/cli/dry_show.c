/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/dry_show.h"
#include "cli/run_show.h"
#include "report/document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* English and LaTeX have about this many bytes in a token. */
#define BYTES_PER_TOKEN 3.5

double dry_limit(const char *max_tokens)
{
    return max_tokens ? strtod(max_tokens, NULL) : 0;
}

static const char *name_of(const struct dry_row *r)
{
    return r->name ? r->name : r->model->spec;
}

static bool is_known(struct dry_calls c)
{
    return c.least == c.most;
}

/* ---- what calls use ---- */

static double prompt_tokens(const struct dry_row *r)
{
    return r->bytes / BYTES_PER_TOKEN;
}

static double reply_tokens(const struct dry_row *r)
{
    return (double)r->ask.most * r->reply;
}

static bool find_price(const struct dry_row *r, const struct prices *p,
                       struct price *out)
{
    return p && prices_find(p, r->model->spec, r->model->name, out);
}

static double money_of(const struct dry_row *r, const struct price *p)
{
    return prompt_tokens(r) * p->input + reply_tokens(r) * p->output;
}

static void add_calls(struct str *out, struct dry_calls c)
{
    if (is_known(c))
        str_addf(out, "%" PRIu64, c.most);
    else if (!c.least)
        str_addf(out, "at most %" PRIu64, c.most);
    else
        str_addf(out, "%" PRIu64 " to %" PRIu64, c.least, c.most);
}

/* If only the size of the prompts or only that of the replies is known, the
 * cost is of that part, and the text says so. */
static void add_cost(struct str *out, const struct dry_row *r, bool most,
                     const struct prices *prices)
{
    struct price p;

    if (!prices || (r->bytes <= 0 && r->reply <= 0 && r->ask.most))
        return;
    if (!find_price(r, prices, &p)) {
        str_add(out, ", price not known");
        return;
    }
    str_add(out, r->reply <= 0   ? ", for the prompts alone "
                 : r->bytes <= 0 ? ", for the replies alone "
                                 : ", ");
    str_add(out,
            most || (r->reply > 0 && !r->so_far) ? "at most about " : "about ");
    add_money(out, money_of(r, &p));
}

static void add_use(struct str *out, const struct dry_row *r,
                    const struct prices *prices)
{
    bool most = !is_known(r->ask), none = r->ask.most == 0;

    str_add_printable(out, name_of(r));
    str_add(out, ": ");
    add_calls(out, r->ask);
    str_add(out, " calls");
    if (model_is_local(r->model)) {
        str_add(out, ", which cost nothing: it answers in the process");
        return;
    }
    if (r->bytes > 0 || none) {
        str_add(out, most ? ", at most about " : ", about ");
        add_short(out, prompt_tokens(r));
        str_add(out, " prompt tokens");
    }
    if (r->reply > 0) {
        str_add(out, r->so_far && !most ? ", about " : ", at most ");
        add_short(out, reply_tokens(r));
        str_add(out, r->so_far ? " tokens of replies (as so far)"
                               : " tokens of replies");
    }
    add_cost(out, r, most, prices);
}

void dry_add_use(struct str *out, const struct dry_row *r,
                 const struct prices *prices)
{
    add_use(out, r, prices);
    str_addc(out, '\n');
}

/* ---- the stages ---- */

static void put_calls(struct doc_table *t, const char *name,
                      const char *heading, struct dry_calls c)
{
    struct str words = str_in(t->arena);

    add_calls(&words, c);
    table_cell(t, arena_printf(t->arena, "%s.least", name), NULL,
               datum_count(c.least));
    table_cell(t, arena_printf(t->arena, "%s.most", name), NULL,
               datum_count(c.most));
    table_cell(t, NULL, heading, datum_text(str_get(&words)));
}

static void put_row(struct doc_table *t, const struct dry_row *r,
                    const struct prices *prices)
{
    bool local = model_is_local(r->model), sized = !local && r->bytes > 0;
    bool replies = !local && r->reply > 0;
    struct price p;
    bool priced = find_price(r, prices, &p) && (sized || replies);

    table_row(t);
    table_key(t, "stage", "stage", datum_text(r->stage));
    table_key(t, "role", "role", datum_text(r->role));
    table_key(t, "model", "model", datum_text(name_of(r)));
    put_calls(t, "calls", "calls", r->calls);
    table_cell(t, "journalled", "in the journal",
               r->looked ? datum_count(r->calls.most - r->ask.most)
                         : datum_unknown);
    put_calls(t, "ask", "to ask", r->ask);
    table_cell(t, "prompt_tokens", NULL,
               datum_number(sized ? prompt_tokens(r) : NAN, 0));
    table_cell(t, "reply_tokens", NULL,
               datum_number(replies ? reply_tokens(r) : NAN, 0));
    table_cell(t, "cost", NULL,
               datum_money(local    ? 0
                           : priced ? money_of(r, &p)
                                    : NAN));
}

/* ---- what they come to ---- */

struct sum {
    uint64_t known, more;
    double money;
    bool priced, most, whole; /* whole: of every row that costs something */
};

static struct sum sum_up(const struct dry_row *rows, size_t n,
                         const struct prices *prices)
{
    struct sum s = { .whole = true };

    for (size_t i = 0; i < n; i++) {
        const struct dry_row *r = &rows[i];
        struct price p;

        s.known += r->ask.least;
        s.more += r->ask.most - r->ask.least;
        if (model_is_local(r->model) || !r->ask.most)
            continue;
        if (find_price(r, prices, &p)) {
            s.money += money_of(r, &p);
            s.priced = true;
            s.most = s.most || !is_known(r->ask) || !r->so_far;
        }
        s.whole = s.whole && r->bytes > 0 && r->reply > 0 &&
                  find_price(r, prices, &p);
    }
    return s;
}

static void add_sum(struct document *d, const struct sum *s)
{
    struct str b = str_in(d->arena);

    document_fact(d, "ask.least", datum_count(s->known));
    document_fact(d, "ask.most", datum_count(s->known + s->more));
    document_fact(d, "cost", datum_money(s->priced ? s->money : NAN));
    str_addf(&b, "%" PRIu64 " calls would be asked", s->known);
    if (s->more)
        str_addf(&b, ", and at most %" PRIu64 " more, as replies turn out",
                 s->more);
    if (s->priced) {
        str_add(&b, !s->whole ? "; what is known of the cost: "
                    : s->most ? "; at most about "
                              : "; about ");
        add_money(&b, s->money);
    }
    document_say(d, "%s", str_get(&b));
}

static bool same_model(const struct dry_row *a, const struct dry_row *b)
{
    return str_eq(a->model->url, b->model->url) &&
           str_eq(a->model->name, b->model->name);
}

/* Rows of one model and stage are added up, and a model of the process is
 * listed once. Unknown sizes of prompts and replies are left out. */
static void say_uses(struct document *d, const struct dry_row *rows, size_t n,
                     const struct prices *prices)
{
    for (size_t i = 0; i < n; i++) {
        bool local = model_is_local(rows[i].model), before = false;
        struct str b = str_in(d->arena);
        struct dry_row sum = rows[i];

        for (size_t k = 0; k < n; k++) {
            if (k == i || !same_model(&rows[k], &sum) ||
                !(local || str_eq(rows[k].stage, sum.stage)))
                continue;
            before = before || k < i;
            sum.ask.least += rows[k].ask.least;
            sum.ask.most += rows[k].ask.most;
            sum.bytes += rows[k].bytes;
        }
        if (before || !sum.ask.most ||
            (!local && sum.bytes <= 0 && sum.reply <= 0))
            continue;
        str_addf(&b, "  %s%s", local ? "" : sum.stage, local ? "" : ", ");
        add_use(&b, &sum, prices);
        document_say(d, "%s", str_get(&b));
    }
}

/* ---- a list ---- */

struct dry_list dry_list_in(struct arena *a)
{
    return (struct dry_list){ .arena = a,
                              .rows = vec_in(a, sizeof(struct dry_row)),
                              .notes = vec_in(a, sizeof(const char *)) };
}

void dry_note(struct dry_list *l, const char *text)
{
    *(const char **)vec_push(&l->notes) = text;
}

void dry_print(struct str *out, const struct dry_list *l,
               const struct prices *prices, bool json)
{
    struct document *d = document_new(l->arena, terminal_width());
    const struct dry_row *rows = l->rows.items;
    struct sum sum = sum_up(rows, l->rows.n, prices);
    struct doc_table *t = document_table(d, "stages");

    d->digits = 6;
    for (size_t i = 0; i < l->rows.n; i++)
        put_row(t, &rows[i], prices);
    if (l->rows.n) {
        document_show(d, t, 0);
        document_gap(d);
    }
    say_uses(d, rows, l->rows.n, prices);
    for (size_t i = 0; i < l->notes.n; i++)
        document_say(d, "%s", *vec_get(&l->notes, const char *, i));
    add_sum(d, &sum);
    document_fact(d, "notes", datum_list(l->arena, l->notes.items, l->notes.n));
    if (json)
        document_json(out, d);
    else
        document_text(out, d);
}
