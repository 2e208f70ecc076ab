/* SPDX-License-Identifier: Apache-2.0 */
#include "run/author/author.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "run/question/slots.h"

#include <inttypes.h>
#include <string.h>

#define SHOWN_ROUNDS   2    /* of those before, in the conversation */
#define SHOWN_REPLY    2000 /* characters of a reply without a file */
#define SHOWN_FINDINGS 12
#define SHOWN_TEXT     300 /* characters of a text in a finding */
#define HEAD_LINES     3   /* of the lineage, above what the model wrote */
#define HEAD_TEXT      300 /* characters of a text in it */

struct writing {
    struct arena *arena;
    struct session *session;
    const struct author_job *job;
    const char *request;
    struct message first[2]; /* system, user */
    struct author_round *rounds;
    size_t n;
};

const char *author_request(struct arena *a, const struct author_spec *s,
                           const struct author_prompts *p)
{
    char hex[HASH_HEX_SIZE];
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, spec_table_hash(a, &author_table, s));
    hasher_text(&h, p->system);
    hasher_text(&h, author_ask(a, p, s));
    hash_hex(hasher_close(&h), hex);
    return arena_strdup(a, hex);
}

/* ---- the file ---- */

/* One line, and nothing that a terminal would obey. */
static void add_line(struct str *out, const char *text, size_t most)
{
    size_t n = utf8_bytes(text, most);
    char *line = arena_strndup(out->arena, text, n);

    for (char *s = line; *s; s++)
        if (*s == '\n' || *s == '\r' || *s == '\t')
            *s = ' ';
    str_add_printable(out, line);
    str_add(out, text[n] ? " [...]" : "");
}

static const char *with_lineage(const struct writing *w, size_t round,
                                const char *file)
{
    const struct author_spec *spec = w->job->spec;
    struct str out = str_in(w->arena);

    str_add(&out, "# Written by ");
    add_line(&out, spec->model, HEAD_TEXT);
    str_add(&out, " for \"");
    add_line(&out, spec->about, HEAD_TEXT);
    str_addf(&out, "\".\n# Round %zu of %zu, request %s.\n\n", round,
             spec->rounds, w->request);
    str_add(&out, file);
    return str_get(&out);
}

static const char *path_of(const struct writing *w, const char *file)
{
    const char *folder = w->job->folder;

    if (w->job->file)
        return w->job->file;
    return arena_printf(w->arena, "%s%s%s.family", folder ? folder : "",
                        folder && !str_ends(folder, "/") ? "/" : "",
                        author_stem(w->arena, file));
}

/* ---- what the model is told ---- */

/* "line 12, `key: a + b`" of what the model wrote. */
static void add_place(struct str *out, const char *text, size_t line)
{
    if (line <= HEAD_LINES)
        return;
    for (size_t i = 1; i < line && *text; i++) {
        text += strcspn(text, "\n");
        text += *text != '\0';
    }
    str_addf(out, "line %zu, `", line - HEAD_LINES);
    add_line(out,
             str_trim(out->arena,
                      arena_strndup(out->arena, text, strcspn(text, "\n"))),
             SHOWN_TEXT);
    str_add(out, "`: ");
}

static void add_finding(struct str *out, const char *text,
                        const struct accept_finding *f)
{
    str_add(out, "- ");
    add_place(out, text, f->line);
    add_line(out, f->what, SHOWN_TEXT);
    if (*f->with) {
        str_add(out, ", with ");
        add_line(out, f->with, SHOWN_TEXT);
    }
    if (*f->cure) {
        str_add(out, "; to mend it: ");
        add_line(out, f->cure, SHOWN_TEXT);
    }
    str_addc(out, '\n');
}

static const char *findings(struct arena *a, const struct author_round *r)
{
    struct str out = str_in(a);
    size_t shown = 0;

    for (int i = 0; i < ACCEPT_ROWS; i++) {
        const struct accept_result *row = &r->found.rows[i];
        uint64_t left = row->more + row->findings.n;

        if (!row->findings.n)
            continue;
        str_addf(&out, "Row \"%s\" (%s)\n", accept_row_name((enum accept_row)i),
                 accept_row_asks((enum accept_row)i));
        for (size_t k = 0; k < row->findings.n && shown < SHOWN_FINDINGS;
             k++, shown++, left--)
            add_finding(&out, r->text, vec_at(&row->findings, k));
        if (left)
            str_addf(&out, "- and %" PRIu64 " more of this row\n", left);
    }
    return str_get(&out);
}

static const char *filled(struct arena *a, const char *text, const char *slot,
                          const char *value)
{
    struct str out = str_in(a);

    slots_fill(&out, text, &(struct prompt_slot){ slot, value }, 1);
    return str_get(&out);
}

