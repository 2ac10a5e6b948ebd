import { h, type JSX } from 'preact';
import type { ReportReading } from '../api/api-types.ts';
import { shownPieces, type ShownPiece } from '../models/text-marks.ts';
import { useWords } from '../parts/words-context.ts';
import { SOURCES_ID } from './contents.ts';

/** Every citation with its place and its words. */
export function SourceList({ reading }: { readonly reading: ReportReading }): JSX.Element | null {
  const words = useWords();
  if (reading.citations.length === 0) return null;
  return h(
    'section',
    { id: SOURCES_ID, 'aria-labelledby': `${SOURCES_ID}-heading` },
    h('h2', { id: `${SOURCES_ID}-heading` }, words.sources),
    h(
      'ol',
      { class: 'sources' },
      reading.citations.map(({ number, title, locator, page, pageLabel, headingPath, quote }) =>
        h(
          'li',
          { key: number, value: number },
          h('cite', {}, title),
          h(
            'span',
            { class: 'quiet' },
            ` · ${[locator, page === null ? '' : words.page(page, pageLabel), headingPath.at(-1) ?? ''].filter((part) => part !== '' && part !== title).join(' · ')}`,
          ),
          h('blockquote', {}, shownPieces(quote.text).map(Shown)),
        ),
      ),
    ),
  );
}

function Shown({ text, mark }: ShownPiece, index: number): JSX.Element {
  return h(mark === 'none' ? 'span' : mark, { key: index }, text);
}
