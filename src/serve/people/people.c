/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/people/people.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "serve/desk/audit.h"
#include "serve/gate.h"
#include "serve/pages/layout.h"
#include "serve/people/links.h"
#include "serve/secret.h"
#include "store/challenges.h"
#include "text/fold.h"

#include <inttypes.h>
#include <string.h>

#define DAY_MS    86400000LL
#define NOTE_MOST 200  /* characters of a note to an invitation */
#define USES_MOST 1000 /* of an invitation */

/* How long an invitation may last; the first is chosen. */
static const struct {
    const char *value, *name;
    int64_t ms; /* 0: for ever */
} spans[] = {
    { "7", "7 days", 7 * DAY_MS },
    { "1", "1 day", DAY_MS },
    { "30", "30 days", 30 * DAY_MS },
    { "never", "never", 0 },
};

#define N_SPANS (sizeof(spans) / sizeof(spans[0]))

/* ---- the page ---- */

static void people_put_roles(struct arena *a, struct json *row,
                             enum person_role chosen)
{
    struct json *list = row_list(a, row, "roles");

    for (enum person_role r = 0; r < PERSON_ROLES; r++)
        json_push(list, row_new(a, "role_name=%s chosen=%d",
                                person_role_name(r), r == chosen));
}

static bool people_put(struct visit *v, struct json *row, const struct crowd *c,
                       struct err *e)
{
    struct json *list = row_list(v->arena, row, "people"), *one;

    for (size_t i = 0; i < c->n; i++) {
        const struct person *p = &c->people[i];
        double money, tokens;

        if (!challenges_spent(v->store, p->id, &money, &tokens, e))
            return false;
        one = json_push(
            list, row_new(v->arena,
                          "id=%" PRId64 " name=%s role=%s you=%d seen=%" PRId64
                          " gone=%" PRId64 " money=%.2f tokens=%.0f",
                          p->id, p->name, person_role_name(p->role),
                          p->id == v->who->id, p->seen_ms, p->gone_ms, money,
                          tokens));
        people_put_roles(v->arena, one, p->role);
    }
    return true;
}

/* Why a link works no more, or NULL. */
static const char *invitation_end(const struct invitation *in, int64_t now_ms)
{
    return in->revoked_ms                               ? "revoked"
           : in->uses_most && in->uses >= in->uses_most ? "used"
           : in->expires_ms && in->expires_ms <= now_ms ? "expired"
                                                        : NULL;
}