/* The conversation has the file that was tried, not what stood around it. */
static void converse(const struct writing *w, struct author_round *r,
                     const char *file)
{
    const struct author_prompts *p = w->job->prompts;
    struct arena *a = w->arena;
    size_t n = utf8_bytes(r->answer, SHOWN_REPLY);

    if (r->text) {
        r->said = arena_printf(a, "```\n%s```", file);
        r->told = filled(a, p->mend, "findings", findings(a, r));
    } else {
        r->said =
            str_blank(r->answer) ? "(nothing)" : arena_strndup(a, r->answer, n);
        r->told = filled(a, p->no_file, "why", r->why);
    }
}

/* ---- a round ---- */

static bool ask(struct writing *w, struct questioner *c, struct author_round *r,
                struct err *e)
{
    size_t from = w->n > SHOWN_ROUNDS ? w->n - SHOWN_ROUNDS : 0, n = 2;
    struct message messages[2 + 2 * SHOWN_ROUNDS];
    struct question q = { .messages = messages, .attempt = r->number };

    memcpy(messages, w->first, sizeof(w->first));
    for (size_t i = from; i < w->n; i++) {
        messages[n++] = (struct message){ "assistant", w->rounds[i].said };
        messages[n++] = (struct message){ "user", w->rounds[i].told };
    }
    q.n_messages = n;
    if (!question_ask(w->arena, c, &q, 1, e))
        return false;
    r->answer = q.reply.text ? q.reply.text : "";
    if (q.reply.outcome == OUTCOME_TRUNCATED)
        r->why = "it was cut off before its end; the file must be shorter";
    if (q.reply.outcome == OUTCOME_REFUSED ||
        q.reply.outcome == OUTCOME_MALFORMED)
        r->why = "it could not be read";
    if (q.reply.outcome < OUTCOME_OVERFLOW ||
        q.reply.outcome == OUTCOME_MALFORMED)
        return true;
    return err_set(e, ERR_IO, "%s gave no reply: %s", c->model->spec,
                   q.reply.why ? q.reply.why : "no reason was given");
}

static bool go_on(void *ctx, enum accept_row row, double share)
{
    struct watch *w = ctx;

    watch_progress(w, (uint64_t)(100 * ((double)row + share)),
                   100 * ACCEPT_ROWS);
    return !watch_stopped(w);
}

static bool accept(struct writing *w, struct author_round *r, const char *file,
                   struct err *e)
{
    struct accept_options o = { .draws = w->job->draws,
                                .progress = go_on,
                                .ctx = &w->session->watch };

    r->text = with_lineage(w, r->number, file);
    watch_stage(&w->session->watch, "checking", "round %zu of %zu", r->number,
                w->job->spec->rounds);
    return family_accept(w->arena, path_of(w, file), r->text, strlen(r->text),
                         &o, &r->found) ||
           err_set(e, ERR_IO, "interrupted");
}

static bool play(struct writing *w, struct questioner *c, struct err *e)
{
    struct author_round *r = &w->rounds[w->n];
    const char *file;

    r->number = w->n + 1;
    watch_stage(&w->session->watch, "writing", "round %zu of %zu, %s",
                r->number, w->job->spec->rounds, w->job->spec->model);
    if (!ask(w, c, r, e))
        return false;
    file = r->why ? NULL : author_file(w->arena, r->answer);
    if (!r->why && !file)
        r->why = str_blank(r->answer) ? "it is empty" : "it has no entry title";
    if (file && strlen(file) > AUTHOR_BYTES)
        r->why = arena_printf(w->arena,
                              "its file has %zu bytes, and %zu are allowed",
                              strlen(file), AUTHOR_BYTES);
    if (!r->why && !accept(w, r, file, e))
        return false;
    converse(w, r, file);
    w->n++;
    return !w->job->tried || w->job->tried(w->job->ctx, r, e);
}

bool author_write(struct session *s, const struct author_job *j,
                  struct author_report *out, struct err *e)
{
    const struct author_spec *spec = j->spec;
    struct writing w = {
        .arena = s->arena,
        .session = s,
        .job = j,
        .request = author_request(s->arena, spec, j->prompts),
        .first = { { "system", j->prompts->system },
                   { "user", author_ask(s->arena, j->prompts, spec) } },
        .rounds = arena_array(s->arena, struct author_round, spec->rounds)
    };
    struct questioner c;
    bool ok = session_role(s, spec->model, &spec->decoding, &c, e);

    *out = (struct author_report){ .request = w.request, .rounds = w.rounds };
    while (ok && !out->accepted && w.n < spec->rounds) {
        ok = play(&w, &c, e);
        out->n = w.n;
        out->accepted = ok && w.rounds[w.n - 1].found.accepted;
    }
    if (c.model)
        session_count(s, &c);
    return ok;
}
