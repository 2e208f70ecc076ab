/*
 * The editor of an entry: the statement set while it is typed, beside it what
 * the judge understands of the answer; text that was not saved survives a
 * reload; somebody else's save is told. Without it the form still works.
 */
(function () {
    "use strict";

    var root = document.getElementById("write");
    if (!root)
        return;
    var form = root.closest("form"), entry = root.dataset.entry, desk = assay.desk;
    var answer = form.elements.answer, place = document.getElementById("answer-at");
    var asked = null;

    /* ---- the preview ---- */

    function setStatement() {
        var shown = document.getElementById("statement-shown"), text = form.elements.statement.value;
        shown.textContent = "";
        assay.math.render(text, shown.appendChild(document.createElement("div")), 0, 0);
        shown.firstChild.className = "tex";
        shown.firstChild.dataset.set = "";
    }

    // The answer up to its first error, and the place of it underlined.
    function mark(parts) {
        var bad = parts.filter(function (p) { return p.error; })[0], text = answer.value;
        // The server counts in the field without white space at its ends.
        var lead = text.length - text.trimStart().length;
        place.textContent = "";
        answer.removeAttribute("aria-invalid");
        if (!bad)
            return;
        answer.setAttribute("aria-invalid", "true");
        answer.setAttribute("aria-describedby", "answer-at");
        if (bad.at === undefined)
            return;
        var at = lead + bad.at, end = at + ((text.codePointAt(at) || 0) > 0xffff ? 2 : 1), span = document.createElement("span");
        span.className = "at";
        span.textContent = assay.math.clean(text.slice(at, end)) || "\u00a0";
        place.append(document.createTextNode(assay.math.clean(text.slice(Math.max(0, at - 40), at))), span,
            document.createTextNode(assay.math.clean(text.slice(end, end + 20)) + " \u2190 column " + bad.column));
    }

    // The check of the family can be chosen while its proof holds.
    function offerCheck(proved) {
        var family = form.querySelector("input[name=check][value=family]");
        family.closest("label").hidden = !proved;
        if (!proved && family.checked)
            form.querySelector("input[name=check][value=none]").checked = true;
    }

    function show(reply) {
        desk.replace(document.getElementById("preview"), reply.html);
        mark(reply.parts);
        offerCheck(reply.proved);
        form.querySelectorAll("p[id$=-wrong]").forEach(function (line) {
            var name = line.id.slice(0, -"-wrong".length), field = form.elements[name];
            var wrong = reply.faults.filter(function (f) { return f.field === name; });
            line.textContent = wrong.length ? wrong[0].text || "" : "";
            line.hidden = !line.textContent;
            if (!line.hidden)
                for (var fold = line.closest("details"); fold; fold = fold.parentElement.closest("details"))
                    fold.open = true;
            if (name !== "answer")
                field.setAttribute("aria-invalid", String(wrong.length > 0));
            else if (wrong.length)
                field.setAttribute("aria-invalid", "true");
        });
    }

    function preview() {
        if (asked)
            asked.abort();
        asked = new AbortController();
        desk.post("/preview", draft.fields(), asked.signal).then(show).catch(function (error) {
            if (error.name !== "AbortError")
                document.getElementById("kept").textContent = "The preview could not be updated: " + error.message;
        });
    }

    /* ---- what happens ---- */

    var later = desk.calm(250, function () {
        setStatement();
        preview();
        draft.keep();
    });

    var draft = desk.draft(form, {
        name: entry !== "0" ? entry
            : ["family", "level", "seed", "index", "run", "problem", "row", "public", "row-number"].map(function (name) {
                return form.elements[name] ? form.elements[name].value : "";
            }).join("|"),
        after: root.dataset.after,
        excerpt: function (fields) { return fields.statement || fields.answer || ""; },
        changed: later
    });

    form.addEventListener("input", later);
    form.addEventListener("change", later);
    document.addEventListener("DOMContentLoaded", function () {
        if (entry !== "0")
            desk.listen(["entry:" + entry], { changed: draft.meanwhile });
    });
})();
