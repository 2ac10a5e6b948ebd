import { type ComponentChildren, h, type JSX } from 'preact';
import type { ReportReading } from '../api/api-types.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/page-words.ts';
import { BEHIND_ID } from './contents.ts';

/** What did not get into the report, and what is known of it: one click away. */
export function Behind({ reading }: { readonly reading: ReportReading }): JSX.Element {
  const words = useWords();
  const { notes, drift, references, skippedFiles, skippedCount } = reading;
  const dropped = drift?.dropped ?? [];
  const droppedCount = (drift?.tiers ?? []).reduce((sum, { total, kept }) => sum + total - kept, 0);
  const { behind } = words;
  return h(
    'section',
    { id: BEHIND_ID, class: 'behind', 'aria-labelledby': `${BEHIND_ID}-heading` },
    h('h2', { id: `${BEHIND_ID}-heading` }, behind.heading),
    h(Folded, { summary: behind.notes, entries: notes, total: notes.length }),
    h(Folded, { summary: behind.checks, entries: checksOf(reading, words), total: 0 }),
    h(Folded, {
      summary: behind.drift(droppedCount),
      total: droppedCount,
      entries: dropped.map(({ locator, headingPath, reason, excerpt }) => [
        h('span', { class: 'quiet' }, [locator, ...headingPath].join(' › ')),
        h('br', {}),
        `“${excerpt}”`,
        reason === '' ? '' : ` — ${reason}`,
      ]),
    }),
    h(Folded, {
      summary: behind.refused(references.refusedCount),
      total: references.refusedCount,
      entries: references.refused.map(({ reference, locator, reason }) => `${reference} (${locator}): ${reason}`),
    }),
    h(Folded, {
      summary: behind.unresolved(references.unresolved.length),
      total: references.unresolved.length,
      entries: references.unresolved,
    }),
    h(Folded, {
      summary: behind.unreadable(skippedCount),
      total: skippedCount,
      entries: skippedFiles.map(({ locator, reason }) => `${locator}: ${reason}`),
    }),
  );
}

function checksOf({ checks }: ReportReading, words: PageWords): string[] {
  const { quotesChecked, quotesRejected, statementsRemoved, claimsRepaired, notes, scores } = checks;
  const checked = words.behind.checked(quotesChecked, quotesRejected, statementsRemoved, claimsRepaired);
  const named = [
    [words.scores.queryAdherence, scores?.queryAdherence],
    [words.scores.completeness, scores?.completeness],
    [words.scores.citationSupport, scores?.citationSupport],
    [words.scores.quoteExactness, scores?.quoteExactness],
    [words.scores.languagePurity, scores?.languagePurity],
  ] as const;
  const told = named.flatMap(([name, percent]) => (percent === undefined ? [] : [`${name}: ${percent} %`]));
  return [checked, ...(told.length === 0 ? [] : [told.join(', ')]), ...notes];
}

function Folded({
  summary,
  entries,
  total,
}: {
  readonly summary: string;
  readonly entries: readonly ComponentChildren[];
  /** Of all entries; more of them than are shown are counted. */
  readonly total: number;
}): JSX.Element | null {
  const words = useWords();
  if (entries.length === 0) return null;
  const hidden = total - entries.length;
  return h(
    'details',
    {},
    h('summary', {}, summary),
    h(
      'ul',
      {},
      entries.map((entry, index) => h('li', { key: index }, entry)),
      hidden > 0 ? h('li', { class: 'quiet' }, words.behind.more(hidden)) : null,
    ),
  );
}