static bool invitations_put(struct visit *v, struct json *row,
                            const struct crowd *c, struct err *e)
{
    struct json *list = row_list(v->arena, row, "invitations");
    struct invitation *all;
    size_t n;

    if (!invitation_list(v->store, v->arena, &all, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct invitation *in = &all[i];

        json_push(
            list,
            row_new(v->arena,
                    "id=%" PRId64 " of=%s role=%s note=%s by=%s made=%" PRId64
                    " expires=%" PRId64 " uses=%" PRIu64 " most=%" PRIu64
                    " state=%s",
                    in->id, in->person ? crowd_name(c, in->person) : "",
                    person_role_name(in->role), in->note, crowd_name(c, in->by),
                    in->made_ms, in->expires_ms, in->uses, in->uses_most,
                    invitation_end(in, clock_day_ms())));
    }
    return true;
}

/* Shows the page with a link that was just made (NULL: none). */
static bool serve_people_show(struct visit *v, const char *path,
                              const char *what, struct err *e)
{
    struct json *row = row_new(v->arena, "what=%s origin=%s path=%s", what,
                               v->serve->origin, path);
    struct json *list = row_list(v->arena, row, "spans");
    struct crowd crowd;

    if (!crowd_read(v, &crowd, e) || !people_put(v, row, &crowd, e) ||
        !invitations_put(v, row, &crowd, e))
        return false;
    row_add(v->arena, row, "uses_most=%d note_most=%d", USES_MOST, NOTE_MOST);
    people_put_roles(v->arena, row, ROLE_AUTHOR);
    for (size_t i = 0; i < N_SPANS; i++)
        json_push(list, row_new(v->arena, "value=%s span=%s", spans[i].value,
                                spans[i].name));
    return page_show(v, 200, "People", "people", "people", row);
}

static bool people_show(struct visit *v, struct err *e)
{
    return serve_people_show(v, NULL, NULL, e);
}

/* ---- what is done to a person ---- */

static bool serve_people_find(struct visit *v, struct person *out,
                              struct err *e)
{
    bool found = false;
    int64_t id;

    if (http_number(v->args[0], &id) &&
        !people_find(v->store, v->arena, id, out, &found, e))
        return false;
    return found || err_set(e, ERR_SPENT, "There is no such person.");
}

/* Whoever does it is somebody else, and an owner at this moment: so there is
 * one left whatever is done. */
static bool find_other(struct visit *v, struct person *out, struct err *e)
{
    struct person me;
    bool found;

    if (!serve_people_find(v, out, e) ||
        !people_find(v->store, v->arena, v->who->id, &me, &found, e))
        return false;
    if (!found || me.gone_ms || me.role != ROLE_OWNER)
        return err_set(e, ERR_OUTSIDE, "You are no longer an owner.");
    if (out->id == me.id)
        return err_set(e, ERR_OUTSIDE,
                       "You cannot do this to yourself; another owner can.");
    return true;
}

/* One of the two changes; role PERSON_ROLES: the door. */
static bool serve_people_set(struct visit *v, enum person_role role,
                             int64_t gone_ms, struct err *e)
{
    struct person p;
    bool ok;

    if (!store_begin_alone(v->store, e))
        return false;
    ok = find_other(v, &p, e) &&
         (role < PERSON_ROLES ? people_set_role(v->store, p.id, role, e)
                              : people_set_gone(v->store, p.id, gone_ms, e)) &&
         store_commit(v->store, e);
    if (!ok) {
        store_rollback(v->store);
        return false;
    }
    events_drop(v->serve->events, p.id);
    return visit_go(v, "%s",
                    role < PERSON_ROLES ? "/people?done=changed"
                    : gone_ms           ? "/people?done=closed"
                                        : "/people?done=opened");
}

static bool read_role(struct visit *v, enum person_role *out, struct err *e)
{
    const char *name = http_form(v->request, "role");

    return (name && person_role_find(name, out)) ||
           err_set(e, ERR_USAGE, "There is no such role.");
}

static bool people_change_role(struct visit *v, struct err *e)
{
    enum person_role role;

    return read_role(v, &role, e) && serve_people_set(v, role, 0, e);
}

static bool people_close_door(struct visit *v, struct err *e)
{
    struct person p;

    if (!find_other(v, &p, e))
        return false;
    return !layout_sure(
               v,
               arena_printf(v->arena,
                            "%s will be signed out everywhere and cannot "
                            "sign in until you allow access again. What they "
                            "wrote stays.",
                            p.name),
               "Block access", "/people") ||
           serve_people_set(v, PERSON_ROLES, clock_day_ms(), e);
}

static bool people_open_door(struct visit *v, struct err *e)
{
    return serve_people_set(v, PERSON_ROLES, 0, e);
}

static bool people_make_link(struct visit *v, struct err *e)
{
    const char *path;
    struct person p;

    if (!serve_people_find(v, &p, e))
        return false;
    if (p.gone_ms)
        return err_set(e, ERR_DOMAIN, "Allow this person access first.");
    return links_of_person(v->arena, v->store, &p, v->who->id, clock_day_ms(),
                           DAY_MS, &path, e) &&
           serve_people_show(
               v, path,
               arena_printf(v->arena,
                            "A link that signs in %s. It works once, within "
                            "one day.",
                            p.name),
               e);
}

/* ---- what is done to invitations ---- */

static bool read_invitation(struct visit *v, struct invitation *in,
                            struct err *e)
{
    const struct http_request *r = v->request;
    const char *span = http_form(r, "span"), *note = http_form(r, "note");
    struct str seen = str_in(v->arena);
    int64_t uses;
    size_t i = 0;

    *in = (struct invitation){ .by = v->who->id, .made_ms = clock_day_ms() };
    while (i < N_SPANS && !(span && str_eq(span, spans[i].value)))
        i++;
    if (i == N_SPANS)
        return err_set(e, ERR_USAGE, "Choose when the link expires.");
    if (!http_number(http_form(r, "uses"), &uses) || uses < 1 ||
        uses > USES_MOST)
        return err_set(e, ERR_USAGE, "A link can be used by 1 to %d people.",
                       USES_MOST);
    if (note && utf8_count(note, strlen(note)) > NOTE_MOST)
        return err_set(e, ERR_USAGE, "A note has at most %d characters.",
                       NOTE_MOST);
    str_add_printable(&seen, note ? note : "");
    in->note = str_trim(v->arena, str_get(&seen));
    in->uses_most = (uint64_t)uses;
    in->expires_ms = spans[i].ms ? in->made_ms + spans[i].ms : 0;
    return read_role(v, &in->role, e);
}

static bool people_invite(struct visit *v, struct err *e)
{
    struct invitation in;
    const char *path;

    return read_invitation(v, &in, e) &&
           links_make(v->arena, v->store, &in, &path, e) &&
           serve_people_show(v, path,
                             arena_printf(v->arena, "A link for %s %s.",
                                          in.role == ROLE_REVIEWER ? "a" : "an",
                                          person_role_name(in.role)),
                             e);
}

static bool people_revoke(struct visit *v, struct err *e)
{
    int64_t id;

    if (!http_number(v->args[0], &id))
        return err_set(e, ERR_SPENT, "There is no such invitation.");
    if (!invitation_revoke(v->store, id, clock_day_ms(), e))
        return false;
    return visit_go(v, "/people?done=revoked");
}

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
static bool serve_people_is_mixed(const char *name)
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
    if (serve_people_is_mixed(name))
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

/* ---- the page of a link ---- */

/* Makes the page; `trouble` (or NULL) says what is wrong with the name. */
static bool show_of_join(struct visit *v, const struct invitation *in,
                         int status, const char *trouble, bool taken,
                         struct err *e)
{
    struct person p = { .name = "" };
    bool found = true;

    if (in->person &&
        !people_find(v->store, v->arena, in->person, &p, &found, e))
        return false;
    return page_show(
        v, status, "Welcome", NULL, "join",
        row_new(v->arena,
                "trouble=%s now=%s person=%s role=%s path=%s given=%s "
                "taken=%d most=%d",
                trouble, v->who ? v->who->name : NULL, found ? p.name : "?",
                person_role_name(in->role), v->request->path,
                http_form(v->request, "name"), taken, NAME_MOST));
}

/* The page of a link: whom it lets in as what, and a field for the name. */
static bool join_show(struct visit *v, struct err *e)
{
    struct invitation in;
    bool found;

    return find_link(v, &in, &found, e) &&
           (!found || show_of_join(v, &in, 200, NULL, false, e));
}

/* ---- using it ---- */

static bool serve_people_is_taken(struct visit *v, const char *name,
                                  bool *taken, struct err *e)
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
    const char *token = visit_token(v);
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
    if (!invitation_use(v->store, in->id, name, sha, now, now + VISIT_SIGNIN_MS,
                        &person, e) ||
        !end_signin(v, e) || !store_commit(v->store, e)) {
        store_rollback(v->store);
        return false;
    }
    drop_events(v);
    visit_set_cookie(v, token);
    return visit_go(v, "/");
}

