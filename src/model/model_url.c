/* SPDX-License-Identifier: Apache-2.0 */

/*
 * URLs of servers. Only what every reader of URLs takes in the same way is let
 * through: a key must not go to another host than the one that was checked.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "model/model_int.h"

#include <string.h>

static bool begins(const char *s, const char *prefix)
{
    while (*prefix && to_lower(*s) == *prefix)
        s++, prefix++;
    return *prefix == '\0';
}

static bool is_host_char(char c)
{
    return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
}

/* Printable ASCII, without what some readers take for an end. */
static bool is_path_char(char c)
{
    return c > ' ' && c < 0x7f && !strchr("\\\"<>^`{|}", c);
}

/* "Host", "Host:8000", "[::1]:8000" in s[0..n): the host in lower case, or NULL
 * if it is none. */
static const char *read_host(struct arena *a, const char *s, size_t n)
{
    size_t i = 0, host = 0, host_n, digits;
    char *out;

    if (n && s[0] == '[') {
        for (host = i = 1; i < n && (is_host_char(s[i]) || s[i] == ':'); i++)
            ;
        host_n = i - host;
        if (i == n || s[i++] != ']')
            return NULL;
    } else {
        while (i < n && is_host_char(s[i]))
            i++;
        host_n = i;
    }
    if (host_n == 0)
        return NULL;
    if (i < n && s[i] == ':') {
        for (digits = 0, i++; i < n && is_digit(s[i]); i++)
            digits++;
        if (digits == 0 || digits > 5)
            return NULL;
    }
    if (i < n)
        return NULL;
    out = arena_strndup(a, s + host, host_n);
    for (size_t k = 0; k < host_n; k++)
        out[k] = to_lower(out[k]);
    return out;
}

static bool check_hidden(const char *source, const char *authority, size_t n,
                         const char *rest, struct err *e)
{
    if (memchr(authority, '@', n))
        return err_set(e, ERR_USAGE,
                       "%s contains a user name or password, which would be "
                       "stored with the run; put the key into an environment "
                       "variable and give its name with --key-env",
                       source);
    if (strchr(rest, '?'))
        return err_set(e, ERR_USAGE,
                       "%s contains a query (\"?...\"), which may contain a "
                       "key and would be stored with the run; use --header, "
                       "--extra or --key-env",
                       source);
    return true;
}

bool model_url_read(struct arena *a, const char *source, const char *text,
                    struct model_url *out, struct err *e)
{
    size_t scheme, n, path_n;
    const char *path;
    char *front;

    out->https = begins(text, "https://");
    scheme = out->https ? 8 : begins(text, "http://") ? 7 : 0;
    if (!scheme)
        return err_set(e, ERR_USAGE, "%s must begin with http:// or https://",
                       source);
    n = strcspn(text + scheme, "/?#");
    path = text + scheme + n;
    if (!check_hidden(source, text + scheme, n, path, e))
        return false;
    out->host = read_host(a, text + scheme, n);
    if (!out->host)
        return err_set(e, ERR_USAGE,
                       "%s has no valid host: \"%.*s\"; a host consists of "
                       "letters, digits, \".\" and \"-\", optionally with a "
                       "port",
                       source, n > 80 ? 80 : (int)n, text + scheme);
    for (size_t i = 0; path[i]; i++)
        if (!is_path_char(path[i]) || path[i] == '#')
            return err_set(e, ERR_USAGE,
                           "%s has a character in its path that is not "
                           "allowed in a URL: \"%.1s\"",
                           source, path + i);
    path_n = strlen(path);
    while (path_n && path[path_n - 1] == '/')
        path_n--;
    front = arena_strndup(a, text, scheme + n);
    for (size_t i = 0; front[i]; i++)
        front[i] = to_lower(front[i]);
    out->front = front;
    out->path = arena_strndup(a, path, path_n);
    return true;
}

const char *model_url_openai(struct arena *a, const struct model_url *u)
{
    const char *add = "/chat/completions";

    if (*u->path == '\0')
        add = "/v1/chat/completions";
    else if (str_ends(u->path, add))
        add = "";
    return arena_printf(a, "%s%s%s", u->front, u->path, add);
}

/* A base of this form leaves the version out. */
const char *model_url_anthropic(struct arena *a, const struct model_url *u)
{
    const char *add = "/v1/messages";

    if (str_ends(u->path, "/messages"))
        add = "";
    else if (str_ends(u->path, "/v1"))
        add = "/messages";
    return arena_printf(a, "%s%s%s", u->front, u->path, add);
}

/* 127.a.b.c, all decimal: "127.0.0.1.example.com" is a name like any other,
 * and a number that begins with 0 is octal to some: 0127 is 87. */
static bool is_net_127(const char *s)
{
    for (int part = 0; part < 4; part++) {
        int value = 0, digits = 0;
        bool octal = s[0] == '0' && is_digit(s[1]);

        for (; is_digit(*s) && digits < 4; s++, digits++)
            value = value * 10 + (*s - '0');
        if (digits == 0 || octal || value > 255 || (part == 0 && value != 127))
            return false;
        if (part < 3 && *s++ != '.')
            return false;
    }
    return *s == '\0';
}

bool model_url_is_loopback(const struct model_url *u)
{
    return str_eq(u->host, "localhost") || str_eq(u->host, "::1") ||
           is_net_127(u->host);
}
