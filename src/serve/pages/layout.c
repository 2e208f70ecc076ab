/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/pages/layout.h"
#include "assay.h"
#include "base/ascii.h"
#include "serve/pages/assets.h"

#include <inttypes.h>
#include <string.h>

/* ---- navigation ---- */

static const struct {
    const char *here, *place, *name;
    unsigned may; /* bits MAY_* */
} rooms[] = {
    { "board", "/", "Board", MAY_PEOPLE },
    { "write", "/entries/new", "Write", MAY_PEOPLE },
    { "families", "/families", "Families", MAY_PEOPLE },
    { "review", "/reviews", "Review", MAY_PEOPLE },
    { "set", "/set", "Set", MAY_PEOPLE },
    { "runs", "/runs", "Runs", MAY_PEOPLE },
    { "people", "/people", "People", MAY_OWNER },
};

/* ---- what was just done ---- */

/* A page that a form leads to may say what came of it: "?done=saved". */
static const struct {
    const char *word, *text;
} done[] = {
    { "made", "The entry was created: this is its first version." },
    { "saved", "Saved as a new version." },
    { "topic", "The topic was changed; the version is the same." },
    { "unchanged", "Nothing was changed; no version was made." },
    { "checked", "Checked." },
    { "trying", "Acceptance is trying this version; it takes some seconds." },
    { "kept", "Saved as a new version. Acceptance is trying it." },
    { "begun", "The family was created. Acceptance is trying it." },
    { "asked", "The models will be asked." },
    { "stopped", "The challenge will stop; the replies so far are kept." },
    { "submitted", "Submitted: the entry is waiting for a reviewer." },
    { "withdrawn", "Withdrawn." },
    { "reopened", "The entry is a draft again." },
    { "solved", "Your answer was recorded." },
    { "commented", "Your comment was saved." },
    { "accepted", "Accepted: the entry is in the set." },
    { "returned", "Returned to its author." },
    { "decided", "Decided." },
    { "revoked", "The link no longer works." },
    { "changed", "Changed." },
    { "closed", "The access is blocked; the person is signed out everywhere." },
    { "opened", "The access is allowed again. The person is still signed "
                "out: make a sign-in link." },
};

/* Returns the sentence of the word, or NULL. */
static const char *done_words(struct visit *v)
{
    const char *word = http_query(v->request, "done");

    for (size_t i = 0; word && i < sizeof(done) / sizeof(done[0]); i++)
        if (str_eq(word, done[i].word))
            return done[i].text;
    return NULL;
}

/* ---- pages ---- */

/* What the frame and every form are filled from. */
static struct json *page_frame(struct visit *v, struct json *row,
                               const char *title, const char *here)
{
    struct arena *a = v->arena;
    struct str assets = str_in(a);
    struct json *list;

    assets_link(&assets);
    row_add(a, row, "page_title=%s course=%s assets=%s frame_done=%s", title,
            v->serve->o->title, str_get(&assets), done_words(v));
    if (!v->who)
        return row;
    json_set(a, row, "who",
             row_new(a, "id=%" PRId64 " name=%s role=%s", v->who->id,
                     v->who->name, person_role_name(v->who->role)));
    list = row_list(a, row, "rooms");
    for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++)
        if (rooms[i].may & (unsigned)MAY_AUTHOR << v->who->role)
            json_push(list, row_new(a, "place=%s room=%s here=%d",
                                    rooms[i].place, rooms[i].name,
                                    here && str_eq(here, rooms[i].here)));
    return row;
}

static struct json *page_forms(struct visit *v, struct json *row)
{
    struct str csrf = str_in(v->arena);

    row_add(v->arena, row, "token=%s", v->csrf);
    fill_part(&csrf, "csrf", row);
    return row_add(v->arena, row, "csrf=%s", str_get(&csrf));
}

void page_part(struct visit *v, struct str *out, const char *part,
               struct json *row)
{
    fill_part(out, part, page_forms(v, row));
}

bool page_show(struct visit *v, int status, const char *title, const char *here,
               const char *part, struct json *row)
{
    struct str out = str_in(v->arena);

    page_frame(v, page_forms(v, row), title, here);
    fill_part(&out, "frame", row);
    fill_part(&out, part, row);
    fill_part(&out, "frame_end", row);
    reply_html(v->reply, status, &out);
    return true;
}

bool layout_sure(struct visit *v, const char *what, const char *yes,
                 const char *back)
{
    return http_form(v->request, "sure") ||
           !page_show(v, 200, "Are you sure?", NULL, "sure",
                      row_new(v->arena,
                              "what=%s yes=%s back=%s path=%s version=%s", what,
                              yes, back, v->request->path,
                              http_form(v->request, "version")));
}

/* ---- errors ---- */

/* "there is no entry 7" begins with a capital letter and has its full stop. */
static const char *layout_sentence(struct arena *a, const char *what)
{
    size_t n = strlen(what);
    char *out = arena_printf(a, "%s%s", what,
                             n && strchr(".!?:\n", what[n - 1]) ? "" : ".");

    /* A word with a sign in it is a name: --origin, r3, assay.db. */
    if (is_lower(*out) && is_letter(out[1]) &&
        strcspn(out, "0123456789._/") > strcspn(out, " "))
        *out = (char)(*out - 'a' + 'A');
    return out;
}

bool layout_late(struct visit *v, const char *what)
{
    layout_error(v, 409, what);
    return true;
}

void layout_error(struct visit *v, int status, const char *what)
{
    if (http_wants_json(v->request))
        reply_error(v->reply, v->arena, status, what);
    else
        page_show(
            v, status, http_status_text(status), NULL, "error",
            row_new(v->arena, "sentence=%s", layout_sentence(v->arena, what)));
}

size_t problem_rows_from(const struct visit *v)
{
    int64_t from;

    (void)http_number(http_query(v->request, "from"), &from);
    return (size_t)from;
}

bool problem_rows_add(struct visit *v, struct json *row,
                      const struct problem_rows *rows, struct err *e)
{
    struct arena *a = v->arena;
    struct json *list = row_list(a, row, "rows"), *problem;
    size_t from = rows->from;

    row_add(a, row, "first=%zu place=%s begin=%s previous=%d", from + 1,
            rows->place, rows->begin, from > 0);
    row_add(a, row, "from=%zu next=%zu",
            from > ROWS_OF_PAGE ? from - ROWS_OF_PAGE : 0,
            rows->more ? from + ROWS_OF_PAGE : 0);
    for (size_t i = 0; i < rows->n; i++) {
        struct str number = str_in(a);
        const char *id;

        if (!json_read(a, rows->lines[i], strlen(rows->lines[i]), 1, &problem,
                       e))
            return false;
        id = json_string(json_get(problem, "id"));
        if (rows->by_number)
            str_addf(&number, "%zu", from + i + 1);
        else
            http_escape(&number, id ? id : "");
        json_push(list,
                  row_new(a, "number=%s id=%s statement=%s", str_get(&number),
                          id, json_string(json_get(problem, "statement"))));
    }
    return true;
}
