import { h, type JSX } from 'preact';
import type { ReportReading } from '../api/api-types.ts';
import { contentsOf } from '../models/contents.ts';
import { useWords } from '../parts/words-context.ts';

export const SOURCES_ID = 'section-sources';
export const BEHIND_ID = 'section-behind';

/** The table of contents. */
export function Contents({ reading }: { readonly reading: ReportReading }): JSX.Element {
  const words = useWords();
  const entries = [
    ...contentsOf(reading.sections),
    { id: SOURCES_ID, heading: words.sources },
    { id: BEHIND_ID, heading: words.behind.heading },
  ];
  return h(
    'nav',
    { class: 'contents', 'aria-label': words.contents },
    h('p', { class: 'quiet' }, words.contents),
    h('ol', {}, entries.map(({ id, heading }) => h('li', { key: id }, h('a', { href: `#${id}` }, heading)))),
  );
}
