import { createHash } from 'node:crypto';
import { struckParts } from '@plumbline/text/unsaid-words';
import { escapeUTF8 as escape } from 'entities';
import { exportPhrasesFor } from './export-phrases.ts';
import {
  type Block,
  type ExportedCitation,
  type ExportedQuotation,
  type ExportedReport,
  type Inline,
  type WriteExport,
  writtenText,
} from './exported-report.ts';

/** The whole appearance: readable on paper, on 320 pixels, in the dark; long words break anywhere. */
const STYLE = `
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
pre.code { margin: .75rem 0; padding: .6rem .8rem; background: var(--note); border: 1px solid var(--line); border-radius: .3rem; }
pre.code code { padding: 0; background: none; }
blockquote { margin: .5rem 0; padding: .25rem 1rem; border-inline-start: 3px solid var(--line); }
blockquote.lines { white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font: .9375rem/1.45 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
.table { overflow-x: auto; margin: 1rem 0; }
mark { background: var(--mark); color: inherit; padding: 0 .1em; }
.note { margin: .9rem 0; padding: .6rem .9rem; border: 1px solid var(--line); border-radius: .4rem; font-size: .9375rem; scroll-margin-top: 1rem; }
.note:target { outline: 2px solid var(--link); background: var(--note); }
figure { margin: .5rem 0; font-size: .875rem; color: var(--soft); }
figure img { display: block; max-width: 100%; max-height: 30rem; background: #fff; }
summary { cursor: pointer; font-size: .875rem; color: var(--soft); }
summary cite { color: var(--text); font-style: normal; font-weight: 600; }
.number { color: var(--text); font-weight: 600; }
.back { margin: 0; font-size: .875rem; }
.back a { text-decoration: none; }
@media print { body { font-size: 10.5pt; } nav, .back { display: none; } .note { break-inside: avoid; } }
`;

/** One file that loads nothing and runs nothing. Its policy forbids both, should a browser see anything to load. */
export const writeHtml: WriteExport = ({ report }) => {
  const { title, language, partialNotice, researchId, writtenAt } = report;
  const phrases = exportPhrasesFor(language);
  const notice =
    partialNotice === null ? '' : `<p class="partial" role="note"><strong>${escape(partialNotice)}</strong></p>\n`;
  return writtenText(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<article>
<header>
<h1 dir="auto">${escape(title)}</h1>
<p class="origin">${phrases.report} <code>${escape(researchId)}</code> · <time datetime="${escape(writtenAt)}">${escape(writtenAt.slice(0, 10))}</time></p>
${notice}</header>
${renderContents(report)}${renderSections(report)}
</article>
</body>
</html>
`);
};

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The blocks with the ids of those that are headings. */
function numberedBlocks(blocks: readonly Block[]) {
  return blocks.map((block, index) => ({ block, id: `part-${index + 1}` }));
}

function renderContents({ blocks, language }: ExportedReport): string {
  const entries = numberedBlocks(blocks).flatMap(({ block, id }) =>
    block.kind === 'heading' && block.level === 2 ? [`<li><a href="#${id}">${escape(block.text)}</a></li>`] : [],
  );
  if (entries.length === 0) return '';
  const { contents } = exportPhrasesFor(language);
  return `<nav aria-label="${contents}"><h2>${contents}</h2><ol>${entries.join('')}</ol></nav>\n`;
}

/** Each part of the report is a section that its heading names. */
function renderSections(report: ExportedReport): string {
  const place = createPlaces();
  const rendered = numberedBlocks(report.blocks).map(({ block, id }) => {
    if (block.kind === 'citations') return renderCitations(report, place.placesOf);
    if (block.kind !== 'heading') return renderBlock(block, place.mark);
    if (block.level === 3) return `<h3 id="${id}" dir="auto">${escape(block.text)}</h3>`;
    return `</section>\n<section aria-labelledby="${id}">\n<h2 id="${id}">${escape(block.text)}</h2>`;
  });
  return `<section>\n${rendered.join('\n')}\n</section>`;
}

/** Marks of citations, each with an id that its quotation leads back to. */
function createPlaces() {
  const places = new Map<number, number>();
  return {
    mark: (number: number): string => {
      const count = (places.get(number) ?? 0) + 1;
      places.set(number, count);
      return `<sup><a href="#quote-${number}" id="cited-${number}-${count}" role="doc-noteref">[${number}]</a></sup>`;
    },
    placesOf: (number: number): string[] =>
      Array.from({ length: places.get(number) ?? 0 }, (_, index) => `cited-${number}-${index + 1}`),
  };
}

function renderBlock(block: Block, mark: (number: number) => string): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p dir="auto">${renderInlines(block.inlines, mark)}</p>`;
    case 'quotation':
      return `<blockquote dir="auto">${renderInlines(block.inlines, mark)}</blockquote>`;
    case 'list':
      return renderList(block, mark);
    case 'code':
      return `<pre class="code" tabindex="0"><code>${escape(block.text)}</code></pre>`;
    case 'table':
      return renderTable(block, mark);
    case 'heading':
    case 'citations':
      // Sections have them; in lists they do not occur.
      return '';
  }
}

