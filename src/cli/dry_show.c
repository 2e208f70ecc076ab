/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/dry_show.h"
#include "base/json.h"
#include "cli/run_show.h"
#include "report/grid.h"

#include <inttypes.h>
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

/* What is known of the prompts alone or of the replies alone is said so. */
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

void dry_add_use(struct str *out, const struct dry_row *r,
                 const struct prices *prices)
{
    bool most = !is_known(r->ask), none = r->ask.most == 0;

    str_add_printable(out, name_of(r));
    str_add(out, ": ");
    add_calls(out, r->ask);
    str_add(out, " calls");
    if (model_is_local(r->model)) {
        str_add(out, ", which cost nothing: it answers in the process\n");
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
    str_addc(out, '\n');
}

/* ---- for people ---- */

static void add_table(struct str *out, struct arena *a,
                      const struct dry_row *rows, size_t n, size_t width)
{
    struct grid g = grid_in(a, 3);
    const char *const titles[] = { "stage", "role",           "model",
                                   "calls", "in the journal", "to ask" };

    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
        grid_column(&g, titles[i]);
    for (size_t i = 0; i < n; i++) {
        const struct dry_row *r = &rows[i];
        struct str calls = str_in(a), ask = str_in(a);

        add_calls(&calls, r->calls);
        add_calls(&ask, r->ask);
        grid_row(&g);
        grid_cell(&g, r->stage);
        grid_cell(&g, r->role);
        grid_cell(&g, name_of(r));
        grid_cell(&g, str_get(&calls));
        if (r->looked)
            grid_cellf(&g, "%" PRIu64, r->calls.most - r->ask.most);
        else
            grid_cell(&g, NULL);
        grid_cell(&g, str_get(&ask));
    }
    grid_write(out, &g, width);
}

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

static void add_sum(struct str *out, const struct dry_row *rows, size_t n,
                    const struct prices *prices)
{
    struct sum s = sum_up(rows, n, prices);

    str_addf(out, "%" PRIu64 " calls would be asked", s.known);
    if (s.more)
        str_addf(out, ", and at most %" PRIu64 " more, as replies turn out",
                 s.more);
    if (s.priced) {
        str_add(out, !s.whole ? "; what is known of the cost: "
                     : s.most ? "; at most about "
                              : "; about ");
        add_money(out, s.money);
    }
    str_addc(out, '\n');
}

static bool same_model(const struct dry_row *a, const struct dry_row *b)
{
    return str_eq(a->model->url, b->model->url) &&
           str_eq(a->model->name, b->model->name);
}

/* Rows of one model and stage are told together, a model of the process once;
 * of prompts and replies that are not known there is nothing to tell. */
static void add_uses(struct str *out, const struct dry_row *rows, size_t n,
                     const struct prices *prices)
{
    for (size_t i = 0; i < n; i++) {
        bool local = model_is_local(rows[i].model), before = false;
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
        str_addf(out, "  %s%s", local ? "" : sum.stage, local ? "" : ", ");
        dry_add_use(out, &sum, prices);
    }
}

static void print_text(struct str *out, const struct dry_list *l,
                       const struct prices *prices, size_t width)
{
    const struct dry_row *rows = l->rows.items;

    if (l->rows.n) {
        add_table(out, l->arena, rows, l->rows.n, width);
        str_addc(out, '\n');
    }
    add_uses(out, rows, l->rows.n, prices);
    for (size_t i = 0; i < l->notes.n; i++)
        grid_fold(out, *vec_get(&l->notes, const char *, i), width);
    add_sum(out, rows, l->rows.n, prices);
}

/* ---- for programs ---- */

static void set_number(struct arena *a, struct json *to, const char *name,
                       bool known, double x)
{
    json_set(a, to, name,
             known ? json_new_number(a, arena_printf(a, "%.6g", x))
                   : json_new_text(a, NULL));
}

static void set_calls(struct arena *a, struct json *to, const char *name,
                      struct dry_calls c)
{
    struct json *v = json_set(a, to, name, json_new(a, JSON_OBJECT));

    json_set(a, v, "least", json_new_int(a, (int64_t)c.least));
    json_set(a, v, "most", json_new_int(a, (int64_t)c.most));
}

static struct json *row_json(struct arena *a, const struct dry_row *r,
                             const struct prices *prices)
{
    struct json *v = json_new(a, JSON_OBJECT);
    bool local = model_is_local(r->model), sized = !local && r->bytes > 0;
    bool replies = !local && r->reply > 0;
    struct price p;
    bool priced = find_price(r, prices, &p) && (sized || replies);

    json_set(a, v, "stage", json_new_string(a, r->stage));
    json_set(a, v, "role", json_new_string(a, r->role));
    json_set(a, v, "model", json_new_string(a, name_of(r)));
    set_calls(a, v, "calls", r->calls);
    set_number(a, v, "journalled", r->looked,
               (double)(r->calls.most - r->ask.most));
    set_calls(a, v, "ask", r->ask);
    set_number(a, v, "prompt_tokens", sized, prompt_tokens(r));
    set_number(a, v, "reply_tokens", replies, reply_tokens(r));
    set_number(a, v, "cost", local || priced,
               priced && !local ? money_of(r, &p) : 0);
    return v;
}

static void print_json(struct str *out, const struct dry_list *l,
                       const struct prices *prices)
{
    const struct dry_row *rows = l->rows.items;
    struct sum s = sum_up(rows, l->rows.n, prices);
    struct arena *a = l->arena;
    struct json *top = json_new(a, JSON_OBJECT), *list;

    list = json_set(a, top, "stages", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < l->rows.n; i++)
        json_push(list, row_json(a, &rows[i], prices));
    set_calls(a, top, "ask", (struct dry_calls){ s.known, s.known + s.more });
    set_number(a, top, "cost", s.priced, s.money);
    list = json_set(a, top, "notes", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < l->notes.n; i++)
        json_push(list,
                  json_new_string(a, *vec_get(&l->notes, const char *, i)));
    json_write(out, top);
    str_addc(out, '\n');
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

bool dry_add_model(struct dry_list *l, const char *name,
                   const struct model_options *o, struct dry_row row,
                   struct err *e)
{
    struct model *m = arena_new(l->arena, struct model);

    if (!model_open(l->arena, name, o, m, e))
        return false;
    row.model = m;
    *(struct dry_row *)vec_push(&l->rows) = row;
    return true;
}

void dry_print(struct str *out, const struct dry_list *l,
               const struct prices *prices, bool json)
{
    if (json)
        print_json(out, l, prices);
    else
        print_text(out, l, prices, terminal_width());
}
