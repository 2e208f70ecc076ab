// An element with properties ("class", "text", on..., others are attributes)
// and children.
assay.el = function (tag, properties, children) {
    "use strict";
    var element = document.createElement(tag);
    Object.keys(properties || {}).forEach(function (name) {
        var value = properties[name];
        if (value === undefined || value === null || value === false)
            return;
        if (name === "text")
            element.textContent = assay.math.clean(String(value));
        else if (name.startsWith("on"))
            element.addEventListener(name.slice(2), value);
        else
            element.setAttribute(name, value === true ? "" : assay.math.clean(String(value)));
    });
    (children || []).forEach(function (child) {
        if (child)
            element.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
    });
    return element;
};

/* What changed from one text to the next, word by word. */
assay.diff = (function () {
    "use strict";

    var CELLS_MOST = 1000000; // of the table of common words
    var KEPT_MOST = 30;       // words that did not change, shown as they are
    var CONTEXT = 8;          // words beside a change, of a longer stretch

    function tokens(text) {
        return text.match(/\\[A-Za-z]+|[A-Za-z0-9_]+|\s+|[^]/g) || [];
    }

    // The lengths of the longest common subsequences of all ends of a and b.
    function lengths(a, b) {
        var width = b.length + 1, table = new Uint16Array((a.length + 1) * width);
        for (var i = a.length - 1; i >= 0; i--)
            for (var j = b.length - 1; j >= 0; j--)
                table[i * width + j] = a[i] === b[j]
                    ? table[(i + 1) * width + j + 1] + 1
                    : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
        return table;
    }

    // Pairs [sign, text] of two lists of words: " " kept, "-" left, "+" new.
    function middle(a, b) {
        if (a.length * b.length > CELLS_MOST)
            return [["-", a.join("")], ["+", b.join("")]];
        var out = [], table = lengths(a, b), width = b.length + 1, i = 0, j = 0;
        while (i < a.length || j < b.length) {
            if (i < a.length && j < b.length && a[i] === b[j]) {
                out.push([" ", a[i++]]);
                j++;
            } else if (j >= b.length || (i < a.length &&
                       table[(i + 1) * width + j] >= table[i * width + j + 1])) {
                out.push(["-", a[i++]]);
            } else {
                out.push(["+", b[j++]]);
            }
        }
        return out;
    }

    function compare(before, after) {
        var a = tokens(before), b = tokens(after), from = 0, end = 0;
        while (from < a.length && from < b.length && a[from] === b[from])
            from++;
        while (end < a.length - from && end < b.length - from &&
               a[a.length - 1 - end] === b[b.length - 1 - end])
            end++;
        return [[" ", a.slice(0, from).join("")]].concat(
            middle(a.slice(from, a.length - end), b.slice(from, b.length - end)),
            [[" ", a.slice(a.length - end).join("")]]);
    }

    // Stretches of one sign, all that left before all that is new; a blank
    // between two changes belongs to both.
    function join(parts) {
        var out = [], left = "", fresh = "";
        function flush() {
            if (left)
                out.push(["-", left]);
            if (fresh)
                out.push(["+", fresh]);
            left = fresh = "";
        }
        parts.forEach(function (part) {
            if (part[0] === "-") {
                left += part[1];
            } else if (part[0] === "+") {
                fresh += part[1];
            } else if ((left || fresh) && /^ ?$/.test(part[1])) {
                left += left ? part[1] : "";
                fresh += fresh ? part[1] : "";
            } else if (part[1]) {
                flush();
                out.push([" ", part[1]]);
            }
        });
        flush();
        return out;
    }

    function put(element, text) {
        element.appendChild(document.createTextNode(assay.math.clean(text)));
    }

    // Writes what did not change; of a long stretch `first` words and `last`
    // ones, and between them "…", which opens.
    function keep(element, text, first, last) {
        var words = text.match(/\s*\S+\s*$|\s*\S+/g) || [text], rest = words.length - first - last;
        if (rest <= KEPT_MOST - 2 * CONTEXT)
            return put(element, text);
        put(element, words.slice(0, first).join(""));
        element.appendChild(assay.el("button", { type: "button", class: "gap", text: "…",
            title: "Show " + rest + " words that did not change",
            onclick: function (event) {
                event.target.replaceWith(assay.math.clean(words.slice(first, first + rest).join("")));
            } }));
        put(element, words.slice(first + rest).join(""));
    }

    // Writes the second text into an element: <del> what left, <ins> what came.
    // A text without one before it is the first: its beginning is shown.
    return function (before, after, element) {
        if (before === null)
            return keep(element, after, KEPT_MOST, 0);
        join(compare(before, after)).forEach(function (part, i, all) {
            if (part[0] === " ")
                return keep(element, part[1], i ? CONTEXT : 0, i + 1 < all.length ? CONTEXT : 0);
            put(element.appendChild(document.createElement(part[0] === "+" ? "ins" : "del")), part[1]);
        });
    };
})();
