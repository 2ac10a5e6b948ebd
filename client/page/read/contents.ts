import { h, type JSX } from 'preact';
import type { ReportReading } from '../api/api-types.ts';
import { contentsOf } from '../models/contents.ts';
import { useWords } from '../parts/words-context.ts';

export const SOURCES_ID = 'section-sources';
export const BEHIND_ID = 'section-behind';

/** The table of contents; folded where there is no room beside the article. */
export function Contents({
  reading,
  isFolded,
}: {
  readonly reading: ReportReading;
  readonly isFolded: boolean;
}): JSX.Element {
  const words = useWords();
  const entries = [
    ...contentsOf(reading.sections),
    { id: SOURCES_ID, heading: words.sources },
    { id: BEHIND_ID, heading: words.behind.heading },
  ];
  const list = h(
    'ol',
    {},
    entries.map(({ id, heading }) => h('li', { key: id }, h('a', { href: `#${id}` }, heading))),
  );
  return h(
    'nav',
    { class: 'contents', 'aria-label': words.contents },
    isFolded
      ? h('details', {}, h('summary', {}, words.contents), list)
      : [h('p', { key: 'name', class: 'quiet' }, words.contents), list],
  );
}
