/*
 * Text of a form that was not saved is kept in the browser until it is taken
 * back or thrown away, whatever is typed meanwhile: assay.desk.draft(form, {
 * name: what it belongs to, after: the version that it is based on, excerpt:
 * fields => words that tell it from others, changed: called when a text came
 * back }). Hidden fields are not kept.
 */
assay.desk.draft = function (form, options) {
    "use strict";

    var desk = assay.desk, key = desk.drafts() + options.name, leaving = false;

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

    /* ---- what is kept ---- */

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
        var kept = store(key, without(earlier, own).concat(mine ? [{ after: options.after, fields: own }] : []));
        note.textContent = !mine ? "" : kept ? "Not saved yet; kept in this browser." : "Not saved yet, and this browser cannot keep it.";
    }

    // What is typed already is offered in its turn, so that nothing is lost.
    function take(draft, line) {
        var own = typed();
        earlier = earlier.filter(function (d) { return d !== draft; });
        if (!equal(own, saved) && !equal(own, draft.fields)) {
            earlier.push({ after: options.after, fields: own });
            offer(earlier[earlier.length - 1]);
        }
        fill(draft.fields);
        line.remove();
        keep();
        options.changed();
    }

    function offer(draft) {
        var line = document.createElement("p"), back = document.createElement("button"), drop = document.createElement("button");
        var text = options.excerpt(draft.fields);
        line.className = "told offer";
        line.setAttribute("role", "status");
        line.textContent = "This browser has an unsaved text of yours" +
            (draft.after !== options.after ? ", based on version " + draft.after : "") +
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
            if (sent && /[?&]done=(made|saved|topic|unchanged|begun|kept)/.test(location.search))
                store(sent.key, without(listed(sent.key), sent.fields));
        });
    }

    settle();
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
    });

    // Says on the page that somebody else changed the entry.
    function meanwhile(data) {
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

    return { fields: fields, keep: keep, meanwhile: meanwhile };
};
