// SPDX-License-Identifier: MIT

/// What the page can do where scripts may run: search, filter, keys, zoom, hints, and ways from a finding to its lines.
///
/// It only reads the page and sets classes, attributes and text: no text of a log ever becomes markup or code.
enum PageScript {
    /// The script.
    static let text: StaticString = #"""
        "use strict";
        (() => {
        const root = document.documentElement;
        const one = (selector, node = document) => node.querySelector(selector);
        const all = (selector, node = document) => [...node.querySelectorAll(selector)];
        root.classList.add("js");

        // Filter.
        const search = one("#search"), output = one("#shown"), items = all(".item");
        const choices = { s: one("#by-severity"), r: one("#by-rule"), c: one("#by-cause") };
        const texts = new WeakMap();
        const textOf = item => {
          if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
          return texts.get(item);
        };
        const filter = () => {
          const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
          let shown = 0;
          for (const item of items) {
            const fits = Object.entries(choices).every(([key, choice]) =>
              !choice.value || (item.dataset[key] || "").split(" ").includes(choice.value));
            item.hidden = !(fits && words.every(word => textOf(item).includes(word)));
            if (!item.hidden) shown += 1;
          }
          output.textContent = shown === items.length ? "" : shown + " of " + items.length;
        };
        search.addEventListener("input", filter);
        for (const choice of Object.values(choices)) choice.addEventListener("change", filter);
        search.form.addEventListener("submit", event => { event.preventDefault(); step(1); });
        const isFiltered = () => search.value || Object.values(choices).some(choice => choice.value);
        const showAll = () => {
          search.value = "";
          for (const choice of Object.values(choices)) choice.value = "";
          filter();
        };

        // Theme.
        one("#theme").addEventListener("click", () => {
          const isDark = root.style.colorScheme
            ? root.style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
          root.style.colorScheme = isDark ? "light" : "dark";
        });

        // Figures: places are percentages, so a zoom is one linear map of them.
        const places = new WeakMap();
        const marksOf = plot => {
          const place = mark => parseFloat(one(".tick", mark).getAttribute("x"));
          return all("a.ev", plot).sort((a, b) => place(a) - place(b));
        };
        const parts = plot => {
          if (places.has(plot)) return places.get(plot).parts;
          const list = [];
          for (const node of all("[x$='%'], [cx$='%']", plot)) {
            if (node.closest(".axis")) continue;
            const key = node.hasAttribute("cx") ? "cx" : "x", width = node.getAttribute("width") || "";
            list.push([node, key, parseFloat(node.getAttribute(key)) / 100,
              width.endsWith("%") ? parseFloat(width) / 100 : null]);
          }
          places.set(plot, { parts: list, from: 0, to: 1 });
          return list;
        };
        const timeAt = (plot, share) => {
          const knots = plot.dataset.knots.split(" ").map(knot => knot.split(":").map(Number));
          let low = knots[0], high = knots[knots.length - 1];
          for (const knot of knots) {
            if (knot[1] / 1e7 <= share) low = knot; else { high = knot; break; }
          }
          const room = high[1] - low[1];
          return room > 0 ? low[0] + (share * 1e7 - low[1]) / room * (high[0] - low[0]) : high[0];
        };
        const zoom = (plot, from, to) => {
          const list = parts(plot), state = places.get(plot);
          const width = Math.min(Math.max(to - from, 1e-5), 1);
          from = Math.min(Math.max(from, 0), 1 - width);
          Object.assign(state, { from, to: from + width });
          for (const [node, key, place, length] of list) {
            node.setAttribute(key, ((place - from) / width * 100).toFixed(3) + "%");
            if (length === null) continue;
            node.setAttribute("width", (length / width * 100).toFixed(3) + "%");
            node.classList.toggle("short", Math.min(place + length, from + width) - Math.max(place, from) < .035 * width);
            const text = one(":scope > text", node);
            if (text) text.setAttribute("x", (Math.max(from - place, 0) / length * 100).toFixed(3) + "%");
          }
          const span = timeAt(plot, from + width) - timeAt(plot, from);
          for (const tick of all(".axis > svg", plot)) {
            const time = new Date(timeAt(plot, from + width * parseFloat(tick.getAttribute("x")) / 100));
            if (!isNaN(time)) one("text", tick).textContent = time.toISOString().slice(11, span < 20000 ? 23 : 19);
          }
          plot.classList.toggle("zoomed", width < 1);
        };
        const zoomBy = (plot, factor, centre) => {
          parts(plot);
          const { from, to } = places.get(plot), middle = from + (to - from) * centre;
          zoom(plot, middle - (middle - from) * factor, middle + (to - middle) * factor);
        };
        const zoomToEvents = (plot, ids) => {
          parts(plot);
          const wanted = new Set(ids.map(id => "#" + id)), shares = [];
          for (const mark of marksOf(plot)) {
            const isWanted = wanted.has(mark.getAttribute("href"));
            mark.classList.toggle("at", isWanted);
            if (isWanted) shares.push(places.get(plot).parts.find(part => part[0] === one(".tick", mark))[2]);
          }
          if (!shares.length) return;
          const low = Math.min(...shares), high = Math.max(...shares), pad = Math.max((high - low) * .15, .02);
          zoom(plot, low - pad, high + pad);
        };
        let brush = null;
        document.addEventListener("pointerdown", event => {
          const plot = event.target.closest && event.target.closest(".plot");
          if (!plot || event.button !== 0) return;
          brush = { plot, box: plot.getBoundingClientRect(), start: event.clientX, node: null };
        });
        document.addEventListener("pointermove", event => {
          if (!brush || Math.abs(event.clientX - brush.start) < 5) return;
          if (!brush.node) {
            brush.node = document.createElementNS("http://www.w3.org/2000/svg", "rect");
            brush.node.setAttribute("class", "brush");
            brush.node.setAttribute("height", "100%");
            brush.plot.append(brush.node);
          }
          const left = Math.max(Math.min(event.clientX, brush.start) - brush.box.left, 0);
          brush.node.setAttribute("x", left);
          brush.node.setAttribute("width", Math.max(event.clientX, brush.start) - brush.box.left - left);
          event.preventDefault();
        });
        document.addEventListener("pointerup", event => {
          const done = brush;
          brush = null;
          if (!done || !done.node) return;
          done.node.remove();
          parts(done.plot);
          const { from, to } = places.get(done.plot), share = x => (x - done.box.left) / done.box.width;
          const ends = [share(done.start), share(event.clientX)].sort((a, b) => a - b);
          zoom(done.plot, from + (to - from) * ends[0], from + (to - from) * ends[1]);
          addEventListener("click", click => { click.preventDefault(); click.stopPropagation(); },
            { capture: true, once: true });
          setTimeout(() => dispatchEvent(new Event("click")), 0);
        });
        document.addEventListener("dblclick", event => {
          const plot = event.target.closest && event.target.closest(".plot");
          if (plot) zoom(plot, 0, 1);
        });

        // Hints: what browsers show as titles, at once, and for the keyboard too.
        const tip = one("#tip");
        const hintOf = node => {
          for (; node && node.closest && node.closest(".plot") && !node.matches(".plot"); node = node.parentElement) {
            const title = one(":scope > title", node);
            if (title) {
              node.dataset.tip = title.textContent;
              if (node.localName === "a") node.setAttribute("aria-label", title.textContent);
              title.remove();
            }
            if (node.dataset.tip) return node;
          }
          return null;
        };
        const hint = (node, x, y) => {
          tip.hidden = !node;
          if (!node) return;
          tip.textContent = node.dataset.tip;
          const box = tip.getBoundingClientRect();
          tip.style.left = Math.max(Math.min(x + 12, innerWidth - box.width - 8), 8) + "px";
          tip.style.top = (y + 16 + box.height > innerHeight ? y - box.height - 10 : y + 16) + "px";
        };
        const hintAt = mark => {
          const box = one(".tick", mark).getBoundingClientRect();
          hint(hintOf(mark), box.left, box.bottom);
        };
        document.addEventListener("pointermove", event => {
          if (event.target.closest) hint(brush ? null : hintOf(event.target), event.clientX, event.clientY);
        });
        document.addEventListener("focusin", event => {
          if (event.target.matches("a.ev")) hintAt(event.target); else tip.hidden = true;
        });

        // Ways: a link unfolds, unhides and marks what it points to; one to evidence zooms the timeline, too.
        let asked = null;
        const show = (id, ids) => {
          const node = id && document.getElementById(id);
          if (!node) return;
          for (let outer = node; outer; outer = outer.parentElement) {
            if (outer.hidden && outer !== tip) showAll();
            if (outer.localName === "details") outer.open = true;
          }
          for (const old of all(".hit:not(rect)")) old.classList.remove("hit");
          const run = node.closest(".run"), plot = run && one(".plot", run);
          const rows = ids.map(name => document.getElementById(name)).filter(row => row && row.localName === "tr");
          for (const row of rows) row.classList.add("hit");
          if (plot && rows.length) {
            zoomToEvents(plot, ids);
            one("figure", run).scrollIntoView({ block: "start" });
          } else {
            node.scrollIntoView({ block: node.localName === "tr" ? "center" : "start" });
          }
          node.tabIndex = -1;
          node.focus({ preventScroll: true });
        };
        const proofsNear = link => {
          const list = link.closest(".evidence, .headline");
          const proofs = list ? all("a.proof:not(.ev)", list) : [link];
          return proofs.map(proof => proof.getAttribute("href").slice(1));
        };
        document.addEventListener("click", event => {
          const link = event.target.closest && event.target.closest("a[href^='#']");
          if (!link) return;
          const hash = link.getAttribute("href");
          asked = link.matches("a.proof:not(.ev)") ? proofsNear(link) : null;
          if (location.hash === hash) { event.preventDefault(); arrive(); }
        });
        const arrive = () => {
          const id = decodeURIComponent(location.hash.slice(1));
          show(id, asked || [id]);
          asked = null;
        };
        addEventListener("hashchange", arrive);

        // Keys.
        const keys = one("#keys");
        one("#keys-button").addEventListener("click", () => keys.showModal());
        one("button", keys).addEventListener("click", () => keys.close());
        const faceOf = item => item.localName === "details" ? item.firstElementChild : item;
        const current = () => document.activeElement && document.activeElement.closest(".item");
        const step = by => {
          const shown = items.filter(item => !item.hidden), place = shown.indexOf(current());
          const next = shown[place < 0 ? (by > 0 ? 0 : shown.length - 1) : place + by];
          if (!next) return;
          faceOf(next).focus({ preventScroll: true });
          next.scrollIntoView({ block: next.offsetHeight > innerHeight ? "start" : "nearest" });
        };
        const plotNear = () => {
          const item = current();
          return item && item.matches(".run[open]") ? one(".plot", item) : null;
        };
        const stepEvent = (plot, by) => {
          const marks = marksOf(plot), place = marks.indexOf(document.activeElement);
          const next = marks[place < 0 ? (by > 0 ? 0 : marks.length - 1) : place + by];
          if (next) { next.focus({ preventScroll: true }); hintAt(next); }
        };
        const toTimeline = () => {
          const item = current();
          const link = item && one("a[href^='#run-']", item);
          if (link) link.click();
        };
        const leave = event => {
          const plot = plotNear();
          if (!tip.hidden) tip.hidden = true;
          else if (plot && plot.matches(".zoomed")) zoom(plot, 0, 1);
          else if (isFiltered()) showAll();
          else if (document.activeElement) document.activeElement.blur();
          if (event.target.matches("input")) event.target.blur();
        };
        document.addEventListener("keydown", event => {
          if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
          if (event.key === "Escape") return leave(event);
          if (event.target.matches("input, select")) return;
          const plot = plotNear(), item = current();
          const deeds = {
            j: () => step(1), k: () => step(-1), t: toTimeline, "/": () => search.focus(), "?": () => keys.showModal(),
          };
          if (plot) Object.assign(deeds, {
            ArrowRight: () => stepEvent(plot, 1), ArrowLeft: () => stepEvent(plot, -1),
            "+": () => zoomBy(plot, .5, .5), "=": () => zoomBy(plot, .5, .5), "-": () => zoomBy(plot, 2, .5),
            "0": () => zoom(plot, 0, 1),
          });
          const proof = item === event.target && one("a.proof", item);
          if (proof) deeds.Enter = () => proof.click();
          const deed = deeds[event.key];
          if (!deed) return;
          event.preventDefault();
          deed();
        });
        addEventListener("beforeprint", () => {
          for (const details of all("#findings details, #endings details")) details.open = true;
        });
        if (location.hash) arrive();
        })();

        """#
}