/* Uses the link, signs in, and goes to the board. */
static bool join_use(struct visit *v, struct err *e)
{
    const char *name = visit_text(v, "name");
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
        return show_of_join(v, &in, 400, bad.msg, false, e);
    if (!http_form(v->request, "same") &&
        !serve_people_is_taken(v, name, &taken, e))
        return false;
    if (taken)
        return show_of_join(
            v, &in, 409,
            "Someone already has this name or one that looks like "
            "it. If that is you, ask the owner for a link to sign in "
            "again.",
            true, e);
    return sign_in(v, &in, name, e);
}

/* Ends the sign-in of this browser. */
static bool join_out(struct visit *v, struct err *e)
{
    if (!end_signin(v, e))
        return false;
    drop_events(v);
    visit_set_cookie(v, NULL);
    v->who = NULL;
    v->csrf = "";
    return page_show(v, 200, "Signed out", NULL, "signed_out",
                     json_new(v->arena, JSON_OBJECT));
}

#define SMALL 4096 /* bytes of these forms */

const struct route people_routes[] = {
    { HTTP_GET, "/join/:token", MAY_ANYBODY, PACE_SIGN_IN,
      .handle = join_show },
    { HTTP_POST, "/join/:token", MAY_ANYBODY, PACE_SIGN_IN, SMALL,
      .handle = join_use },
    { HTTP_POST, "/out", MAY_PEOPLE, PACE_WRITE, SMALL, .handle = join_out },
    { HTTP_GET, "/people", MAY_OWNER, PACE_PAGE, .handle = people_show },
    { HTTP_POST, "/people/:id/role", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_change_role },
    { HTTP_POST, "/people/:id/close", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_close_door },
    { HTTP_POST, "/people/:id/open", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_open_door },
    { HTTP_POST, "/people/:id/link", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_make_link },
    { HTTP_POST, "/invitations", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_invite },
    { HTTP_POST, "/invitations/:id/revoke", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_revoke },
    { 0 },
};
