// SPDX-License-Identifier: MIT

/// How the page looks, in light, in dark, on a narrow screen and on paper.
///
/// Each colour is written once for light and once for dark. They are told apart by those who see few colours, and none
/// of them carries a meaning alone: a sign, a word or a pattern stands beside it.
enum PageStyle {
    /// The style sheet.
    static let text: StaticString = """
        :root { color-scheme: light dark;
          --paper: light-dark(#f6f7f9, #14171c); --card: light-dark(#fff, #1c2027); --ink: light-dark(#1b1f24, #e6e9ee);
          --faint: light-dark(#59636e, #9aa4b1); --line: light-dark(#d5dae1, #343b46); --link: light-dark(#0550ae, #79b8ff);
          --error: light-dark(#b3261e, #ff8f85); --warning: light-dark(#8a5300, #f5b94d); --info: light-dark(#0b5cad, #7cc0ff);
          --none: light-dark(#4d5761, #aab3bf); --code: light-dark(#eef1f5, #262c35); --hit: light-dark(#fff3c4, #3d3208);
          --focus: light-dark(#0550ae, #9ecbff); }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 4.5rem; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        main, footer { max-width: 74rem; margin: 0 auto; padding: 0 1.25rem; }
        h1, h2, h3, h4, p, dl, ol, ul { margin: 0; }
        h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; }
        h3 { font-size: 1.05rem; }
        h4 { font-size: .95rem; margin: .6rem 0 .2rem; }
        a { color: var(--link); text-underline-offset: 2px; }
        :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
        code, kbd, pre { font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
        pre { background: var(--code); padding: .7rem .9rem; border-radius: 6px; overflow-x: auto; margin: .5rem 0; }
        pre code { font-size: 1em; }
        kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .35em; background: var(--code); }
        small, .note, .place { color: var(--faint); font-size: .88rem; }
        .place, code, .scope, .message, dd { overflow-wrap: anywhere; }
        code.line { display: block; background: var(--code); border-radius: 5px; padding: .15rem .5rem; margin: .15rem 0;
          white-space: pre-wrap; }
        .skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .4rem; z-index: 9; }
        .needs-script { display: none; } .js .needs-script { display: flex; } [hidden] { display: none !important; }
        .bar { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
          padding: .5rem max(1.25rem, calc((100% - 74rem) / 2 + 1.25rem)); background: var(--card);
          border-bottom: 1px solid var(--line); }
        .bar h1 { font-size: 1.05rem; letter-spacing: .02em; }
        .bar nav { margin-right: auto; font-size: .92rem; } .bar nav a { margin-right: .5rem; }
        .bar form, .buttons { flex-wrap: wrap; gap: .4rem; align-items: center; }
        input, select, button { font: inherit; font-size: .9rem; color: inherit; background: var(--paper);
          border: 1px solid var(--line); border-radius: 6px; padding: .2rem .55rem; max-width: 9rem; }
        button { cursor: pointer; } output { color: var(--faint); font-size: .88rem; } output:empty { display: none; }
        .summary { padding-top: 1.2rem; } .scope { margin-bottom: .6rem; }
        .tiles { display: flex; flex-wrap: wrap; gap: .6rem; }
        .tile { border: 1px solid var(--line); border-radius: 8px; background: var(--card); padding: .3rem .9rem; }
        .tile b { font-size: 1.35rem; margin-right: .2rem; }
        [data-s=error] { --tone: var(--error); } [data-s=warning] { --tone: var(--warning); }
        [data-s=info] { --tone: var(--info); } [data-s=none] { --tone: var(--none); }
        .tile, .badge, .mark { color: var(--tone); }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; }
        caption { text-align: left; font-weight: 600; padding: .6rem 0 .2rem; }
        th { text-align: left; font-weight: 600; color: var(--faint); }
        th, td { padding: .18rem .7rem .18rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
        .scroll { overflow-x: auto; }
        .endings { margin-top: .6rem; } .endings td:nth-child(-n+2) { width: 1%; white-space: nowrap; text-align: right; }
        .endings td:last-child { width: 30%; } .endings .bad td { font-weight: 600; }
        .share { width: 100%; height: 10px; } .share rect { fill: var(--none); } .bad .share rect { fill: var(--error); }
        .headline { margin-top: 1.4rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
          border-left: 6px solid var(--tone, var(--none)); padding: .9rem 1.2rem 1rem; }
        .headline h2 { margin: 0 0 .6rem; font-size: 1.35rem; color: var(--tone, inherit); }
        .headline.ok { --tone: light-dark(#1a7f4b, #5cc98f); }
        .headline .tl { margin-top: .9rem; } .headline dl { display: grid; grid-template-columns: 10.5rem 1fr; gap: .55rem 1rem; }
        .headline dt { color: var(--faint); } .headline dd { margin: 0; }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem 1.1rem;
          margin-bottom: .9rem; border-left: 4px solid var(--tone); }
        .card > header { display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; }
        .card .self { margin-left: auto; text-decoration: none; color: var(--faint); }
        .card > * + * { margin-top: .45rem; } .card ul, .card ol, .body ul { padding-left: 1.3rem; }
        .badge { font-weight: 700; font-size: .85rem; text-transform: uppercase; letter-spacing: .03em; white-space: nowrap; }
        .message { font-size: 1.02rem; } .facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .9rem; font-size: .92rem; }
        .facts dt { color: var(--faint); } .facts dd { margin: 0; }
        .evidence { list-style: none; } .card .evidence { padding-left: 0; } .evidence li { margin-top: .3rem; }
        .links { overflow-wrap: anywhere; }
        b.pin { display: inline-block; min-width: 1.35em; text-align: center; border-radius: 1em; font-size: .8rem;
          line-height: 1.35; background: var(--ink); color: var(--card); padding: 0 .3em; margin-right: .3em; }
        summary { cursor: pointer; } summary > .title { display: inline-block; font-size: 1.2rem; font-weight: 700; margin: 1.2rem 0 .4rem; }
        .card details > summary { color: var(--link); } .card details > :not(summary) { margin-top: .4rem; }
        .card > details > p, .card > details > ul { max-width: 52rem; }
        .run-head, .run > summary, .run:not(details) { display: grid; gap: .2rem .8rem; align-items: baseline;
          grid-template-columns: 1.2rem minmax(9rem, 1.2fr) minmax(9.6rem, .6fr) 5.5rem minmax(11rem, 1.6fr) 7rem; }
        .run-head { color: var(--faint); font-size: .88rem; padding: 0 .7rem .2rem; }
        .run { background: var(--card); border: 1px solid var(--line); border-bottom-width: 0; font-size: .92rem; }
        .run-head + .run { border-radius: 8px 8px 0 0; }
        .run:last-of-type { border-bottom-width: 1px; border-radius: 0 0 8px 8px; }
        .run > summary, .run:not(details) { padding: .28rem .7rem; list-style: none; overflow-wrap: anywhere; }
        .run > summary::-webkit-details-marker { display: none; }
        .run > summary:hover { background: var(--code); } .run[open] > summary { border-bottom: 1px solid var(--line); }
        .run > summary > span:nth-child(2)::before { content: "▸ "; color: var(--faint); }
        .run[open] > summary > span:nth-child(2)::before { content: "▾ "; }
        .run .mark { font-weight: 700; } .body { padding: .7rem 1rem 1rem; } .body > * + * { margin-top: .6rem; }
        .events td:nth-child(-n+2), .events td:last-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
        .events th, .events td:nth-child(4) { white-space: nowrap; } .events td:nth-child(3) { min-width: 9rem; }
        .events td:last-child { color: var(--faint); } .events .gap td { color: var(--faint); font-style: italic; }
        .events tr.proof { font-weight: 600; } .events .line { font-weight: 400; }
        .events tr:not(.proof) .line { background: none; padding: 0; margin: 0; color: var(--faint); }
        tr.hit, tr:target, .card:target, .run:has(.body:target) > summary, .run:target { background: var(--hit) !important; }
        .body { scroll-margin-top: 6rem; } .body:focus { outline: none; }
        footer { color: var(--faint); font-size: .88rem; padding-block: 2rem; }
        dialog { color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 10px; max-width: 34rem; }
        dialog dl { display: grid; grid-template-columns: 7rem 1fr; gap: .3rem; } dialog dd { margin: 0; }
        dialog h2 { margin: 0 0 .5rem; } dialog p { margin-top: .8rem; }
        #tip { position: fixed; z-index: 8; max-width: min(34rem, 92vw); padding: .4rem .65rem; white-space: pre-wrap;
          overflow-wrap: anywhere; pointer-events: none; background: var(--ink); color: var(--paper); border-radius: 6px;
          font-size: .84rem; }
        @media (max-width: 46rem) {
          main, footer { padding: 0 .7rem; } .bar { position: static; } html { scroll-padding-top: .5rem; }
          .headline dl { grid-template-columns: 1fr; gap: 0; } .headline dd { margin-bottom: .6rem; } .run-head { display: none; }
          .run > summary, .run:not(details) { grid-template-columns: 1.2rem 1fr auto; }
          .run > summary > :nth-child(n+4), .run:not(details) > :nth-child(n+4) { grid-column: 2 / -1; }
          .endings td:last-child, .events :is(td, th):nth-child(2) { display: none; } }
        @media print {
          :root { color-scheme: light; --paper: #fff; } .bar form, .bar nav, .buttons, .self, #tip, .skip { display: none !important; }
          .bar { position: static; } .headline, .run, tr, .evidence li { break-inside: avoid; }
          html, body { font-size: 11px; } }

        """
}
