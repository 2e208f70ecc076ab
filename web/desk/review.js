/*
 * The pages of reviews: what the judge understands of an answer while it is
 * typed, and what changed from one version of an entry to the next.
 */
(function () {
    "use strict";

    function line(part) {
        var p = document.createElement("p"), tex = document.createElement("span");
        var said = part.error ? "cannot be read: " + part.error + (part.column ? ", column " + part.column : "")
            : "understood" + (part.kind ? " as " + part.kind : "") + ": ";
        p.textContent = assay.math.clean((part.name ? part.name + " " : "") + said);
        if (!part.error && part.latex) {
            assay.math.key(part.latex, p.appendChild(tex));
        }
        return p;
    }

    // <input data-understand="ID" data-kind="integer">: the element of that id
    // says what the judge reads. The key is no part of the question.
    function understand(input) {
        var place = document.getElementById(input.dataset.understand), asked = null;
        var look = assay.desk.calm(300, function () {
            if (asked)
                asked.abort();
            asked = new AbortController();
            if (!input.value.trim())
                return place.replaceChildren();
            assay.desk.post("/preview", { answer: input.value, kind: input.dataset.kind || "" }, asked.signal).then(function (reply) {
                place.replaceChildren.apply(place, (reply.parts || []).map(line));
            }).catch(function () { /* the judge says it when the form is sent */ });
        });
        input.addEventListener("input", look);
        if (input.value)
            look();
    }

    // <div id="v2-key" data-before="v1-key">: shows what changed.
    function differ(all) {
        var texts = {};
        document.querySelectorAll("[data-before]").forEach(function (e) {
            var before = document.getElementById(e.dataset.before);
            texts[e.id] = [before ? before.textContent : "", e.textContent];
        });
        all.forEach(function (e) {
            e.textContent = "";
            assay.diff(texts[e.id][0], texts[e.id][1], e);
        });
    }

    document.addEventListener("DOMContentLoaded", function () {
        document.querySelectorAll("input[data-understand]").forEach(understand);
        differ(document.querySelectorAll("[data-before]"));
    });
})();
