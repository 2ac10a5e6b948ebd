import { type ComponentChildren, h, type JSX } from 'preact';
import type { ReportReading } from '../../../workflows/contracts/report/report-reading.ts';
import { SourceWords } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/english.ts';

export const BEHIND_ID = 'section-behind';

interface BehindProps {
  readonly reading: ReportReading;
}

/** What the report does not tell, and how it came about: one click away. */
export function Behind({ reading }: BehindProps): JSX.Element {
  const { behind, report } = useWords();
  return h(
    'section',
    { id: BEHIND_ID, class: 'behind', 'aria-labelledby': `${BEHIND_ID}-heading` },
    h('h2', { id: `${BEHIND_ID}-heading` }, behind.heading),
    h(
      'details',
      { class: 'all-behind' },
      h('summary', {}, report.showBehind),
      h(OfVerification, { reading }),
      h(OfResearch, { reading }),
    ),
  );
}

/** What was checked, what was refused, and what stayed unsure. */
function OfVerification({ reading }: BehindProps): JSX.Element[] {
  const words = useWords();
  const { behind } = words;
  const { notes, language } = reading;
  const { account, warnings, refused, doubted } = reading.behind;
  const inReport = (texts: readonly string[]) => texts.map((text) => h('span', { lang: language }, text));
  return [
    h(Folded, { key: 'notes', summary: behind.notes, entries: inReport(notes), total: notes.length }),
    h(Folded, { key: 'account', summary: behind.account, entries: inReport(account), total: account.length }),
    h(Folded, { key: 'checks', summary: behind.checks, entries: checksOf(reading, words), total: 0 }),
    h(Folded, {
      key: 'refused',
      summary: behind.refusedStatements(refused.length),
      total: refused.length,
      entries: refused.map(({ text, reason, outcome, replacement }) => [
        h('span', { lang: language }, `“${text}”`),
        ` — ${reason} — ${behind.outcomes[outcome]}`,
        replacement === undefined ? '' : h('span', { lang: language }, `: “${replacement}”`),
      ]),
    }),
    h(Folded, {
      key: 'doubted',
      summary: behind.doubted(doubted.length),
      entries: inReport(doubted),
      total: doubted.length,
    }),
    h(Folded, { key: 'warnings', summary: behind.warnings, entries: inReport(warnings), total: warnings.length }),
  ];
}

/** What was found and not used, and what could not be found or read. */
function OfResearch({ reading: { drift, references, skippedFiles, skippedCount } }: BehindProps): JSX.Element[] {
  const { behind } = useWords();
  const dropped = drift?.dropped ?? [];
  const droppedCount = (drift?.tiers ?? []).reduce((sum, { total, kept }) => sum + total - kept, 0);
  return [
    h(Folded, {
      key: 'drift',
      summary: behind.drift(droppedCount),
      total: droppedCount,
      entries: dropped.map(({ locator, headingPath, reason, excerpt }) => [
        h('span', { class: 'quiet' }, [locator, ...headingPath].join(' › ')),
        h('br', {}),
        '“',
        h(SourceWords, { text: excerpt }),
        '”',
        reason === '' ? '' : ` — ${reason}`,
      ]),
    }),
    h(Folded, {
      key: 'references',
      summary: behind.refused(references.refusedCount),
      total: references.refusedCount,
      entries: references.refused.map(({ reference, locator, reason }) => `${reference} (${locator}): ${reason}`),
    }),
    h(Folded, {
      key: 'unresolved',
      summary: behind.unresolved(references.unresolved.length),
      total: references.unresolved.length,
      entries: references.unresolved,
    }),
    h(Folded, {
      key: 'unreadable',
      summary: behind.unreadable(skippedCount),
      total: skippedCount,
      entries: skippedFiles.map(({ locator, reason }) => `${locator}: ${reason}`),
    }),
  ];
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

interface FoldedProps {
  readonly summary: string;
  readonly entries: readonly ComponentChildren[];
  /** Number of all entries; the hidden rest is counted. */
  readonly total: number;
}

function Folded({ summary, entries, total }: FoldedProps): JSX.Element | null {
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
