// SPDX-License-Identifier: MIT

/// How timelines look: each state has its own pattern beside its colour, and each stretch its name.
enum FigureStyle {
    /// The style sheet of figures.
    static let text: StaticString = """
        .tl { --active: light-dark(#5cb89a, #1f6f55); --inactive: light-dark(#f1d37c, #75590f);
          --launching: light-dark(#8ccdf2, #1f5c83); --background: light-dark(#c7d2e3, #43526a);
          --quiet: light-dark(#eceff3, #272d36); --task: light-dark(#f2b48c, #8a4a1d); --data: light-dark(#d5b3dd, #7d4d8c);
          --pace: light-dark(#a9dce6, #23616d); --else: light-dark(#d3d6da, #4d545e);
          display: grid; grid-template-columns: minmax(5rem, 11rem) minmax(0, 1fr); margin: .4rem 0; }
        .lanes { list-style: none; padding: 0 !important; margin: 0; font-size: .8rem; color: var(--faint); }
        .lanes li { height: 22px; line-height: 22px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
          padding-right: .5rem; }
        .lanes .ax { height: 20px; line-height: 18px; } .lanes .tall { height: 44px; line-height: 44px; }
        .plot { display: block; overflow: hidden; touch-action: pan-y; border-left: 1px solid var(--line);
          background: var(--paper); border-radius: 0 6px 6px 0; }
        .js .plot { cursor: crosshair; }
        .plot text { font: 11px system-ui, sans-serif; fill: var(--ink); pointer-events: none; }
        .axis rect { fill: var(--line); } .axis text { fill: var(--faint); }
        .st-active rect { fill: var(--active); } .st-inactive rect { fill: url(#p-inactive); }
        .st-launching rect { fill: url(#p-launching); } .st-background rect { fill: url(#p-background); }
        .st-suspended rect { fill: url(#p-suspended); }
        .st-notRunning rect, .st-unattached rect, .st-disconnected rect { fill: var(--quiet); }
        .sp-task rect { fill: var(--task); } .sp-data rect { fill: var(--data); } .sp-pace rect { fill: var(--pace); }
        .sp-else rect { fill: var(--else); } .open rect { stroke: var(--error); stroke-width: 3; }
        .replaced rect { stroke: var(--ink); stroke-dasharray: 1 3; } .inferred rect { stroke: var(--ink); stroke-dasharray: 5 3; }
        .inferred rect, .inferred text { opacity: .8; }
        .counter polyline { fill: none; stroke: var(--info); stroke-width: 2; vector-effect: non-scaling-stroke; }
        .ev .hit { fill: transparent; transform: translateX(-7px); } .ev .tick { fill: var(--faint); transform: translateX(-1px); }
        .ev:hover .tick, .ev:focus .tick, .ev.at .tick { fill: var(--link); }
        .ev.proof .tick { fill: var(--ink); opacity: .45; pointer-events: none; } .ev circle { fill: var(--ink); }
        .ev.proof:hover .tick, .ev.at .tick { opacity: 1; } .ev.at circle { fill: var(--link); }
        .ev text.pin { fill: var(--card); text-anchor: middle; font-weight: 700; }
        .many { pointer-events: none; } .many rect { fill: var(--ink); transform: translateX(-17px); }
        .plot .many text { fill: var(--card); text-anchor: middle; font-weight: 700; }
        .late rect { transform: translateX(-26px); } .late text { transform: translateX(-9px); }
        .early rect { transform: translateX(-8px); } .early text { transform: translateX(9px); }
        .zoomed .many { display: none; }
        .end .stop { fill: var(--none); transform: translateX(-1px); } .end text { text-anchor: end; }
        .end.bad .stop { fill: var(--error); } .end.bad text { fill: var(--error); font-weight: 700; }
        .short text { display: none; } .brush { fill: var(--link); opacity: .2; }
        figcaption { grid-column: 1 / -1; color: var(--faint); font-size: .82rem; margin-top: .2rem; }
        .hint { display: none; } .js .hint { display: inline; }
        .pattern rect { fill: var(--base); } .pattern path { stroke: var(--mark); fill: none; }
        #p-inactive { --base: light-dark(#f1d37c, #75590f); --mark: light-dark(#c79d24, #a98a35); }
        #p-launching { --base: light-dark(#8ccdf2, #1f5c83); --mark: light-dark(#4f9fce, #4b8db5); }
        #p-background { --base: light-dark(#c7d2e3, #43526a); --mark: light-dark(#97a9c4, #6a7d9b); }
        #p-suspended { --base: light-dark(#eceff3, #272d36); --mark: light-dark(#aeb7c3, #5b6572); }
        @media (max-width: 30rem) { .plot .end text { font-size: 9px; } }
        @media (max-width: 46rem) { .tl { grid-template-columns: 5.5rem minmax(0, 1fr); } }
        @media print { .hint { display: none !important; } .tl { break-inside: avoid; } }

        """

    /// The patterns that figures share: slopes for the background, dots for sleep, bars for what is passing.
    static let patterns: StaticString = """
        <svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>
        <pattern id="p-inactive" class="pattern" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6"/>\
        <path d="M1 0V6"/></pattern>
        <pattern id="p-launching" class="pattern" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6"/>\
        <path d="M0 6L6 0"/></pattern>
        <pattern id="p-background" class="pattern" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8"/>\
        <path d="M0 0L8 8"/></pattern>
        <pattern id="p-suspended" class="pattern" width="7" height="6" patternUnits="userSpaceOnUse"><rect width="7" height="6"/>\
        <path d="M2 3H4"/></pattern></defs></svg>

        """
}
