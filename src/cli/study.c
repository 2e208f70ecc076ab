/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/study.h"
#include "assay.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/lines.h"
#include "cli/talk.h"
#include "report/keep.h"
#include "store/told.h"

#include <unistd.h>

/* The longest report.json that is read back. */
#define STUDY_BYTES ((size_t)256 << 20)

/* ---- keeping ---- */

static void study_add_member(struct str *out, const char *name,
                             const char *text)
{
    str_addf(out, "\"%s\": ", name);
    json_write_string(out, text);
    str_add(out, ", ");
}

void study_fill(struct arena *a, const struct document *d, struct study *v)
{
    struct str text = str_in(a);

    document_keep(&text, d);
    v->document = str_get(&text);
    v->version = assay_version();
    v->made_ms = clock_day_ms();
}

bool study_write(struct arena *a, struct out_files *f, const struct document *d,
                 struct study *study, struct err *e)
{
    struct str text = { 0 };

    study_fill(a, d, study);
    str_addc(&text, '{');
    study_add_member(&text, "study", study_kind_name(study->kind));
    study_add_member(&text, "hash", study->hash);
    study_add_member(&text, "title", study->title);
    study_add_member(&text, "version", study->version);
    str_addf(&text, "\"document\": %s}\n", study->document);
    return out_files_finish(f, STUDY_FILE, &text, e);
}

bool study_keep(struct arena *a, struct store *s, const char *folder,
                struct study *study, struct err *e)
{
    if (s && !studies_put(s, a, study, e))
        return false;
    talk("`assay report %s%s -o report.html` shows it as a page",
         s ? study->name : folder, s ? store_told(a, store_path(s)) : "");
    return true;
}

/* ---- reading back ---- */

static bool study_kind_of(const char *name, enum study_kind *out)
{
    for (int k = 0; name && k < STUDY_KINDS; k++)
        if (str_eq(name, study_kind_name((enum study_kind)k))) {
            *out = (enum study_kind)k;
            return true;
        }
    return false;
}

static bool study_take(struct arena *a, const struct json *v, const char *path,
                       struct study *out, struct err *e)
{
    const struct json *document = json_get(v, "document");
    struct str text = str_in(a);

    *out = (struct study){ .hash = json_string(json_get(v, "hash")),
                           .title = json_string(json_get(v, "title")),
                           .version = json_string(json_get(v, "version")) };
    if (!out->hash || !out->title || !out->version || !document ||
        !study_kind_of(json_string(json_get(v, "study")), &out->kind))
        return err_set(e, ERR_DOMAIN, "%.200s is not a report that assay wrote",
                       path);
    json_write(&text, document);
    out->document = str_get(&text);
    return true;
}

bool study_read(struct arena *a, const char *folder, struct study *out,
                bool *found, struct err *e)
{
    const char *path = arena_printf(a, "%s/" STUDY_FILE, folder);
    struct str text = str_in(a);
    struct json *v;

    *found = access(path, F_OK) == 0;
    if (!*found)
        return true;
    if (!file_read(path, STUDY_BYTES, &text, e) ||
        !json_read(a, str_get(&text), text.n, 1, &v, e))
        return false;
    return study_take(a, v, path, out, e);
}
