import { escapeUTF8 as escape } from 'entities';
import { struckParts } from '../../text/struck-words.ts';
import { exportPhrasesFor } from '../composition/export-phrases.ts';
import type { ExportedCitation, ExportedQuotation, ExportedReport } from '../composition/exported-report.ts';

/** Every citation as a note that the marks in the text lead to, open until a reader closes it. */
export function renderCitations(
  { citations, language }: ExportedReport,
  placesOf: (number: number) => readonly string[],
): string {
  const { backTo } = exportPhrasesFor(language);
  const notes = citations.map((citation) => {
    const back = placesOf(citation.number).map(
      (place, index, { length }) =>
        `<a href="#${place}" role="doc-backlink" aria-label="${backTo}${length > 1 ? ` ${index + 1}` : ''}">↩${length > 1 ? `<sub>${index + 1}</sub>` : ''}</a>`,
    );
    return `<aside class="note" id="quote-${citation.number}" role="note" aria-label="[${citation.number}]">
<details open>
<summary><span class="number">[${citation.number}]</span> ${renderSource(citation)}</summary>
${renderQuotation(citation.quotation)}
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
