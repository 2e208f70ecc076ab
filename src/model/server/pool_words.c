/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/pool_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * The reports of libcurl in words for people: what happened, and the cure if
 * there is one. libcurl's own sentences name its states and numbers; they are
 * kept if they explain more than we can (TLS).
 */

static const char *os_words(const struct pool_transfer *t)
{
    long code = 0;

    curl_easy_getinfo(t->easy, CURLINFO_OS_ERRNO, &code);
    switch (code) {
    case ECONNREFUSED: return "connection refused";
    case ECONNRESET: return "the connection was reset";
    case ETIMEDOUT: return "the connection timed out";
    case ENETUNREACH: return "the network cannot be reached";
    case EHOSTUNREACH: return "the host cannot be reached";
    case EMFILE:
    case ENFILE: return "too many open files (see ulimit -n)";
    case EADDRNOTAVAIL: return "no local port is free";
    case EACCES:
    case EPERM: return "not permitted";
    default: return NULL;
    }
}

static size_t bytes_of(const struct pool_transfer *t)
{
    return t->buffer ? t->buffer->body.n : 0;
}

static const char *detail(const struct pool_transfer *t, CURLcode code)
{
    return t->error[0] ? t->error : curl_easy_strerror(code);
}

/* Did the time end before there was a connection, TLS included? Since 8.23 or
 * before, libcurl has a time for the request's start in that case too, so that
 * its sentence must say it. */
static bool is_connecting(const struct pool_transfer *t)
{
    curl_off_t began = 0;

    curl_easy_getinfo(t->easy, CURLINFO_PRETRANSFER_TIME_T, &began);
    return began == 0 || str_starts(t->error, "Connection time") ||
           str_starts(t->error, "SSL connection time");
}

static const char *time_out(struct arena *a, const struct pool_transfer *t)
{
    const struct pool *p = t->shard->pool;
    size_t n = bytes_of(t);

    if (t->idle && n)
        return arena_printf(a,
                            "the answer stopped after %zu bytes: nothing was "
                            "received for %g s",
                            n, p->o.idle_s);
    if (t->idle)
        return arena_printf(a, "the server sent nothing for %g s", p->o.idle_s);
    if (is_connecting(t) && p->o.connect_s > 0 &&
        (p->o.total_s <= 0 || p->o.connect_s < p->o.total_s))
        return arena_printf(a, "could not connect to %s within %g s", p->host,
                            p->o.connect_s);
    if (n)
        return arena_printf(a,
                            "the answer was not complete within %g s (%zu "
                            "bytes were received)",
                            p->o.total_s, n);
    return arena_printf(a, "no answer within %g s", p->o.total_s);
}

static const char *broken(struct arena *a, const struct pool_transfer *t,
                          CURLcode code)
{
    const char *os = os_words(t);
    size_t n = bytes_of(t);

    if (n)
        return arena_printf(a,
                            "the connection was lost after %zu bytes of "
                            "the answer",
                            n);
    if (code == CURLE_GOT_NOTHING)
        return "the server closed the connection without an answer";
    if (code == CURLE_SEND_ERROR)
        return "the connection was lost while the request was being sent";
    if (t->call->status)
        return "the connection was lost after the header of the answer";
    return os ? os : "the connection was lost before an answer arrived";
}

static bool has_proxy(void)
{
    static const char *const names[] = { "http_proxy", "https_proxy",
                                         "HTTPS_PROXY", "all_proxy",
                                         "ALL_PROXY" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return true;
    }
    return false;
}

/*
 * Returns the proxy that could not be reached, "HOST port N", or NULL if it was
 * the host itself. libcurl names it only in its sentence: "Failed to connect to
 * HOST port N after ...", in later versions "... via PROXY after ...", since
 * 8.23 or before "... to PROXY over proxy PROXY after ...". The proxy's password
 * is in none of them.
 */
static const char *proxy_of(struct arena *a, const struct pool_transfer *t)
{
    static const char start[] = "Failed to connect to ";
    const char *host = t->shard->pool->host, *at = t->error, *via, *port;
    const char *name;
    int digits;

    if (!has_proxy() || !str_starts(at, start))
        return NULL;
    at += strlen(start);
    via = strstr(at, " over proxy ");
    if (via)
        return arena_strndup(a, at, (size_t)(via - at));
    via = strstr(at, " via ");
    if (via)
        return arena_strndup(a, via + 5, strcspn(via + 5, " "));
    port = strstr(at, " port ");
    if (!port)
        return NULL;
    digits = (int)strspn(port + 6, "0123456789");
    name = arena_strndup(a, at, (size_t)(port - at));
    if (str_eq(name, host) ||
        str_eq(arena_printf(a, "%s:%.*s", name, digits, port + 6), host) ||
        str_eq(arena_printf(a, "[%s]:%.*s", name, digits, port + 6), host))
        return NULL;
    return arena_printf(a, "%s port %.*s", name, digits, port + 6);
}

static const char *no_connection(struct arena *a, const struct pool_transfer *t)
{
    const char *os = os_words(t), *proxy = proxy_of(a, t);

    if (proxy)
        return arena_printf(a,
                            "could not connect to the proxy %s, which is "
                            "used for %s%s%s: check HTTPS_PROXY and http_proxy",
                            proxy, t->shard->pool->host, os ? ": " : "",
                            os ? os : "");
    return arena_printf(a, "could not connect to %s%s%s", t->shard->pool->host,
                        os ? ": " : "", os ? os : "");
}

/* A certificate that is not trusted now will not be in a minute. */
static const char *certificate(struct arena *a, const struct pool_transfer *t,
                               CURLcode code)
{
    const struct pool *p = t->shard->pool;

    if (code == CURLE_SSL_CACERT_BADFILE)
        return arena_printf(a,
                            "could not read the certificates of \"%s\": "
                            "set SSL_CERT_FILE to a file of trusted "
                            "certificates (PEM)",
                            p->ca_file ? p->ca_file : "the system");
    return arena_printf(a,
                        "the certificate of %s is not trusted (%s): set "
                        "SSL_CERT_FILE to the certificate of the authority "
                        "that signed it",
                        p->host, detail(t, code));
}

static const char *large(struct arena *a, const struct pool_transfer *t)
{
    size_t most = t->shard->pool->o.max_body;

    if (t->large_head)
        return "the header of the answer is too large";
    return arena_printf(a, "the answer is larger than %zu bytes", most);
}

const char *pool_words(struct arena *a, const struct pool_transfer *t,
                       CURLcode code, bool *fatal)
{
    const char *host = t->shard->pool->host;

    if (t->large)
        return large(a, t);
    if (t->mute)
        return arena_printf(a, "no text was received for %g s",
                            t->shard->pool->o.mute_s);
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT: return time_out(a, t);
    case CURLE_COULDNT_CONNECT: return no_connection(a, t);
    case CURLE_COULDNT_RESOLVE_HOST:
        return arena_printf(a,
                            "could not find the host %s: check the name "
                            "and the network",
                            host);
    case CURLE_COULDNT_RESOLVE_PROXY:
        return "could not find the proxy's host: check HTTPS_PROXY and "
               "HTTP_PROXY";
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CERTPROBLEM: *fatal = true; return certificate(a, t, code);
    case CURLE_SSL_CONNECT_ERROR:
        return arena_printf(a, "could not make a TLS connection to %s (%s)",
                            host, detail(t, code));
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return broken(a, t, code);
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY: return "the server's answer is not HTTP";
    default: return arena_strdup(a, detail(t, code));
    }
}
