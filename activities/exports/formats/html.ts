import { createHash } from 'node:crypto';
import { escapeUTF8 as escape } from 'entities';
import { type WriteExport, writtenText } from '../composition/export-material.ts';
import { exportPhrasesFor } from '../composition/export-phrases.ts';
import type { Block, ExportedReport, Inline } from '../composition/exported-report.ts';
import { renderCitations } from './html-citations.ts';
import { STYLE } from './html-style.ts';

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
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'">
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

interface NumberedBlock {
  readonly block: Block;
  /** Of a heading. */
  readonly id: string;
}

function numberedBlocks(blocks: readonly Block[]): NumberedBlock[] {
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
      return `<ul>\n${block.items.map((item) => `<li dir="auto">${renderItem(item, mark)}</li>`).join('\n')}\n</ul>`;
    case 'table':
      return renderTable(block, mark);
    case 'heading':
    case 'citations':
      // Sections have them; in lists they do not occur.
      return '';
  }
}

function renderTable({ columns, rows }: Extract<Block, { kind: 'table' }>, mark: (number: number) => string): string {
  const head = columns.map((column) => `<th scope="col" dir="auto">${escape(column)}</th>`).join('');
  const body = rows.map(({ heading, cells }) => {
    const written = cells.map((cell) => `<td dir="auto">${renderInlines(cell, mark)}</td>`).join('');
    return `<tr><th scope="row" dir="auto">${escape(heading)}</th>${written}</tr>`;
  });
  return `<div class="table"><table>\n<thead><tr><td></td>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table></div>`;
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
