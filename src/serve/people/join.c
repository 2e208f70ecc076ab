/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "report/html/html.h"
#include "serve/gate.h"
#include "serve/pages/layout.h"
#include "serve/people/people.h"
#include "serve/secret.h"
#include "text/fold.h"

#include <string.h>

/* ---- names ---- */

const char *name_fold(struct arena *a, const char *name)
{
    struct str plain = str_in(a), out = str_in(a);

    fold_text(&plain, span_of(name),
              CHAR_BLANKS | CHAR_LETTER | CHAR_ACCENT | CHAR_ITALIC |
                  CHAR_DIGIT | CHAR_WIDE);
    for (const char *s = str_get(&plain); *s; s++)
        if (!is_space(*s))
            str_addc(&out, to_lower(*s));
        else if (out.n && out.s[out.n - 1] != ' ')
            str_addc(&out, ' ');
    return str_trim(a, str_get(&out));
}

/* Returns which of the alphabets whose letters look alike has that letter: 1
 * Latin, 2 Greek, 3 Cyrillic; or 0. */
static int alphabet_of(uint32_t ch)
{
    if (ch < 0x80)
        return is_letter((char)ch);
    return ch >= 0xc0 && ch < 0x250    ? 1
           : ch >= 0x370 && ch < 0x400 ? 2
           : ch >= 0x400 && ch < 0x530 ? 3
                                       : 0;
}

/* Has a word of the name letters of two alphabets? */
static bool is_mixed(const char *name)
{
    size_t rest = strlen(name), n;
    int seen = 0;
    uint32_t ch;

    for (; rest && (n = utf8_read(name, rest, &ch)); name += n, rest -= n) {
        int now = alphabet_of(ch);

        if (now && seen && now != seen)
            return true;
        if (now)
            seen = now;
        else if (ch < 0x80 && !is_digit((char)ch))
            seen = 0; /* a word ends */
    }
    return false;
}

bool name_check(const char *name, struct err *e)
{
    struct str seen = { 0 };
    bool same;

    if (str_blank(name))
        return err_set(e, ERR_USAGE, "Enter a name; others will see it.");
    if (utf8_count(name, strlen(name)) > NAME_MOST)
        return err_set(e, ERR_USAGE, "A name has at most %d characters.",
                       NAME_MOST);
    if (is_mixed(name))
        return err_set(e, ERR_USAGE,
                       "A word of this name mixes letters of two alphabets, "
                       "so it can be confused with another name.");
    str_add_printable(&seen, name);
    same = str_eq(str_get(&seen), name) && !strstr(name, "\xd8\x9c");
    str_clear(&seen);
    return same ||
           err_set(e, ERR_USAGE, "This name contains invisible characters.");
}

/* ---- finding the link ---- */

/* Why a link does not work, for people. */
static const char *const words[] = {
    [INVITED_UNKNOWN] = "There is no such link. Check that it was copied "
                        "completely.",
    [INVITED_EXPIRED] = "This link has expired.",
    [INVITED_REVOKED] = "This link was revoked.",
    [INVITED_USED] = "This link has already been used.",
};

/* Finds the invitation of the path. *found is false if it does not work, and
 * then the reply says why. */
static bool find_link(struct visit *v, struct invitation *in, bool *found,
                      struct err *e)
{
    unsigned char sha[TOKEN_SHA];
    enum invited why;

    secret_sha(v->args[0], sha);
    if (!invitation_find(v->store, v->arena, sha, clock_day_ms(), in, &why, e))
        return false;
    *found = why == INVITED;
    if (!*found)
        layout_error(v, why == INVITED_UNKNOWN ? 404 : 410,
                     arena_printf(v->arena, "%s Ask the owner for a new one.",
                                  words[why]));
    return true;
}

/* ---- the page ---- */

/* It has no maxlength: a browser would shorten a name without a word. */
static void add_name_field(struct str *out, const char *name, bool taken)
{
    str_add(out, "<div class=\"field\"><label for=\"name\">Your name</label>"
                 "<input id=\"name\" name=\"name\" required "
                 "autocomplete=\"nickname\" aria-describedby=\"name-hint\" "
                 "value=\"");
    html_text(out, name);
    str_addf(out,
             "\"><p class=\"hint\" id=\"name-hint\">At most %d characters. "
             "Others see it beside what you write. The server stores nothing "
             "else about you.</p></div>\n",
             NAME_MOST);
    if (taken)
        str_add(out, "<p><label><input type=\"checkbox\" name=\"same\" "
                     "value=\"1\"> Use this name anyway</label></p>\n");
}

