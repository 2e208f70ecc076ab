/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/pages/assets.h"
#include "base/alloc.h"
#include "report/html/page.h"
#include "serve/route.h"

#include <pthread.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

/* Made by tools/make-web: our own styles, and all scripts but KaTeX's. */
static const struct page_asset desk_style =
#include "serve/pages/style.inc"
    ;
static const struct page_asset desk_script =
#include "serve/pages/script.inc"
    ;

static const struct {
    const char *name, *type;
    const struct page_asset *asset;
} assets[] = {
    { "report.css", "text/css; charset=utf-8", &page_style },
    { "desk.css", "text/css; charset=utf-8", &desk_style },
    { "katex.js", "text/javascript; charset=utf-8", &page_katex },
    { "desk.js", "text/javascript; charset=utf-8", &desk_script },
};

#define ASSETS     (sizeof(assets) / sizeof(assets[0]))
#define HASH_SHOWN 12 /* characters in an address */

/* The part of a hash that stands in an address: letters and digits alone. */
static void add_hash(struct str *out, const struct page_asset *x)
{
    const char *s = x->hash + strlen("sha256-");

    for (int n = 0; *s && n < HASH_SHOWN; s++)
        if (!strchr("+/=", *s)) {
            str_addc(out, *s);
            n++;
        }
}

void assets_link(struct str *out)
{
    for (size_t i = 0; i < ASSETS; i++) {
        bool script = assets[i].asset->script;

        str_addf(out,
                 script ? "<script defer src=\"/static/%s?v="
                        : "<link rel=\"stylesheet\" href=\"/static/%s?v=",
                 assets[i].name);
        add_hash(out, assets[i].asset);
        str_add(out, script ? "\"></script>\n" : "\">\n");
    }
}

/* ---- compressed once ---- */

static struct packed {
    unsigned char *bytes; /* NULL: as it is */
    size_t n;
} packed[ASSETS];
static pthread_once_t packed_once = PTHREAD_ONCE_INIT;

static void assets_pack(const struct page_asset *x, struct packed *out)
{
    z_stream z = { 0 };
    size_t n = strlen(x->text);
    size_t room;

    /* 15 + 16: the form of gzip */
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    room = deflateBound(&z, (uLong)n);
    out->bytes = alloc_new(room, 1);
    z.next_in = (const unsigned char *)x->text;
    z.avail_in = (uInt)n;
    z.next_out = out->bytes;
    z.avail_out = (uInt)room;
    INVARIANT(deflate(&z, Z_FINISH) == Z_STREAM_END);
    out->n = room - z.avail_out;
    deflateEnd(&z);
}

static void pack_all(void)
{
    for (size_t i = 0; i < ASSETS; i++)
        assets_pack(assets[i].asset, &packed[i]);
}

static bool takes_gzip(const struct visit *v)
{
    const char *s = http_header(v->request, "accept-encoding");

    return s && strstr(s, "gzip");
}

static bool send_asset(struct visit *v, struct err *e)
{
    size_t i = 0;

    while (i < ASSETS && !str_eq(assets[i].name, v->args[0]))
        i++;
    if (i == ASSETS)
        return err_set(e, ERR_SPENT, "there is no such file");
    reply_text(v->reply, 200, assets[i].type, assets[i].asset->text);
    reply_field(v->reply, "Cache-Control",
                http_query(v->request, "v") ? "max-age=31536000, immutable"
                                            : "no-cache");
    reply_field(v->reply, "Vary", "Accept-Encoding");
    pthread_once(&packed_once, pack_all);
    if (takes_gzip(v) && packed[i].bytes) {
        v->reply->body = (const char *)packed[i].bytes;
        v->reply->body_n = packed[i].n;
        reply_field(v->reply, "Content-Encoding", "gzip");
    }
    return true;
}

const struct route asset_routes[] = {
    { HTTP_GET, "/static/:name", MAY_ANYBODY, PACE_PAGE, 0, true, send_asset },
    { 0 },
};
