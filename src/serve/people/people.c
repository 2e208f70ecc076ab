/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/people/people.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "report/html/html.h"
#include "serve/desk/history.h"
#include "serve/pages/layout.h"
#include "serve/people/links.h"
#include "store/challenges.h"

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

/* ---- the table of people ---- */

static void add_role_choice(struct str *out, enum person_role chosen)
{
    for (enum person_role r = 0; r < PERSON_ROLES; r++)
        str_addf(out, "<option%s>%s</option>", r == chosen ? " selected" : "",
                 person_role_name(r));
}

static void add_button(struct visit *v, struct str *out, const struct person *p,
                       const char *deed, const char *name)
{
    layout_form(v, out,
                arena_printf(v->arena, "/people/%" PRId64 "/%s", p->id, deed));
    str_addf(out, "<button aria-label=\"%s: ", name);
    html_text(out, p->name);
    str_addf(out, "\">%s</button></form>\n", name);
}

static void add_role(struct visit *v, struct str *out, const struct person *p)
{
    if (p->id == v->who->id) {
        str_add(out, person_role_name(p->role));
        return;
    }
    layout_form(v, out,
                arena_printf(v->arena, "/people/%" PRId64 "/role", p->id));
    str_add(out, "<select name=\"role\" aria-label=\"Role of ");
    html_text(out, p->name);
    str_add(out, "\">");
    add_role_choice(out, p->role);
    str_add(out, "</select> <button>Change</button></form>\n");
}

static bool add_spent(struct visit *v, struct str *out, const struct person *p,
                      struct err *e)
{
    double money, tokens;

    if (!challenges_spent(v->store, p->id, &money, &tokens, e))
        return false;
    str_addf(out,
             "<td class=\"num\" data-label=\"spent\">$%.2f</td>"
             "<td class=\"num\" data-label=\"tokens\">%.0f</td>",
             money, tokens);
    return true;
}

static bool add_person(struct visit *v, struct str *out, const struct person *p,
                       struct err *e)
{
    str_add(out, "<tr><th scope=\"row\">");
    html_text(out, p->name);
    str_add(out, p->id == v->who->id ? " (you)</th><td>" : "</th><td>");
    add_role(v, out, p);
    str_add(out, "</td><td data-label=\"seen\">");
    layout_time(out, p->seen_ms);
    str_add(out, "</td>");
    if (!add_spent(v, out, p, e))
        return false;
    str_add(out, "<td data-label=\"access\">");
    if (p->gone_ms) {
        str_add(out, "blocked since ");
        layout_time(out, p->gone_ms);
    } else {
        str_add(out, "allowed");
    }
    str_add(out, "</td><td><div class=\"row\">");
    if (!p->gone_ms)
        add_button(v, out, p, "link", "Make a sign-in link");
    if (p->id != v->who->id)
        add_button(v, out, p, p->gone_ms ? "open" : "close",
                   p->gone_ms ? "Allow access" : "Block access");
    str_add(out, "</div></td></tr>\n");
    return true;
}

static bool add_people(struct visit *v, struct str *out, const struct crowd *c,
                       struct err *e)
{
    str_add(out, "<h1>People</h1>\n"
                 "<p class=\"hint\">A person whose access is blocked is signed "
                 "out and cannot sign in; what they wrote stays.</p>\n");
    str_add(out, "<div class=\"stack\">\n");
    layout_table(out, "name role seen spent:num tokens:num access actions");
    for (size_t i = 0; i < c->n; i++)
        if (!add_person(v, out, &c->people[i], e))
            return false;
    layout_table_end(out);
    str_add(out, "</div>\n");
    return true;
}

/* ---- invitations ---- */

static const char *state_of(const struct invitation *in, int64_t now_ms)
{
    return in->revoked_ms                               ? "revoked"
           : in->uses_most && in->uses >= in->uses_most ? "used"
           : in->expires_ms && in->expires_ms <= now_ms ? "expired"
                                                        : NULL;
}

static void add_whom(struct str *out, const struct invitation *in,
                     const struct crowd *c)
{
    if (in->person) {
        str_add(out, "sign-in link for ");
        html_text(out, crowd_name(c, in->person));
    } else {
        str_add(out, person_role_name(in->role));
    }
    if (*in->note) {
        str_add(out, ": ");
        html_text(out, in->note);
    }
}

static void add_invitation(struct visit *v, struct str *out,
                           const struct invitation *in, const struct crowd *c)
{
    const char *state = state_of(in, clock_day_ms());

    str_add(out, "<tr><th scope=\"row\">");
    add_whom(out, in, c);
    str_add(out, "</th><td>");
    html_text(out, crowd_name(c, in->by));
    str_add(out, "</td><td>");
    layout_time(out, in->made_ms);
    str_add(out, "</td><td>");
    if (in->expires_ms)
        layout_time(out, in->expires_ms);
    else
        str_add(out, "never");
    str_addf(out, "</td><td class=\"num\">%" PRIu64, in->uses);
    if (in->uses_most)
        str_addf(out, " of %" PRIu64, in->uses_most);
    str_add(out, "</td><td>");
    if (state) {
        str_add(out, state);
    } else {
        layout_form(
            v, out,
            arena_printf(v->arena, "/invitations/%" PRId64 "/revoke", in->id));
        str_add(out, "<button aria-label=\"Revoke the link: ");
        add_whom(out, in, c);
        str_add(out, "\">Revoke</button></form>");
    }
    str_add(out, "</td></tr>\n");
}

