/** The whole appearance: readable on paper, on 320 pixels, in the dark; long words break anywhere. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c1f24; --ground: #fff; --soft: #5b626d; --line: #d7dbe0; --link: #0b57b0; --mark: #ffe9a8; --note: #f5f6f8; --warn: #fff3d6; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --ground: #15181c; --soft: #a3abb6; --line: #373d46; --link: #8ab8ff; --mark: #5c4a10; --note: #1d2127; --warn: #3a2f10; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1.0625rem/1.6 Georgia, "Noto Serif", "DejaVu Serif", serif; }
article { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; hyphens: auto; }
h1, h2, h3, nav, .origin, .partial, summary, .back { font-family: system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.25rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
a { color: var(--link); }
.origin { color: var(--soft); font-size: .875rem; margin: 0; }
.partial { background: var(--warn); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; }
nav { background: var(--note); border-radius: .4rem; padding: .75rem 1rem; margin: 1.25rem 0; font-size: .9375rem; }
nav h2 { font-size: .9375rem; margin: 0; border: 0; }
nav ol { margin: .25rem 0 0; padding-inline-start: 1.5rem; }
ul { padding-inline-start: 1.4rem; }
li { margin: .3rem 0; }
sup { line-height: 0; font-size: .75em; }
sup a { text-decoration: none; padding: 0 .1em; font-family: system-ui, sans-serif; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .875em; hyphens: none; }
code { background: var(--note); border-radius: .2rem; padding: 0 .2em; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: .5rem 0; padding: .25rem 1rem; border-inline-start: 3px solid var(--line); }
blockquote.lines { white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font: .9375rem/1.45 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
.table { overflow-x: auto; margin: 1rem 0; }
mark { background: var(--mark); color: inherit; padding: 0 .1em; }
.note { margin: .9rem 0; padding: .6rem .9rem; border: 1px solid var(--line); border-radius: .4rem; font-size: .9375rem; scroll-margin-top: 1rem; }
.note:target { outline: 2px solid var(--link); background: var(--note); }
summary { cursor: pointer; font-size: .875rem; color: var(--soft); }
summary cite { color: var(--text); font-style: normal; font-weight: 600; }
.number { color: var(--text); font-weight: 600; }
.back { margin: 0; font-size: .875rem; }
.back a { text-decoration: none; }
@media print { body { font-size: 10.5pt; } nav, .back { display: none; } .note { break-inside: avoid; } }
`;
