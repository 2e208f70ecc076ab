/*
 * Text with mathematics in it. split() finds the formulas of a text; render()
 * makes elements of both, with as much of Markdown as replies have: paragraphs,
 * headings, lists, bold, code. Text is hostile: it only ever becomes text nodes,
 * all work is linear in its length, and what is too long stays as it is.
 */
var assay = window.assay || (window.assay = {});

assay.math = (function () {
    "use strict";

    var FORMULA_MOST = 4000;   // characters of a formula that is set
    var FORMULAS_MOST = 1500;  // formulas of one text
    var INLINE_MOST = 1500;    // characters between two single $
    var BARE_MOST = 500;       // of a formula without dollars
    var WORDS_MOST = 4000;     // of a text that is searched for such
    var ENVIRONMENTS = /^(align|aligned|alignat|equation|gather|gathered|multline|cases|split|array|[pbBvV]?matrix)\*?$/;

    // Control characters and those that turn the direction of text, each
    // replaced by one unit: places in the text stay what they are.
    function clean(text) {
        return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "\ufffd");
    }

    /* ---- finding formulas ---- */

    // Finds texts from a place on. The place found last is remembered, so that
    // many searches of one text cost no more than one.
    function finder(text) {
        var known = {};
        return function (what, from) {
            var at = known[what];
            if (at === undefined || (at !== -1 && at < from))
                at = known[what] = text.indexOf(what, from);
            return at;
        };
    }

    // Is the text between two $ mathematics, and no prices?
    function isInline(body, after) {
        var open = /^\s/.test(body), close = /\s$/.test(body);
        if (!body || /\n\s*\n/.test(body) || /[0-9]/.test(after) && !open)
            return false;
        if (open || close)
            return open && close && /[\\^_=]/.test(body);
        return !(/^[0-9][0-9.,]*(\s|-)+[A-Za-z]{2,}/.test(body) && !/[\\^_=]/.test(body));
    }

    // The end of a single $ that opens at `from`: [end of body, end]; or null.
    function inlineEnd(text, from) {
        var i = from;
        for (; i < text.length && i - from <= INLINE_MOST; i++) {
            if (text[i] === "\\")
                i++;
            else if (text[i] === "$")
                break;
        }
        if (text[i] !== "$" || i >= text.length)
            return null;
        return isInline(text.slice(from, i), text[i + 1] || "") ? [i, i + 1] : null;
    }

    // The place behind the bracket that closes the one before `from`, or -1.
    function groupEnd(text, from, budget) {
        var depth = 1;
        for (var i = from; i < text.length && i - from < FORMULA_MOST && budget.left-- > 0; i++) {
            if (text[i] === "\\")
                i++;
            else if (text[i] === "{")
                depth++;
            else if (text[i] === "}" && --depth === 0)
                return i + 1;
        }
        return -1;
    }

    // The formula that begins at a backslash or a dollar, or null.
    function formulaAt(text, i, find, budget) {
        function until(open, close, display, whole) {
            var end = find(close, i + open);
            return end < 0 ? null : {
                display: display, from: i, to: end + close.length,
                tex: whole ? text.slice(i, end + close.length) : text.slice(i + open, end)
            };
        }
        var two = text.substr(i, 2), end, name;

        if (two === "$$")
            return until(2, "$$", true, false);
        if (two[0] === "$") {
            end = inlineEnd(text, i + 1);
            return end && { display: false, from: i, to: end[1], tex: text.slice(i + 1, end[0]) };
        }
        if (two === "\\(" || two === "\\[")
            return until(2, two === "\\(" ? "\\)" : "\\]", two === "\\[", false);
        if (text.startsWith("\\begin{", i)) {
            name = /^[A-Za-z]{1,12}\*?(?=\})/.exec(text.substr(i + 7, 14));
            return name && ENVIRONMENTS.test(name[0])
                ? until(8 + name[0].length, "\\end{" + name[0] + "}", true, true) : null;
        }
        if (text.startsWith("\\boxed{", i)) {
            end = groupEnd(text, i + 7, budget);
            return end < 0 ? null : { display: false, from: i, to: end, tex: text.slice(i, end) };
        }
        return null;
    }

    // The text as pieces that follow each other: {from, to} is prose, with tex
    // a formula, with code a block of code.
    function split(text) {
        var pieces = [], prose = 0, i = 0, formulas = 0;
        var find = finder(text), budget = { left: 4 * text.length + 1000 };

        function put(piece) {
            if (piece.from > prose)
                pieces.push({ from: prose, to: piece.from });
            pieces.push(piece);
            prose = i = piece.to;
        }
        while (i < text.length) {
            var c = text[i], piece, end;

            if (c === "`" && text.startsWith("```", i) && (i === 0 || text[i - 1] === "\n")) {
                end = find("\n```", i + 3);
                var line = find("\n", i);
                end = end < 0 ? text.length : end;
                put({ code: true, from: i, to: Math.min(end + 4, text.length),
                    body: [line < 0 || line > end ? end : line + 1, end] });
                continue;
            }
            if (c === "\\" && (text[i + 1] === "\\" || text[i + 1] === "$")) {
                i += 2;
                continue;
            }
            piece = (c === "$" || c === "\\") && formulas < FORMULAS_MOST
                ? formulaAt(text, i, find, budget) : null;
            if (piece && piece.to - piece.from <= FORMULA_MOST && piece.tex.trim()) {
                formulas++;
                put(piece);
            } else {
                i += c === "$" && text[i + 1] === "$" ? 2 : 1;
            }
        }
        if (prose < text.length)
            pieces.push({ from: prose, to: text.length });
        return pieces;
    }

    /* ---- making elements ---- */

    // Sets TeX in an element; what cannot be read stays as it is.
    function formula(tex, display, element) {
        var span = document.createElement("span");
        try {
            if (tex.length > FORMULA_MOST)
                throw new Error("a formula of " + tex.length + " characters is too long to typeset");
            if (typeof katex === "undefined")
                throw new Error("this program was built without KaTeX");
            // Two commands make style attributes in MathML, which the page forbids.
            katex.render(clean(tex), span, {
                displayMode: display, throwOnError: true, trust: false,
                maxSize: 10, maxExpand: 300, strict: "ignore",
                output: /\\(pmb|fcolorbox)/.test(tex) ? "html" : "htmlAndMathml"
            });
            span.className = display ? "display" : "inline";
        } catch (error) {
            span = document.createElement("code");
            span.className = "unset";
            span.textContent = clean(tex);
            span.title = "shown as TeX source: " + clean(String(error.message)).slice(0, 200);
        }
        element.appendChild(span);
        return span;
    }

    // A writer of text into elements that marks the stretch [from, to).
    function marker(text, from, to) {
        function node(parent, a, b, marked) {
            if (a >= b)
                return;
            var at = document.createTextNode(clean(text.slice(a, b)));
            if (marked) {
                var mark = document.createElement("mark");
                mark.appendChild(at);
                at = mark;
            }
            parent.appendChild(at);
        }
        return {
            text: function (parent, a, b) {
                var m = Math.min(Math.max(from, a), b), n = Math.min(Math.max(to, a), b);
                if (!(from < to) || m >= n)
                    return node(parent, a, b, false);
                node(parent, a, m, false);
                node(parent, m, n, true);
                node(parent, n, b, false);
            },
            meets: function (a, b) {
                return from < to && a < to && from < b;
            }
        };
    }

    // Writes prose and formulas as paragraphs, headings and lists.
    function layout(root, text, write) {
        var block = null, inline = null, list = null, fresh = true;
        var newline = finder(text);

        function open(tag, parent) {
            block = document.createElement(tag);
            (parent || root).appendChild(block);
            inline = block;
            return block;
        }
        function close() {
            block = inline = null;
        }
        function target() {
            if (!block) {
                list = null;
                open("p");
            }
            return inline;
        }
        // One line's beginning: returns the place behind its sign.
        function begin(from, to) {
            var line = text.slice(from, Math.min(to, from + 16)), m;
            if ((m = /^\s{0,3}(#{1,6})\s+/.exec(line))) {
                list = null;
                open("h" + Math.min(6, m[1].length + 3));
            } else if ((m = /^\s*([-*+•])\s+/.exec(line)) || (m = /^\s*(\d{1,3})[.)]\s+/.exec(line))) {
                var tag = /\d/.test(m[1]) ? "ol" : "ul";
                if (!list || list.localName !== tag) {
                    list = document.createElement(tag);
                    root.appendChild(list);
                    if (tag === "ol")
                        list.start = Number(m[1]);
                }
                open("li", list);
            } else {
                return from;
            }
            return from + m[0].length;
        }
        // Words of a line: ** turns bold on and off, `...` is code.
        function words(from, to) {
            var at = from;
            for (var i = from; i < to; i++) {
                if (text[i] === "*" && text[i + 1] === "*" && i + 1 < to) {
                    write.text(target(), at, i);
                    if (inline.localName === "strong")
                        inline = inline.parentNode;
                    else
                        inline = inline.appendChild(document.createElement("strong"));
                    at = ++i + 1;
                } else if (text[i] === "`") {
                    var end = text.indexOf("`", i + 1);
                    if (end < 0 || end >= to)
                        continue;
                    write.text(target(), at, i);
                    write.text(target().appendChild(document.createElement("code")), i + 1, end);
                    i = end;
                    at = end + 1;
                }
            }
            write.text(target(), at, to);
        }
        function prose(from, to) {
            for (var at = from; at < to;) {
                var end = newline("\n", at);
                end = end < 0 || end > to ? to : end;
                if (fresh && end - at < 200 && !text.slice(at, end).trim()) {
                    if (end < to)
                        close();
                } else {
                    words(fresh ? begin(at, end) : at, end);
                    if (end < to && /^h/.test(block.localName))
                        close();
                    else if (end < to)
                        write.text(inline = block, end, end + 1);
                }
                fresh = end < to;
                at = end + 1;
            }
        }
        return {
            prose: prose,
            formula: function (piece) {
                var parent = target();
                if (write.meets(piece.from, piece.to)) {
                    parent = parent.appendChild(document.createElement("mark"));
                    parent.className = "whole";
                }
                formula(piece.tex, piece.display, parent);
                fresh = false;
            },
            code: function (piece) {
                close();
                list = null;
                var pre = root.appendChild(document.createElement("pre"));
                write.text(pre, piece.body[0], piece.body[1]);
                fresh = true;
            }
        };
    }

    // Writes a text into an element, the stretch [from, to) of it marked.
    function render(text, element, from, to) {
        var out = layout(element, text, marker(text, from, to));
        split(text).forEach(function (piece) {
            if (piece.code)
                out.code(piece);
            else if (piece.tex !== undefined)
                out.formula(piece);
            else
                out.prose(piece.from, piece.to);
        });
    }

    // Writes a text as it is, the stretch [from, to) marked.
    function raw(text, element, from, to) {
        marker(text, from, to).text(element, 0, text.length);
    }

    // Writes what is TeX without its dollars, as keys are; else as render().
    function key(text, element) {
        if (/\$|\\\(|\\\[/.test(text))
            return render(text, element);
        if (/^[-\w\s.,:;'"%]*$/.test(text) && /[A-Za-z]{3}/.test(text))
            return void element.appendChild(document.createTextNode(clean(text)));
        formula(text, false, element);
    }

    // The end of a formula without dollars that begins at `from`: commands with
    // their groups, numbers, signs, and letters that stand alone.
    function bareEnd(text, from, budget) {
        var token = /\s*(?:\\(?:begin|end|text|mathrm|operatorname)\{[^{}\\]*\}|\\[A-Za-z]+\*?|\\[\\,;:!{}|]|[0-9]+(?:\.[0-9]+)?|[A-Za-z](?![A-Za-z])|[-+*\/=<>^_'!|&]|[{([]|[)\]}]|,(?=\s*[-\\0-9]))/y;
        var at = from, depth = 0, good = from, m;
        while (at - from < BARE_MOST && budget.left-- > 0) {
            token.lastIndex = at;
            m = token.exec(text);
            if (!m || m[0].length > 200)
                break;
            var sign = m[0].trim(), letter = /^\s+[A-Za-z]$/.test(m[0]);
            depth += /^[{([]$/.test(sign) ? 1 : /^[)\]}]$/.test(sign) ? -1 : 0;
            if (depth < 0)
                break;
            at += m[0].length;
            // A word of one letter, and a sign at the end, are no formula's.
            if (depth === 0 && !letter && !/[-+*\/=<>^_,|&]$/.test(sign))
                good = at;
        }
        return good;
    }

    // Writes prose of the judge: pieces of TeX stand in it without dollars. What
    // cannot be set stays as it is.
    function words(text, element) {
        var at = 0, formulas = 0, budget = { left: 2 * text.length + 1000 }, m, from, end, span;
        var command = /(?:^|[^\\A-Za-z0-9])((?:[A-Za-z] ?= ?)?[-+]?[0-9.]*[A-Za-z]?)\\[A-Za-z{]/g;
        if (/\$|\\\(|\\\[/.test(text) || text.length > WORDS_MOST)
            return render(text, element);
        while (formulas < FORMULAS_MOST && (m = command.exec(text))) {
            from = command.lastIndex - 2 - m[1].length;
            end = bareEnd(text, from, budget);
            span = document.createElement("span");
            if (from < at || end <= from || formula(text.slice(from, end), false, span).className === "unset")
                continue;
            element.appendChild(document.createTextNode(clean(text.slice(at, from))));
            element.appendChild(span.firstChild);
            at = command.lastIndex = end;
            formulas++;
        }
        element.appendChild(document.createTextNode(clean(text.slice(at))));
    }

    return { clean: clean, split: split, render: render, raw: raw, formula: formula, key: key, words: words };
})();