static bool add_person(struct visit *v, struct str *out,
                       const struct invitation *in, struct err *e)
{
    struct person p;
    bool found;

    if (!people_find(v->store, v->arena, in->person, &p, &found, e))
        return false;
    str_add(out, "<p>This link works once and signs in <strong>");
    html_text(out, found ? p.name : "?");
    str_add(out, "</strong>.</p>\n");
    return true;
}

/* Makes the page; `trouble` (or NULL) says what is wrong with the name. */
static bool show(struct visit *v, const struct invitation *in, int status,
                 const char *trouble, bool taken, struct err *e)
{
    const char *name = http_form(v->request, "name");
    struct str out = str_in(v->arena);

    layout_open(v, &out, "Welcome", NULL);
    str_add(&out, "<h1>");
    html_text(&out, v->serve->o->title);
    str_add(&out, "</h1>\n");
    if (trouble)
        layout_say(&out, "trouble", trouble);
    if (v->who)
        layout_say(&out, "told",
                   arena_printf(v->arena,
                                "You are signed in as %s. If you continue, "
                                "you will be signed in as someone else in "
                                "this browser.",
                                v->who->name));
    if (!in->person)
        str_addf(&out, "<p>You are invited as <strong>%s</strong>.</p>\n",
                 person_role_name(in->role));
    else if (!add_person(v, &out, in, e))
        return false;
    layout_form(v, &out, v->request->path);
    if (!in->person)
        add_name_field(&out, name ? name : "", taken);
    str_addf(&out, "<button class=\"first\">%s</button></form>\n",
             in->person ? "Sign in" : "Join");
    layout_close(v, &out, status);
    return true;
}

bool join_show(struct visit *v, struct err *e)
{
    struct invitation in;
    bool found;

    return find_link(v, &in, &found, e) &&
           (!found || show(v, &in, 200, NULL, false, e));
}

/* ---- using it ---- */

static bool is_taken(struct visit *v, const char *name, bool *taken,
                     struct err *e)
{
    struct person *all;
    size_t n;

    *taken = false;
    if (!people_list(v->store, v->arena, &all, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        *taken = *taken || str_eq(name_fold(v->arena, all[i].name),
                                  name_fold(v->arena, name));
    return true;
}

/* Whoever was signed in by this browser is so no longer. */
static bool end_signin(struct visit *v, struct err *e)
{
    const char *token = gate_token(v);
    unsigned char sha[TOKEN_SHA];

    if (!token)
        return true;
    secret_sha(token, sha);
    return signin_end(v->store, sha, e);
}

/* Other browsers of theirs listen again. */
static void drop_events(struct visit *v)
{
    if (v->who)
        events_drop(v->serve->events, v->who->id);
}

/* Both sign-ins in one transaction: a link is not used up by a failure. */
static bool sign_in(struct visit *v, const struct invitation *in,
                    const char *name, struct err *e)
{
    char *token = arena_text(v->arena, SECRET_LETTERS);
    unsigned char sha[TOKEN_SHA];
    int64_t now = clock_day_ms(), person;

    if (!secret_make(token, e) || !store_begin_alone(v->store, e))
        return false;
    secret_sha(token, sha);
    if (!invitation_use(v->store, in->id, name, sha, now, now + GATE_SIGNIN_MS,
                        &person, e) ||
        !end_signin(v, e) || !store_commit(v->store, e)) {
        store_rollback(v->store);
        return false;
    }
    drop_events(v);
    gate_set_cookie(v, token);
    reply_to(v->reply, "/");
    return true;
}

bool join_use(struct visit *v, struct err *e)
{
    const char *given = http_form(v->request, "name");
    const char *name = str_trim(v->arena, given ? given : "");
    struct invitation in;
    bool found, taken = false;
    struct err bad;

    if (!find_link(v, &in, &found, e))
        return false;
    if (!found)
        return true;
    if (in.person)
        return sign_in(v, &in, "", e);
    if (!name_check(name, &bad))
        return show(v, &in, 400, bad.msg, false, e);
    if (!http_form(v->request, "same") && !is_taken(v, name, &taken, e))
        return false;
    if (taken)
        return show(v, &in, 409,
                    "Someone already has this name or one that looks like "
                    "it. If that is you, ask the owner for a link to sign in "
                    "again.",
                    true, e);
    return sign_in(v, &in, name, e);
}

bool join_out(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);

    if (!end_signin(v, e))
        return false;
    drop_events(v);
    gate_set_cookie(v, NULL);
    v->who = NULL;
    v->csrf = "";
    layout_open(v, &out, "Signed out", NULL);
    str_add(&out, "<h1>Signed out</h1>\n"
                  "<p>To sign in again, ask the owner for a link.</p>\n");
    layout_close(v, &out, 200);
    return true;
}