function renderList({ items }: Extract<Block, { kind: 'list' }>, mark: (number: number) => string): string {
  const name = items.some(({ number }) => number !== null) ? 'ol' : 'ul';
  const written = items.map(({ number, blocks }) => {
    const value = number === null ? '' : ` value="${number}"`;
    return `<li${value} dir="auto">${renderItem(blocks, mark)}</li>`;
  });
  return `<${name}>\n${written.join('\n')}\n</${name}>`;
}

function renderTable(
  { head: [names = '', ...columns], rows }: Extract<Block, { kind: 'table' }>,
  mark: (number: number) => string,
): string {
  const head = columns.map((column) => `<th scope="col" dir="auto">${escape(column)}</th>`).join('');
  const corner = names === '' ? '<td></td>' : `<th scope="col" dir="auto">${escape(names)}</th>`;
  const body = rows.map(({ heading, cells }) => {
    const written = cells.map((cell) => `<td dir="auto">${renderInlines(cell, mark)}</td>`).join('');
    return `<tr><th scope="row" dir="auto">${escape(heading)}</th>${written}</tr>`;
  });
  return `<div class="table"><table>\n<thead><tr>${corner}${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table></div>`;
}

function renderItem(blocks: readonly Block[], mark: (number: number) => string): string {
  const [first, ...rest] = blocks;
  const opening = first?.kind === 'paragraph' ? renderInlines(first.inlines, mark) : first && renderBlock(first, mark);
  return [opening ?? '', ...rest.map((block) => renderBlock(block, mark))].join('\n');
}

const ELEMENTS = { bold: 'strong', italic: 'em', code: 'code' } as const;

function renderInlines(inlines: readonly Inline[], mark: (number: number) => string): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'citation') return mark(inline.number);
      const words = escape(inline.text);
      if (inline.style === undefined) return words;
      const element = ELEMENTS[inline.style];
      return `<${element}>${words}</${element}>`;
    })
    .join('');
}

/** Every citation as a note that the marks in the text lead to, open until a reader closes it. */
function renderCitations(
  { citations, language }: ExportedReport,
  placesOf: (number: number) => readonly string[],
): string {
  const { backTo } = exportPhrasesFor(language);
  const notes = citations.map((citation) => {
    const back = placesOf(citation.number).map(
      (place, index, { length }) =>
        `<a href="#${place}" role="doc-backlink" aria-label="${backTo}${length > 1 ? ` ${index + 1}` : ''}">↩${length > 1 ? `<sub>${index + 1}</sub>` : ''}</a>`,
    );
    const figures = (citation.figures ?? []).map(
      ({ label, address }) =>
        `<figure><img src="${escape(address)}" alt=""><figcaption>${escape(label)}</figcaption></figure>`,
    );
    return `<aside class="note" id="quote-${citation.number}" role="note" aria-label="[${citation.number}]">
<details open>
<summary><span class="number">[${citation.number}]</span> ${renderSource(citation)}</summary>
${renderQuotation(citation.quotation)}${figures.join('')}
</details>
<p class="back">${back.join(' ')}</p>
</aside>`;
  });
  return notes.join('\n');
}

function renderSource({ title, place, standing, address }: ExportedCitation): string {
  const [where = '', ...inside] = place.map((part) => `<bdi>${escape(part)}</bdi>`);
  const shown =
    address === null
      ? `<code>${where}</code>`
      : `<a href="${escape(address)}" rel="noreferrer noopener external">${where}</a>`;
  const details = [shown, ...inside, ...standing.map((part) => escape(part))];
  return `<cite dir="auto">${escape(title)}</cite> — ${details.join(' · ')}`;
}

function renderQuotation({ before, deciding, after, layout }: ExportedQuotation): string {
  const words =
    before + after === '' ? written(deciding) : `${written(before)}<mark>${written(deciding)}</mark>${written(after)}`;
  if (layout !== 'code') return `<blockquote class="${layout}" dir="auto">${words}</blockquote>`;
  return `<blockquote dir="auto"><pre tabindex="0">${words}</pre></blockquote>`;
}

function written(words: string): string {
  return struckParts(words)
    .map(({ text, isStruck }) => (isStruck ? `<del>${escape(text)}</del>` : escape(text)))
    .join('');
}
