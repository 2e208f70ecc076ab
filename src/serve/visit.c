/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "base/str.h"
#include "serve/route.h"
#include "serve/secret.h"

#include <stdarg.h>
#include <string.h>

bool visit_judges(const struct visit *v)
{
    return v->who && v->who->role >= ROLE_REVIEWER;
}

/* ---- what was sent ---- */

const char *visit_text(struct visit *v, const char *name)
{
    const char *text = http_form(v->request, name);

    return str_trim(v->arena, text ? text : "");
}

bool visit_fields(struct visit *v, struct http_fields *out, struct err *e)
{
    struct json *body;

    *out = v->request->form;
    if (!http_wants_json(v->request))
        return true;
    if (!json_read(v->arena, v->request->body, v->request->body_n, 1, &body, e))
        return false;
    if (body->type != JSON_OBJECT)
        return err_set(e, ERR_USAGE, "the body must be an object");
    *out = http_json_fields(v->arena, body);
    return true;
}

/* ---- what comes of it ---- */

bool visit_go(struct visit *v, const char *place, ...)
{
    struct str out = str_in(v->arena);
    va_list ap;

    va_start(ap, place);
    str_addv(&out, place, ap);
    va_end(ap);
    reply_to(v->reply, str_get(&out));
    return true;
}

/* ---- cookies ---- */

static const char *cookie_name(const struct visit *v)
{
    return v->serve->secure ? "__Host-" VISIT_COOKIE : VISIT_COOKIE;
}

void visit_set_cookie(struct visit *v, const char *token)
{
    reply_field(v->reply, "Set-Cookie",
                arena_printf(v->arena,
                             "%s=%s; Path=/; Max-Age=%lld; HttpOnly; "
                             "SameSite=Lax%s",
                             cookie_name(v), token ? token : "",
                             token ? VISIT_SIGNIN_MS / 1000 : 0LL,
                             v->serve->secure ? "; Secure" : ""));
}

const char *visit_token(const struct visit *v)
{
    const char *token = http_cookie(v->request, cookie_name(v));

    return token && strlen(token) == SECRET_LETTERS ? token : NULL;
}