static bool add_invitations(struct visit *v, struct str *out,
                            const struct crowd *c, struct err *e)
{
    struct invitation *all;
    size_t n;

    if (!invitation_list(v->store, v->arena, &all, &n, e))
        return false;
    str_add(out, "<h2>Invitations</h2>\n");
    if (!n) {
        str_add(out, "<p>There are no links yet.</p>\n");
        return true;
    }
    layout_table(out, "for by made expires used:num state");
    for (size_t i = 0; i < n; i++)
        add_invitation(v, out, &all[i], c);
    layout_table_end(out);
    return true;
}

static void add_invite_form(struct visit *v, struct str *out)
{
    str_add(out, "<h2>Invite</h2>\n");
    layout_form(v, out, "/invitations");
    str_add(out, "<div class=\"row\"><div class=\"field\"><label for=\"role\">"
                 "Role</label><select id=\"role\" name=\"role\">");
    add_role_choice(out, ROLE_AUTHOR);
    str_add(out, "</select></div>\n<div class=\"field\"><label for=\"span\">"
                 "Expires in</label><select id=\"span\" name=\"span\">");
    for (size_t i = 0; i < N_SPANS; i++)
        str_addf(out, "<option value=\"%s\">%s</option>", spans[i].value,
                 spans[i].name);
    str_addf(out,
             "</select></div>\n"
             "<div class=\"field\"><label for=\"uses\">Number of people who "
             "can use it</label><input id=\"uses\" name=\"uses\" "
             "type=\"number\" min=\"1\" max=\"%d\" value=\"1\"></div>\n"
             "<div class=\"field\"><label for=\"note\">Note, for "
             "you</label><input id=\"note\" name=\"note\" "
             "maxlength=\"%d\"></div>\n"
             "<button class=\"first\">Make a link</button></div></form>\n",
             USES_MOST, NOTE_MOST);
}

/* ---- the page ---- */

/* Shows the page with a link that was just made (NULL: none). */
static bool show(struct visit *v, const char *path, const char *what,
                 struct err *e)
{
    struct str out = str_in(v->arena);
    struct crowd crowd;

    if (!crowd_read(v, &crowd, e))
        return false;
    layout_open(v, &out, "People", "people");
    if (path) {
        str_add(&out, "<div class=\"done\" role=\"status\"><p>");
        html_text(&out, what);
        str_add(&out, " It is shown only once:</p><p class=\"link\">");
        html_text(&out, v->serve->origin);
        html_text(&out, path);
        str_add(&out, "</p></div>\n");
    }
    if (!add_people(v, &out, &crowd, e))
        return false;
    add_invite_form(v, &out);
    if (!add_invitations(v, &out, &crowd, e))
        return false;
    layout_close(v, &out, 200);
    return true;
}

bool people_show(struct visit *v, struct err *e)
{
    return show(v, NULL, NULL, e);
}

/* ---- what is done to a person ---- */

static bool find(struct visit *v, struct person *out, struct err *e)
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

    if (!find(v, out, e) ||
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
static bool set(struct visit *v, enum person_role role, int64_t gone_ms,
                struct err *e)
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
    reply_to(v->reply, role < PERSON_ROLES ? "/people?done=changed"
                       : gone_ms           ? "/people?done=closed"
                                           : "/people?done=opened");
    return true;
}

static bool read_role(struct visit *v, enum person_role *out, struct err *e)
{
    const char *name = http_form(v->request, "role");

    return (name && person_role_find(name, out)) ||
           err_set(e, ERR_USAGE, "There is no such role.");
}

bool people_change_role(struct visit *v, struct err *e)
{
    enum person_role role;

    return read_role(v, &role, e) && set(v, role, 0, e);
}

bool people_close_door(struct visit *v, struct err *e)
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
           set(v, PERSON_ROLES, clock_day_ms(), e);
}

bool people_open_door(struct visit *v, struct err *e)
{
    return set(v, PERSON_ROLES, 0, e);
}

bool people_make_link(struct visit *v, struct err *e)
{
    const char *path;
    struct person p;

    if (!find(v, &p, e))
        return false;
    if (p.gone_ms)
        return err_set(e, ERR_DOMAIN, "Allow this person access first.");
    return links_of_person(v->arena, v->store, &p, v->who->id, clock_day_ms(),
                           DAY_MS, &path, e) &&
           show(v, path,
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

bool people_invite(struct visit *v, struct err *e)
{
    struct invitation in;
    const char *path;

    return read_invitation(v, &in, e) &&
           links_make(v->arena, v->store, &in, &path, e) &&
           show(v, path,
                arena_printf(v->arena, "A link for %s %s.",
                             in.role == ROLE_REVIEWER ? "a" : "an",
                             person_role_name(in.role)),
                e);
}

bool people_revoke(struct visit *v, struct err *e)
{
    int64_t id;

    if (!http_number(v->args[0], &id))
        return err_set(e, ERR_SPENT, "There is no such invitation.");
    if (!invitation_revoke(v->store, id, clock_day_ms(), e))
        return false;
    reply_to(v->reply, "/people?done=revoked");
    return true;
}
