/*
 * The editor of a family: numbers beside its lines, keys that indent, draws and
 * errors while it is typed, acceptance on a button; places in messages lead to
 * their lines. Without it the form still works.
 */
(function () {
    "use strict";

    var desk = assay.desk, root = document.getElementById("family-editor");

    /* ---- places ---- */

    // The stretch of a line in a text, lines and columns from 1.
    function stretch(text, line, column) {
        var from = 0, end;
        for (var n = 1; n < line; n++) {
            end = text.indexOf("\n", from);
            if (end < 0)
                break;
            from = end + 1;
        }
        end = text.indexOf("\n", from);
        if (end < 0)
            end = text.length;
        // Columns count characters, and the browser counts in UTF-16.
        return { from: from, end: end, at: from + Array.from(text.slice(from, end)).slice(0, column - 1).join("").length };
    }

    function height(area) {
        return parseFloat(getComputedStyle(area).lineHeight);
    }

    function jump(area, line, column) {
        var s = stretch(area.value, line, column);
        area.focus();
        area.setSelectionRange(s.at, s.end);
        area.scrollTop = Math.max(0, (line - 1) * height(area) - area.clientHeight / 3);
        area.scrollIntoView({ block: "nearest" });
    }

    // In a text that is only read, the line is selected.
    function select(pre, line, column) {
        var s = stretch(pre.textContent, line, column), range = document.createRange(), own = getSelection();
        pre.focus();
        range.setStart(pre.firstChild, s.at);
        range.setEnd(pre.firstChild, s.end);
        own.removeAllRanges();
        own.addRange(range);
        pre.scrollTop = Math.max(0, (line - 1) * height(pre) - pre.clientHeight / 3);
    }

    document.addEventListener("click", function (event) {
        var link = event.target.closest("a[data-line]"), text = document.getElementById("text");
        if (!link || !text)
            return;
        event.preventDefault();
        (text.tagName === "TEXTAREA" ? jump : select)(text, Number(link.dataset.line), Number(link.dataset.column));
    });

    if (!root)
        return;
    var form = root.closest("form"), area = form.elements.text, entry = root.dataset.entry;
    var draws = document.getElementById("draws"), wrong = document.getElementById("wrong");
    var acceptance = document.getElementById("acceptance");
    var asked = null, drawn = 0, trying = false, own = false;

    /* ---- line numbers ---- */

    var gutter = document.createElement("div"), bad = 0, lines = 0;
    gutter.className = "gutter";
    gutter.setAttribute("aria-hidden", "true");
    area.before(gutter);

    function number() {
        var n = area.value.split("\n").length;
        while (lines < n) {
            gutter.append(document.createElement("span"));
            gutter.lastChild.textContent = String(++lines);
        }
        while (lines > n) {
            gutter.lastChild.remove();
            lines--;
        }
        gutter.scrollTop = area.scrollTop;
    }

    function mark(line) {
        if (bad && gutter.children[bad - 1])
            gutter.children[bad - 1].className = "";
        bad = line;
        if (bad && gutter.children[bad - 1])
            gutter.children[bad - 1].className = "bad";
        area.setAttribute("aria-invalid", String(bad > 0));
    }

    area.addEventListener("scroll", function () { gutter.scrollTop = area.scrollTop; });

    /* ---- keys ---- */

    // Typed by the browser itself, so that it can be undone.
    function type(text) {
        if (!document.execCommand("insertText", false, text)) {
            area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
            area.dispatchEvent(new Event("input", { bubbles: true }));
        }
    }

    // Indents the selected lines, or takes four blanks from their beginnings.
    function shift(back) {
        var text = area.value, from = text.lastIndexOf("\n", area.selectionStart - 1) + 1, end = area.selectionEnd;
        var part = text.slice(from, end), now = part.replace(/^/gm, "    ");
        if (back)
            now = part.replace(/^ {1,4}/gm, "");
        if (now === part)
            return;
        area.setSelectionRange(from, end);
        type(now);
        area.setSelectionRange(from, from + now.length);
    }

    var leave = false; // Esc was pressed: Tab leaves the text
    area.addEventListener("keydown", function (event) {
        var before = area.value.slice(0, area.selectionStart), plain = !event.ctrlKey && !event.metaKey && !event.altKey;
        if (event.key === "Tab" && plain && !leave) {
            event.preventDefault();
            if (event.shiftKey || area.value.slice(area.selectionStart, area.selectionEnd).indexOf("\n") >= 0)
                shift(event.shiftKey);
            else
                type("    ");
        } else if (event.key === "Enter" && plain && !event.shiftKey) {
            event.preventDefault();
            type("\n" + /[ \t]*$/.exec(/^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))[0])[0]);
        }
        if (event.key !== "Shift")
            leave = event.key === "Escape";
    });
    area.addEventListener("blur", function () { leave = false; });
    document.querySelectorAll(".scripted").forEach(function (e) { e.hidden = false; });

    /* ---- draws ---- */

    function say(text) {
        document.getElementById("kept").textContent = text;
    }

    // A text that cannot be read leaves the draws of the last one that could.
    function show(reply) {
        desk.replace(wrong, reply.wrong);
        mark(reply.line);
        draws.classList.toggle("stale", !reply.reads && draws.querySelector("li") !== null);
        if (reply.reads || !draws.querySelector("li"))
            desk.replace(draws, reply.draws);
    }

    function look() {
        if (asked)
            asked.abort();
        asked = new AbortController();
        desk.post("/families/look", { text: area.value, seed: "draws" + (drawn ? "-" + drawn : "") }, asked.signal).then(show)
            .catch(function (error) {
                if (error.name !== "AbortError")
                    say("The draws could not be updated: " + error.message);
            });
    }

    document.getElementById("look").textContent = "Other draws";
    document.getElementById("look").addEventListener("click", function (event) {
        event.preventDefault();
        drawn++;
        look();
    });

    /* ---- acceptance ---- */

    // The verdict stands at the head of the column as well.
    new MutationObserver(function () {
        var word = acceptance.querySelector(".verdict");
        document.getElementById("verdict").textContent = word ? word.textContent : "being tried";
    }).observe(acceptance, { childList: true });

    document.getElementById("try").addEventListener("click", function (event) {
        var line = document.createElement("p");
        event.preventDefault();
        if (trying)
            return;
        trying = own = true;
        line.className = "told";
        line.textContent = "Acceptance is trying this text; it takes some seconds.";
        acceptance.replaceChildren(line);
        document.getElementById("acceptance-head").scrollIntoView({ block: "nearest" });
        desk.post("/families/try", { text: area.value }).then(function (reply) {
            desk.replace(acceptance, reply.html);
        }).catch(function (error) {
            line.textContent = "The text was not tried: " + error.message;
        }).then(function () { trying = false; });
    });

    // The saved version's own result, unless that of the text on the page stands there.
    var refresh = desk.refresher(location.pathname, acceptance, "#acceptance");

    function changed(data) {
        if (data && data.what === "revised")
            return draft.meanwhile(data);
        if (!own)
            refresh();
    }

    /* ---- what happens ---- */

    var later = desk.calm(350, function () {
        look();
        draft.keep();
    });

    function typed() {
        number();
        later();
    }

    var draft = desk.draft(form, {
        name: "family:" + entry,
        after: root.dataset.after,
        excerpt: function (fields) { return (/^title:[ \t]*(.*)$/m.exec(fields.text || "") || ["", ""])[1]; },
        changed: typed
    });

    form.addEventListener("input", typed);
    number();
    document.addEventListener("DOMContentLoaded", function () {
        var place = wrong.querySelector("a[data-line]");
        mark(place ? Number(place.dataset.line) : 0);
        if (entry !== "0")
            desk.listen(["entry:" + entry], { changed: changed, begun: function () { changed(null); } });
    });
})();
