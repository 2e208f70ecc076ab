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
    var leaving = false, asked = null;

    /* ---- the form as data ---- */

    function fields() {
        var all = {};
        new FormData(form).forEach(function (value, name) {
            if (name !== "csrf")
                all[name] = String(value);
        });
        return all;
    }

    // What the author types; hidden fields say what it is based on.
    function typed() {
        var all = fields(), own = {};
        Object.keys(all).forEach(function (name) {
            var e = form.elements[name];
            if (!(e instanceof Element) || e.type !== "hidden")
                own[name] = all[name].replace(/\r\n?/g, "\n");
        });
        return own;
    }

    function fill(own) {
        Object.keys(own).forEach(function (name) {
            if (form.elements[name])
                form.elements[name].value = own[name];
        });
    }

    function equal(x, y) {
        return Object.keys(x).every(function (name) { return x[name] === (y[name] || ""); });
    }

    var saved = typed();

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
        desk.post("/preview", fields(), asked.signal).then(show).catch(function (error) {
            if (error.name !== "AbortError")
                document.getElementById("kept").textContent = "The preview could not be updated: " + error.message;
        });
    }

    /* ---- text that was not saved ---- */

    var key = desk.drafts() + (entry !== "0" ? entry
        : ["family", "level", "seed", "index", "run", "problem", "row", "public", "row-number"].map(function (name) {
            return form.elements[name] ? form.elements[name].value : "";
        }).join("|"));

    function storage(f) {
        try { return f(localStorage); } catch (error) { return null; }
    }

    // Drafts of earlier visits that were neither taken back nor thrown away. They
    // stay in the list; what is typed now is its last item.
    var earlier = [];

    function listed(name) {
        var all = storage(function (s) { return JSON.parse(s.getItem(name)); });
        return (Array.isArray(all) ? all : [all]).filter(function (d) { return d && d.fields; });
    }

    function store(name, all) {
        if (!all.length)
            return storage(function (s) { s.removeItem(name); return true; });
        return storage(function (s) { s.setItem(name, JSON.stringify(all)); return true; });
    }

    function without(all, own) {
        return all.filter(function (d) { return !equal(d.fields, own); });
    }

    function keep() {
        var own = typed(), note = document.getElementById("kept"), mine = !equal(own, saved);
        var kept = store(key, without(earlier, own).concat(mine ? [{ after: root.dataset.after, fields: own }] : []));
        note.textContent = !mine ? "" : kept ? "Not saved yet; kept in this browser." : "Not saved yet, and this browser cannot keep it.";
    }

    // What is typed already is offered in its turn, so that nothing is lost.
    function take(draft, line) {
        var own = typed();
        earlier = earlier.filter(function (d) { return d !== draft; });
        if (!equal(own, saved) && !equal(own, draft.fields)) {
            earlier.push({ after: root.dataset.after, fields: own });
            offer(earlier[earlier.length - 1]);
        }
        fill(draft.fields);
        line.remove();
        keep();
        later();
    }

    function offer(draft) {
        var line = document.createElement("p"), back = document.createElement("button"), drop = document.createElement("button");
        var text = draft.fields.statement || draft.fields.answer || "";
        line.className = "told offer";
        line.setAttribute("role", "status");
        line.textContent = "This browser has an unsaved text of yours" +
            (draft.after !== root.dataset.after ? ", based on version " + draft.after : "") +
            (text ? " (\u201c" + assay.math.clean(text.slice(0, 40)) + (text.length > 40 ? "\u2026" : "") + "\u201d)" : "") + ". ";
        back.type = drop.type = "button";
        back.textContent = "Restore it";
        drop.textContent = "Discard it";
        back.addEventListener("click", function () { take(draft, line); });
        drop.addEventListener("click", function () {
            earlier = earlier.filter(function (d) { return d !== draft; });
            line.remove();
            keep();
        });
        line.append(back, " ", drop);
        form.before(line);
    }

    function offerAll() {
        earlier = without(listed(key), saved);
        earlier.forEach(offer);
    }

    // A page that says "saved" ends what was kept for the form that led to it.
    function settle() {
        storage(function () {
            var sent = JSON.parse(sessionStorage.getItem("assay-sent"));
            sessionStorage.removeItem("assay-sent");
            if (sent && /[?&]done=(made|saved|topic|unchanged)/.test(location.search))
                store(sent.key, without(listed(sent.key), sent.fields));
        });
    }

    /* ---- what happens ---- */

    var later = desk.calm(250, function () {
        setStatement();
        preview();
        keep();
    });

    settle();
    form.addEventListener("input", later);
    form.addEventListener("change", later);
    form.addEventListener("submit", function () {
        leaving = true;
        keep();
        storage(function () { sessionStorage.setItem("assay-sent", JSON.stringify({ key: key, fields: typed() })); });
    });
    form.addEventListener("keydown", function (event) {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            form.requestSubmit(form.querySelector("button.first"));
        }
    });
    window.addEventListener("beforeunload", function (event) {
        if (!leaving && !equal(typed(), saved)) {
            keep();
            event.preventDefault();
            event.returnValue = "";
        }
    });
    window.addEventListener("pageshow", function () { leaving = false; });
    document.addEventListener("DOMContentLoaded", function () {
        offerAll();
        // A page that was refused has text that no version has.
        if (document.querySelector(".trouble[role=alert]"))
            saved = {};
        if (entry === "0")
            return;
        desk.listen(["entry:" + entry], {
            changed: function (data) {
                var line = document.getElementById("meanwhile"), again = document.createElement("a");
                if (!line || leaving || !data || !data.what) // challenges come without
                    return;
                again.href = location.pathname;
                again.textContent = "Load the page again";
                line.hidden = false;
                line.textContent = data.what === "revised"
                    ? "A new version was saved in the meantime. Your text stays here; if you save it, both are shown. "
                    : data.what === "topic" ? "The topic was changed in the meantime. "
                    : "This entry was changed: " + data.what + ". ";
                line.append(again);
            }
        });
    });
})();
